#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo export` and `sicbo history`: sums that agree, and bundles for disputes: export_test.py
PROGRAM."""
import base64
import copy as copies
import json
import shutil
from collections import Counter
from decimal import Decimal
from pathlib import Path

from journal import JournalTest, hash_of, run
from program import main


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
        written = (event["bytes"], event["previous_hash"], event["hash"])
        if chain.get(event["sequence"]) != written:
            return f"event {event['sequence']} is not the one of the chain"
    origin, size, signed = bundle["note"].splitlines()[:3]
    if (origin, int(size)) != (bundle["journal"], sequence - 1):
        return "the note is of another journal, or of another event"
    if base64.b64decode(signed) != last:
        return "the chain does not come to the hash that was signed"
    return ""


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
        words = {None: "", True: "yes", False: "no"}

        def text(value):
            if isinstance(value, list):
                return " ".join(map(str, value))
            return words[value] if value is None or isinstance(value, bool) else str(value)

        for what in ("rounds", "bets", "entries", "meters", "events", "incidents", "staff",
                     "amendments", "tickets"):
            output = json.loads(self.ask("export", self.journal, "--what", what,
                                         "--format", "json"))
            self.assertEqual([{name: text(value) for name, value in row.items()} for row in output],
                             self.rows(what))
            self.assertIsInstance(output[0]["table"], int)

    def test_tickets_are_those_of_the_events(self):
        issued, redeemed = {}, {}
        for event in self.rows("events"):
            fact = json.loads(event["json"])
            if event["what"] == "TicketIssued":
                issued[fact["number"]] = (fact["amount"], event["event"], event["at"])
            elif event["what"] == "TicketRedeemed":
                redeemed[fact["number"]] = (event["event"], "terminal" if fact["stay"] else "cage")
        tickets = self.rows("tickets")
        self.assertGreater(len(redeemed), 0)
        self.assertEqual({one["ticket"]: (one["amount"], one["issued_event"], one["issued_at"])
                          for one in tickets}, issued)
        self.assertEqual({one["ticket"]: (one["redeemed_event"], one["redeemed_where"])
                          for one in tickets if one["redeemed"] == "yes"}, redeemed)
        # Of a period: what was issued or redeemed in it.
        cut = sorted(one["issued_at"] for one in tickets)[len(tickets) // 2]
        later = self.rows("tickets", "--from", cut)
        self.assertEqual({one["ticket"] for one in later},
                         {one["ticket"] for one in tickets
                          if one["issued_at"] >= cut or one["redeemed_at"] >= cut})

    def test_what_a_meter_is_of_is_a_number_for_a_terminal(self):
        told = json.loads(self.ask("export", self.journal, "--what", "meters", "--format", "json"))
        for one in told:
            kind = int if one["meter"] == "terminal" else str
            self.assertIsInstance(one["of"], kind, one)

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
        lines = self.ask("history", self.journal, "--format", "text").splitlines()
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
        self.assertEqual(run("simulate", "--game", "rws-etg", "--seed", "5", "--rounds", "10",
                             "--db", other)[0], 0)
        self.change("DELETE FROM note")
        shutil.copy(f"{other}.notes", f"{self.journal}.notes")
        self.refuse(["history", self.journal, "--table", "1", "--round", "3"],
                    ["the notes belong to"],
                    (1,))

    def test_a_bundle_can_be_checked_by_anybody(self):
        bundle = self.place / "bundle.json"
        self.ask("history", self.journal, "--table", "1", "--round", "3", "--bundle", bundle)
        output = json.loads(bundle.read_text())
        self.assertEqual(wrong_with(output), "")
        # Whatever byte is changed, and whoever works the hashes out again: it does not come to what
        # was signed.
        self.assertGreater(len(output["chain"]), 5)
        for place, one in enumerate(output["chain"]):
            data = bytearray.fromhex(one["bytes"])
            for at in range(0, len(data), max(1, len(data) // 5)):
                forged = copies.deepcopy(output)
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
        forged = copies.deepcopy(output)
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


if __name__ == "__main__":
    main()
