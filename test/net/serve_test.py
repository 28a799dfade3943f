# SPDX-License-Identifier: MIT
"""The server as an operator runs it: start, pages, limits, encryption, stop and restart:
serve_test.py PROGRAM."""
import contextlib
import hashlib
import http.client
import json
import pathlib
import resource
import signal
import socket
import ssl
import time
import urllib.error
import urllib.request

import websockets

import case
from client import PATIENCE, Client
from house import Console, manual


class Serve(case.Case):
    async def test_the_demonstration_is_played_at_once(self):
        server = await self.serve(None)
        self.assertEqual(len(server.passwords), 8)
        for page in ("/", "/terminal?table=1", "/console?table=1", "/display?table=1", "/shared.js",
                     "/shared.css"):
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
            self.assertEqual((head.status, head.getheaders(), head.read()),
                             (whole.status, whole.getheaders(), b""))
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
        self.assertEqual(await server.stop(times=2), 0)

    async def test_a_stop_lets_the_round_finish_and_none_begin(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        player = await server.connect()
        await player.join(1)
        await console.play_until_open()
        await player.bet("big", 1000)
        server.process.send_signal(signal.SIGTERM)
        await server.logged("stopping: ")
        self.assertIsNone(server.process.poll())
        await player.bet("big", 1000)  # this round is as any other
        await console.order("CloseBetting")
        await console.order("StartCoveredMix")
        await console.order("EndMix", mixes=3)
        await console.order("Uncover", flat=True)
        await console.order("KeyDice", dice=[6, 6, 5])
        try:
            await console.order("EnterResult", roll=[6, 6, 5])
        except AssertionError:
            pass  # it was faster to stop than to answer
        self.assertEqual(await server.stop(), 0)
        await server.start()
        again = await server.connect()
        await again.join(1, token=player.token)
        self.assertEqual(again.mine("money")["credit"], 50000 + 2000)
        self.assertEqual(again.mine("last")["round"], 1)
        await self.finish(server)

    async def test_a_second_signal_stops_at_once(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        self.assertEqual(await server.stop(signal.SIGINT, times=2), 0)
        self.assertEqual((await server.audit())[0], 0)

    async def test_so_many_may_connect_from_one_address(self):
        server = await self.serve(manual("rws-etg").replace("from_one_address = 10000",
                                                            "from_one_address = 3"))
        first, _, third = [await server.guest(1) for _ in range(3)]
        with self.assertRaises((OSError, EOFError, websockets.InvalidMessage,
                                http.client.HTTPException)):
            await server.connect()
        with self.assertRaises((OSError, http.client.HTTPException)):
            server.get("/healthz")
        await third.close()
        until, status = time.monotonic() + PATIENCE, None
        while status is None and time.monotonic() < until:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, _ = server.get("/healthz")
        self.assertEqual(status, 200)
        await first.request("list_rounds", table=1)
        await self.finish(server)

    def sleeps(self, thread):
        """Whether the thread waits or has ended, from a folder of /proc."""
        try:
            return (thread / "stat").read_text().rsplit(")", 1)[1].split()[0] != "R"
        except OSError:
            return True

    @case.direct_only("files that the server itself may open")
    async def test_waits_when_no_file_is_left_to_open(self):
        few = 48  # files
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few // 2, few))
        server = await self.serve(manual("rws-etg"), preexec_fn=limit)
        proc = pathlib.Path(f"/proc/{server.process.pid}")
        line = next(one for one in (proc / "limits").read_text().splitlines()
                    if one.startswith("Max open files"))
        self.assertEqual(line.split()[3:5], [str(few)] * 2, "as many as the system allows")
        player = await server.connect()
        await player.join(1)
        host, port = server.address.split(":")
        crowd = [socket.create_connection((host, int(port))) for _ in range(few)]
        until = time.monotonic() + 4  # after 5 seconds those who say nothing are hung up on
        is_full = lambda: len(list((proc / "fd").iterdir())) == few
        while not is_full() and time.monotonic() < until:
            time.sleep(0.01)
        self.assertTrue(is_full(), "the crowd took every file")
        # A thread that tried again and again to let the next one in would never be seen asleep.
        awake = {one.name for one in (proc / "task").iterdir()}
        while awake and time.monotonic() < until:
            awake -= {one for one in awake if self.sleeps(proc / "task" / one)}
            time.sleep(0.01)
        self.assertEqual(awake, set(), "threads that were busy while nobody was let in")
        await player.request("list_rounds", table=1)  # whoever is in is served
        for one in crowd:
            one.close()
        late = await server.connect()
        await late.join(1)
        self.assertEqual(await server.stop(), 0, server.log())

    @case.direct_only("a certificate that the server itself has made")
    async def test_tls(self):
        server = await self.serve(manual("rws-etg"), words=["--tls"])
        certificate = server.folder / "data/tls.crt"
        self.assertEqual((server.folder / "data/tls.key").stat().st_mode & 0o777, 0o600)
        trust = ssl.create_default_context(cafile=str(certificate))
        address = f"wss://{server.address}/socket"
        socket = await websockets.connect(address, subprotocols=["sicbo.v1"], compression=None,
                                          ssl=trust)
        player = Client(socket)
        await player.join(1)
        self.assertEqual(player.mine("money")["credit"], 50000)
        self.assertIn(socket.transport.get_extra_info("ssl_object").version(),
                      ("TLSv1.3", "TLSv1.2"))
        with urllib.request.urlopen(f"https://{server.address}/readyz", context=trust,
                                    timeout=10) as answer:
            self.assertEqual(answer.read(), b"ready\n")
        # Whoever does not know the certificate, speaks an older version, or does not encrypt, gets
        # nowhere.
        with self.assertRaises(ssl.SSLError):
            await websockets.connect(address, subprotocols=["sicbo.v1"],
                                     ssl=ssl.create_default_context())
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.load_verify_locations(str(certificate))
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            await websockets.connect(address, subprotocols=["sicbo.v1"], ssl=old)
        with self.assertRaises((OSError, http.client.HTTPException)):
            urllib.request.urlopen(f"http://{server.address}/readyz", timeout=10).close()
        await player.request("leave")
        self.assertEqual(await server.stop(), 0)
        # The certificate is kept, and one from the configuration is used as well.
        before = certificate.read_bytes()
        await server.start()
        self.assertEqual(certificate.read_bytes(), before)
        self.assertEqual(await server.stop(), 0)
        for name in ("tls.crt", "tls.key"):
            (server.folder / name).write_bytes((server.folder / "data" / name).read_bytes())
        server.words = []
        server.config = server.config.replace(
            '[server]\n', '[server]\ncertificate = "tls.crt"\nprivate_key = "tls.key"\n')
        await server.start()
        with urllib.request.urlopen(f"https://{server.address}/readyz", context=trust,
                                    timeout=10) as answer:
            self.assertEqual(answer.status, 200)
        await self.finish(server)
        (server.folder / "tls.key").write_text("nothing\n")
        done = case.run("serve", "--config", str(server.folder / "property.toml"), "--data",
                        str(server.folder / "data"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("tls.key", done.stderr)

    async def test_the_journal_knows_which_program_wrote_it(self):
        server = await self.serve(manual("rws-etg"))
        person = await server.sign_in("auditor")
        answer = await person.request("self_check", person=person.person)
        own = hashlib.sha256(pathlib.Path(case.PROGRAM).read_bytes()).hexdigest()
        self.assertEqual(answer["program"], own)
        self.assertEqual(await server.stop(), 0)
        other = server.folder / "sicbo"
        other.write_bytes(pathlib.Path(case.PROGRAM).read_bytes() + b"\0")
        other.chmod(0o755)
        server.program = str(other)
        await server.start()
        person = await server.sign_in("auditor")
        await person.request("self_check", person=person.person)
        self.assertIn("another program than before", server.log())
        await self.finish(server)
        done = case.run("export", str(server.folder / "data/journal"), "--what", "events",
                        "--format", "json")
        self.assertEqual(done.stdout.count('"SoftwareChecked"'), 4, done.stdout[-2000:])

    async def test_two_servers_do_not_share_a_folder(self):
        server = await self.serve(manual("rws-etg"))
        done = case.run("serve", "--data", str(server.folder / "data"), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("another process", done.stderr)
        await self.finish(server)

    async def test_what_the_console_agreed_stays_in_force(self):
        server = await self.serve(manual("rws-etg"))
        self.assertEqual(await server.stop(), 0)
        server.config = server.config.replace('max = "1000.00"', 'max = "2000.00"')
        await server.start()
        self.assertIn("table 1 differs from the configuration", server.log())
        player = await server.connect()
        await player.watch("table/1")
        self.assertEqual(player.topics["table/1"]["table"]["limit"]["max"], 100000)
        await self.finish(server)


if __name__ == "__main__":
    case.main()
