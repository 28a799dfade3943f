# SPDX-License-Identifier: MIT
"""Cabinets in processes of their own: notes and tickets in, tickets out, and whoever is killed at
whatever step, nothing is lost and nothing counts twice."""
import asyncio
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import time

import case
from client import PATIENCE, Refused
from house import HEAD

TABLE = """
[cash]
notes = ["10.00", "50.00"]
[[table]]
number = 1
name = "One"
game = "rws-etg"
training = true
chip = "1.00"
min = "1.00"
max = "1000.00"
play_credit = "1.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = 2
"""

PLAY = 100  # what a guest gets; the rest of the credit is what was put in


def key_of(server):
    """The public key by which cabinets know the server."""
    return re.search(r"in each tumbler key=(\w{64})", server.log()).group(1)


class Cabinet:
    """`sicbo cabinet` as a process; `folder` has its key and its memory."""

    def __init__(self, folder, number):
        self.key_file = folder / f"cabinet-{number}.key"
        self.number = number
        self.public = case.run("cabinet", "--key", str(self.key_file), "--print-key").stdout.strip()
        self.process = None

    def start(self, server, server_key, *words):
        self.output = open(f"{self.key_file}.out", "ab")
        self.errors = open(f"{self.key_file}.errors", "wb")
        self.process = subprocess.Popen(
            [case.PROGRAM, "cabinet", "--server", server_key, "--connect", server.address, "--key",
             str(self.key_file), *words], stdin=subprocess.PIPE, stdout=self.output,
            stderr=self.errors, text=True)

    def say(self, line):
        with contextlib.suppress(BrokenPipeError):  # it was killed
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def said(self):
        path = pathlib.Path(f"{self.key_file}.out")
        return path.read_text().splitlines() if path.exists() else []

    def complaints(self):
        """What it has said on standard error since its last start."""
        return pathlib.Path(f"{self.key_file}.errors").read_text()

    def printed(self):
        """The numbers of all tickets that came out of the printer."""
        return [json.loads(line[7:])["number"] for line in self.said()
                if line.startswith("ticket {")]

    def memory(self):
        path = pathlib.Path(f"{self.key_file}.memory")
        return json.loads(path.read_text()) if path.exists() else {"stacker": 0}

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
            self.output.close()
            self.errors.close()
        self.process = None


class Cabinets(case.Case):
    async def asyncSetUp(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        folder = pathlib.Path(own.name)
        self.cabinets = {n: Cabinet(folder, n) for n in (101, 102)}
        keys = ", ".join(f'"{one.public}"' for one in self.cabinets.values())
        self.server = await self.serve(HEAD + TABLE + f"cabinet_keys = [{keys}]\n")
        self.key = key_of(self.server)
        for one in self.cabinets.values():
            self.addCleanup(one.kill)
        await self.sit_down()

    async def sit_down(self):
        """A player at each terminal. Whoever was there before takes the same place again."""
        tokens = getattr(self, "tokens", {})
        self.players, self.tokens = {}, {}
        for n in (101, 102):
            player = await self.server.connect()
            await player.join(1, **({"token": tokens[n]} if n in tokens else {}))
            number = int(player.place.split("/")[1])
            self.players[number], self.tokens[number] = player, player.token

    async def until(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, f"waited in vain for {what}\n"
                            + self.server.log())
            await asyncio.sleep(0.02)

    async def plug_in(self, n, *words):
        one = self.cabinets[n]
        before = one.said().count("ready")
        one.start(self.server, self.key, *words)
        await self.until(lambda: one.said().count("ready") > before
                         or one.process.poll() is not None, f"cabinet {n}")

    async def until_connected(self, n, connected=True):
        """Until the server knows it. A cash-out before that is paid by hand."""
        await self.players[n].until(
            lambda: self.players[n].mine("cash")["cabinet"]["connected"] == connected,
            f"cabinet {n} to be {'connected' if connected else 'gone'}")

    async def restart_server(self):
        self.server.kill()
        await self.server.hang_up()
        await self.server.start()
        await self.sit_down()

    def credit(self, n):
        return self.players[n].mine("money")["credit"]

    async def insert_note(self, n, amount):
        one, before = self.cabinets[n], self.credit(n)
        one.say(f"note {amount // 100}.00")
        await self.players[n].until(lambda: self.credit(n) == before + amount, "the credit")

    async def cash_out(self, n):
        return await self.players[n].request("cash_out")

    async def test_a_note_becomes_a_ticket_and_the_ticket_credit_elsewhere(self):
        await self.plug_in(101)
        await self.plug_in(102)
        await self.insert_note(101, 5000)
        await self.cash_out(101)
        await self.until(lambda: self.cabinets[101].printed()
                         and not self.cabinets[101].memory()["held_print"], "a ticket")
        number = self.cabinets[101].printed()[0]
        self.assertRegex(number, r"^\d{16}$")  # training: no system, and no value
        self.cabinets[102].say(f"ticket {number}")
        await self.players[102].until(lambda: self.credit(102) == 5000 + 2 * PLAY, "the ticket")
        self.cabinets[101].say(f"ticket {number}")  # a copy
        await self.until(lambda: "ticket taken" in self.cabinets[101].said(), "the copy")
        await self.insert_note(101, 1000)
        self.assertEqual(self.credit(101), 1000)  # nothing for the copy
        # No live number is in the journal, the log or what the cabinets remember.
        for path in (self.server.folder / "data").iterdir():
            if path.is_file():
                self.assertNotIn(number.encode(), path.read_bytes(), path)
        self.assertNotIn(number, self.server.log())
        await self.server.hang_up()
        for one in self.cabinets.values():
            one.kill()
        await self.finish(self.server, times=2)

    async def test_a_cabinet_without_the_right_key_is_refused(self):
        stranger = Cabinet(pathlib.Path(self.cabinets[101].key_file).parent, 999)
        self.addCleanup(stranger.kill)
        stranger.start(self.server, self.key)
        await self.server.logged("a cabinet was disconnected")
        self.assertNotIn("ready", stranger.said())

    async def test_a_cabinet_that_is_killed_at_any_step_loses_and_doubles_nothing(self):
        """Each time it is killed after one more write of its memory, while a note goes in."""
        one = self.cabinets[101]
        for cut in range(1, 8):
            await self.plug_in(101, "--cut-after", str(cut))
            one.say("note 10.00")
            if one.process.poll() is None and cut <= 6:
                await asyncio.to_thread(one.process.wait, PATIENCE)
            one.kill()
            await self.plug_in(101)
            await self.players[101].until(
                lambda: self.credit(101) == PLAY + one.memory()["stacker"],
                f"the credit after {cut}")
            await self.until(lambda: not one.memory()["held_note"], "the acknowledgement")
            self.assertEqual(self.credit(101), PLAY + one.memory()["stacker"])
            one.kill()
        self.assertGreater(self.credit(101), PLAY)
        await self.check_prints(one)

    async def check_prints(self, one):
        """The same while a ticket is printed: printed, or credit again, or people must say."""
        await self.plug_in(101)
        if self.credit(101) == 0:
            await self.insert_note(101, 1000)
        before = len(one.printed())
        one.kill()
        await self.until_connected(101, False)
        await self.plug_in(101, "--cut-after", "2")  # the job is on record, the paper untouched
        await self.until_connected(101)
        await self.cash_out(101)
        await asyncio.to_thread(one.process.wait, PATIENCE)
        one.kill()
        await self.plug_in(101)
        await self.players[101].until(lambda: self.credit(101) > 0, "the credit again")
        self.assertEqual(len(one.printed()), before)

    async def test_a_server_that_is_killed_at_any_step_loses_and_doubles_nothing(self):
        one = self.cabinets[101]
        for moment in range(6):
            await self.plug_in(101)
            one.say("note 10.00")
            await asyncio.sleep(moment * 0.004)
            await self.restart_server()
            one.kill()
            await self.plug_in(101)
            await self.until(lambda: not one.memory()["held_note"], "the acknowledgement")
            await self.players[101].until(
                lambda: self.credit(101) == PLAY + one.memory()["stacker"],
                f"the credit after {moment}")
            one.kill()
        await self.plug_in(101)
        if self.credit(101) == 0:
            await self.insert_note(101, 1000)
        worth = self.credit(101)
        for moment in range(6):
            await self.until_connected(101)
            printed = len(one.printed())
            try:
                await asyncio.gather(self.cash_out(101), asyncio.sleep(0))
            except (AssertionError, Refused):
                pass
            await asyncio.sleep(moment * 0.003)
            await self.restart_server()
            one.kill()
            await self.plug_in(101)
            await self.until(lambda: not one.memory()["held_print"], "the report of the job")
            await asyncio.sleep(0.2)
            if len(one.printed()) > printed:  # it is out: it is worth what it says, once
                self.assertEqual(self.credit(101), 0)
                one.say(f"ticket {one.printed()[-1]}")
            await self.players[101].until(lambda: self.credit(101) == worth,
                                          f"all the money after {moment}")
        one.kill()
        await self.server.hang_up()
        await self.finish(self.server, times=2)

    async def test_a_server_that_speaks_tls(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        cabinet = Cabinet(pathlib.Path(own.name), 103)
        self.addCleanup(cabinet.kill)
        config = HEAD + TABLE.replace("count = 2", "count = 1")
        server = await self.serve(config + f'cabinet_keys = ["{cabinet.public}"]\n',
                                  words=["--tls"])
        certificate = str(server.folder / "data/tls.crt")
        other = pathlib.Path(own.name) / "other.crt"
        other.write_text("no certificate")
        done = case.run("cabinet", "--server", key_of(server), "--key", str(cabinet.key_file),
                        "--authorities", str(other))
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no certificates", done.stderr)

        cabinet.start(server, key_of(server), "--authorities", certificate)
        await self.until(lambda: "ready" in cabinet.said(), "the cabinet")
        cabinet.say("note 10.00")
        await self.until(lambda: cabinet.memory()["stacker"] == 1000
                         and not cabinet.memory()["held_note"], "the note")
        cabinet.kill()
        # Neither a server that nobody vouches for nor one that is asked without TLS.
        for words, why in ((["--tls"], "not trusted"), ([], "")):
            cabinet.start(server, key_of(server), *words)
            await self.until(lambda: "no connection: " in cabinet.complaints(), "a complaint")
            self.assertIn(why, cabinet.complaints())
            self.assertEqual(cabinet.said().count("ready"), 1)
            cabinet.kill()
        await self.finish(server)


class Simulated(case.Case):
    """The demonstration: each terminal has a cabinet inside the server."""

    async def asyncSetUp(self):
        simulated = 'training = true\ncabinets = "simulated"'
        config = (HEAD + TABLE).replace("training = true", simulated)
        self.server = await self.serve(config)
        self.players = [await self.server.guest(1), await self.server.guest(1)]

    def credit(self, n):
        return self.players[n].mine("money")["credit"]

    async def test_a_newcomer_tries_the_whole_cycle(self):
        one, other = self.players
        await one.until(lambda: one.mine("cash")["cabinet"]["takes_notes"], "the cabinet")
        cash = one.mine("cash")
        self.assertEqual(cash["notes"], [1000, 5000])
        self.assertEqual(cash["cabinet"]["paper"], "ok")
        self.assertIsNone(cash["hand_pay"])
        self.assertEqual(one.mine("tickets"), [])
        await one.request("insert_note", amount=5000)
        await one.until(lambda: self.credit(0) == 5000 + PLAY, "the note")
        await one.request("cash_out")
        await one.until(lambda: one.mine("tickets"), "the ticket")
        ticket = one.mine("tickets")[0]
        self.assertEqual(ticket["marking"], "NO VALUE")
        self.assertEqual(ticket["amount"], "51.00")
        self.assertEqual(self.credit(0), 0)
        self.assertEqual(other.mine("tickets"), [])  # nobody else is shown the number
        self.assertEqual([entry["kind"] for entry in one.mine("cash_log")],
                         ["note_in", "ticket_out"])
        await other.request("insert_ticket", number=ticket["number"])
        await other.until(lambda: self.credit(1) == 5000 + 2 * PLAY, "the ticket elsewhere")
        await one.request("insert_ticket", number=ticket["number"])
        await one.until(lambda: one.mine("cash_log")[-1]["kind"] == "ticket_refused", "a refusal")
        self.assertEqual(self.credit(0), 0)
        self.assertNotIn("reason", one.mine("cash_log")[-1])
        with self.assertRaises(Refused) as refused:
            await one.request("insert_ticket", number="12")
        self.assertEqual(refused.exception.reason, "cabinet_not_ready")
        await self.finish(self.server, times=2)

    async def test_only_a_place_at_a_terminal_has_a_cabinet(self):
        nobody = await self.server.connect()
        for kind, fields in (("cash_out", {}), ("insert_note", {"amount": 1000}),
                             ("insert_ticket", {"number": "1" * 16})):
            with self.assertRaises(Refused) as refused:
                await nobody.request(kind, **fields)
            self.assertEqual(refused.exception.reason, "has_no_place")


if __name__ == "__main__":
    case.main()
