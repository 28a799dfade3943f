#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Databases that have lost acknowledged events: after a failover with asynchronous replication, and
after a backup was restored. A server that has read the lost events must notice, also when it was
restarted in between, and must not serve.

loss_test.py SICBO"""
import functools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster import Engine  # noqa: E402
from database import Database  # noqa: E402
from server import Server  # noqa: E402
import house  # noqa: E402
import postgres_case  # noqa: E402

SICBO = str(pathlib.Path(sys.argv[1]).resolve())
LEASE = 3  # seconds
PATIENCE = 90

sicbo = functools.partial(postgres_case.run, SICBO)


def last_event(server):
    return int(server.sql("SELECT coalesce(max(last), 0) FROM sicbo.record"))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-test-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def engine(self, name, address):
        made = Engine(SICBO, self.folder / name, address, house.automatic("rws-etg"),
                      ["--lease", str(LEASE)])
        self.addCleanup(made.close)
        return made

    def pair(self, address):
        """A leader, and a standby that follows it."""
        leader, standby = self.engine("a", address), self.engine("b", address)
        leader.launch().until_ready()
        standby.take_node_key(leader).launch("--standby").until_standby()
        return leader, standby

    def memory(self, engine):
        return engine.folder / "data/journal.followed"

    def remembered(self, engine):
        """The last event that it has written down as read."""
        path = self.memory(engine)
        return int(path.read_text().split()[0]) if path.exists() else 0

    def until_remembered(self, standby, beyond):
        standby.until(lambda: self.remembered(standby) > beyond, f"event {beyond + 1} was read")

    def assert_refuses(self, engine, event, *words):
        engine.launch(*words)
        self.assertEqual(engine.process.wait(PATIENCE), 1, engine.log())
        self.assertIn(f"does not have event {event} as this server has read it there: acknowledged "
                      "events were lost", engine.log())
        self.assertIn(f"remove the file {self.memory(engine)}", engine.log())
        self.assertEqual(self.remembered(engine), event)

    def audit(self, engine, database):
        self.assertIn("intact",
                      sicbo("audit", f"{database}&files={engine.folder}/data/journal"))


class Failover(Case):
    """The standby of the database is promoted without the last events."""

    def setUp(self):
        super().setUp()
        self.database = Database(synchronous=False).start()
        self.addCleanup(self.database.close)

    def lose(self):
        """Returns the standby, which has ended, the last event that it has read, and the last one
        that is left."""
        leader, standby = self.pair(self.database.address())
        leader.until(lambda: last_event(self.database.primary) > 50, "a few rounds")
        self.database.disconnect_standby()
        self.until_remembered(standby, last_event(self.database.primary))
        self.assertEqual(standby.end(), 0, standby.log())
        event = self.remembered(standby)
        leader.end(signal.SIGKILL)
        self.database.fail_over(rebuild=False)
        left = last_event(self.database.primary)
        self.assertGreater(event, left)
        return standby, event, left

    def test_a_restarted_standby_does_not_serve_without_what_it_has_read(self):
        standby, event, left = self.lose()
        for words in (["--standby"], ["--standby"], []):
            self.assert_refuses(standby, event, *words)
            self.assertEqual(last_event(self.database.primary), left)  # nothing was registered
        # Who accepts the loss removes the file. What is left is a journal like any other.
        self.memory(standby).unlink()
        standby.launch("--standby").until_ready()
        standby.until(lambda: last_event(self.database.primary) > event, "more events")
        self.assertEqual(standby.end(times=2), 0, standby.log())
        self.audit(standby, self.database.address())

    def test_a_restarted_standby_does_not_follow_a_journal_that_went_on_without_it(self):
        standby, event, _ = self.lose()
        # A machine that has never read the lost events can't miss them.
        other = self.engine("c", self.database.address())
        other.take_node_key(standby).launch("--standby").until_ready()
        other.until(lambda: last_event(self.database.primary) > event + 20, "other events")
        self.assert_refuses(standby, event, "--standby")
        self.assertTrue(other.is_running())
        before = last_event(self.database.primary)
        other.until(lambda: last_event(self.database.primary) > before, "more events")
        self.assertEqual(other.end(times=2), 0, other.log())
        self.audit(other, self.database.address())


class Backup(Case):
    """The whole database is put back to an earlier state."""

    def test_a_restored_backup_of_the_database_is_noticed(self):
        with Server() as server:
            leader, standby = self.pair(server.start().address())
            leader.until(lambda: last_event(server) > 50, "a few rounds")
            self.stop(leader, standby)
            server.stop()
            backup = server.folder / "backup"
            subprocess.run(["cp", "-a", server.data, backup], check=True)
            server.start()
            left = last_event(server)
            leader.launch().until_ready()
            standby.launch("--standby").until_standby()
            self.until_remembered(standby, left)
            self.stop(standby, leader)
            event = self.remembered(standby)
            server.stop()
            shutil.rmtree(server.data)
            backup.rename(server.data)
            server.start()
            self.assertEqual(last_event(server), left)
            for words in (["--standby"], []):
                self.assert_refuses(standby, event, *words)
            # The one that has led has signed for what is gone.
            leader.launch()
            self.assertEqual(leader.process.wait(PATIENCE), 1, leader.log())
            self.assertIn("the server can't start", leader.log())
            self.assertEqual(last_event(server), left)

    @staticmethod
    def stop(*engines):
        for engine in engines:
            engine.end(signal.SIGKILL)
            time.sleep(0.1)


if __name__ == "__main__":
    os.environ.pop("PGPASSWORD", None)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
