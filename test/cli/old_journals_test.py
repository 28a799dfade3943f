#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Journals that earlier versions of the program wrote are still read, audited and continued.

    python3 test/cli/old_journals_test.py PATH_TO_SICBO [arguments of unittest]

test/data/journals/README.md says how the journals were made.
"""
import csv
import io
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SICBO = ""  # the program under test, from the command line
JOURNALS = Path(__file__).resolve().parent.parent / "data" / "journals"
GAMES = ["rws-etg", "rws-taisai", "maryland", "mbs-etg"]

# Sequence and hash of the last event of each journal, by format.
LAST = {
    "v1": {
        "rws-etg": (1579, "0adf0a8a469d7f0c58573c561189e948d001e24e0713b51d5702debab8cd7b84"),
        "rws-taisai": (1637, "878fc6f5211f07e241870b611898bf9b69fffff0b0efe9f2aa26783de4e01af0"),
        "maryland": (2501, "7fe0c35f34a2a8e122c20e86778d8155183373e31f1d7f357262e9e031c5696d"),
        "mbs-etg": (1588, "1d012eaa4eacf2907c959d78d370c7e3c8efb7e0cda71bcd912e9e19f2d99fb4"),
        "demo": (461, "e104ee988c2228dac4a0ac3f1be2b82d991376a3cae3c9083f8c730319e26cfa"),
    },
    "v2": {
        "rws-etg": (851, "4622f9136e09ab01ffe80357462fc8f60aa67060aa0cdf5163e722df44436135"),
        "rws-taisai": (879, "b3616f5b9772e0f9dae3d8a140b21265060c59a87806404cbffcea0b7658ed27"),
        "maryland": (1662, "a1b573ade4348fb70318b56f48797313cc9aea439e03ec2fc96eac14b7f41a8d"),
        "mbs-etg": (790, "d43ab1fb7ade4a8212ef9ff5d0fec4985465ad1a484900a9d07052d9a0468a7c"),
    },
}


def run(*arguments):
    done = subprocess.run([SICBO, *map(str, arguments)], capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class OldJournals:
    """The tests of one format; a subclass names its folder."""
    version = ""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.last = LAST[self.version]
        for file in (JOURNALS / self.version).iterdir():
            shutil.copy(file, self.folder.name)

    def journal(self, name):
        return Path(self.folder.name) / f"{name}.journal"

    def test_are_intact_to_the_last_event(self):
        for name, (sequence, last_hash) in self.last.items():
            with self.subTest(name):
                code, out, err = run("audit", self.journal(name))
                self.assertEqual(code, 0, out + err)
                self.assertTrue(out.startswith("intact"), out)
                self.assertRegex(out, rf"last event +{sequence}\n")
                self.assertIn(last_hash, out)

    def test_export_what_they_exported_then(self):
        """Columns may be added since; those that there were hold what they held."""
        for name in self.last:
            for what in ["rounds", "bets", "meters"]:
                with self.subTest(f"{name} {what}"):
                    then = (JOURNALS / self.version / f"{name}.{what}.csv").read_text()
                    code, now, err = run("export", self.journal(name), "--what", what)
                    self.assertEqual(code, 0, err)
                    columns = next(csv.reader(io.StringIO(then)))
                    rows = [{key: row[key] for key in columns}
                            for row in csv.DictReader(io.StringIO(now))]
                    self.assertEqual(rows, list(csv.DictReader(io.StringIO(then))))

    def test_show_their_rounds(self):
        for name in self.last:
            with self.subTest(name):
                code, out, err = run("history", self.journal(name), "--table", 1)
                self.assertEqual(code, 0, err)
                self.assertGreater(len(out.splitlines()), 3)

    def test_are_continued_and_are_still_intact(self):
        for game in GAMES:
            with self.subTest(game):
                code, out, err = run("simulate", "--db", self.journal(game), "--game", game,
                                     "--seed", 7, "--rounds", 5)
                self.assertEqual(code, 0, out + err)
                code, out, err = run("audit", self.journal(game))
                self.assertEqual(code, 0, out + err)
                self.assertTrue(out.startswith("intact"), out)


class Format1(OldJournals, unittest.TestCase):
    version = "v1"


class Format2(OldJournals, unittest.TestCase):
    """Every order of these is decided again by the audit."""
    version = "v2"


if __name__ == "__main__":
    SICBO = sys.argv.pop(1)
    unittest.main()
