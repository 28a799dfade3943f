# SPDX-License-Identifier: MIT
"""What the server does by itself when time passes: timeouts_test.py PROGRAM. All wait at the same
time."""
import datetime
import json
import os
import pathlib
import subprocess
import tempfile
import time

import nacl.signing

import case
from client import Refused
from house import Console, authenticate, automatic, enrol, for_money, manual


class Timeouts(case.Together):
    async def test_whoever_asks_for_nothing_is_closed(self):
        server = await self.serve(manual("rws-etg"))
        staff = await server.sign_in("auditor")
        player = await server.guest(1)
        spectator = await server.connect()
        await spectator.watch("property")
        begun = time.monotonic()
        idle, talks = await server.connect(), await server.connect()
        with self.assertRaises(Refused):
            await talks.request("leave")
        for client in (idle, talks):
            await client.until(lambda: client.closed, "the end")
            self.assertEqual(client.closed, (1008, "no request"))
        self.assertGreater(time.monotonic() - begun, 9.9)
        # These said their last before the others came, and may stay.
        for client in (spectator, player, staff):
            await client.request("list_rounds", table=1)
        await self.finish(server)

    async def test_half_a_request_is_not_waited_for(self):
        server = await self.serve(manual("rws-etg"))
        begun = time.monotonic()
        self.assertEqual(await server.say(b"GET / HTTP/1.1\r\n"), b"")
        self.assertGreater(time.monotonic() - begun, 4.9)
        await self.finish(server)

    def reports(self, server):
        """When each terminal was found to be there or not, and each start: from the journal."""
        done = subprocess.run([server.program, "export", str(server.folder / "data/journal"),
                               "--what", "events",
                               "--format", "json"], stdout=subprocess.PIPE, text=True, check=True)
        return [(datetime.datetime.fromisoformat(one["at"]), *json.loads(one["json"]).values())
                for one in json.loads(done.stdout)
                if one["what"] in ("TerminalReported", "Restarted")]

    async def test_terminals_are_seen_to_go_and_come_back_while_their_bets_stand(self):
        server = await self.serve(for_money("rws-etg", 1))
        console = await Console.open(server, "rws-etg")
        await console.sign_in("technician")
        await console.sign_in("cashier")
        staff, keys = console.client, {1101: nacl.signing.SigningKey.generate(),
                                       1102: nacl.signing.SigningKey.generate()}
        for terminal, key in keys.items():
            await enrol(server, await console.enrolment_code(terminal), key)
        for terminal in keys:
            await staff.until(
                lambda: not console.see_place(terminal)["online"], "that nobody has come yet")
        one, two = [await authenticate(server, terminal, key) for terminal, key in keys.items()]
        for terminal in keys:
            await staff.until(lambda: console.see_place(terminal)["online"], "that it has come")
        await console.order("PutCredit", by="cashier", terminal=1102, amount=10000)
        await console.play_until_open()
        await two.bet("big", 1000)
        # Gone and back at once is no news: the one that goes after it is the first to be missed.
        before = self.reports(server)
        await one.close()
        await authenticate(server, 1101, keys[1101])
        await two.close()
        await staff.until(lambda: not console.see_place(1102)["online"], "that it is gone")
        self.assertEqual([report[1:] for report in self.reports(server)[len(before):]],
                         [(1102, False)])
        self.assertEqual(console.see_place(1102)["staked"], 1000)
        with self.assertRaises(Refused) as refused:
            await console.order("PutCredit", by="cashier", terminal=1102, amount=10000)
        self.assertEqual(refused.exception.reason, "terminal_offline")
        await console.play_to_end((6, 5, 1))
        await staff.until(
            lambda: console.see_place(1102)["credit"] == 11000, "the win of one that is gone")
        two = await authenticate(server, 1102, keys[1102])
        await staff.until(lambda: console.see_place(1102)["online"], "that it is back")
        await console.play_until_open()
        await two.bet("big", 1000)
        # A server that stops has not lost its terminals; one that they do not come back to has.
        before = self.reports(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual(self.reports(server), before)
        await server.start()
        console.client = await server.sign_in("supervisor")
        await console.client.watch("places/1")
        for terminal in keys:
            await console.client.until(
                lambda: not console.see_place(terminal)["online"], "that it did not come back")
        (started,), *missed = self.reports(server)[len(before):]
        self.assertEqual({report[1:] for report in missed},
                         {(terminal, False) for terminal in keys})
        self.assertGreaterEqual(min(report[0] for report in missed) - started,
                                datetime.timedelta(seconds=2.9))
        await authenticate(server, 1102, keys[1102])
        await console.client.until(lambda: console.see_place(1102)["online"], "that it did")
        await self.finish(server, times=2)

    async def test_a_terminal_that_is_gone_before_the_close_is_for_somebody_to_decide(self):
        server = await self.serve(manual("mbs-etg"))
        console = await Console.open(server, "mbs-etg")
        player = await server.connect()
        place = await player.join(2, layout="mbs-alfastreet")
        await console.play_until_open()
        await player.bet("big", 1000)
        await player.close()
        mine = lambda: console.see_place(place["number"])
        await console.client.until(lambda: not mine()["online"], "that it is gone")
        # The document has no clause for it: the bet stands, and a shift manager may see it
        # otherwise.
        await console.client.until(lambda: console.see("incidents"), "an incident")
        self.assertEqual([one["cause"] for one in console.see("incidents")], ["terminal-undecided"])
        self.assertEqual(mine()["staked"], 1000)
        await console.play_to_end((6, 5, 1))
        await console.client.until(lambda: mine()["credit"] == 51000, "the win")
        back = await server.connect()
        await back.join(2, token=player.token)
        self.assertEqual(back.mine("money")["credit"], 51000)
        await console.client.until(lambda: mine()["online"], "that it is back")
        await self.finish(server)

    async def test_a_clock_that_is_set_is_noted_and_changes_nothing(self):
        library = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
        self.assertIsNotNone(library, "libfaketime is missing; script/bootstrap test installs it")
        if b"__tsan_init" in pathlib.Path(case.PROGRAM).read_bytes():
            self.skipTest("libfaketime and the thread sanitizer wait for each other at start")
        with tempfile.TemporaryDirectory() as folder:
            offset = pathlib.Path(folder) / "offset"
            offset.write_text("+0")
            server = await self.serve(automatic(), env={
                **os.environ, "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(offset),
                "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"})
            player = await server.connect()
            await player.join(1)
            for count, moved in enumerate(("+3600", "-86400", "+0"), 1):
                new = offset.with_name("new")
                new.write_text(moved)
                new.replace(offset)  # never half of it
                await server.logged("clock was set", count)
                last = player.seen("results")["last"]
                await player.until(lambda: player.seen("results")["last"] > last, "rounds go on")
            self.assertEqual(server.log().count("clock was set"), 3)
            await self.finish(server)


if __name__ == "__main__":
    case.main()
