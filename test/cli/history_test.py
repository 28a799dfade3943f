#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo history`, `export` and `verify` of rounds that people amended: history_test.py PROGRAM.

What is expected is worked out here from the events alone, which have their own tests."""
import base64
import csv
import io
import json
import re
from collections import Counter, defaultdict
from decimal import Decimal
from functools import cache
from pathlib import Path

from journal import JournalTest, folder_of_all, hash_of, run
from program import main


@cache
def played():
    """A journal with amendments of every kind, several of them of more than one round, and with
    incidents that were resolved."""
    for seed in range(7, 30):  # a new order changes what happens under a seed
        path = Path(folder_of_all().name) / f"amended-{seed}" / "journal"
        path.parent.mkdir()
        code, _, err = run("simulate", "--game", "rws-etg", "--seed", seed, "--rounds", "300",
                           "--db", path)
        assert code == 0, err
        _, text, _ = run("export", path, "--what", "amendments", "--format", "json")
        rows = json.loads(text)
        kinds = {one["outcome"] for one in rows}
        rounds = defaultdict(set)
        for one in rows:
            rounds[one["event"]].add(one["round"])
        several = any(len(rounds[one["event"]]) > 1 and Decimal(one["difference"]) for one in rows)
        _, text, _ = run("export", path, "--what", "incidents", "--format", "json")
        resolved = any(one["resolved"] is True and one["cause"] != "patron-dispute"
                       for one in json.loads(text))
        if len(kinds) == 3 and several and resolved and any(one["dice_read"] for one in rows):
            return path
    raise AssertionError("no seed leads to every kind of amendment")


@cache
def amendments():
    """For each round that was amended: a list of what each amendment says, in order."""
    _, text, _ = run("export", played(), "--what", "events", "--format", "json")
    people, first, rolls, read, back = {}, None, {}, {}, {}
    found, round_ = defaultdict(list), 0
    for event in json.loads(text):
        fact, what = json.loads(event["json"]), event["what"]
        order = (event["number"], event["request"])
        if what == "PersonAdded":
            people[fact["person"]] = fact["name"]
        elif what == "Authorised":
            first = (order, fact["first"]["number"], fact["first_role"])
        elif what == "RoundBegun":
            round_ = fact["round"]
        elif what == "ReadingTaken":
            read[round_] = fact["roll"]
        elif what == "RoundSettled":
            rolls[round_] = fact["roll"]
            back[round_] = sum(map(Decimal, fact["back"]))
        elif what == "RoundsAmended":
            assert first[0] == order
            post = lambda role: role.replace("-", " ")
            for one in fact["rounds"]:
                number, after = one["round"], sum(map(Decimal, one["back"]))
                found[number].append({
                    "event": event["event"], "reason": fact["reason"], "cause": fact["cause"],
                    "rounds": [each["round"] for each in fact["rounds"]],
                    "first": f"{people[first[1]]}, {post(first[2])}",
                    "second": f"{people[event['number']]}, {post(event['role'])}",
                    "outcome": "bets-returned" if one["stay"] else
                               "corrected" if one["roll"] else "void",
                    "read": read.get(number), "before": rolls[number],
                    "after": rolls[number] if one["stay"] else one["roll"],
                    "difference": after - back[number]})
                back[number] = after
                rolls[number] = found[number][-1]["after"]
    return dict(found)


class AmendedTest(JournalTest):
    play = staticmethod(played)

    def page(self, number, *words):
        return self.ask("history", self.journal, "--table", "1", "--round", number, *words)

    def bundle(self, number):
        return json.loads(self.page(number, "--bundle", "-"))


class Amended(AmendedTest):
    def test_the_journal_has_what_these_tests_need(self):
        all_ = [one for list_ in amendments().values() for one in list_]
        self.assertEqual({one["outcome"] for one in all_}, {"bets-returned", "corrected", "void"})
        self.assertTrue(any(len(one["rounds"]) > 1 and one["difference"] for one in all_))
        self.assertTrue(any(one["read"] for one in all_))

    def test_rounds_are_flagged_with_both_rolls_and_both_people(self):
        for row in self.rows("rounds"):
            made = amendments().get(int(row["round"]), [])
            self.assertEqual(row["amended"], "yes" if made else "no", row)
            if not made:
                continue
            self.assertEqual((row["dice_first"], row["dice"], row["dice_read"]),
                             (made[0]["before"], made[-1]["after"] or "", made[0]["read"] or ""))
            self.assertEqual(row["end"], "void" if made[-1]["after"] is None else "settled")
            for one in made:
                self.assertIn(f"{one['first']}, with {one['second']}", row["decided_by"])

    def test_each_order_is_split_by_round(self):
        rows = self.rows("amendments")
        moved = Counter()
        for row in rows:
            moved[int(row["event"]), int(row["round"])] += Decimal(row["difference"])
            self.assertEqual(Decimal(row["back_after"]) - Decimal(row["back_before"]),
                             Decimal(row["difference"]))
            one, = [each for each in amendments()[int(row["round"])]
                    if each["event"] == int(row["event"])]
            self.assertEqual([row[name] for name in ("outcome", "cause", "reason", "first",
                                                     "second", "dice_before", "dice_after")],
                             [one[name] or "" for name in ("outcome", "cause", "reason", "first",
                                                           "second", "before", "after")])
            self.assertEqual(row["dice_read"], one["read"] or "")
        self.assertEqual(moved, {(one["event"], number): one["difference"]
                                 for number, made in amendments().items() for one in made})
        # The books move what comes of all rounds of an order together; the export splits it.
        books = Counter()
        for entry in self.rows("entries"):
            if entry["what"] == "RoundsAmended":
                sign = 1 if entry["from"] == "house" else -1
                books[int(entry["event"]), int(entry["rounds"])] += sign * Decimal(entry["amount"])
        self.assertEqual({key: amount for key, amount in books.items() if amount},
                         {key: amount for key, amount in moved.items() if amount})

    def test_entries_are_of_the_round(self):
        of_round = Counter()
        for entry in self.rows("entries"):
            if entry["rounds"]:
                sign = 1 if entry["from"] == "house" else -1 if entry["to"] == "house" else 0
                of_round[int(entry["rounds"])] += sign * Decimal(entry["amount"])
        last = max(int(one["round"]) for one in self.rows("rounds"))
        for number in {near for one in amendments() for near in (one, min(one + 1, last))}:
            shown = Decimal(0)
            for entry in self.bundle(number)["entries"]:
                sign = (1 if entry["from"].startswith("house") else
                        -1 if entry["to"].startswith("house") else 0)
                shown += sign * Decimal(entry["amount"])
            self.assertEqual(shown, of_round[number], number)

    def test_pages_and_bundles_name_both_people_in_every_round(self):
        for number, made in amendments().items():
            page, bundle = self.page(number), self.bundle(number)
            title = page.splitlines()[0]
            state = f"settled on {made[-1]['after']}" if made[-1]["after"] else "void: "
            self.assertIn(f"Round {number} of table 1: {state}", title)
            self.assertIn(f"; amended (first settled on {made[0]['before']})", title)
            self.assertIs(bundle["amended"], True)
            self.assertEqual((bundle["dice_first"], bundle["dice"], bundle["dice_read"]),
                             (made[0]["before"], made[-1]["after"], made[0]["read"]))
            self.assertEqual(len(bundle["amendments"]), len(made))
            for one, shown in zip(made, bundle["amendments"]):
                self.assertIn(f"(event {one['event']}) by {one['first']}, with {one['second']}: ",
                              page)
                self.assertEqual((shown["event"], shown["reason"], shown["rounds"]),
                                 (one["event"], one["reason"], one["rounds"]))
                names = [f"{shown[who]['name']}, {shown[who]['role'].replace('-', ' ')}"
                         for who in ("first", "second")]
                self.assertEqual(names, [one["first"], one["second"]])
                self.assertEqual(sum(Decimal(each["difference"]) for each in shown["players"]),
                                 one["difference"])
                part = sum((1 if entry["from"].startswith("house") else -1) *
                           Decimal(entry["amount"])
                           for entry in bundle["entries"] if entry["event"] == one["event"])
                self.assertEqual(part, one["difference"], (number, one))
                event, = [each for each in bundle["events"] if each["sequence"] == one["event"]]
                self.assertEqual(event["by"], f"{one['first']}, with {one['second']}")

    def test_pages_have_names_and_posts_in_place_of_numbers(self):
        decided = [one["round"] for one in self.rows("rounds") if one["decided_by"]]
        lines = [line for number in decided for line in self.page(number).splitlines()]
        self.assertNotIn('"kind"', "".join(lines))
        authorised = [line for line in lines if "  authorised  " in line]
        self.assertGreater(len(authorised), 0)
        for line in authorised:
            self.assertRegex(
                line, r", first \w+, (dealer|supervisor|pit manager|shift manager|cashier),")

    def test_nothing_is_cut_in_a_pipe(self):
        for number in amendments():
            page = self.page(number)
            self.assertNotIn("...", page)
            for event in self.bundle(number)["events"]:
                if event["event"] == "RoundBegun":
                    self.assertIn(event["fact"]["rules"], page)


class Lists(AmendedTest):
    def history(self, *words):
        return list(csv.DictReader(io.StringIO(self.ask("history", self.journal, *words))))

    def test_a_list_is_the_end_of_an_export(self):
        self.assertEqual(self.history(), self.rows("rounds")[:-51:-1])
        self.assertEqual(self.history("--table", "2"), [])

    def test_filters_choose_rounds(self):
        rounds, bets = self.rows("rounds"), self.rows("bets")
        newest_first = lambda chosen: [row for row in rounds[::-1] if chosen(row)]
        number = lambda row: int(row["round"])
        self.assertEqual(self.history("--rounds", "7-90"),
                         newest_first(lambda row: 7 <= number(row) <= 90))
        self.assertEqual(self.history("--rounds", "7"), newest_first(lambda row: number(row) == 7))
        start, end = rounds[40]["begun_at"], rounds[140]["begun_at"]
        self.assertEqual(self.history("--from", start, "--to", end),
                         newest_first(lambda row: start <= row["begun_at"] < end))
        for option, name in (("--terminal", "terminal"), ("--stay", "stay")):
            of = Counter(bet[name] for bet in bets).most_common(1)[0][0]
            having = {bet["round"] for bet in bets if bet[name] == of}
            self.assertEqual(self.history(option, of),
                             newest_first(lambda row: row["round"] in having))

    def test_json_has_numbers_and_booleans(self):
        output = json.loads(self.ask("history", self.journal, "--format", "json"))
        for row, text in zip(output, self.history()):
            self.assertIs(row["amended"], text["amended"] == "yes")
            self.assertIs(row["manual"], text["manual"] == "yes")
            for name in ("table", "round", "bets", "first_event", "last_event"):
                self.assertEqual(row[name], int(text[name]))
        for what in ("incidents", "staff", "amendments"):
            output = json.loads(self.ask("export", self.journal, "--what", what,
                                         "--format", "json"))
            self.assertEqual(len(output), len(self.rows(what)))
            self.assertIsInstance(output[0]["table"], int)
        bet = next(bet for number in range(1, 20) for bet in self.bundle(number)["bets"])
        self.assertIsInstance(bet["stay"], int)
        self.assertIsInstance(bet["terminal"], int)

    def test_what_does_not_go_together_is_refused(self):
        for words, says in [
                (["--rounds", "x"], "--rounds"), (["--rounds", "9-3"], "--rounds"),
                (["--rounds", "0"], "--rounds"), (["--from", "yesterday"], "yesterday"),
                (["--from", "2026-01-06", "--to", "2026-01-05"], "period"),
                (["--terminal", "0"], "--terminal"), (["--format", "xml"], "xml"),
                (["--table", "1", "--round", "1", "--rounds", "1-2"], "--round"),
                (["--table", "1", "--round", "1", "--bundle", "-", "--format", "csv"], "--bundle"),
        ]:
            self.refuse(["history", self.journal, *words], [says], (2,))


class People(AmendedTest):
    def events(self, *names):
        output = json.loads(self.ask("export", self.journal, "--what", "events",
                                     "--format", "json"))
        return [(event, json.loads(event["json"])) for event in output if event["what"] in names]

    def test_incidents_are_raised_and_resolved(self):
        rows = {int(row["incident"]): row for row in self.rows("incidents")}
        raised, resolved = {}, {}
        for event, fact in self.events("IncidentRaised", "PatronDisputeOpened", "CashAlertRaised"):
            cause, note = {
                "IncidentRaised": lambda: (fact["cause"], fact["note"]),
                "PatronDisputeOpened": lambda: ("patron-dispute", fact["statement"]),
                "CashAlertRaised": lambda: ("cash-alert", rows[fact["incident"]]["note"]),
            }[event["what"]]()
            raised[fact["incident"]] = (event, cause, note)
        for event, fact in self.events("IncidentResolved", "PatronDisputeClosed"):
            resolved[fact["incident"]] = (event, fact.get("note", fact.get("resolution")))
        whats = {event["what"] for event, *_ in (*raised.values(), *resolved.values())}
        self.assertLessEqual({"IncidentRaised", "IncidentResolved"}, whats)
        self.assertEqual(set(rows), set(raised))
        for number, (event, cause, note) in raised.items():
            row = rows[number]
            self.assertEqual((row["cause"], row["note"], row["raised_event"], row["raised_at"]),
                             (cause, note, str(event["event"]), event["at"]))
            first, *second = row["raised_by"].split(", with ")  # of an order that takes two people
            people = [one for one in (event["first_name"], event["name"]) if one]
            self.assertEqual([one.split(", ")[0] for one in (first, *second)], people)
            self.assertEqual(row["resolved"], "yes" if number in resolved else "no")
            if number in resolved:
                event, note = resolved[number]
                self.assertEqual((row["resolved_at"], row["resolution"], row["resolved_event"]),
                                 (event["at"], note, str(event["event"])))

    def test_staff_log_on_and_off(self):
        on, rows = {}, []
        for event, fact in self.events("LoggedOn", "LoggedOff", "PersonDisabled"):
            if event["what"] == "LoggedOn":
                on[event["table"], event["number"]] = len(rows)
                rows.append([str(event["number"]), event["name"], event["role"], event["at"], ""])
                continue
            ends = [(event["table"], event["number"])]
            if event["what"] == "PersonDisabled":
                ends = [one for one in on if one[1] == fact["person"]]
            for one in ends:
                if one in on:
                    rows[on.pop(one)][4] = event["at"]
        columns = ("person", "name", "role", "on_at", "off_at")
        self.assertEqual([[row[name] for name in columns] for row in self.rows("staff")], rows)
        # A log-on belongs to every period that it reaches into.
        middle = self.rows("rounds")[150]["begun_at"]
        later = [row for row in rows if not row[4] or row[4] >= middle]
        self.assertEqual(sorted([row[name] for name in columns]
                                for row in self.rows("staff", "--from", middle)), sorted(later))


class Verify(AmendedTest):
    def verify(self, bundle, *words):
        path = self.place / "bundle.json"
        path.write_text(json.dumps(bundle))
        code, out, err = run("verify", path, *words)
        self.assertEqual(err, "")
        return code, out

    def key(self):
        return ["--journal-key", f"{self.played}.key.pub"]

    def test_says_what_was_read_and_paid_and_why(self):
        became = {"corrected": "settled on {after} instead of {before}",
                  "void": "void instead of settled on {before}", "bets-returned": "returned"}
        for number, made in amendments().items():
            bundle = self.bundle(number)
            _, out = self.verify(bundle, *self.key())
            self.assertIn("the names of people are the bundle's own", out)
            self.assertRegex(out, r"by [\w -]+ \(person \d+\), ")
            out = re.sub(r" \(person \d+\)", "", out)
            if made[0]["read"]:
                self.assertIn(f"the tumbler read {made[0]['read']}\n", out)
            staked = sum(Decimal(bet["stake"]) for bet in bundle["bets"])
            paid = sum(Decimal(bet["got back"]) for bet in bundle["bets"])
            first = paid - sum(one["difference"] for one in made)
            money = lambda amount: f"{Decimal(amount):.2f}"
            self.assertRegex(out, rf"  settled on {made[0]['before']}(, which people entered)?: "
                                  rf"{money(first)} paid on stakes of {money(staked)}\n")
            for one in made:
                self.assertIn(became[one["outcome"]].format(**one), out)
                self.assertIn(f"; {one['cause']}: {one['reason']}\n", out)
                self.assertIn(f"by {one['first']}, with {one['second']}: ", out)
            self.assertIn(f"  in the end {money(paid)} paid on stakes of {money(staked)}\n", out)

    def test_a_bundle_without_proof_is_not_verified(self):
        number = next(number for number, made in amendments().items() if not made[0]["read"])
        code, out = self.verify(self.bundle(number), *self.key())
        self.assertEqual(code, 1)
        self.assertIn("there is no proof of the dice", out)
        self.assertEqual((out.count("  holds "), out.count("FAILS")), (4, 0), out)

    def test_chain_and_note_are_checked(self):
        number = next(iter(amendments()))
        good = self.bundle(number)
        _, out = self.verify(good)
        self.assertIn("nothing the note was signed", out)
        _, out = self.verify(good, *self.key())
        self.assertNotIn("FAILS", out)

        def forged(change, claim):
            bundle = json.loads(json.dumps(good))
            change(bundle)
            code, out = self.verify(bundle, *self.key())
            self.assertEqual(code, 1)
            self.assertRegex(out, f"FAILS +{claim}")

        def change_byte(bundle):
            """Whoever changes an event works all hashes after it out again."""
            data = bytearray.fromhex(bundle["chain"][-1]["bytes"])
            data[-1] ^= 1
            bundle["chain"][-1]["bytes"] = data.hex()

        forged(change_byte, "(the note signs|the events follow)")
        forged(lambda bundle: bundle["chain"].pop(3), "the events follow from each other")
        forged(lambda bundle: bundle["chain"].pop(), "the note signs for this chain")
        forged(lambda bundle: bundle["events"].pop(), "the round's events")
        forged(lambda bundle: bundle["events"][0].update(hash="0" * 64), "the round's events")
        forged(lambda bundle: bundle.update(journal="sicbo-0000000000000000"), "the note signs")

        def sign_otherwise(bundle):
            head, last = bundle["note"].rstrip("\n").rsplit(" ", 1)
            data = bytearray(base64.b64decode(last))
            data[20] ^= 1
            bundle["note"] = f"{head} {base64.b64encode(data).decode()}\n"

        forged(sign_otherwise, "the note was signed with the key")

        def rewrite(bundle):
            """A whole chain that fits, and a note that says so, without the key."""
            change_byte(bundle)
            last = bytes.fromhex(bundle["previous_hash"])
            for link in bundle["chain"]:
                last = hash_of(link["sequence"], last, bytes.fromhex(link["bytes"]))
            lines = bundle["note"].split("\n")
            lines[2] = base64.b64encode(last).decode()
            bundle["note"] = "\n".join(lines)

        forged(rewrite, "(the note was signed with the key|the events follow)")

    def test_what_is_no_bundle_is_refused(self):
        path = self.place / "bundle.json"
        good = self.bundle(1)
        for name in ("journal", "table", "round", "chain", "note", "previous_hash", "events"):
            path.write_text(json.dumps({key: good[key] for key in good if key != name}))
            self.refuse(["verify", path], [path, name], (2,))
        path.write_text(json.dumps(good))
        self.refuse(["verify", path, "--journal-key", self.place / "missing"], ["missing"], (2,))


if __name__ == "__main__":
    main()
