# SPDX-License-Identifier: MIT
"""What the tests of this folder have in common: the program under test, and servers that are put
away."""
import argparse
import asyncio
import json
import os
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

import websockets

from client import PATIENCE, Client, Refused, Server
from house import HEAD, Console, numbered

PROGRAM = None


def main(sizes=None):
    """Runs the tests of the file that was started: FILE PROGRAM [--NAME VALUE of a size] [what
    unittest takes]."""
    global PROGRAM
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("program")
    for name, value in vars(sizes).items() if sizes else ():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given, rest = parser.parse_known_args(namespace=sizes)
    PROGRAM = given.program
    unittest.main(argv=["test", *rest])


def direct_only(reason):
    """Marks a test of what only the server itself has, for runs through a gateway."""
    return unittest.skipIf(os.environ.get("SICBO_THROUGH_GATEWAY") == "1", reason)


def run(*words, **options):
    """Any command of the program, to its end."""
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=PATIENCE, check=False, **options)


class Case(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        asyncio.get_event_loop().set_debug(False)  # it doubles the time that the client takes

    async def serve(self, config, **options):
        """A server for this test alone."""
        server = Server(PROGRAM, config, **options)
        self.addCleanup(server.close)
        self.addAsyncCleanup(server.hang_up)
        await server.start()
        return server

    async def bet_while_open(self, player, spot, before=None):
        """A bet at a table that runs by itself and does not wait: the round that took it."""
        while True:
            await player.until(lambda: player.seen("round") and player.seen("round")["betting"],
                               "bets are open")
            number = player.seen("round")["number"]
            try:
                if before:
                    await before()
                await player.order("PlaceBets", round=number,
                                   arguments={"bets": [{"spot": spot, "amount": 100}]})
                return number
            except Refused as refused:
                self.assertIn(refused.reason, ("betting_closed", "wrong_round"))
                await player.until(
                    lambda: player.seen("results")["last"] >= number, "the end of that round")

    async def finish(self, server, times=1):
        """It stops well, and an audit finds nothing."""
        self.assertEqual(await server.stop(times=times), 0, server.log())
        code, verdict = await server.audit()
        self.assertEqual(code, 0, verdict)
        self.assertNotIn("error", server.log())


class OneServer(Case):
    """The tests of a class share a server, and each opens a table of its own."""

    config = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, cls.config)
        cls.addClassCleanup(cls.server.close)
        cls.server.launch()

    @classmethod
    def tearDownClass(cls):
        assert cls.server.end(times=2) == 0, cls.server.log()
        code, verdict = cls.server.audit_now()
        assert code == 0 and json.loads(verdict)["verdict"] == "intact", verdict
        assert "error" not in cls.server.log(), cls.server.log()

    def setUp(self):
        super().setUp()
        self.addAsyncCleanup(self.server.hang_up)


class Tables(OneServer):
    """Training tables with a dealer: so many of each game."""

    games = {}

    @classmethod
    def setUpClass(cls):
        tables = [game for game, count in cls.games.items() for _ in range(count)]
        cls.config = HEAD + "".join(numbered(game, number) for number, game in enumerate(tables, 1))
        cls.free = {game: [n for n, one in enumerate(tables, 1) if one == game]
                    for game in cls.games}
        super().setUpClass()

    async def open_console(self, game, **options):
        """Dealer and supervisor at a table that nobody has played at."""
        return await Console.open(self.server, game, table=self.free[game].pop(0), **options)


class Together(Case):
    """Tests that mostly wait. All of a class run at the same time, each in a thread and on an event
    loop of its own; afterwards they report one by one."""

    outcomes = {}

    @classmethod
    def setUpClass(cls):
        def outcome(name):
            result = unittest.TestResult()
            cls(name).run(result)
            return result

        names = unittest.defaultTestLoader.getTestCaseNames(cls)
        with ThreadPoolExecutor(len(names)) as pool:
            cls.outcomes = dict(zip(names, pool.map(outcome, names)))

    def run(self, result=None):
        outcome = self.outcomes.get(self.id().rsplit(".", 1)[1])
        if outcome is None:
            return super().run(result)
        result.startTest(self)
        for _, text in outcome.failures + outcome.errors:
            result.addFailure(self, (AssertionError, AssertionError(text), None))
        for _, reason in outcome.skipped:
            result.addSkip(self, reason)
        if outcome.wasSuccessful() and not outcome.skipped:
            result.addSuccess(self)
        result.stopTest(self)
        return result
