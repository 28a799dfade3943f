# SPDX-License-Identifier: MIT
"""A journal seen from outside: audited, exported, shown as a page, copied, restored, and spoiled.

The journal is played once by the program; what is said of it is held against its own parts, and
hashes and sums are worked out here again, from docs/formats/journal.md and nothing else.
"""
import csv
import hashlib
import io
import json
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from functools import cache
from pathlib import Path

import program


def run(*words, **more):
    done = subprocess.run([program.SICBO, *map(str, words)], capture_output=True, timeout=600,
                          **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def hash_of(sequence, before, data):
    return hashlib.sha256(b"sicbo-event-v1" + sequence.to_bytes(8, "little") + before +
                          data).digest()


@cache
def folder_of_all():
    """Where the tests of this file have their journals. It goes when the process ends."""
    return tempfile.TemporaryDirectory()


@cache
def played():
    """The journal that every test has a copy of."""
    journal = Path(folder_of_all().name) / "played" / "journal"
    journal.parent.mkdir()
    code, _, err = run("simulate", "--game", "rws-etg", "--seed", "5", "--rounds", "60",
                       "--db", journal)
    assert code == 0, err
    return journal


class JournalTest(unittest.TestCase):
    play = staticmethod(played)

    def setUp(self):
        """Every test has a copy of its own, and the notes and the key from elsewhere."""
        self.played = self.play()
        self.place = Path(tempfile.mkdtemp(dir=folder_of_all().name))
        self.addCleanup(shutil.rmtree, self.place)
        self.journal = self.place / "journal"
        self.copy_played()
        self.outside = ["--checkpoints", f"{self.played}.notes", "--key", f"{self.played}.key.pub"]

    def copy_played(self):
        for file in self.played.parent.iterdir():
            if file.suffix != ".reserve":  # large, and made again by whoever writes
                shutil.copy(file, self.place)

    def ask(self, *words):
        code, out, err = run(*words)
        self.assertEqual((code, err), (0, ""))
        return out

    def refuse(self, words, says, codes=(1, 2)):
        code, out, err = run(*words)
        self.assertIn(code, codes, err)
        self.assertEqual(out, "")
        self.assertEqual(err.count("\n"), 1, err)
        for one in says:
            self.assertIn(str(one), err)

    def verdict(self, *words):
        code, out, err = run("audit", self.journal, *self.outside, "--json", *words)
        self.assertEqual(err, "")
        output = json.loads(out)
        self.assertEqual(code, 0 if output["verdict"] == "intact" else 1)
        return output

    def rows(self, what, *words):
        return list(csv.DictReader(io.StringIO(self.ask("export", self.journal, "--what", what,
                                                        *words))))

    def change(self, *statements, file=None):
        database = sqlite3.connect(file or self.journal)
        with database:
            for sql in statements:
                database.execute(sql)
        database.close()

    def edit_reports(self, *statements):
        self.change(*statements, file=f"{self.journal}.reports")
