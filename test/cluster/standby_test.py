#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server that stands by: what it says, what it refuses, and how it takes over.

standby_test.py SICBO"""
import asyncio
import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster import Engine, get  # noqa: E402
import house  # noqa: E402
from client import Client  # noqa: E402
import postgres_case  # noqa: E402

SICBO = str(pathlib.Path(sys.argv[1]).resolve())
LEASE = 3  # seconds


sicbo = functools.partial(postgres_case.run, SICBO)


class Case(postgres_case.WithServer):
    def setUp(self):
        super().setUp()
        self.name = self.id().rpartition(".")[2].replace("test_", "")[:30]

    def engine(self, name, config=None, words=("--lease", LEASE)):
        made = Engine(SICBO, self.folder / name, self.server.address(self.name),
                      config or house.automatic("rws-etg"), map(str, words))
        self.addCleanup(made.close)
        return made

    def pair(self, config=None):
        """A leader, and a standby that follows it."""
        leader, standby = self.engine("a", config), self.engine("b", config)
        leader.launch().until_ready()
        standby.take_node_key(leader).launch("--standby").until_standby()
        return leader, standby

    def audit(self, engine):
        return sicbo("audit", f"{engine.database}&files={engine.folder}/data/journal")


class Errors(Case):
    def fails(self, engine, says, *words):
        engine.launch("--standby", *words)
        self.assertEqual(engine.process.wait(60), 1)
        self.assertIn(says, engine.log())

    def test_what_an_operator_gets_wrong_has_a_clear_error(self):
        self.assertIn("--standby requires --db", sicbo("serve", "--standby", code=2))
        self.assertIn("HOST:PORT", sicbo("serve", "--db", self.server.address(), "--endpoint",
                                         "nowhere", code=2))
        self.assertIn("--standby excludes --new-key",
                      sicbo("serve", "--db", self.server.address(), "--standby", "--new-key",
                            "server", code=2))
        alone = self.engine("alone")
        self.fails(alone, "there is no journal of sicbo in this database")
        sicbo("simulate", "--rounds", 1, "--db",
              self.server.address("another", files=self.folder / "another"))
        self.fails(alone, "the database has no journal")
        sicbo("simulate", "--rounds", 1, "--db",
              self.server.address(self.name, files=self.folder / "simulated"))
        self.fails(alone, "nobody has served this journal yet")
        leader = self.engine("leader")
        leader.database = alone.database = self.server.address(self.name + "-2")
        leader.launch().until_ready()
        self.fails(alone, "node key is missing")
        leader.end(times=2)
        self.server.sql("ALTER TABLE sicbo.lease RENAME TO gone; "
                        "ALTER TABLE sicbo.gone SET SCHEMA public; "
                        "UPDATE sicbo.format SET version = 2")
        self.fails(alone, "has no lease")
        self.server.sql("ALTER TABLE public.gone SET SCHEMA sicbo; "
                        "ALTER TABLE sicbo.gone RENAME TO lease; "
                        "UPDATE sicbo.format SET version = 3")


class Takeover(Case):
    def test_a_standby_names_the_leader_and_takes_over_when_it_is_killed(self):
        leader, standby = self.pair()
        status, text, _ = get(standby.address)
        self.assertEqual((status, text), (503, f"standby\nleader {leader.address}\n"))
        self.assertEqual(get(standby.address, "/healthz")[0], 200)
        status, _, headers = get(standby.address, "/terminal?table=1")
        self.assertEqual((status, headers["Location"]),
                         (307, f"http://{leader.address}/terminal?table=1"))
        self.assertEqual(get(standby.address, "/api/v1/tables")[0], 503)
        with self.assertRaises(Exception) as refused:
            asyncio.run(Client.connect(standby.address))
        self.assertIn("503", str(refused.exception))
        leader.until(lambda: self.rounds() > 3, "a few rounds")
        leader.end(signal.SIGKILL)
        standby.until_ready()
        self.assertIn("this server takes over", standby.log())
        before = self.rounds()
        standby.until(lambda: self.rounds() > before, "another round")
        # The one that was killed comes back as a standby, and the other hands over by ending.
        leader.launch("--standby").until_standby()
        self.assertEqual(get(leader.address)[1], f"standby\nleader {standby.address}\n")
        self.assertEqual(standby.end(), 0, standby.log())
        leader.until_ready()
        self.assertEqual(leader.end(times=2), 0)
        self.assertIn("intact", self.audit(leader))

    def rounds(self):
        return int(self.server.sql("SELECT count(*) FROM sicbo.record r JOIN sicbo.journal j USING "
                                   f"(journal) WHERE j.name = '{self.name}'"))

    def test_a_leader_that_was_stopped_tells_nothing_and_ends(self):
        leader, standby = self.pair()
        asyncio.run(self.stop_and_go_on(leader, standby))
        self.assertIn("another server has taken over", leader.log())
        standby.end(times=2)
        self.audit(standby)
        epochs = self.server.sql("SELECT count(*) FROM (SELECT epoch < lag(epoch) OVER (ORDER BY "
                                 "last) AS stale FROM sicbo.record r JOIN sicbo.journal j USING "
                                 f"(journal) WHERE j.name = '{self.name}') x WHERE stale")
        self.assertEqual(epochs, "0")

    async def stop_and_go_on(self, leader, standby):
        record = []
        client = await Client.connect(leader.address, record=record)
        await client.join(1)
        leader.send(signal.SIGSTOP)
        await asyncio.to_thread(standby.until_ready)
        await asyncio.sleep(0.5)  # what was on its way has arrived
        received = len(record)
        for _ in range(3):
            await client.socket.send('{"id":900,"type":"watch","topic":"table/1"}')
        leader.send(signal.SIGCONT)
        self.assertEqual(await asyncio.to_thread(leader.process.wait, 60), 1)
        await client.until(lambda: client.closed, "the end of the connection")
        self.assertEqual(record[received:], [])

    def test_a_planned_takeover_waits_for_rounds_and_loses_nothing(self):
        config = house.automatic("rws-etg")
        # The lease does not lapse: it is released.
        leader, standby = (self.engine(name, words=("--lease", 30)) for name in "ab")
        config = config.replace("[server]\n", f'[server]\nservers = ["{leader.address}", '
                                f'"{standby.address}"]\n')
        leader.config = standby.config = config
        leader.launch().until_ready()
        self.assertIn("no standby follows this journal",
                      sicbo("takeover", "--db", leader.database, code=1))
        standby.take_node_key(leader).launch("--standby").until_standby()
        self.assertIn(f"connect-src 'self' ws://{leader.address} ws://{standby.address}",
                      get(leader.address, "/terminal")[2]["Content-Security-Policy"])
        self.assertEqual(asyncio.run(self.greeting(leader)), [leader.address, standby.address])
        load = subprocess.Popen([SICBO, "load", "--server",
                                 f"{leader.address},{standby.address}", "--terminals", "10",
                                 "--seconds", "8", "--bets", "20", "--format", "json"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(load.kill)
        leader.until(lambda: self.rounds() > 20, "bets")
        done = json.loads(sicbo("takeover", "--db", leader.database, "--wait", 30, "--format",
                                "json"))
        self.assertEqual((done["from"], done["to"]), (leader.address, standby.address))
        self.assertEqual(leader.process.wait(60), 0, leader.log())
        self.assertIn("asked to hand over", leader.log())
        self.assertNotIn("stopped before all rounds", leader.log())
        standby.until_ready()
        outcome = json.loads(load.communicate(timeout=120)[0])
        self.assertEqual(outcome["wrong"], 0, outcome["wrongs"])
        self.assertGreaterEqual(outcome["closed"], 10)  # they came to the other server
        self.assertGreater(outcome["accepted"], 0)
        standby.end(times=2)
        self.assertIn("no server leads", sicbo("takeover", "--db", leader.database, code=1))
        self.audit(standby)

    async def greeting(self, engine):
        client = await Client.connect(engine.address)
        await client.until(lambda: client.notices, "the greeting")
        await client.close()
        return client.notices[0]["servers"]

    def test_a_round_ends_as_after_a_power_failure_and_a_resend_gets_its_reply(self):
        slow = house.automatic("rws-etg").replace("betting_seconds = 1", "betting_seconds = 30")
        leader, standby = self.pair(slow)
        asyncio.run(self.bet(leader, standby))
        standby.end(times=2)
        self.audit(standby)

    async def bet(self, leader, standby):
        client = await Client.connect(leader.address)
        await client.join(1)
        await client.until(lambda: (client.seen("round") or {}).get("betting"), "open betting")
        first = await client.bet("big", 1000)
        number, credit = client.counter, client.mine("money")
        self.assertEqual(credit["staked"], 1000)
        await asyncio.to_thread(leader.end, signal.SIGKILL)
        await asyncio.to_thread(standby.until_ready)
        again = await Client.connect(standby.address)
        await again.join(1, token=client.token)  # the guest keeps the place
        self.assertEqual(again.place, client.place)
        reply = await again.request_as(number, "order", order="PlaceBets",
                                       arguments={"bets": [{"spot": "big", "amount": 1000}]})
        self.assertEqual(reply["bets"][0], first)
        # Betting was open, so the round is void and the stake is back; nothing was staked twice.
        await again.until(lambda: again.mine("money")["staked"] == 0, "the stake")
        self.assertEqual(again.mine("money")["credit"], credit["credit"] + 1000)


if __name__ == "__main__":
    os.environ.pop("PGPASSWORD", None)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
