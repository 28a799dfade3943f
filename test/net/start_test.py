# SPDX-License-Identifier: MIT
"""What a start makes of a wrong clock, of snapshots and of a journal that was damaged, and who may
read its files: start_test.py PROGRAM."""
import asyncio
import json
import os
import pathlib
import sqlite3
import stat
import time

import case
from client import PATIENCE
from house import automatic, code_of, manual

LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"


def faked(offset):
    """The environment of a process whose wall clock is off by this much, as "-1h" or "+500d"."""
    return {**os.environ, "LD_PRELOAD": LIBRARY, "FAKETIME": offset, "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def events(server, *facts):
    """The facts of these kinds in the journal, with their times."""
    done = case.run("export", str(server.folder / "data/journal"), "--what", "events", "--format",
                    "json")
    assert done.returncode == 0, done.stderr
    return [one for one in json.loads(done.stdout)
            if any(f'"{fact}"' in json.dumps(one) for fact in facts)]


class Case(case.Case):
    async def play(self, server, rounds=1):
        """Waits until so many more rounds are over; the last one's number."""
        player = await server.connect()
        await player.join(1)
        last = player.seen("results")["last"]
        await player.until(lambda: player.seen("results")["last"] >= last + rounds, "rounds")
        return player

    async def refused_start(self, server, **options):
        server.options, server.words = options, ()
        with self.assertRaises(AssertionError) as failed:
            await server.start()
        server.process.wait(PATIENCE)
        return str(failed.exception)

    async def start_with(self, server, *words, **options):
        server.options, server.words = options, words
        await server.start()


@case.unittest.skipUnless(pathlib.Path(LIBRARY).exists(), "libfaketime is not installed")
class Clock(Case):
    async def test_behind_needs_a_person_and_then_the_tables_go_on(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        said = await self.refused_start(server, env=faked("-1h"))
        self.assertIn("the clock is behind by", said)
        self.assertIn("--accept-clock", said)
        await self.start_with(server, "--accept-clock", env=faked("-1h"))
        # Betting closes and rounds end: time goes on from the last event.
        player = await self.play(server, 2)
        noted, = events(server, "StartClockNoted")
        self.assertIn("true", json.dumps(noted))
        self.assertTrue(events(server, "AlarmRaised"))
        self.assertIn("the machine's clock was accepted", server.log())
        self.assertEqual(await server.stop(times=2), 0)
        # As wrong as before: nobody needs to come again.
        await self.start_with(server, env=faked("-1h"))
        await self.play(server, 1)
        self.assertEqual(len(events(server, "StartClockNoted")), 1)
        self.assertEqual(await server.stop(times=2), 0)
        # More wrong: somebody does.
        await self.refused_start(server, env=faked("-2h"))
        # Right again, which is registered; then the old hour is not accepted any more.
        await self.start_with(server)
        await self.play(server, 1)
        self.assertEqual(len(events(server, "StartClockNoted")), 2)
        self.assertEqual(await server.stop(times=2), 0)
        await self.refused_start(server, env=faked("-1h"))
        self.assertEqual((await server.audit())[0], 0)

    async def test_ahead_is_accepted_once_and_the_table_goes_on_when_it_is_right_again(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertIn("the clock is ahead by", await self.refused_start(server, env=faked("+500d")))
        await self.start_with(server, "--accept-clock", env=faked("+500d"))
        await self.play(server, 1)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertIn("the clock is behind by", await self.refused_start(server))
        await self.start_with(server, "--accept-clock")
        await self.play(server, 2)
        self.assertEqual(await server.stop(times=2), 0)
        await self.start_with(server)
        await self.play(server, 1)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual((await server.audit())[0], 0)

    async def test_a_year_ahead_needs_nobody_until_it_is_right_again(self):
        server = await self.serve(automatic("rws-etg"), env=faked("+365d"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertIn("the clock is behind by 36", await self.refused_start(server))
        await self.start_with(server, "--accept-clock")
        await self.play(server, 2)
        self.assertEqual(await server.stop(times=2), 0)

    async def test_one_time_codes_go_by_the_machines_clock(self):
        config = manual("rws-etg").replace("[[table]]",
                                           '[staff]\nsecond_factor = ["administrator"]\n'
                                           "[[table]]", 1)
        server = await self.serve(config, env=faked("+300d"))
        client = await server.connect()
        await client.request("set_password", name="admin", old=server.passwords["admin"],
                             new="admin-password")
        secret = (await client.request("enrol_second_factor", name="admin",
                                       password="admin-password"))["secret"]
        ahead = 300 * 24 * 60 * 2  # steps of 30 seconds
        sign_in = lambda code: client.request("sign_in", name="admin",
                                              password="admin-password", code=code)
        await sign_in(code_of(secret, ahead))
        self.assertEqual(await server.stop(), 0)
        # The clock is right again; the journal's time goes on from a year ahead.
        await self.start_with(server, "--accept-clock")
        client = await server.connect()
        await sign_in(code_of(secret))
        self.assertEqual(await server.stop(), 0)
        self.assertEqual((await server.audit())[0], 0)

    async def test_the_limits_are_the_operators(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        server.config = server.config.replace("[server]\n",
                                              "[server]\nclock_behind_seconds = 7200\n")
        await self.start_with(server, env=faked("-1h"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)


class Journal(Case):
    def journal(self, server):
        return str(server.folder / "data/journal")

    async def test_is_verified_after_the_start_and_signed_only_then(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        await server.logged("the journal was verified: it is sound")
        self.assertIn("sicbo_journal_verified 1", server.get("/metrics")[1])
        self.assertIn("sicbo_journal_damaged 0", server.get("/metrics")[1])
        await self.finish(server, times=2)
        log = server.log()
        await self.start_with(server)
        await server.logged("the journal was verified", 2)
        self.assertNotIn("a snapshot was not used", server.log()[len(log):])
        await self.finish(server, times=2)

    async def test_that_is_damaged_stops_all_tables(self):
        server = await self.serve(automatic("rws-etg", "mbs-etg"))
        await self.play(server, 2)
        self.assertEqual(await server.stop(times=2), 0)
        notes = (server.folder / "data/journal.notes").read_bytes()
        # A record long before the snapshot, of which a start reads nothing.
        with sqlite3.connect(self.journal(server)) as database:
            last, data = database.execute(
                "SELECT last, bytes FROM record ORDER BY last LIMIT 1").fetchone()
            database.execute("UPDATE record SET bytes = ? WHERE last = ?",
                             (data[:-1] + bytes([data[-1] ^ 1]), last))
        database.close()
        await self.start_with(server)
        await server.logged("the journal is damaged: all tables stop")
        player = await server.connect()
        await player.join(1)
        for table in (1, 2):
            await player.watch(f"table/{table}")
            await player.until(
                lambda t=table: player.topics[f"table/{t}"]["status"]["out_of_service"] ==
                "journal-damaged", "out of service")
        # The metrics are written once a second.
        until = asyncio.get_running_loop().time() + PATIENCE
        while "sicbo_journal_damaged 1" not in server.get("/metrics")[1]:
            self.assertLess(asyncio.get_running_loop().time(), until)
            await asyncio.sleep(0.05)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual((server.folder / "data/journal.notes").read_bytes(), notes,
                         "nothing was signed")

    async def test_snapshot_that_is_not_signed_is_not_believed(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        snapshots = sorted((server.folder / "data").glob("journal.snapshot-*"))
        self.assertTrue(snapshots)
        for path in snapshots:
            self.assertEqual(path.read_bytes()[:18], b"sicbo-snapshot-v5\n")
        # The key was replaced: what the old one signed counts no more.
        await self.start_with(server, "--new-key", "journal")
        self.assertIn("a snapshot was not used: events were replayed instead", server.log())
        await self.play(server)
        await self.finish(server, times=2)


class Files(Case):
    PUBLIC = {"journal.key.pub", "journal.notes", "tls.crt"}

    def modes(self, server):
        return {path.name: stat.S_IMODE(path.stat().st_mode)
                for path in (server.folder / "data").iterdir() if path.is_file()}

    async def test_are_for_their_owner_alone_whatever_the_umask(self):
        server = await self.serve(automatic("rws-etg"), preexec_fn=lambda: os.umask(0))
        await self.play(server)
        while_it_runs = self.modes(server)
        self.assertEqual(await server.stop(times=2), 0)
        for modes in (while_it_runs, self.modes(server)):
            self.assertIn("journal", modes)
            for name, mode in modes.items():
                allowed = 0o644 if name in self.PUBLIC else 0o600
                self.assertEqual(mode & ~allowed, 0, f"{name}: {mode:o}")
        self.assertIn("journal-wal", while_it_runs)

    async def test_of_an_earlier_version_are_made_private(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        for name in ("journal", "journal.reports"):
            os.chmod(server.folder / "data" / name, 0o644)
        await self.start_with(server)
        self.assertEqual(self.modes(server)["journal"], 0o600)
        self.assertEqual(self.modes(server)["journal.reports"], 0o600)
        self.assertEqual(await server.stop(times=2), 0)

    async def test_that_lie_in_the_way_lend_nothing(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play(server)
        self.assertEqual(await server.stop(times=2), 0)
        data = server.folder / "data"
        secret = data / "places.secret"
        secret.unlink()
        (data / "places.secret.new").symlink_to(server.folder / "stolen")
        await self.start_with(server)
        self.assertEqual(self.modes(server)["places.secret"], 0o600)
        self.assertFalse((server.folder / "stolen").exists())
        self.assertFalse(secret.is_symlink())
        self.assertEqual(await server.stop(times=2), 0)

    async def test_of_the_program_and_its_libraries_are_on_record(self):
        server = await self.serve(automatic("rws-etg"))
        await server.logged("the journal was verified")
        player = await self.play(server)
        await player.close()
        # They are hashed in the background, which a server that stops does not wait for.
        until = time.monotonic() + PATIENCE
        while not events(server, "PartsChecked") and time.monotonic() < until:
            await asyncio.sleep(0.2)
        self.assertEqual(await server.stop(times=2), 0)
        checked = events(server, "PartsChecked")
        self.assertTrue(checked)
        self.assertIn("libc.so.6", json.dumps(checked[0]))
        self.assertIn("libsodium", json.dumps(checked[0]))


if __name__ == "__main__":
    case.main()
