# SPDX-License-Identifier: MIT
"""What an operator sees of a running server: metrics, readiness and the log: watch_test.py
PROGRAM."""
import asyncio
import os
import pathlib
import re
import socket
import ssl
import subprocess
import time
import unittest
import urllib.error
import urllib.request

import case
from client import PATIENCE, Refused, Server
from house import Console, automatic, manual

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs/operator.md"


class Watch(case.Case):
    def figures(self, server):
        text = server.get("/metrics")[1]
        return {name: float(value)
                for name, value in re.findall(r"^(\w+(?:{.*})?) (\S+)$", text, re.M)}

    async def until_figure(self, server, name, value):
        until = time.monotonic() + PATIENCE
        while (now := (await asyncio.to_thread(self.figures, server)).get(name)) != value:
            self.assertLess(time.monotonic(), until, f"{name} is {now}, not {value}")
            await asyncio.sleep(0.05)

    def ready(self, server):
        try:
            return server.get("/readyz")
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.read().decode()

    async def until_ready(self, server, status):
        until = time.monotonic() + PATIENCE
        while (now := await asyncio.to_thread(self.ready, server))[0] != status:
            self.assertLess(time.monotonic(), until, now)
            await asyncio.sleep(0.05)
        return now[1]

    async def test_every_metric_is_in_the_guide_and_the_other_way_round(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        shown = set(re.findall(r"^# TYPE (\w+) ", server.get("/metrics")[1], re.M))
        shown.add("sicbo_certificate_expiry_timestamp_seconds")  # with TLS alone
        rows = re.findall(r"^\| (`sicbo_.*?) \|", GUIDE.read_text(), re.M)
        self.assertEqual(shown, set(re.findall(r"sicbo_\w+", " ".join(rows))))
        self.assertEqual(await server.stop(times=2), 0)

    async def test_metrics_say_what_needs_somebody(self):
        nine = automatic("rws-etg").split("\n\n", 1)[1]
        for old, new in (("number = 1\n", "number = 9\n"), ("Table 1", "Nine"),
                         ('tumbler = "simulated"',
                          f'tumbler = "127.0.0.1:1"\ntumbler_key = "{"7" * 64}"'),
                         ("first = 1", "first = 9")):
            nine = nine.replace(old, new)
        server = await self.serve(manual("rws-etg", "maryland") + nine)
        await self.until_figure(server, 'sicbo_tumblers{state="offline"}', 1)
        await self.until_figure(server, 'sicbo_tables{state="closed"}', 3)
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        await self.until_figure(server, 'sicbo_tables{state="playing"}', 1)
        await console.order("CloseBetting")
        for _ in range(3):
            with self.assertRaises(Refused):
                await console.client.request("sign_in", name="supervisor",
                                             password="no-such-password")
        await self.until_figure(server, "sicbo_accounts_locked", 1)
        await server.hang_up()
        server.kill()
        await server.start()
        await self.until_figure(server, "sicbo_rounds_held", 1)
        await self.until_figure(server, 'sicbo_tables{state="held"}', 1)
        figures = self.figures(server)
        self.assertEqual(figures["sicbo_disk_full"], 0)
        self.assertGreater(figures["sicbo_disk_free_bytes"], 0)
        self.assertGreater(figures["sicbo_unsigned_events"], 0)
        self.assertIn("sicbo_note_age_seconds", figures)
        self.assertNotIn("sicbo_certificate_expiry_timestamp_seconds", figures)
        self.assertEqual(await server.stop(times=2), 0)

    async def test_the_expiry_of_the_certificate(self):
        server = await self.serve(manual("rws-etg"), words=["--tls"])
        made = time.time()
        trust = ssl.create_default_context(cafile=str(server.folder / "data/tls.crt"))
        with urllib.request.urlopen(f"https://{server.direct}/metrics", context=trust,
                                    timeout=PATIENCE) as answer:
            text = answer.read().decode()
        expires = float(re.search(r"^sicbo_certificate_expiry_timestamp_seconds (\S+)", text,
                                  re.M)[1])
        self.assertAlmostEqual(expires, made + 365 * 86400, delta=PATIENCE + 60)
        self.assertEqual(await server.stop(), 0)

    async def test_a_tumbler_that_keeps_talking_nonsense_is_a_line_a_minute(self):
        with socket.create_server(("127.0.0.1", 0)) as nonsense:
            address = "127.0.0.1:%d" % nonsense.getsockname()[1]
            server = await self.serve(automatic("rws-etg").replace(
                'tumbler = "simulated"', f'tumbler = "{address}"\ntumbler_key = "{"7" * 64}"'))
            nonsense.settimeout(PATIENCE)

            def answer_with_nonsense(times):
                for _ in range(times):
                    connection, _ = nonsense.accept()
                    with connection:
                        connection.sendall(b"nonsense\n")
                        while connection.recv(4096):  # until the server hangs up
                            pass

            await asyncio.to_thread(answer_with_nonsense, 4)
            await server.logged("violated the protocol")
            self.assertEqual(server.log().count("violated the protocol"), 1, server.log())
            self.assertLessEqual(server.log().count("a tumbler can't be reached"), 1, server.log())
            self.assertEqual(await server.stop(times=2), 0)

    @unittest.skipUnless(os.geteuid() == 0, "a small disk is mounted by root alone")
    async def test_a_full_disk(self):
        server = Server(case.PROGRAM, manual("rws-etg"))
        self.addCleanup(server.close)
        self.addAsyncCleanup(server.hang_up)
        disk = server.folder / "data"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(disk)], check=True)
        self.addCleanup(lambda: subprocess.run(["umount", "-l", str(disk)], check=True))
        await server.start()
        console = await Console.open(server, "rws-etg")
        player = await server.guest(1)
        await console.play_until_open()
        await player.bet("big", 1000)
        status = os.statvfs(disk)
        filler = disk / "filler"
        with open(filler, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, status.f_bavail * status.f_frsize - (4 << 20))
        self.assertIn("no bets are taken", await self.until_ready(server, 503))
        await self.until_figure(server, "sicbo_disk_full", 1)
        await server.logged("error   the disk is nearly full: no bets are taken")
        with self.assertRaises(Refused) as refused:
            await player.bet("big", 1000)
        self.assertEqual(refused.exception.reason, "disk_full")
        filler.unlink()
        self.assertEqual(await self.until_ready(server, 200), "ready\n")
        await self.until_figure(server, "sicbo_disk_full", 0)
        await server.logged("the disk has space again")
        await player.bet("big", 1000)
        await console.play_to_end([6, 6, 5])
        self.assertEqual(await server.stop(), 0)
        self.assertEqual((await server.audit())[0], 0)


if __name__ == "__main__":
    case.main()
