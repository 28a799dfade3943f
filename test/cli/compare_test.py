#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo compare`, the rule sets of a journal, JSON as JSON has it, and progress: compare_test.py
PROGRAM."""
import json
import os
import pty
import subprocess
from pathlib import Path

import program
from journal import JournalTest, run
from program import main


class Compare(JournalTest):
    def compare(self, a, b, code):
        found, out, err = run("compare", a, b)
        self.assertEqual((found, err), (code, ""), out)
        as_json = json.loads(run("compare", a, b, "--format", "json")[1])
        self.assertEqual(out.split(":")[0], as_json["result"])
        return out, as_json

    def copy(self, name):
        self.ask("backup", self.journal, self.place / name)
        return self.place / name

    def simulate(self, journal, seed):
        code, _, err = run("simulate", "--game", "rws-etg", "--rounds", "3", "--seed", seed,
                           "--db", journal)
        self.assertEqual(code, 0, err)

    def test_two_copies(self):
        a, b, c = self.copy("a"), self.copy("b"), self.copy("c")
        events = self.verdict()["last_event"]
        out, as_json = self.compare(a, b, 0)
        self.assertIn(f"same: {events} events", out)
        self.assertEqual((as_json["common"], as_json["a"]["events"]), (events, events))
        self.simulate(b, 5)
        for pair in ((a, b), (b, a)):
            out, as_json = self.compare(*pair, 1)
            self.assertIn(f"prefix: {a} is the beginning of {b}", out)
            self.assertEqual(as_json["common"], events)
        self.simulate(c, 6)
        out, as_json = self.compare(b, c, 1)
        self.assertEqual(as_json["difference"]["event"], as_json["common"] + 1)
        self.assertGreaterEqual(as_json["common"], events)
        self.assertIn(f"the same until event {as_json['common']}", out)
        other = self.place / "other"
        self.assertEqual(run("simulate", "--rounds", "1", "--db", other)[0], 0)
        self.assertIn("other: ", self.compare(a, other, 1)[0])
        self.refuse(["compare", a, self.place / "missing"], ["missing"], (2,))

    def test_a_byte_that_was_changed_is_found(self):
        a = self.copy("a")
        self.change("UPDATE record"
                    " SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'7f' AS BLOB)"
                    " WHERE last = (SELECT min(last) FROM record WHERE last > 300)")
        out, as_json = self.compare(a, self.journal, 1)
        self.assertIn("differ: ", out)
        self.assertGreater(as_json["difference"]["event"], 250)


class RuleSets(JournalTest):
    def test_that_a_journal_adopted(self):
        rows = json.loads(self.ask("rules", "show", "--journal", self.journal, "--format", "json"))
        self.assertEqual([row["game"] for row in rows], ["rws-etg"])
        self.assertIs(rows[0]["as_in_this_program"], True)
        self.assertGreater(rows[0]["event"], 0)
        text = self.ask("rules", "show", "rws-etg-1", "--format", "toml")
        self.assertEqual(self.ask("rules", "show", "rws-etg", "--journal", self.journal), text)
        self.assertEqual(
            self.ask("rules", "show", rows[0]["hash"][:12], "--journal", self.journal), text)
        self.refuse(["rules", "show", "maryland", "--journal", self.journal], ["maryland"], (2,))
        self.refuse(["rules", "show"], ["LAYOUT"], (2,))


class Json(JournalTest):
    def test_is_asked_for_alike(self):
        self.assertEqual(run("audit", self.journal, "--format", "json"),
                         run("audit", self.journal, "--json"))
        verdict = json.loads(run("audit", self.journal, "--format", "json")[1])
        self.assertIsInstance(verdict["events"], int)
        checked = json.loads(self.ask("rules", "check", program.RULESETS / "maryland.toml",
                                      "--format", "json"))
        self.assertIs(checked["fine"], True)
        self.assertEqual(checked["layouts"], [{"layout": "maryland", "spots": 50}])
        dice = json.loads(self.ask("dice", "--count", "5", "--format", "json"))
        self.assertEqual([len(roll) for roll in dice], [3] * 5)
        self.assertTrue(all(isinstance(die, int) for roll in dice for die in roll))
        scenario = self.place / "one.txt"
        scenario.write_text("game rws-etg\nopen betting  nonsense\n")
        code, text, _ = run("scenario", scenario, "--format", "json", "--verbose")
        told, = json.loads(text)
        self.assertEqual((code, told["fine"], told["difference"]["line"]), (1, False, 2))
        self.assertEqual(told["difference"]["expected"], "nonsense")
        self.assertTrue(told["lines"])
        self.refuse(["scenario", scenario, "--format", "json", "--fill"], ["--fill"], (2,))
        bundle = self.place / "bundle.json"
        self.ask("history", self.journal, "--table", "1", "--round", "2", "--bundle", bundle)
        code, text, _ = run("verify", bundle, "--format", "json")
        told = json.loads(text)
        one, = told["rounds"]
        self.assertEqual((one["table"], one["round"]), (1, 2))
        self.assertEqual(told["holds"], code == 0)
        self.assertIn({"what": "the note signs for this chain", "holds": True}, one["claims"])
        copied = json.loads(self.ask("backup", self.journal, self.place / "copy",
                                     "--format", "json"))
        self.assertEqual(copied["events"], verdict["last_event"])


class Progress(JournalTest):
    def on_terminal(self, *words):
        """What a command writes to standard error if that is a terminal."""
        ours, theirs = pty.openpty()
        with subprocess.Popen([program.SICBO, *map(str, words)], stdout=subprocess.DEVNULL,
                              stderr=theirs) as process:
            os.close(theirs)
            said = b""
            try:
                while piece := os.read(ours, 4096):
                    said += piece
            except OSError:  # the other end is closed
                pass
            self.assertEqual(process.wait(), 0, said)
        os.close(ours)
        return said.decode()

    def test_is_shown_on_a_terminal_alone(self):
        journal = self.place / "new"
        self.assertIn("of 600 rounds", self.on_terminal("simulate", "--game", "rws-etg",
                                                        "--rounds", "600", "--db", journal))
        self.assertRegex(self.on_terminal("audit", journal), r"replaying \[#+\.*\] \d+ of \d+")
        self.assertEqual(run("audit", journal)[2], "")
        self.assertTrue(Path(journal).exists())


if __name__ == "__main__":
    main()
