#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A journal seen from outside: audited, exported, told as a page, copied, restored, and spoiled.

    python3 test/cli/journal_test.py PATH_TO_SICBO [what unittest takes]

The journal is played once by the program; what is said of it is held against its own parts, and
hashes and sums are worked out here anew, from docs/formats/journal.md and nothing else.
"""
import base64
import copy as copies
import csv
import hashlib
import io
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from decimal import Decimal
from pathlib import Path

SICBO = ""  # the program under test, from the command line


def run(*words, **more):
    done = subprocess.run([SICBO, *map(str, words)], capture_output=True, timeout=120, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def hash_of(sequence, before, data):
    return hashlib.sha256(b"sicbo-event-v1" + sequence.to_bytes(8, "little") + before +
                          data).digest()


def wrong_with(bundle):
    """What does not fit in a dispute bundle, or nothing; from docs/formats/journal.md alone."""
    last = bytes.fromhex(bundle["previous_hash"])
    sequence = bundle["events"][0]["sequence"]
    chain = {}
    for one in bundle["chain"]:
        if one["sequence"] != sequence:
            return f"event {sequence} is missing"
        before, last = last, hash_of(sequence, last, bytes.fromhex(one["bytes"]))
        chain[sequence] = (one["bytes"], before.hex(), last.hex())
        sequence += 1
    for event in bundle["events"]:
        told = (event["bytes"], event["previous_hash"], event["hash"])
        if chain.get(event["sequence"]) != told:
            return f"event {event['sequence']} is not the one of the chain"
    origin, size, signed = bundle["note"].splitlines()[:3]
    if (origin, int(size)) != (bundle["journal"], sequence - 1):
        return "the note is of another journal, or of another event"
    if base64.b64decode(signed) != last:
        return "the chain does not come to the hash that was signed"
    return ""


class JournalTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.played = Path(cls.folder.name) / "played" / "journal"
        cls.played.parent.mkdir()
        code, _, err = run("simulate", "--game", "rws-etg", "--seed", "5", "--rounds", "60",
                           "--db", cls.played)
        assert code == 0, err

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        """Every test has a copy of its own, and the notes and the key from elsewhere."""
        self.place = Path(tempfile.mkdtemp(dir=self.folder.name))
        self.journal = self.place / "journal"
        for file in self.played.parent.iterdir():
            shutil.copy(file, self.place)
        self.outside = ["--checkpoints", f"{self.played}.notes", "--key", f"{self.played}.key.pub"]

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
        told = json.loads(out)
        self.assertEqual(code, 0 if told["verdict"] == "intact" else 1)
        return told

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


class Audit(JournalTest):
    def test_what_was_registered_is_intact(self):
        told = self.verdict("--all-signed")
        self.assertEqual(told["verdict"], "intact")
        self.assertEqual(told["remarks"], [])
        self.assertGreaterEqual(told["rounds"], 60)
        text = self.ask("audit", self.journal, *self.outside)
        self.assertTrue(text.startswith("intact\n"))
        self.assertIn(told["hash"], text)

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
        told = self.verdict()
        self.assertEqual(told["verdict"], "bad")
        self.assertLess(told["sequence"], 400)

    def test_a_cut_journal_is_truncated(self):
        self.change("DELETE FROM record WHERE last > 400", "DELETE FROM note WHERE size > 400")
        for file in self.place.glob("journal.snapshot-*"):
            file.unlink()
        told = self.verdict()
        self.assertEqual(told["verdict"], "truncated")
        self.assertLessEqual(told["sequence"], 400)
        # Without the notes from outside it looks whole, and says what it was not held against.
        Path(f"{self.journal}.notes").unlink()
        code, out, _ = run("audit", self.journal, "--key", f"{self.played}.key.pub")
        self.assertEqual(code, 0)
        self.assertIn("no notes from outside were given", out)

    def test_another_key_is_not_the_one(self):
        other = self.place / "other"
        self.assertEqual(run("simulate", "--rounds", "1", "--db", other)[0], 0)
        self.outside[3] = f"{other}.key.pub"
        told = self.verdict()
        self.assertEqual(told["verdict"], "bad")
        self.assertIn("not signed with the key", told["what"])

    def test_a_journal_that_is_being_written_is_intact_so_far(self):
        live = self.place / "live"
        writer = subprocess.Popen([SICBO, "simulate", "--rounds", "100000", "--db", live],
                                  stdout=subprocess.DEVNULL)
        try:
            audits = 0
            while audits < 12:
                code, out, err = run("audit", live)
                if code == 2 or "this journal is empty" in out:  # not there yet
                    self.assertIsNone(writer.poll())
                    continue
                self.assertEqual(code, 0, out + err)
                audits += 1
            self.assertIsNone(writer.poll(), "the writer ended")
            for _ in range(4):  # nor is the writer disturbed by those who read
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
            for file in self.played.parent.iterdir():
                shutil.copy(file, self.place)

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
            told = self.verdict()
            self.assertEqual((told["verdict"], told["sequence"]), ("bad", 0), sql)
            self.assertIn(says, told["what"])
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
            told = self.verdict()
            self.assertEqual(told["verdict"], "bad")
            self.assertIn("the reports have", told["what"])

    def test_a_journal_in_a_place_without_a_pen_can_be_read(self):
        if os.geteuid() == 0:
            print("\nNOT TESTED, SKIPPED: cli/journal_test: a journal that can't be written to, as "
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


class Export(JournalTest):
    def test_rounds_bets_entries_and_meters_agree(self):
        rounds, bets, entries, meters = map(self.rows, ("rounds", "bets", "entries", "meters"))
        staked = Counter()
        back = Counter()
        for bet in bets:
            staked[bet["round"]] += Decimal(bet["stake"])
            back[bet["round"]] += Decimal(bet["back"])
        for one in rounds:
            if one["end"] == "none":
                continue
            self.assertEqual(Decimal(one["staked"]), staked[one["round"]], one)
            self.assertEqual(Decimal(one["back"]), back[one["round"]], one)
        moved = Counter()
        for entry in entries:
            amount = Decimal(entry["amount"])
            self.assertGreater(amount, 0)
            moved[entry["from"], entry["to"]] += amount
        terminals = [one for one in meters if one["meter"] == "terminal"]
        self.assertEqual(sum(Decimal(one["in"]) for one in terminals),
                         moved["cash", "credit"] + moved["tickets", "credit"])
        self.assertEqual(sum(Decimal(one["staked"]) for one in terminals),
                         moved["credit", "escrow"])

    def test_a_period_is_a_part_of_the_whole(self):
        rounds = self.rows("rounds")
        middle = rounds[len(rounds) // 2]["begun_at"]
        before = self.rows("rounds", "--to", middle)
        after = self.rows("rounds", "--from", middle)
        self.assertEqual(before + after, rounds)
        self.assertEqual(self.rows("rounds", "--table", "77"), [])

    def test_json_says_the_same(self):
        for what in ("rounds", "bets", "entries", "meters"):
            told = json.loads(self.ask("export", self.journal, "--what", what, "--format", "json"))
            self.assertEqual([{name: "" if value is None else str(value)
                               for name, value in row.items()} for row in told], self.rows(what))
            self.assertIsInstance(told[0]["table"], int)

    def test_wrong_use_is_refused(self):
        for words, says in [
                (["--what", "everything"], "everything"),
                (["--from", "yesterday"], "yesterday"),
                (["--from", "2026-02-30"], "2026-02-30"),
                (["--table", "-1"], "--table"),
                (["--from", "2026-01-05", "--to", "2026-01-05"], "period"),
                (["--format", "xml"], "xml"),
        ]:
            self.refuse(["export", self.journal, *words], [says])
        self.refuse(["export", self.place / "missing"], ["missing"])


class History(JournalTest):
    def test_the_newest_rounds_come_first(self):
        lines = self.ask("history", self.journal).splitlines()
        rounds = [int(line.split()[1]) for line in lines[1:51]]
        self.assertEqual(rounds, sorted(rounds, reverse=True))

    def test_a_page_tells_the_round(self):
        one = next(row for row in self.rows("rounds") if row["bets"] != "0")
        page = self.ask("history", self.journal, "--table", one["table"], "--round", one["round"])
        self.assertTrue(page.startswith(f"Round {one['round']} of table 1: settled on"), page[:80])
        for bet in self.rows("bets"):
            if bet["round"] == one["round"]:
                self.assertRegex(page, rf"{bet['spot']} +{bet['stake']} ")

    def test_nothing_that_lies_beside_the_journal_is_believed(self):
        one = next(row for row in self.rows("rounds") if row["bets"] != "0")
        place = ["--table", one["table"], "--round", one["round"]]
        asked = [["history", self.journal], ["history", self.journal, *place],
                 ["history", self.journal, *place, "--bundle", "-"],
                 *(["export", self.journal, "--what", what]
                   for what in ("rounds", "bets", "entries"))]
        truth = [self.ask(*words) for words in asked]
        self.edit_reports("UPDATE round SET roll = '6-6-6', end = 'void', first_sequence = 1",
                          "UPDATE bet SET stake = stake + 5000, back = back + 5000",
                          "UPDATE entry SET amount = amount + 5000")
        self.assertEqual([self.ask(*words) for words in asked], truth)
        for file in self.place.glob("journal.reports*"):
            file.unlink()
        self.assertEqual([self.ask(*words) for words in asked], truth)

    def test_who_reads_leaves_only_what_sqlite_leaves(self):
        for file in self.place.glob("journal.reports*"):
            file.unlink()
        before = {file.name for file in self.place.iterdir()}
        self.ask("history", self.journal)
        self.rows("bets")
        self.verdict()
        after = {file.name for file in self.place.iterdir()}
        self.assertLessEqual(after - before, {"journal-wal", "journal-shm"})

    def test_the_notes_beside_the_journal_are_witnesses_too(self):
        last = max(int(row["round"]) for row in self.rows("rounds"))
        page = ["history", self.journal, "--table", "1", "--round", last]
        self.assertIn("Signed for by", self.ask(*page))
        self.change("DELETE FROM note")
        self.assertIn("Signed for by", self.ask(*page))
        self.assertEqual(wrong_with(json.loads(self.ask(*page, "--bundle", "-"))), "")
        Path(f"{self.journal}.notes").unlink()
        self.assertIn("Not signed for yet", self.ask(*page))

    def test_a_note_that_does_not_fit_is_no_witness(self):
        other = self.place / "other"
        self.assertEqual(run("simulate", "--game", "rws-etg", "--seed", "5", "--rounds", "60",
                             "--db", other)[0], 0)
        self.change("DELETE FROM note")
        shutil.copy(f"{other}.notes", f"{self.journal}.notes")
        self.refuse(["history", self.journal, "--table", "1", "--round", "3"], ["the notes belong to"],
                    (1,))

    def test_a_bundle_can_be_checked_by_anybody(self):
        bundle = self.place / "bundle.json"
        self.ask("history", self.journal, "--table", "1", "--round", "3", "--bundle", bundle)
        told = json.loads(bundle.read_text())
        self.assertEqual(wrong_with(told), "")
        # Whatever byte is changed, and whoever works the hashes out anew: it does not come to what
        # was signed.
        self.assertGreater(len(told["chain"]), 5)
        for place, one in enumerate(told["chain"]):
            data = bytearray.fromhex(one["bytes"])
            for at in range(0, len(data), max(1, len(data) // 5)):
                forged = copies.deepcopy(told)
                changed = bytearray(data)
                changed[at] ^= 1
                forged["chain"][place]["bytes"] = changed.hex()
                last = bytes.fromhex(forged["previous_hash"])
                events = {event["sequence"]: event for event in forged["events"]}
                for link in forged["chain"]:
                    before, last = last, hash_of(link["sequence"], last,
                                                 bytes.fromhex(link["bytes"]))
                    event = events.get(link["sequence"], {})
                    event.update(bytes=link["bytes"], previous_hash=before.hex(), hash=last.hex())
                self.assertIn("that was signed", wrong_with(forged))
        forged = copies.deepcopy(told)
        del forged["chain"][3]
        self.assertNotEqual(wrong_with(forged), "")
        self.refuse(["history", self.journal, "--table", "1", "--round", "3", "--bundle",
                     self.place / "no" / "where"], ["where"])
        for there in (bundle, self.journal):
            before = there.read_bytes()
            self.refuse(["history", self.journal, "--table", "1", "--round", "3", "--bundle",
                         there], [there, "already"])
            self.assertEqual(there.read_bytes(), before)

    def test_what_is_not_there_is_refused(self):
        self.refuse(["history", self.journal, "--table", "1", "--round", "9999"], ["9999"])
        self.refuse(["history", self.journal, "--table", "9", "--round", "1"], ["9"])
        for number in ("-1", "0", "1.5", "abc", "99999999999999999999", ""):
            self.refuse(["history", self.journal, "--table", "1", "--round", number],
                        ["--round", "no whole number from 1"], (2,))
            self.refuse(["history", self.journal, "--table", number],
                        ["--table", "no whole number from 1 to 4294967295"], (2,))
            self.refuse(["export", self.journal, "--table", number],
                        ["--table", "no whole number from 1 to 4294967295"], (2,))
        self.refuse(["history", self.place / "missing"], ["missing"])


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
        other = self.place / "other"
        self.assertEqual(run("simulate", "--game", "rws-etg", "--rounds", "400", "--db",
                             other)[0], 0)
        snapshot = sorted(self.place.glob("other.snapshot-*"))[-1]
        copy = self.place / "copy"
        stale = Path(str(snapshot).replace("other", "copy"))
        shutil.copy(snapshot, stale)
        code, out, err = run("backup", self.journal, copy)
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
        with subprocess.Popen([SICBO, "simulate", "--rounds", "100000", "--db", live],
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
    if len(sys.argv) < 2:
        sys.exit("usage: journal_test.py PATH_TO_SICBO [what unittest takes]")
    SICBO = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
