# SPDX-License-Identifier: MIT
"""Signals to a running server: what is reloaded, what is ignored, and how long a stop waits:
signals_test.py PROGRAM."""
import asyncio
import os
import pty
import signal
import ssl
import time

import case
from client import PATIENCE
from house import Console, manual


async def eventually(holds, what):
    until = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < until:
        await asyncio.sleep(0.02)
    assert holds(), f"waited in vain for {what}"


def served_certificate(server):
    host, port = server.address.split(":")
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port))))


class Signals(case.Case):
    async def test_hangup_goes_on_in_a_new_log_file(self):
        server = await self.serve(manual("rws-etg"))
        self.assertEqual(await server.stop(), 0)
        log, old = server.folder / "own.log", server.folder / "own.log.1"
        server.words = ["--log", str(log)]
        await server.start()
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        log.rename(old)
        server.process.send_signal(signal.SIGHUP)
        await eventually(lambda: log.exists() and "reloaded: " in log.read_text(), "the new log")
        self.assertIn("ready ", old.read_text())
        self.assertNotIn("reloaded", old.read_text())
        # A log that can't be opened again is no reason to end.
        log.unlink()
        log.mkdir()
        server.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(server.get, "/healthz")
        await console.play_to_end([6, 6, 5])  # the round is as any other
        log.rmdir()
        server.process.send_signal(signal.SIGHUP)
        await eventually(lambda: log.is_file() and "reloaded: " in log.read_text(), "the log again")
        await server.stop()
        self.assertEqual((await server.audit())[0], 0)

    async def test_hangup_reloads_the_certificate(self):
        made = [await self.serve(manual("rws-etg"), words=["--tls"]) for _ in range(2)]
        pairs = [[(one.folder / "data" / name).read_bytes() for name in ("tls.crt", "tls.key")]
                 for one in made]
        for one in made:
            self.assertEqual(await one.stop(), 0)
        server = made[0]

        def install(certificate, key):
            (server.folder / "tls.crt").write_bytes(certificate)
            (server.folder / "tls.key").write_bytes(key)

        install(*pairs[0])
        server.words = []
        server.config = server.config.replace(
            "[server]\n", '[server]\ncertificate = "tls.crt"\nprivate_key = "tls.key"\n')
        await server.start()
        first, second = [ssl.PEM_cert_to_DER_cert(certificate.decode()) for certificate, _ in pairs]
        shown = lambda: served_certificate(server)
        self.assertEqual(await asyncio.to_thread(shown), first)
        install(*pairs[1])
        server.process.send_signal(signal.SIGHUP)
        await server.logged("reloaded: log file and certificate")
        self.assertEqual(await asyncio.to_thread(shown), second)
        install(pairs[0][0], pairs[1][1])  # they do not belong together
        server.process.send_signal(signal.SIGHUP)
        await server.logged("the certificate can't be loaded; the old one stays in use")
        self.assertEqual(await asyncio.to_thread(shown), second)
        self.assertEqual(await server.stop(), 0)

    async def test_others_are_ignored(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE):
            server.process.send_signal(number)
        server.process.send_signal(signal.SIGHUP)  # the signals before have been delivered then
        await server.logged("reloaded: ")
        await console.play_to_end([6, 6, 5])
        await self.finish(server)

    async def test_a_terminal_that_is_closed_ends_the_server(self):
        ours, theirs = pty.openpty()

        def own_session():
            os.setsid()
            os.close(os.open(os.ttyname(theirs), os.O_RDWR))  # becomes the controlling terminal

        server = await self.serve(manual("rws-etg"), preexec_fn=own_session)
        server.process.send_signal(signal.SIGHUP)
        await server.logged("reloaded: ")
        os.close(theirs)
        os.close(ours)
        await server.logged("stopped ")
        self.assertEqual(await asyncio.to_thread(server.process.wait, PATIENCE), 0)
        server.process.stdout.close()
        server.log_file.close()


class Nohup(case.Case):
    async def test_a_server_that_ignores_hangups_stays(self):
        ours, theirs = pty.openpty()

        def under_nohup():
            os.setsid()
            os.close(os.open(os.ttyname(theirs), os.O_RDWR))  # becomes the controlling terminal
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        server = await self.serve(manual("rws-etg"), preexec_fn=under_nohup)
        os.close(theirs)
        os.close(ours)  # the terminal is gone
        server.process.send_signal(signal.SIGHUP)
        await server.logged("reloaded: ")
        self.assertIsNone(server.process.poll())
        await asyncio.to_thread(server.get, "/healthz")
        self.assertEqual(await server.stop(), 0)


class Stop(case.Case):
    async def test_waits_only_so_long_for_a_round_that_is_held(self):
        server = await self.serve(
            manual("rws-etg").replace("[server]\n", "[server]\nstop_seconds = 1\n"))
        console = await Console.open(server, "rws-etg")
        player = await server.guest(1)
        await console.play_until_open()
        await player.bet("big", 1000)
        await console.order("CloseBetting")
        await server.hang_up()
        server.kill()
        held = None
        for _ in range(3):
            await server.start()
            client = await server.guest(1, token=player.token)
            self.assertEqual(client.seen("status")["phase"], "held")
            self.assertEqual(client.mine("money")["staked"], 1000)
            held = held or client.seen("status")
            self.assertEqual(client.seen("status"), held, "the same hold")
            await server.hang_up()
            self.assertEqual(await server.stop(), 0)
            said = server.log()[server.logged_before:]
            self.assertIn('waiting for rounds to end '
                          'rounds="table 1 round 1 is held for interrupted-closed"', said)
            self.assertIn("a round that is held stays held", said)
        self.assertEqual((await server.audit())[0], 0)


if __name__ == "__main__":
    case.main()
