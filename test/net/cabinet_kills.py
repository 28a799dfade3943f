# SPDX-License-Identifier: MIT
"""A note in, a ticket out, the ticket in elsewhere and a hand pay, while the server or a cabinet is
killed at a step of its own: cabinet_kills.py PROGRAM [--every N]. Whoever is killed comes back,
everybody goes on, and all money is there once."""
import argparse
import asyncio
import contextlib
import csv
import io
import pathlib
import shutil
import subprocess
import tempfile
import time

import websockets

import cabinet_test
import case
from client import PATIENCE, Refused
from house import HEAD

NOTE = 1000
sizes = argparse.Namespace(every=1)  # of so many steps there is a kill at one


def may_trace():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


class Cycle(case.Case):
    """The whole cycle, by whatever is left of everybody: what is next follows from what is done."""

    resolved = 0  # prints of which the cabinet could not say what became of them
    cut = None  # the cabinet that is killed once, and after which write of its memory

    async def open(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        folder = pathlib.Path(own.name)
        self.cabinets = {n: cabinet_test.Cabinet(folder, n) for n in (101, 102)}
        for one in self.cabinets.values():
            self.addCleanup(one.kill)
        keys = ", ".join(f'"{one.public}"' for one in self.cabinets.values())
        self.server = await self.serve(HEAD + cabinet_test.TABLE + f"cabinet_keys = [{keys}]\n")
        self.key = cabinet_test.key_of(self.server)
        self.tokens = {}
        await self.server.hire("supervisor", "dealer")
        await self.meet()
        await self.server.hang_up()

    async def meet(self):
        """Players and a supervisor connect. Cabinets do so by themselves."""
        self.players = {}
        for n in self.cabinets:
            token = {"token": self.tokens[n]} if n in self.tokens else {}
            player = await self.server.guest(1, **token)
            number = int(player.place.split("/")[1])
            self.players[number], self.tokens[number] = player, player.token
        self.staff = await self.server.connect()
        self.people = {}
        for name in ("supervisor", "dealer"):
            await self.server.sign_in(name, self.staff)
            self.people[name] = self.staff.person
            with contextlib.suppress(Refused):  # on duty already
                await self.staff.order("LogOn", table=1, person=self.staff.person)

    def credit(self, n):
        return self.players[n].mine("money")["credit"]

    def cash(self, n):
        return self.players[n].mine("cash")

    def at_rest(self, n):
        """Nothing is under way at the terminal, and its cabinet is there."""
        memory, cash = self.cabinets[n].memory(), self.cash(n)
        return (not any(memory.get(f"held_{item}") for item in ("note", "ticket", "print"))
                and all(cash[item] is None for item in ("note", "ticket", "printing"))
                and cash["cabinet"]["connected"])

    async def wait(self, holds, what):
        """Waits for a state. Cabinets that were killed come back meanwhile, once."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert self.server.process.poll() is None, "the server was killed"
            for one in self.cabinets.values():
                if one.process and one.process.poll() is not None:
                    self.cut = None
                    one.kill()
                if not one.process:
                    words = ("--cut-after", str(self.cut[1])) if self.is_to_be_cut(one) else ()
                    one.start(self.server, self.key, *words)
            assert time.monotonic() < end, f"waited in vain for {what}\n{self.report()}"
            await asyncio.sleep(0.01)

    def report(self):
        """What everybody shows, for a test that fails."""
        return "\n".join([self.server.log()] + [
            f"{n}: {self.cash(n)} {one.memory()} {one.said()[-5:]} {one.complaints()}"
            for n, one in self.cabinets.items()])

    def is_to_be_cut(self, one):
        return self.cut is not None and self.cut[0] == one.number

    async def put_in(self, n, line):
        """The player puts something in. Whether it was taken, the cabinet or its memory says."""
        one = self.cabinets[n]
        word = line.split()[0]
        count = lambda: sum(said.startswith((f"{word} taken", f"{word} not taken"))
                            for said in one.said())
        before, process = count(), one.process
        one.say(line)
        await self.wait(lambda: count() > before or one.process is not process, line)

    async def cash_out(self, n):
        await self.players[n].request("cash_out")

    async def ask_for_hand_pay(self):
        self.cabinets[102].say("fault paper-out")
        await self.wait(lambda: self.cash(102)["cabinet"]["paper"] == "out", "no paper")
        await self.cash_out(102)

    async def attend(self, order, **fields):
        return await self.staff.order(order, table=1, person=self.people["supervisor"],
                                      arguments=fields)

    def is_unknown(self, n):
        """A ticket is under way, and the cabinet has nothing more to say about it."""
        return (self.cash(n)["printing"] is not None and self.cash(n)["cabinet"]["connected"]
                and not self.cabinets[n].memory()["held_print"])

    async def resolve_print(self, n):
        """Two people look whether there is a ticket. Refused while the cabinet still prints."""
        printed = len(self.cabinets[n].printed()) > 0
        asked = await self.attend("ResolvePrint", terminal=n, printed=printed, reason="looked",
                                  job=self.cabinets[n].memory()["print"])
        await self.staff.order("Authorise", table=1, person=self.people["dealer"],
                               arguments={"digest": asked["authorisation"]})
        self.resolved += 1

    async def has_died(self):
        """Its connections end a moment before it does."""
        try:
            await asyncio.to_thread(self.server.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            return False
        return True

    def steps(self):
        stacked = lambda n, item: self.cabinets[n].memory().get(item, 0)
        hand_pay = lambda: self.cash(102)["hand_pay"]
        printed = lambda: self.cabinets[101].printed()
        return [
            (lambda: stacked(101, "stacker") > 0, lambda: self.put_in(101, "note 10.00")),
            (lambda: self.credit(101) == 0, lambda: self.cash_out(101)),
            (lambda: not printed() or stacked(102, "tickets_stacked") > 0,
             lambda: self.put_in(102, f"ticket {printed()[0]}")),
            (lambda: hand_pay() or self.credit(102) == 0, self.ask_for_hand_pay),
            (lambda: not hand_pay() or hand_pay()["paid"],
             lambda: self.attend("PayByHand", hand_pay=1)),
            (lambda: not hand_pay(), lambda: self.attend("AcknowledgeHandPay", hand_pay=1)),
        ]

    async def play(self, before=()):
        """Returns whether the server was killed. `before`: of the command of its first start."""
        steps, at, tries, killed = self.steps(), 0, 0, False
        self.server.before = before
        is_up = False
        while at < len(steps):
            try:
                if not is_up:
                    await self.server.start()
                    await self.meet()
                    is_up = True
                await self.wait(lambda: self.is_unknown(101)
                                or self.at_rest(101) and self.at_rest(102), f"step {at}")
                if self.is_unknown(101):
                    with contextlib.suppress(Refused):
                        await self.resolve_print(101)
                    continue
                is_done, act = steps[at]
                if is_done():
                    at, tries = at + 1, 0
                    continue
                tries += 1
                self.assertLess(tries, 200, f"step {at} is not done\n{self.server.log()}")
                with contextlib.suppress(Refused):  # it is done, and the news is on its way
                    await act()
            except (AssertionError, Refused, websockets.ConnectionClosed, OSError):
                if not await self.has_died():
                    raise
                killed, is_up = True, False
                await self.server.hang_up()
                self.server.process.stdout.close()
                self.server.before = ()
                for one in self.cabinets.values():
                    one.kill()  # the port will be another one
        return killed

    async def check(self):
        """All money that went in has come out, once, and the books agree."""
        self.assertLessEqual(len(self.cabinets[101].printed()), 1)
        self.assertEqual(self.cabinets[101].memory()["stacker"], NOTE)
        self.assertEqual((self.credit(101), self.credit(102)), (0, 0))
        self.server.kill()
        await self.server.hang_up()
        for one in self.cabinets.values():
            one.kill()
        code, verdict = await self.server.audit()
        self.assertEqual(code, 0, verdict)
        done = case.run("export", str(self.server.folder / "data/journal"), "--what", "entries")
        paid = {"cash": 0, "stacker": 0}
        for row in csv.DictReader(io.StringIO(done.stdout)):
            cents = int(row["amount"].replace(".", ""))
            for side, sign in (("from", -1), ("to", 1)):
                if row[side] in paid:
                    paid[row[side]] += sign * cents
        self.assertEqual(paid, {"cash": NOTE, "stacker": -NOTE}, done.stdout)  # less play credit


class Kills(Cycle):
    """Each time all begins with the same journal, and goes on to the end after the kill."""

    async def asyncSetUp(self):
        await self.open()
        self.server.kill()
        self.places = [self.server.folder / "data", self.cabinets[101].key_file.parent]
        for place in self.places:
            shutil.copytree(place, f"{place}.before", ignore=shutil.ignore_patterns("*.socket"))
            self.addCleanup(shutil.rmtree, f"{place}.before")
        self.began_with = dict(self.tokens)

    def begin_again(self):
        for place in self.places:
            shutil.rmtree(place)
            shutil.copytree(f"{place}.before", place)
        self.tokens = dict(self.began_with)

    async def test_no_money_is_lost_or_doubled_whoever_is_killed(self):
        await self.kill_cabinets()
        if not may_trace():
            self.skipTest("strace is missing, or may not trace: the server was not killed")
        await self.kill_the_server()

    async def kill_the_server(self):
        """At each write and each sync of its journal."""
        wal = self.server.folder / "data/journal-wal"
        for call in ("pwrite64", "fdatasync"):
            number, killed = 0, True
            while killed:
                number += sizes.every
                before = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-P", str(wal), "-e",
                          f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
                with self.subTest(call=call, number=number):
                    self.begin_again()
                    killed = await self.play(before)
                    await self.check()
            self.assertGreater(number, 10)  # it was killed up to there

    async def kill_cabinets(self):
        """After each write of their memory."""
        for terminal in (101, 102):
            number, killed = 0, True
            while killed:
                number += sizes.every
                with self.subTest(terminal=terminal, number=number):
                    self.begin_again()
                    self.cut = (terminal, number)
                    await self.play()
                    killed = self.cut is None
                    await self.check()
            self.assertGreater(number, 4)
        if sizes.every == 1:
            self.assertGreater(self.resolved, 0)


if __name__ == "__main__":
    case.main(sizes)
