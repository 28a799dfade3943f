#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo audit`: intact, changed, cut, signed by others or no journal: audit_test.py PROGRAM
[--audits N]."""
import argparse
import hashlib
import json
import os
import sqlite3
import subprocess
from pathlib import Path

import program
from journal import JournalTest, hash_of, run
from program import main

SIZE = argparse.Namespace(audits=4)


class Audit(JournalTest):
    def test_what_was_registered_is_intact(self):
        audit = self.verdict("--all-signed")
        self.assertEqual(audit["verdict"], "intact")
        self.assertEqual(audit["remarks"], [])
        self.assertGreaterEqual(audit["rounds"], 60)
        text = self.ask("audit", self.journal, *self.outside)
        self.assertTrue(text.startswith("intact\n"))
        self.assertIn(audit["hash"], text)

    def test_the_last_hash_is_that_of_the_page_on_the_format(self):
        database = sqlite3.connect(self.journal)
        origin = database.execute("SELECT origin FROM journal").fetchone()[0]
        last = hashlib.sha256(b"sicbo-journal-v1" + origin.encode()).digest()
        sequence = 0
        for to, first, _, data in database.execute(
                "SELECT last, first, hash, bytes FROM record ORDER BY last"):
            self.assertEqual(first, sequence + 1)
            at = 0
            while at < len(data):
                length = shift = 0
                while True:  # seven bits a byte, the lowest first
                    byte = data[at]
                    at += 1
                    length |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                sequence += 1
                last = hash_of(sequence, last, data[at:at + length])
                at += length
            self.assertEqual(sequence, to)
        self.assertEqual(self.verdict()["hash"], last.hex())

    def test_a_changed_byte_is_found_at_its_record(self):
        self.change("UPDATE record SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'7f' "
                    "AS BLOB) WHERE last = (SELECT max(last) FROM record WHERE last < 400)")
        audit = self.verdict()
        self.assertEqual(audit["verdict"], "bad")
        self.assertLess(audit["sequence"], 400)

    def test_a_cut_journal_is_truncated(self):
        self.change("DELETE FROM record WHERE last > 400", "DELETE FROM note WHERE size > 400")
        for file in self.place.glob("journal.snapshot-*"):
            file.unlink()
        audit = self.verdict()
        self.assertEqual(audit["verdict"], "truncated")
        self.assertLessEqual(audit["sequence"], 400)
        # Without the notes from outside it looks whole, and says what it was not held against.
        Path(f"{self.journal}.notes").unlink()
        code, out, _ = run("audit", self.journal, "--key", f"{self.played}.key.pub")
        self.assertEqual(code, 0)
        self.assertIn("no notes from outside were given", out)

    def test_another_key_is_not_the_one(self):
        other = self.place / "other"
        self.assertEqual(run("simulate", "--rounds", "1", "--db", other)[0], 0)
        self.outside[3] = f"{other}.key.pub"
        audit = self.verdict()
        self.assertEqual(audit["verdict"], "bad")
        self.assertIn("not signed with the key", audit["what"])

    def test_a_journal_that_is_being_written_is_intact_so_far(self):
        live = self.place / "live"
        writer = subprocess.Popen([program.SICBO, "simulate", "--rounds", "100000", "--db", live],
                                  stdout=subprocess.DEVNULL)
        try:
            audits = 0
            while audits < SIZE.audits:
                code, out, err = run("audit", live)
                if audits == 0 and code != 0:  # nothing has been registered yet
                    self.assertIsNone(writer.poll())
                    continue
                self.assertEqual(code, 0, out + err)
                audits += 1
            self.assertIsNone(writer.poll(), "the writer ended")
            # Nor is the writer disturbed by those who read.
            self.assertEqual(run("export", live, "--what", "rounds")[0], 0)
            self.ask("backup", live, self.place / "copy")
            self.assertIsNone(writer.poll(), "the writer ended")
        finally:
            writer.kill()
            writer.wait()
        # After the kill it goes on, and signs for all when it ends in order.
        self.assertEqual(run("simulate", "--rounds", "5", "--db", live)[0], 0)
        self.assertEqual(run("audit", live, "--all-signed")[0], 0)

    def test_notes_that_were_given_and_are_none_are_no_witness(self):
        empty = self.place / "empty.notes"
        empty.write_text("")
        code, out, _ = run("audit", self.journal, "--checkpoints", empty)
        self.assertEqual(code, 1)
        self.assertIn("there is no note in", out)
        # Beside the journal they may be new.
        Path(f"{self.journal}.notes").write_text("")
        code, out, _ = run("audit", self.journal)
        self.assertEqual(code, 0)
        self.assertIn("there is no note in", out)

    def test_notes_come_through_a_pipe_as_well(self):
        notes = Path(f"{self.played}.notes").read_bytes()
        key = ["--key", f"{self.played}.key.pub"]
        for name in ("-", "/dev/stdin"):
            code, out, err = run("audit", self.journal, "--checkpoints", name, *key, "--json",
                                 input=notes)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(json.loads(out)["outside"], notes.count(b"\n\n"))
            self.assertEqual(run("audit", self.journal, "--checkpoints", name, *key,
                                 input=b"")[0], 1)
        self.change("DELETE FROM record WHERE last > 400", "DELETE FROM note")
        for file in self.place.glob("journal.snapshot-*"):
            file.unlink()
        code, out, _ = run("audit", self.journal, "--checkpoints", "-", *key, input=notes)
        self.assertEqual(code, 1)
        self.assertTrue(out.startswith("truncated"), out)

    def test_a_note_that_is_not_whole_is_remarked_on(self):
        notes = Path(f"{self.played}.notes").read_bytes()
        for end in (b"sicbo-12", b"\0" * 9000):
            torn = self.place / "torn.notes"
            torn.write_bytes(notes + end)
            code, out, _ = run("audit", self.journal, "--checkpoints", torn, *self.outside[2:])
            self.assertEqual(code, 0)
            self.assertIn("is incomplete", out)
            # Nor does it stop a start.
            Path(f"{self.journal}.notes").write_bytes(notes + end)
            self.assertEqual(run("simulate", "--game", "rws-etg", "--rounds", "2", "--db",
                                 self.journal)[0], 0)
            self.assertEqual(run("audit", self.journal, "--all-signed")[0], 0)
            self.copy_played()

    def test_what_no_journal_holds_is_bad_and_is_not_gone_on_with(self):
        kept = self.journal.read_bytes()
        for sql, says in [
                ("CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM note; END", "trigger"),
                ("CREATE VIEW v AS SELECT 1", "view"),
                ("CREATE INDEX i ON record (first)", "index"),
                ("INSERT INTO journal VALUES ('sicbo-2')", "two origins"),
                ("INSERT INTO note VALUES (-1, '')", "event -1"),
                ("INSERT INTO record VALUES (0, 0, zeroblob(32), x'')", "event 0"),
                ("PRAGMA user_version = 0", "format 0"),
                ("PRAGMA user_version = -1", "format -1"),
        ]:
            self.change(sql)
            audit = self.verdict()
            self.assertEqual((audit["verdict"], audit["sequence"]), ("bad", 0), sql)
            self.assertIn(says, audit["what"])
            self.refuse(["simulate", "--db", self.journal], [says, self.journal], (1,))
            for words in (["export"], ["history"]):
                self.refuse([*words, self.journal], [says], (1,))
            self.journal.write_bytes(kept)
        # A view that never ends must not keep anybody.
        self.change("DROP TABLE journal", "CREATE VIEW journal AS WITH RECURSIVE n(i) AS (SELECT 1 "
                    "UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS origin FROM n")
        self.assertIn("view", self.verdict()["what"])

    def test_reports_that_were_edited_are_found(self):
        self.assertEqual(self.verdict()["verdict"], "intact")
        kept = Path(f"{self.journal}.reports").read_bytes()
        for sql in ("UPDATE round SET roll = '6-6-6' WHERE number = 2",
                    "UPDATE bet SET back = back + 100", "UPDATE entry SET amount = amount + 100"):
            Path(f"{self.journal}.reports").write_bytes(kept)
            self.edit_reports(sql)
            audit = self.verdict()
            self.assertEqual(audit["verdict"], "bad")
            self.assertIn("the reports have", audit["what"])

    def test_a_journal_in_a_place_without_a_pen_can_be_read(self):
        if os.geteuid() == 0:
            print("\nNOT TESTED, SKIPPED: cli/audit_test: a journal that can't be written to, as "
                  "root may write anywhere", flush=True)
            self.skipTest("root may write anywhere")
        for file in self.place.iterdir():
            file.chmod(0o444)
        self.place.chmod(0o555)
        try:
            self.assertEqual(self.verdict()["verdict"], "intact")
            self.assertGreater(len(self.rows("rounds")), 50)
        finally:
            self.place.chmod(0o755)

    def test_what_is_no_journal_is_refused_by_name(self):
        text = self.place / "text"
        text.write_text("not a database\n" * 500)
        empty = self.place / "empty"
        empty.write_text("")
        other = self.place / "other"
        sqlite3.connect(other).execute("CREATE TABLE t (a)").connection.close()
        missing = self.place / "missing"
        for file in (missing, self.place):  # wrong use
            self.refuse(["audit", file], [file], (2,))
        self.assertFalse(missing.exists())
        for file in (text, empty, other):  # the answer is no
            code, out, err = run("audit", file)
            self.assertEqual((code, err, out.count("\n")), (1, "", 1))
            self.assertTrue(out.startswith(f"bad: {file}: "), out)
            before = sorted(self.place.iterdir())
            if file != empty:
                self.refuse(["simulate", "--db", file], [file], (1,))
                self.assertEqual(sorted(self.place.iterdir()), before)
        self.refuse(["audit", self.journal, "--checkpoints", missing], [missing])
        self.refuse(["audit", self.journal, "--key", missing], [missing])
        self.refuse(["audit", self.journal, "--key", text], [text])
        self.refuse(["audit"], ["FILE"])

    def test_a_newer_journal_is_left_to_a_newer_program(self):
        self.change("PRAGMA user_version = 99")
        self.assertIn("newer", self.verdict()["what"])
        self.refuse(["simulate", "--db", self.journal], [self.journal, "newer"], (1,))


if __name__ == "__main__":
    main(SIZE)
