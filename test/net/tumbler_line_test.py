# SPDX-License-Identifier: MIT
"""Somebody between server and tumbler, and somebody who has the server's key: tumbler_line_test.py
PROGRAM."""
import asyncio
import contextlib
import json
import socket

import nacl.signing

import case
from client import PATIENCE
from secure_line import Broken, Caller, Middle
from tumblers import PROTOCOL, TumblerCase


class Lines(TumblerCase):
    async def in_the_middle(self, meddle):
        """A server whose tumbler is reached through somebody who meddles with the lines."""
        _, address, public = self.start_tumbler(self.key)
        middle = Middle(address)
        self.addCleanup(middle.close)
        middle.meddle = meddle
        await self.restart_with(middle.listens_at, public)
        player = await self.seat(self.server)
        return middle, player

    async def attack(self, meddle):
        """Rounds are settled on signed dice, whatever somebody in the middle does to one line of
        the first connections; nothing that was not sent is believed, and the line breaks visibly.
        """
        state = {"left": 3}

        def act(direction, count, line):
            # Lines 1 and 2 of each side open the connection and say that it is ready.
            if state["left"] > 0 and count > 4:
                changed = meddle(direction, line)
                if changed is not None:
                    state["left"] -= 1
                    return changed
            return [line]

        middle, player = await self.in_the_middle(act)
        first = player.seen("results")["last"]
        await self.after(player, first + 2, "three rounds")
        await player.until(lambda: state["left"] == 0, "all attacks")
        await self.after(player, player.seen("results")["last"] + 1, "rounds after the attacks")
        rounds = (await player.request("list_rounds", table=1, limit=20))["rounds"]
        for one in rounds:
            if one["round"] <= first:
                continue  # in play when the server stopped to get its tumbler
            self.assertIn(one["void_for"], (None, ""), one)
            self.assertEqual(one["ended"], "settled", one)
        self.assertGreater(middle.connections, 1)
        log = self.server.log()
        self.assertTrue("lines were lost" in log or "the connection to a tumbler ended" in log, log)
        await self.finish(self.server)

    async def test_dropped_lines_make_no_round_void(self):
        await self.attack(lambda direction, line: [] if direction == "back" else None)

    async def test_injected_alarms_and_counts_are_not_believed(self):
        forged = [b'{"type":"alarm","round":%d,"trouble":"damaged-dice"}\n' % n
                  for n in range(1, 9)] + [b'{"type":"tumbled","round":2,"tumbles":0}\n']
        await self.attack(lambda direction, line: forged if direction == "back" else None)

    async def test_repeated_lines_are_not_believed(self):
        await self.attack(lambda direction, line: [line, line])

    async def test_reordered_lines_are_not_believed(self):
        kept = []

        def swap(direction, line):
            if direction != "there":
                return None
            kept.append(line)
            if len(kept) % 2:
                return []
            return [kept[-1], kept[-2]]

        await self.attack(swap)

    async def test_cut_lines_are_not_believed(self):
        await self.attack(lambda direction, line: [line[:len(line) // 2] + b"\n"])

    async def test_the_former_protocol_is_no_way_in(self):
        """Neither to the tumbler, nor to the server."""
        _, address, public = self.start_tumbler(self.key)
        host, port = address.split(":")
        former = {"type": "hello", "table": 1, "key": self.key, "nonce": "1" * 64,
                  "results": 2**53 - 1}
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as server:
            server.sendall(json.dumps(former).encode() + b"\n")
            self.assertEqual(server.recv(1), b"")
        # The counter that nobody proved has changed nothing: the next reading is taken.
        welcome = json.dumps({"type": "welcome", "key": public, "nonce": "1" * 64,
                              "simulated": True, "signature": "0" * 128}).encode() + b"\n"
        middle = Middle(address)
        self.addCleanup(middle.close)
        middle.meddle = lambda direction, count, line: [
            welcome if direction == "back" and middle.connections == 1 else line]
        await self.restart_with(middle.listens_at, public)
        await self.server.logged("welcome is invalid")
        player = await self.seat(self.server)
        await self.settled_after(player, player.seen("results")["last"])
        await self.finish(self.server)

    def thief(self, address, public):
        """Somebody who has the server's secret key."""
        secret = bytes.fromhex((self.server.folder / "data/server.key").read_text().strip())
        caller = Caller(address, PROTOCOL, nacl.signing.SigningKey(secret), bytes.fromhex(public),
                        PATIENCE).greet()
        self.addCleanup(caller.close)
        caller.send(type="begin", table=1, results=0)
        self.assertEqual(caller.receive(), {"type": "ready", "simulated": True})
        return caller

    async def test_silent_strangers_do_not_keep_the_server_out(self):
        _, address, public = self.start_tumbler(self.key)
        host, port = address.split(":")
        with contextlib.ExitStack() as strangers:
            for _ in range(20):
                strangers.enter_context(socket.create_connection((host, int(port)), timeout=5))
            await self.restart_with(address, public)
            player = await self.seat(self.server)
            await self.settled_after(player, player.seen("results")["last"])

    async def test_nobody_is_told_dice_of_a_round_in_play(self):
        process, address, public = self.start_tumbler(self.key)
        rounds = json.loads(case.run("export", str(self.server.folder / "data/journal"), "--what",
                                     "rounds", "--format", "json").stdout or "[]")
        number_ = len(rounds) + 1
        thief = await asyncio.to_thread(self.thief, address, public)
        thief.send(type="commit", round=number_)
        self.assertEqual(thief.receive()["type"], "committed")
        thief.send(type="reveal", round=number_)
        self.assertEqual(thief.receive(),
                         {"type": "alarm", "round": number_, "trouble": "early-reveal"})
        thief.send(type="arm", round=number_, close_hash="0" * 64, mixed=True, mixed_first=True)
        self.assertEqual(thief.receive()["type"], "reading")
        thief.send(type="arm", round=number_, close_hash="1" * 64, mixed=True, mixed_first=True)
        self.assertEqual(thief.receive()["trouble"], "armed-twice")
        thief.close()
        # What it was told to end stays ended over a restart of the tumbler.
        thief = await asyncio.to_thread(self.thief, address, public)
        self.assertEqual([thief.receive()["trouble"] for _ in range(2)],
                         ["early-reveal", "armed-twice"])
        thief.close()
        # The server hears of it, and staff have an incident.
        await self.restart_with(address, public)
        await self.server.hire("supervisor")
        supervisor = await self.server.sign_in("supervisor")
        await supervisor.order("LogOn", table=1, person=supervisor.person)
        await supervisor.request("watch", topic="console/1")
        incidents = lambda: supervisor.topics.get("console/1", {}).get("incidents", [])
        await supervisor.until(
            lambda: any("early-reveal" in json.dumps(one) for one in incidents()), "the incident")
        self.assertEqual(await self.server.stop(times=2), 0)
        self.assertEqual((await self.server.audit())[0], 0)

    async def test_what_is_over_stays_over_when_the_tumbler_restarts(self):
        process, address, public = self.start_tumbler(self.key)
        thief = await asyncio.to_thread(self.thief, address, public)
        thief.send(type="end", round=7)
        thief.send(type="reveal", round=7)
        self.assertEqual(thief.receive()["type"], "revealed")
        thief.close()
        process.kill()
        process.wait()
        _, address, public = self.start_tumbler(self.key)
        thief = await asyncio.to_thread(self.thief, address, public)
        thief.send(type="arm", round=7, close_hash="0" * 64, mixed=True, mixed_first=True)
        self.assertEqual(thief.receive()["trouble"], "ended-round")

    async def test_a_line_that_is_not_the_next_ends_the_connection(self):
        _, address, public = self.start_tumbler(self.key)

        def tamper(change):
            caller = self.thief(address, public)
            first = caller.line.seal(json.dumps({"type": "commit", "round": 1}))
            second = caller.line.seal(json.dumps({"type": "commit", "round": 2}))
            for line in change(first, second):
                caller.send_raw(line)
            answers = []
            with contextlib.suppress(Broken, ValueError):
                while line := caller.receive_raw():
                    answers.append(json.loads(caller.line.unseal(line))["round"])
            caller.close()
            return answers

        for change, answered in ((lambda a, b: [b], []), (lambda a, b: [a, a], [1]),
                                 (lambda a, b: [a[:-4]], []), (lambda a, b: ["{}"], []),
                                 (lambda a, b: [a + "AAAA"], []),
                                 (lambda a, b: ['{"type":"commit","round":1}'], [])):
            got = await asyncio.to_thread(tamper, change)
            self.assertEqual(got, answered[:len(got)])


if __name__ == "__main__":
    case.main()
