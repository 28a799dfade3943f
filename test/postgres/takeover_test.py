#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What terminals behind a gateway and the servers do when the server that leads is killed, hands
over, or waits for a database that hangs.

takeover_test.py SICBO"""
import asyncio
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = map(str, (HERE, HERE.parent / "cluster", HERE.parent / "net"))
from cluster import Engine  # noqa: E402
from database import Database  # noqa: E402
from gateway import Gateway, with_gateways  # noqa: E402
from server import Server, free_port  # noqa: E402
from client import Client  # noqa: E402
import house  # noqa: E402
import postgres_case  # noqa: E402

SICBO = str(pathlib.Path(sys.argv[1]).resolve())
LEASE = 3  # seconds
PATIENCE = 60


class Proxy:
    """Between a server of the property and the socket of its database. While it is held it forwards
    nothing, and what is sent is still acknowledged, as by a machine whose programs hang."""

    def __init__(self, to):
        self.to, self.held = to, threading.Event()
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(50)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                here, _ = self.listener.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self.to)
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self.forward, args=(one, other), daemon=True).start()

    def forward(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                while self.held.is_set():
                    time.sleep(0.02)
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
        self.held.clear()


class Takeover(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-test-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def pair(self, databases, gateway=True, config=None):
        """A server that leads, one that stands by, and a gateway in front of both."""
        config = config or house.automatic("rws-etg")
        self.engines = []
        self.gateway = Gateway(SICBO, self.folder, config) if gateway else None
        ports = []
        for name, database in zip("ab", databases):
            own = config
            if gateway:
                ports.append(free_port())
                own = with_gateways(config, [self.gateway.key]).replace(
                    'gateways_listen = "127.0.0.1:0"', f'gateways_listen = "127.0.0.1:{ports[-1]}"')
            engine = Engine(SICBO, self.folder / name, database, own, ["--lease", str(LEASE)])
            self.addCleanup(engine.close)
            self.engines.append(engine)
        leader, standby = self.engines
        leader.launch().until_ready()
        standby.take_node_key(leader).launch("--standby").until_standby()
        if gateway:
            key = re.search(r"public key of this server.*key=([0-9a-f]{64})", leader.log())[1]
            self.gateway.launch([f"127.0.0.1:{port}" for port in ports], key)
            self.addCleanup(lambda: self.gateway.process and self.gateway.kill())
            self.gateway.wait_for("connected to the server")
        return leader, standby

    def audit(self, engine, database=None):
        postgres_case.run(SICBO, "audit",
                          f"{database or engine.database}&files={engine.folder}/data/journal")


class BehindAGateway(Takeover):
    @classmethod
    def setUpClass(cls):
        cls.server = Server().start()
        cls.addClassCleanup(cls.server.__exit__)

    def test_terminals_stay_connected_through_a_takeover_and_a_kill(self):
        address = self.server.address("behind")
        leader, standby = self.pair([address, address])
        load = subprocess.Popen([SICBO, "load", "--server", self.gateway.address, "--terminals",
                                 "10", "--bets", "30", "--seconds", "22", "--json"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(load.kill)
        time.sleep(2)
        postgres_case.run(SICBO, "takeover", "--db", address, "--wait", 30)
        self.assertEqual(leader.process.wait(PATIENCE), 0, leader.log())
        standby.until_ready()
        self.gateway.wait_for("connected to the server", 2)
        leader.launch("--standby").until_standby()
        time.sleep(2)
        standby.end(signal.SIGKILL)
        leader.until_ready()
        self.gateway.wait_for("connected to the server", 3)
        out, wrong = load.communicate(timeout=PATIENCE)
        came = json.loads(out)
        self.assertEqual((load.returncode, came["wrong"], came["wrongs"]), (0, 0, []), out + wrong)
        self.assertEqual(came["closed"], 0)  # no terminal was dropped
        self.assertGreater(came["accepted"], 0)
        self.assertEqual(leader.end(times=2), 0, leader.log())
        self.audit(leader)

    def test_a_server_whose_way_to_the_database_hangs_is_left_and_ends(self):
        (self.server.data / "pg_hba.conf").write_text("local all all trust\n")
        proxy = Proxy(str(self.server.folder / f".s.PGSQL.{self.server.port}"))
        self.addCleanup(proxy.close)
        direct = self.server.address("hangs")
        through = (f"postgres://postgres@127.0.0.1:{proxy.port}/postgres?journal=hangs"
                   "&sslmode=disable")
        leader, standby = self.pair([through, direct])
        asyncio.run(self.hold(proxy, leader, standby))
        self.assertEqual(standby.end(times=2), 0, standby.log())
        self.audit(standby)

    async def hold(self, proxy, leader, standby):
        client = await Client.connect(self.gateway.address)
        await client.join(1)
        proxy.held.set()
        begun = time.monotonic()
        await client.until(lambda: client.resumed == 1, "another server")
        self.assertIsNone(client.closed)
        print(f"the terminal has another server after {time.monotonic() - begun:.1f} s",
              file=sys.stderr)
        standby.until_ready()
        # It ends by itself, although nothing that it waits for has an end.
        self.assertEqual(await asyncio.to_thread(leader.process.wait, PATIENCE), 1, leader.log())
        print(f"the server that has led ended after {time.monotonic() - begun:.1f} s",
              file=sys.stderr)
        self.assertRegex(leader.log(), "the database does not answer|has not answered|"
                                       "lease could not be renewed")
        await client.close()


class HangingDatabase(Takeover):
    def test_servers_go_on_at_the_new_primary_when_the_old_one_hangs(self):
        database = Database().start()
        self.addCleanup(database.close)
        # The new primary has no standby here, so none may be required of it.
        address = database.address(journal="hangs").replace("&standby=required", "")
        leader, standby = self.pair([address, address], gateway=False)
        leader.until(lambda: int(database.sql("SELECT count(*) FROM sicbo.record")) > 5, "events")
        old, new = database.primary, database.standby
        database.stop(old)
        self.addCleanup(database.resume, old)
        new.sql("SELECT pg_promote()")
        new.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        new.sql("SELECT pg_reload_conf()")
        begun = time.monotonic()
        self.assertEqual(leader.process.wait(2 * PATIENCE), 1, leader.log())
        print(f"the leader ended after {time.monotonic() - begun:.1f} s", file=sys.stderr)
        standby.until_ready()
        print(f"the standby leads after {time.monotonic() - begun:.1f} s", file=sys.stderr)
        leader.launch("--standby").until_standby()
        before = int(new.sql("SELECT count(*) FROM sicbo.record"))
        standby.until(lambda: int(new.sql("SELECT count(*) FROM sicbo.record")) > before + 3,
                      "more events")
        # What wakes up is no primary any more, and its leader is gone.
        self.assertEqual(standby.end(times=2), 0, standby.log())
        leader.until_ready()
        self.assertEqual(leader.end(times=2), 0, leader.log())
        self.audit(leader, new.address("hangs"))


if __name__ == "__main__":
    os.environ.pop("PGPASSWORD", None)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
