#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo backup` and `sicbo restore`, and the one process that writes: backup_test.py PROGRAM."""
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from pathlib import Path

import program
from journal import JournalTest, run
from program import main


class Backup(JournalTest):
    def test_a_copy_is_the_journal_and_has_no_secret(self):
        copy = self.place / "copy"
        said = self.ask("backup", self.journal, copy)
        self.assertIn(self.verdict()["hash"], said)
        self.assertFalse(Path(f"{copy}.key").exists())
        # What was there stays as it is.
        self.refuse(["backup", self.journal, copy], [copy])
        self.refuse(["backup", self.journal, self.journal], [self.journal])
        self.refuse(["backup", self.place / "missing", self.place / "new"], ["missing"])
        self.assertFalse((self.place / "new").exists())
        self.refuse(["simulate", "--db", self.place], [self.place, "folder"])

    def test_a_journal_comes_back_from_its_copy(self):
        copy = self.place / "copy"
        self.ask("backup", self.journal, copy)
        self.refuse(["restore", copy, self.journal], [self.journal, "already"])
        again = self.place / "again"
        self.ask("restore", copy, again)
        self.assertEqual(run("audit", again, *self.outside)[0], 0)
        # And play goes on with it, signed with another key, as the old one is not in a copy.
        code, _, err = run("simulate", "--game", "rws-etg", "--rounds", "5", "--db", again)
        self.assertEqual(code, 0, err)
        self.assertEqual(len(Path(f"{again}.key.pub").read_text().splitlines()), 2)
        self.assertEqual(run("audit", again, "--all-signed")[0], 0)
        code, out, _ = run("audit", again, *self.outside[2:])
        self.assertEqual(code, 1)
        self.assertIn("not signed with the key", out)

    def test_nothing_that_is_there_is_lost(self):
        for part in ("", "-wal", ".new", ".notes", ".key.pub"):
            to = self.place / f"to{part or '.whole'}" / "copy"
            to.parent.mkdir()
            there = Path(f"{to}{part}")
            there.write_text("precious")
            self.refuse(["backup", self.journal, to], [there])
            if part in ("", "-wal", ".new"):
                self.refuse(["restore", self.journal, to], [there])
            self.assertEqual(list(to.parent.iterdir()), [there])
            self.assertEqual(there.read_text(), "precious")

    def test_a_copy_of_another_journal_does_not_fit_the_notes_that_are_there(self):
        other = self.place / "other"
        self.assertEqual(run("simulate", "--rounds", "3", "--db", other)[0], 0)
        place = self.place / "place"
        place.mkdir()
        for part in (".notes", ".key.pub"):
            shutil.copy(f"{self.played}{part}", f"{place / 'journal'}{part}")
        self.refuse(["restore", other, place / "journal", "--accept-loss"], [other])
        self.assertFalse((place / "journal").exists())

    def test_a_backup_that_fails_leaves_nothing(self):
        self.change("UPDATE record SET bytes = zeroblob(5) WHERE last > 400")
        place = self.place / "place"
        place.mkdir()
        self.refuse(["backup", self.journal, place / "copy"], ["copy"], (1,))
        self.assertEqual(list(place.iterdir()), [])

    def test_snapshots_of_another_journal_do_not_spoil_a_backup(self):
        # A server saves one when it stops, later than where this journal ends.
        with subprocess.Popen([program.SICBO, "serve", "--listen", "127.0.0.1:0", "--data",
                               self.place / "other"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True) as server:
            while "Ctrl-C" not in server.stdout.readline():
                self.assertIsNone(server.poll())
            server.terminate()
        snapshot, = (self.place / "other").glob("journal.snapshot-*")
        short, copy = self.place / "short", self.place / "copy"
        code = run("simulate", "--game", "rws-taisai", "--rounds", "1", "--db", short)[0]
        self.assertEqual(code, 0)
        ends = json.loads(run("audit", short, "--json")[1])["last_event"]
        self.assertGreater(int(snapshot.suffix.removeprefix(".snapshot-")), ends)
        stale = Path(f"{copy}{snapshot.suffix}")
        shutil.copy(snapshot, stale)
        code, out, err = run("backup", short, copy)
        self.assertEqual(code, 0, err)
        self.assertIn(stale.name, err)
        self.assertEqual(run("restore", copy, self.place / "again")[0], 0)

    def test_a_spoiled_copy_is_not_restored(self):
        copy = self.place / "copy"
        self.ask("backup", self.journal, copy)
        database = sqlite3.connect(copy)
        with database:
            database.execute("DELETE FROM record WHERE last = (SELECT min(last) FROM record)")
        database.close()
        again = self.place / "again"
        self.refuse(["restore", copy, again], [copy])
        self.assertFalse(again.exists())

    def test_what_was_signed_for_is_not_given_up_unasked(self):
        copy = self.place / "copy"
        self.ask("backup", self.journal, copy)
        self.assertEqual(run("simulate", "--game", "rws-etg", "--rounds", "5", "--db",
                             self.journal)[0], 0)
        for part in ("", "-wal", "-shm"):
            Path(f"{self.journal}{part}").unlink(missing_ok=True)
        self.refuse(["restore", copy, self.journal], ["signed for", "--accept-loss"])
        self.assertFalse(self.journal.exists())
        self.ask("restore", copy, self.journal, "--accept-loss")
        self.assertTrue(list(self.place.glob("journal.notes-before-restore-*")))


class Writer(JournalTest):
    """The one process that writes."""

    def test_acknowledgements_go_only_where_somebody_opened_a_descriptor(self):
        new = self.place / "new"
        self.refuse(["simulate", "--rounds", "2", "--db", new, "--acks", "77"],
                    ["--acks 77", "no such descriptor"], (2,))
        self.assertEqual(list(self.place.glob("new*")), [])
        with open("/dev/null", encoding="ascii") as to_read:
            words = ["simulate", "--rounds", "2", "--db", new, "--acks", to_read.fileno()]
            code, _, err = run(*words, pass_fds=[to_read.fileno()])
            self.assertEqual(code, 2, err)

    def test_there_is_one_whatever_becomes_of_its_files(self):
        live = self.place / "live"
        with subprocess.Popen([program.SICBO, "simulate", "--rounds", "100000", "--db", live],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as writer:
            try:
                while "intact" not in run("audit", live)[1]:
                    self.assertIsNone(writer.poll())
                os.link(live, self.place / "second")
                Path(f"{live}.lock").unlink()
                for name in (live, self.place / "second"):
                    self.refuse(["simulate", "--rounds", "1", "--db", name],
                                ["another process"], (1,))
                self.assertIsNone(writer.poll(), "the writer ended")
            finally:
                writer.kill()
        (self.place / "second").unlink()
        self.assertEqual(run("simulate", "--rounds", "5", "--db", live)[0], 0)
        self.assertEqual(run("audit", live, "--all-signed")[0], 0)

    def test_a_start_holds_the_journal_to_the_notes_in_it(self):
        self.change("DELETE FROM record WHERE last > 400")
        for pattern in ("journal.snapshot-*", "journal.notes", "journal.reports*"):
            for file in self.place.glob(pattern):
                file.unlink()
        self.refuse(["simulate", "--db", self.journal], ["signed for", "missing"], (1,))

    def test_a_new_key_is_said(self):
        new = self.place / "new"
        words = ["simulate", "--rounds", "2", "--db", new]
        self.assertIn(f"make {new}.key.pub known", run(*words)[2])
        self.assertEqual(run(*words)[2], "")
        Path(f"{new}.key").unlink()
        self.assertIn("a new signing key was made", run(*words)[2])

    def test_what_the_disk_did_no_seed_does_again(self):
        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

        code, _, err = run("simulate", "--rounds", "2000", "--db", self.place / "new",
                           preexec_fn=small)
        self.assertEqual(code, 1, err)
        self.assertIn("nothing more can be registered", err)
        self.assertNotIn("to see it again", err)


if __name__ == "__main__":
    main()
