# SPDX-License-Identifier: MIT
"""The server as an operator runs it: start, configuration, pages, stop, restart, and kill -9 in every
state of a round: serve_test.py PROGRAM."""
import asyncio
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

import websockets

from client import Client, Refused, Server
from house import MANUAL, Console, automatic, manual
import rounds_test


def run(*words, **options):
    return subprocess.run([rounds_test.PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=60, check=False, **options)


class Configuration(unittest.TestCase):
    def check(self, text):
        return run("serve", "--check", "--config", "-", input=text)

    def test_the_demonstrations_own_is_fine(self):
        shown = run("serve", "--show-config")
        self.assertEqual(shown.returncode, 0)
        self.assertEqual(self.check(shown.stdout).returncode, 0)

    def test_what_is_wrong_is_named_with_its_line(self):
        good = MANUAL["rws-etg"][1].lstrip()
        self.assertEqual(self.check(good).returncode, 0, self.check(good).stderr)
        other = MANUAL["rws-taisai"][1].lstrip()
        head = "[server]\nthreads = 1\n"
        for one in ("https://example.com", "http://10.0.0.5:8080", "http://[::1]", "http://[::1]:8080"):
            self.assertEqual(self.check(f'[server]\norigins = ["{one}"]\n' + good).returncode, 0, one)
        network = f'tumbler = "AT"\ntumbler_key = "{"7" * 64}"\nmode = "assisted"\n'
        assisted = good.replace('training = true\n', 'training = true\n' + network)
        for at in ("127.0.0.1:9100", "[::1]:9100"):
            self.assertEqual(self.check(assisted.replace("AT", at)).returncode, 0)
        cases = [
            (good.replace('game = "rws-etg"', 'game = "sicbo"'), 4, "there is no game"),
            (good.replace('chip = "1.00"', 'chip = "0.01"'), 6, "chip"),
            (good.replace('chip = "1.00"', 'chip = 1'), 6, "must be a text"),
            (good.replace('min = "1.00"', 'min = "x"'), 7, "no amount"),
            (head + good.replace('max = "1000.00"', 'max = "0.50"'), 10, "max: the maximum is below"),
            (head + good.replace('min = "1.00"', 'min = "-1.00"'), 9, "min: "),
            (head + good.replace('max = "1000.00"', 'round_max = "0.50"'), 10, "round_max: is below"),
            (head + good.replace('max = "1000.00"', 'limit_of = { big = { max = "0.50" } }'), 10, "limit_of: big.max: the maximum is below"),
            (head + good.replace('name = "One"', 'name = ""'), 5, "name: "),
            (head + good.replace('name = "One"', 'name = "One"\noperator = "a\\nb"'), 6, "operator: "),
            ('currency = "dollars"\n' + head + good, 4, "currency: "),
            (head + good + '[[table.approval]]\nmixer = "manual-shaker"\nmixing = "1"\nlocation = "2"\n', 20, "approval: "),
            (good.replace('training = true', 'training = true\nmode = "automatic"'), 6, "tumbler"),
            (good.replace('training = true', 'training = false\ntumbler = "simulated"\nmode = "assisted"'), 6, "training"),
            (good.replace('training = true', 'training = false'), 9, "play credit"),
            (good.replace('layout = "rws-etg-2"', 'layout = "maryland"'), 15, "no layout"),
            (good.replace("first = 401", "first = 300"), None, "stands at table"),
            (good.replace('name = "One"', 'name = "One"\nlimits = 5'), 4, "unknown key"),
            (good.replace('min = "1.00"', 'min = "1.00"\nlimit_of = { total-3 = { max = "5.00" } }'), 8, "no spot"),
            (good + good, 19, "two tables have this number"),
            (other + "[[table.terminals]]\nlayout = \"rws-taisai\"\nfirst = 1\ncount = 1\n", None, "felt"),
            ('[server]\nlisten = "here"\n' + good, 2, "no address"),
            ('[server]\nlisten = "localhost:80"\n' + good, 2, "listen: "),
            *((assisted.replace("AT", at), 6, "tumbler: ") for at in ("localhost:9100", "127.1:9100", "[127.0.0.1]:9100", "127.0.0.1:0")),
            ("[server]\nconnections_from_one_address = 0\n" + good, 2, "from 1 to"),
            ("[[table", 1, ""),
            ("", None, "missing"),
            (good.replace('game = "rws-etg"', 'rules = "nowhere.toml"'), 4, "nowhere.toml"),
        ]
        cases += [(f'[server]\norigins = ["{one}"]\n' + good, 2, "origins: ") for one in
                  ("*", "", "example.com", "http://", "https://example.com/", "ftp://example.com", "http://Example.com",
                   "http://example.com:", "http://*.example.com", "http://example.com:8o")]
        for text, line, what in cases:
            done = self.check(text)
            self.assertNotRegex(done.stderr, r"(\w+): \1\b", "a key is named once")
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(what, done.stderr)
            place = f"standard input:{line}:" if line else "standard input:"
            self.assertIn(place, done.stderr, f"{what}: {done.stderr}")
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_a_certificate_must_be_there(self):
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "property.toml"
            config.write_text('[server]\ncertificate = "own.crt"\nprivate_key = "own.key"\n' + MANUAL["rws-etg"][1])
            for key, name in (("certificate", "own.crt"), ("private_key", "own.key")):
                done = run("serve", "--check", "--config", str(config))
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(f"{key}: {folder}/{name}: ", done.stderr)
                (config.parent / name).write_text("something\n")
            self.assertEqual(run("serve", "--check", "--config", str(config)).returncode, 0)

    def test_words_that_are_wrong(self):
        self.assertEqual(run("serve", "--listen", "localhost:80").returncode, 2)
        self.assertEqual(run("serve", "--listen", "nowhere").returncode, 2)
        self.assertEqual(run("serve", "--listen", "127.0.0.1:99999").returncode, 2)
        self.assertEqual(run("serve", "--config", "/nowhere.toml").returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "file")
            open(file, "w", encoding="utf-8").close()
            done = run("serve", "--data", file, "--listen", "127.0.0.1:0")
            self.assertEqual(done.returncode, 1, done.stderr)
            done = run("serve", "--data", folder, "--listen", "192.0.2.1:0")
            self.assertEqual(done.returncode, 1)
            self.assertIn("192.0.2.1:0", done.stderr)


class Serve(rounds_test.Case):
    async def test_the_demonstration_is_played_at_once(self):
        server = self.serve(None)
        self.assertEqual(len(server.passwords), 8)
        for page in ("/", "/terminal?table=1", "/console?table=1", "/display?table=1", "/shared.js", "/shared.css"):
            status, text = server.get(page)
            self.assertEqual(status, 200, page)
            self.assertGreater(len(text), 100, page)
        for page in ("/nothing", "/demo.toml", "/api/rules/x", "/index.html/"):
            with self.assertRaises(urllib.error.HTTPError) as missing:
                server.get(page)
            self.assertEqual(missing.exception.code, 404)
            # People get a page with a way on, programs a line.
            text = missing.exception.read().decode()
            looked_at = not page.startswith("/api/") and not page.endswith(".toml")
            self.assertEqual('<a href="/">' in text, looked_at, page)
            self.assertEqual("html" in missing.exception.headers["Content-Type"], looked_at, page)
            self.assertNotIn("<script", text)
            missing.exception.close()
        # The head is that of the page, and nothing comes after it.
        host = http.client.HTTPConnection(server.address, timeout=10)
        self.addCleanup(host.close)
        for page in ("/", "/shared.js", "/healthz", "/nothing"):
            host.request("GET", page)
            whole = host.getresponse()
            size = len(whole.read())
            host.request("HEAD", page)
            head = host.getresponse()
            self.assertEqual((head.status, head.getheaders(), head.read()), (whole.status, whole.getheaders(), b""))
            self.assertEqual(int(head.getheader("Content-Length")), size)
        self.assertEqual(server.get("/healthz"), (200, "alive\n"))
        self.assertEqual(server.get("/readyz"), (200, "ready\n"))
        player = await server.connect()
        for table in (1, 2, 3, 4):
            place = await player.join(table)
            self.assertEqual(player.mine("money")["credit"], 100000)
            rules = player.topics[f"table/{table}"]["table"]["rules"]
            game = json.loads(server.get(f"/api/rules/{rules}")[1])
            self.assertIn(player.mine("place")["layout"], [one["id"] for one in game["layouts"]])
            self.assertGreater(place["number"], 0)
            await player.request("leave")
        metrics = server.get("/metrics")[1]
        events = [line for line in metrics.splitlines() if line.startswith("sicbo_events_total ")]
        self.assertGreater(float(events[0].split()[1]), 3)
        self.assertIn('sicbo_requests_total{result="refused"}', metrics)
        self.assertEqual(server.stop(times=2), 0)

    async def test_a_stop_lets_the_round_finish_and_none_begin(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        player = await server.connect()
        await player.join(1)
        await console.play_until_open()
        await player.bet("big", 1000)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        self.assertIsNone(server.process.poll())
        await player.bet("big", 1000)  # this round is as any other
        await console.order("CloseBetting")
        await console.order("StartMix")
        await console.order("EndMix", mixes=3)
        await console.order("Uncover", flat=True)
        await console.order("KeyDice", dice=[6, 6, 5])
        try:
            await console.order("EnterResult", roll=[6, 6, 5])
        except AssertionError:
            pass  # it was faster to stop than to answer
        self.assertEqual(server.process.wait(20), 0)
        server.process.stdout.close()
        server.start()
        again = await server.connect()
        await again.join(1, token=player.token)
        self.assertEqual(again.mine("money")["credit"], 50000 + 2000)
        self.assertEqual(again.mine("last")["round"], 1)
        self.finish(server)

    async def test_a_second_signal_stops_at_once(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        begun = time.monotonic()
        self.assertEqual(server.stop(signal.SIGINT, times=2), 0)
        self.assertLess(time.monotonic() - begun, 15)
        self.assertEqual(server.audit()[0], 0)

    async def test_so_many_may_connect_from_one_address(self):
        server = self.serve(manual("rws-etg").replace("connections_from_one_address = 10000", "connections_from_one_address = 3"))
        first, _, third = [await server.connect() for _ in range(3)]
        with self.assertRaises((OSError, EOFError, websockets.InvalidMessage, http.client.HTTPException)):
            await server.connect()
        with self.assertRaises((OSError, http.client.HTTPException)):
            server.get("/healthz")
        await third.close()
        until = time.monotonic() + 10
        status = None
        while status is None and time.monotonic() < until:
            try:
                status, _ = server.get("/healthz")
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        self.assertEqual(status, 200)
        await first.join(1)
        self.finish(server)

    async def test_waits_when_no_file_is_left_to_open(self):
        few = 48
        server = self.serve(manual("rws-etg"), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few // 2, few)))
        proc = pathlib.Path(f"/proc/{server.process.pid}")
        line = next(one for one in (proc / "limits").read_text().splitlines() if one.startswith("Max open files"))
        self.assertEqual(line.split()[3:5], [str(few)] * 2, "as many as the system allows")
        player = await server.connect()
        await player.join(1)
        host, port = server.address.split(":")
        work = lambda: sum(int(one) for one in (proc / "stat").read_text().rsplit(")", 1)[1].split()[11:13])
        idle = -work()  # a program that is watched for races has work of its own
        time.sleep(1)
        idle += work()
        crowd = [socket.create_connection((host, int(port))) for _ in range(few)]
        until = time.monotonic() + 4  # after 5 seconds those who say nothing are hung up on
        while len(list((proc / "fd").iterdir())) < few and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(len(list((proc / "fd").iterdir())), few, "the crowd took every file")
        before = work()
        time.sleep(1)
        self.assertLess((work() - before - idle) / os.sysconf("SC_CLK_TCK"), 0.3, "seconds of work in one in which nobody was let in")
        await player.request("list_rounds", table=1)  # whoever is in is served
        for one in crowd:
            one.close()
        late = await server.connect()
        await late.join(1)
        self.assertEqual(server.stop(), 0, server.log())

    async def test_tls(self):
        server = Server(rounds_test.PROGRAM, manual("rws-etg"), words=["--tls"])
        self.addCleanup(server.close)
        certificate = server.folder / "data/tls.crt"
        self.assertEqual((server.folder / "data/tls.key").stat().st_mode & 0o777, 0o600)
        trust = ssl.create_default_context(cafile=str(certificate))
        address = f"wss://{server.address}/socket"
        socket = await websockets.connect(address, subprotocols=["sicbo.v1"], compression=None, ssl=trust)
        player = Client(socket)
        await player.join(1)
        self.assertEqual(player.mine("money")["credit"], 50000)
        self.assertIn(socket.transport.get_extra_info("ssl_object").version(), ("TLSv1.3", "TLSv1.2"))
        with urllib.request.urlopen(f"https://{server.address}/readyz", context=trust, timeout=10) as answer:
            self.assertEqual(answer.read(), b"ready\n")
        # Whoever does not know the certificate, speaks an older version, or does not encrypt, gets nowhere.
        with self.assertRaises(ssl.SSLError):
            await websockets.connect(address, subprotocols=["sicbo.v1"], ssl=ssl.create_default_context())
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.load_verify_locations(str(certificate))
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            await websockets.connect(address, subprotocols=["sicbo.v1"], ssl=old)
        with self.assertRaises((OSError, http.client.HTTPException)):
            urllib.request.urlopen(f"http://{server.address}/readyz", timeout=10).close()
        await player.request("leave")
        self.assertEqual(server.stop(), 0)
        # The certificate is kept, and one from the configuration is used as well.
        before = certificate.read_bytes()
        server.start()
        self.assertEqual(certificate.read_bytes(), before)
        self.assertEqual(server.stop(), 0)
        for name in ("tls.crt", "tls.key"):
            (server.folder / name).write_bytes((server.folder / "data" / name).read_bytes())
        server.words = []
        server.config = server.config.replace('[server]\n', '[server]\ncertificate = "tls.crt"\nprivate_key = "tls.key"\n')
        server.start()
        with urllib.request.urlopen(f"https://{server.address}/readyz", context=trust, timeout=10) as answer:
            self.assertEqual(answer.status, 200)
        self.finish(server)
        (server.folder / "tls.key").write_text("nothing\n")
        done = run("serve", "--config", str(server.folder / "property.toml"), "--data", str(server.folder / "data"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("tls.key", done.stderr)

    async def test_accounts_from_the_command_line(self):
        server = self.serve(manual("rws-etg"))
        data = str(server.folder / "data")
        user = lambda *words, secrets=(): run("user", *words, "--data", data, input="".join(f"{one}\n" for one in secrets))
        self.assertIn("must choose a password", user("list").stdout)  # beside the server
        busy = user("add", "dora", "--role", "dealer", secrets=[server.passwords["admin"]])
        self.assertEqual(busy.returncode, 1)
        self.assertIn("while a server runs", busy.stderr)
        self.assertEqual(server.stop(), 0)
        first = server.passwords["admin"]
        self.assertEqual(user("password", "admin", secrets=[first, "short"]).returncode, 1)
        self.assertEqual(user("password", "admin", secrets=[first, "admin-password"]).returncode, 0)
        added = user("add", "dora", "--role", "dealer", secrets=["admin-password"])
        self.assertEqual(added.returncode, 0, added.stderr)
        once = re.search(r"(\w{4}-\w{4}-\w{4})$", added.stdout.strip()).group(1)
        for words, secret, why in ((("add", "dora", "--role", "dealer"), "admin-password", "name_taken"),
                                   (("add", "eve", "--role", "dealer"), "wrong-password", "wrong name or password"),
                                   (("add", "eve", "--role", "dealer", "--as", "dora"), once, "not_allowed"),
                                   (("disable", "nobody"), "admin-password", "nobody called"),
                                   (("disable", "admin"), "admin-password", "same_person")):
            done = user(*words, secrets=[secret])
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
        self.assertEqual(user("add", "eve", "--role", "king").returncode, 2)
        self.assertEqual(run("user", "list", "--data", "/nowhere").returncode, 1)
        server.start()
        client = await server.connect()
        with self.assertRaises(Refused) as refused:
            await client.request("sign_in", name="dora", password=once)
        self.assertEqual(refused.exception.reason, "password_change_required")
        await client.request("set_password", name="dora", old=once, new="dora-password")
        await client.request("sign_in", name="dora", password="dora-password")
        self.assertEqual(server.stop(), 0)
        self.assertEqual(user("disable", "dora", secrets=["admin-password"]).returncode, 0)
        self.assertIn("disabled", user("list").stdout)
        self.assertEqual(user("reset", "dora", secrets=["admin-password"]).returncode, 0)
        self.assertIn("must choose a password", user("list").stdout)
        self.assertEqual(server.audit()[0], 0)

    async def test_an_administrator_who_is_locked_out(self):
        server = self.serve(manual("rws-etg"))
        await server.hire("dealer")
        stranger = await server.connect()
        for _ in range(3):
            with self.assertRaises(Refused):
                await stranger.request("sign_in", name="admin", password="wrong-password")
        with self.assertRaises(Refused) as refused:
            await stranger.request("sign_in", name="admin", password="admin-password")
        self.assertEqual(refused.exception.reason, "person_disabled")
        self.assertEqual(server.stop(), 0)
        data = str(server.folder / "data")
        refused = run("user", "reset", "admin", "--data", data, input="admin-password\n")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("disabled or locked", refused.stderr)
        refused = run("user", "recover", "dealer", "--data", data)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("only an administrator", refused.stderr)
        done = run("user", "recover", "admin", "--data", data)
        self.assertEqual(done.returncode, 0, done.stderr)
        once = re.search(r"(\w{4}-\w{4}-\w{4})$", done.stdout.strip()).group(1)
        server.start()
        client = await server.connect()
        await client.request("set_password", name="admin", old=once, new="another-password")
        await client.request("sign_in", name="admin", password="another-password")
        self.finish(server)

    async def test_the_journal_knows_which_program_wrote_it(self):
        server = self.serve(manual("rws-etg"))
        person = await server.sign_in("auditor")
        answer = await person.request("self_check", person=person.person)
        own = hashlib.sha256(pathlib.Path(rounds_test.PROGRAM).read_bytes()).hexdigest()
        self.assertEqual(answer["program"], own)
        self.assertEqual(server.stop(), 0)
        other = server.folder / "sicbo"
        other.write_bytes(pathlib.Path(rounds_test.PROGRAM).read_bytes() + b"\0")
        other.chmod(0o755)
        server.program = str(other)
        server.start()
        person = await server.sign_in("auditor")
        await person.request("self_check", person=person.person)
        self.assertIn("another program than before", server.log())
        self.finish(server)
        done = run("export", str(server.folder / "data/journal"), "--what", "events", "--format", "json")
        self.assertEqual(done.stdout.count('"SoftwareChecked"'), 4, done.stdout[-2000:])

    async def test_a_clock_that_is_set_is_noted_and_changes_nothing(self):
        library = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
        self.assertIsNotNone(library, "libfaketime is missing; script/bootstrap test installs it")
        if b"__tsan_init" in pathlib.Path(rounds_test.PROGRAM).read_bytes():
            self.skipTest("libfaketime and the thread sanitizer wait for each other at start")
        with tempfile.TemporaryDirectory() as folder:
            offset = pathlib.Path(folder) / "offset"
            offset.write_text("+0")
            os.environ.update(LD_PRELOAD=str(library), FAKETIME_TIMESTAMP_FILE=str(offset), FAKETIME_NO_CACHE="1",
                              FAKETIME_DONT_FAKE_MONOTONIC="1", DONT_FAKE_MONOTONIC="1")
            try:
                server = self.serve(automatic("rws-etg"))
            finally:
                for name in ("LD_PRELOAD", "FAKETIME_TIMESTAMP_FILE", "FAKETIME_NO_CACHE",
                             "FAKETIME_DONT_FAKE_MONOTONIC", "DONT_FAKE_MONOTONIC"):
                    os.environ.pop(name)
            player = await server.connect()
            await player.join(1)
            for n, moved in enumerate(("+3600", "-86400", "+0")):
                offset.write_text(moved)
                until = time.monotonic() + 10
                while server.log().count("clock was set") <= n and time.monotonic() < until:
                    time.sleep(0.1)
                self.assertEqual(server.log().count("clock was set"), n + 1, moved)
                last = player.topics["table/1"]["results"]["last"]
                await player.until(lambda: player.topics["table/1"]["results"]["last"] > last, "rounds go on")
            self.finish(server)

    async def test_two_servers_do_not_share_a_folder(self):
        server = self.serve(manual("rws-etg"))
        done = run("serve", "--data", str(server.folder / "data"), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("another process", done.stderr)
        self.finish(server)

    async def test_what_the_console_agreed_stays_in_force(self):
        server = self.serve(manual("rws-etg"))
        self.assertEqual(server.stop(), 0)
        server.config = server.config.replace('max = "1000.00"', 'max = "2000.00"')
        server.start()
        self.assertIn("table 1 differs from the configuration", server.log())
        player = await server.connect()
        await player.watch("table/1")
        self.assertEqual(player.topics["table/1"]["table"]["limit"]["max"], 100000)
        self.finish(server)


class Kill(rounds_test.Case):
    """After kill -9 the round ends as the law of interruptions says, and no bet is lost or made up."""

    async def killed_after(self, game, steps, roll=(6, 5, 1)):
        """Plays so many steps of a round, with a bet when bets are open, and kills the server."""
        table = MANUAL[game][0]
        server = self.serve(manual(game))
        console = await Console.open(server, game)
        player = await server.connect()
        place = await player.join(table)
        seat = {} if place["topic"].startswith("terminal") else {"stay": place["number"]}
        bet = 0
        done = []
        for _ in range(steps):
            if done and console.status["phase"] != "playing":
                break
            done.append(await console.step(list(roll)))
            if console.status["phase"] == "playing" and console.round["betting"] and not bet:
                bet = (await player.bet("big", 1000, **seat))["accepted"]
        server.kill()
        server.start()
        again = await server.connect()
        answer = await again.join(table, token=player.token)
        self.assertEqual(answer["topic"], player.place)
        return server, again, done, bet

    async def test_in_every_state_of_every_game(self):
        for game in MANUAL:
            ended = False
            for steps in range(1, 12):
                server, player, done, bet = await self.killed_after(game, steps)
                with self.subTest(game=game, done=done):
                    self.check(game, server, player, done, bet)
                ended = player.topics[f"table/{MANUAL[game][0]}"]["round"]["ended"] != "none" and done[-1] in (
                    "enter", "collect", "pay", "clear")
                server.kill()
                self.assertEqual(server.audit()[0], 0)
                server.close()
                if ended and len(done) < steps:
                    break
            self.assertTrue(ended, game)

    def check(self, game, server, player, done, bet):
        table = player.topics[f"table/{MANUAL[game][0]}"]
        status, round_, money = table["status"], table["round"], player.mine("money")
        win = 1000  # what a bet of 10.00 on big gains on 6 5 1
        if game == "maryland":  # silent on power: a floorperson decides, and nothing moves before
            if status["phase"] == "playing":  # all is paid, the lights are to be cleared
                self.assertEqual(round_["next"], "clear")
            if status["phase"] == "held":
                self.assertEqual((money["credit"], money["staked"]), (50000 - bet, bet))
            else:
                self.assertEqual((money["credit"], money["staked"]),
                                 (50000 + (win if "collect" in done else 0), 0), (status, round_))
            return
        if "enter" in done:  # the outcome was established
            self.assertEqual(round_["roll"], [6, 5, 1])
            self.assertEqual(money["credit"] + money["staked"], 50000 + win, (status, money))
            self.assertEqual(money["staked"], 0)
        elif "close" in done or ("uncover" in done):
            held = status["phase"] == "held"
            voided = round_["ended"] == "void"
            self.assertTrue(held or voided, (status, round_))
            self.assertEqual(money["credit"], 50000 - (bet if held else 0))
        else:  # bets were open, or not yet: void, everything back, once
            self.assertIn(round_["ended"], ("void", "none"))
            self.assertEqual((money["credit"], money["staked"]), (50000, 0))

    async def test_seats_that_guests_left_are_given_to_others(self):
        server = self.serve(manual("rws-taisai"))
        tokens = []
        for _ in range(10):
            guest = await server.connect()
            await guest.join(3)
            tokens.append(guest.token)
        late = await server.connect()
        with self.assertRaises(Refused):
            await late.join(3)
        await guest.close()
        for _ in range(50):  # until the server has noticed
            with contextlib.suppress(Refused):
                await late.join(3)
                break
            await asyncio.sleep(0.1)
        self.assertEqual(late.mine("money")["credit"], 50000)
        self.assertNotIn(late.token, tokens)
        self.finish(server)

    async def test_an_automatic_table_goes_on_by_itself(self):
        for game in ("rws-etg", "mbs-etg", "maryland"):
            await self.goes_on(automatic(game))

    async def goes_on(self, config):
        server = self.serve(config)
        for n in range(6):
            player = await server.connect()
            await player.join(1)
            before = player.topics["table/1"]["round"]
            number = before["number"] if before else 0
            time.sleep(0.37 * n)
            server.kill()
            server.start()
            player = await server.connect()
            await player.join(1)
            table = lambda: player.topics["table/1"]
            await player.until(lambda: table()["results"]["last"] > number, "the end of another round")
        self.finish(server)


if __name__ == "__main__":
    rounds_test.PROGRAM = sys.argv.pop(1)
    unittest.main()
