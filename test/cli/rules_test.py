#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo rules`: the rule sets as shipped, and what is refused in one: rules_test.py PROGRAM."""
import json

from program import (GAMES, LAYOUTS, RULESETS, TOTAL_10, CliTest, edited, line_of, main, raised,
                     ruleset, table)


class Rules(CliTest):
    def test_the_list_has_every_layout(self):
        rows = table(self.ask("rules", "list"))
        found = {row["layout"]: (row["game"], int(row["spots"])) for row in rows}
        self.assertEqual(found, LAYOUTS)
        listed = json.loads(self.ask("rules", "list", "--format", "json"))
        found = {each["layout"]: (each["game"], each["spots"]) for each in listed}
        self.assertEqual(found, LAYOUTS)

    def test_a_layout_is_shown_spot_by_spot(self):
        for layout, text in self.ask_each_layout("rules", "show"):
            self.assertEqual(len({row["spot"] for row in table(text)}), LAYOUTS[layout][1])
        small = table(self.ask("rules", "show", "maryland"))[0]
        self.assertEqual(small, {"spot": "small", "kind": "small", "name": "Small Bet",
                                 "name_zh": "小", "odds": "1", "edge_in_216": "6",
                                 "clauses": "3.A(6), 6.A(19)"})

    def test_a_layout_is_shown_with_its_game_as_json(self):
        shown = json.loads(self.ask("rules", "show", "mbs-rapid", "--format", "json"))
        self.assertEqual((shown["game"]["id"], shown["layout"]["id"]), ("mbs-etg", "mbs-rapid"))
        self.assertEqual(sum(len(row["spots"]) for row in shown["layout"]["pay"]), 104)
        edges = {type(row["edge_in_216"]) for row in shown["layout"]["pay"]}
        self.assertLessEqual(edges, {int, float})

    def test_a_layout_is_shown_for_people_to_read(self):
        text = self.ask("rules", "show", "maryland", "--format", "text")
        for part in ("maryland", "50 spots", "Floorperson", "No more bets", "6.A(21)(c)", "M12"):
            self.assertIn(part, text)

    def test_the_program_carries_the_rule_sets_as_shipped_and_finds_them_fine(self):
        for layout, text in self.ask_each_layout("rules", "show", then=["--format", "toml"]):
            self.assertEqual(text, ruleset(LAYOUTS[layout][0]))
        for game in GAMES:
            self.assertIn("standard input: fine", self.ask("rules", "check", "-",
                                                           given=ruleset(game)))

    def test_the_rule_set_files_are_fine(self):
        for game in GAMES:
            path = str(RULESETS / f"{game}.toml")
            answer = self.ask("rules", "check", path)
            self.assertTrue(answer.startswith(f"{path}: fine\n"))
            self.assertNotIn("note", answer)
            for layout, (owner, spots) in LAYOUTS.items():
                self.assertEqual(f"  {layout}: {spots} spots\n" in answer, owner == game)

    def test_maryland_may_pay_more_and_an_inspector_is_told(self):
        answer = self.ask("rules", "check", "-", given=raised("6.5"))
        self.assertIn("standard input: fine\n", answer)
        notes = [line for line in answer.splitlines() if "note:" in line]
        self.assertEqual(len(notes), 1)
        for part in ("total-10", "6.5", "13.5 in 216"):
            self.assertIn(part, notes[0])

    def test_a_switch_is_noted_together_with_the_spots_it_changes(self):
        text = edited(ruleset("maryland"), 'value = "two-or-three"', 'value = "exactly-two"')
        notes = self.ask("rules", "check", "-", given=text).splitlines()[2:]
        self.assertIn("double-on-triple is exactly-two", notes[0])
        self.assertEqual([note.split(" pays ")[0] for note in notes[1:]],
                         [f"  note: maryland: double-{face}" for face in range(1, 7)])

    def test_there_are_256_clauses_in_all(self):
        rows = table(self.ask("rules", "clauses"))
        self.assertEqual(len(rows), 256)
        self.assertEqual(len({(row["game"], row["clause"]) for row in rows}), 256)
        self.assertEqual(rows, table((RULESETS / "clauses.csv").read_text(encoding="utf-8")))
        self.assertEqual(len(json.loads(self.ask("rules", "clauses", "--format", "json"))), 256)

    def test_the_clauses_of_one_game_can_be_listed(self):
        for game, count in {"rws-etg": 53, "rws-taisai": 54, "maryland": 75, "mbs-etg": 66}.items():
            rows = table(self.ask("rules", "clauses", game))
            self.assertEqual((len(rows), {row["game"] for row in rows}), (count, {game}))
        self.refuse("rules", "clauses", "macau", says=['"macau"'])

    # What is wrong: the game, the edit that makes it so, text that stands in the edited file on the
    # line to be named, and what the complaint must say.
    TRIPLES = '"triple-4", "triple-5", "triple-6"]\nodds'
    PAY_10 = '[[layout.pay]]\nkind = "total"\nname = "Total Value Bet of 10"'
    REFUSED_EDITS = [
        ("maryland", "dice = 3\n", "dice = 3\ndiec = 3\n", "diec = 3", '"diec"'),
        ("maryland", TRIPLES, TRIPLES.replace("-6", "-5"), 'spots = ["triple-1"', '"triple-5"'),
        ("maryland", TRIPLES, TRIPLES.replace("-6", "-7"), 'spots = ["triple-1"', '"triple-7"'),
        ("maryland", TOTAL_10, TOTAL_10.replace("6", "8.3"), 'odds = "8.3"', '"8.3"'),
        ("maryland", TOTAL_10, TOTAL_10.replace("6", "0"), 'odds = "0"', '"0"'),
        ("maryland", TOTAL_10, TOTAL_10.replace('"6"', "8.5"), "odds = 8.5", "quotes"),
        ("maryland", TOTAL_10, TOTAL_10.replace("6", "-6"), 'odds = "-6"', '"-6"'),
        ("maryland", TOTAL_10, TOTAL_10.replace("6", "5.5"), 'odds = "5.5"',
         "less than the least of 6"),
        ("maryland", '"1", "2", "3"]', '"1", "2", "2.5"]',
         'odds = ["1", "2", "2.5"]', "less than the least of 1, 2, 3"),
        ("maryland", TOTAL_10 + '\nedge = "27"', TOTAL_10 + '\nedge = "28"',
         'odds = "6"\nedge = "28"', "28 in 216"),
        ("maryland", TOTAL_10 + '\nedge = "27"\n', TOTAL_10 + "\n", PAY_10, '"edge"'),
        ("maryland", 'edition = "undated"\n', "", "[document]", '"edition"'),
        ("maryland", "lights = true", 'lights = "yes"', 'lights = "yes"', "true or false"),
        ("maryland", "[document]\n", "[document\n", "[document\n", "']'"),
        ("maryland", '[["small"]]', '[["big"]]', 'spots = [["big"]]\n\n[[layout.felt.group]]\n'
         'name = "totals"', '"big" is drawn twice'),
        ("maryland", '[["small"]]', '[[""]]', "[layout.felt]", '"small" is offered but not drawn'),
        ("maryland", 'value = "two-or-three"', 'value = "maybe"', 'value = "maybe"', '"maybe"'),
        ("maryland", 'step = "uncover"', 'step = "close"',
         'step = "close"\nby = "dealer"\nclauses = ["5.D"]', "stands twice"),
        ("rws-etg", 'odds = "180"', 'odds = "181"', 'odds = "181"', "180"),
        # A switch chooses among the readings of the document. It does not set the odds free.
        ("rws-taisai", 'odds_switch = "double-odds"', 'odds = "12"',
         'odds = "12"\nedge = "24"', "double-1 pays 12"),
    ]

    def test_a_rule_set_with_an_error_is_refused_at_its_line(self):
        cases = []
        for game, old, new, at, says in self.REFUSED_EDITS:
            text = edited(ruleset(game), old, new)
            path = self.file(f"{len(cases)}.toml", text)
            cases.append((["rules", "check", path], "", [f"{path}:{line_of(text, at)}: ", says]))
        self.refuse_all(cases, codes=(1,))

    def steps_swapped(self, first, second):
        """Maryland with two neighbouring steps the wrong way round."""
        text = ruleset("maryland")
        parts = text.split("[[procedure.step]]\n")
        i = next(i for i, part in enumerate(parts) if part.startswith(f'step = "{first}"'))
        self.assertTrue(parts[i + 1].startswith(f'step = "{second}"'))
        parts[i], parts[i + 1] = parts[i + 1], parts[i]
        return "[[procedure.step]]\n".join(parts)

    def test_dice_are_not_seen_while_bets_are_open(self):
        text = self.steps_swapped("close", "uncover")
        line = line_of(text, '[[procedure.step]]\nstep = "open"')  # the first of the steps
        self.refuse("rules", "check", "-", given=text, codes=(1,), says=[
            f"standard input:{line}: ", '"close" must come before "uncover"'])

    def test_the_steps_keep_the_order_of_the_document(self):
        self.refuse("rules", "check", "-", given=self.steps_swapped("mix", "close"), codes=(1,),
                    says=["standard input", "procedure"])

    def test_a_switch_that_the_document_does_not_need_changes_none_of_its_odds(self):
        switch = ('[[interpretation]]\nid = "X1"\nabout = "a"\nreading = "b"\nwhy = "c"\n'
                  'switch = "{}"\nvalue = "{}"\noptions = {}\n\n')
        text = ruleset("rws-etg")
        at = text.index("[[interpretation]]")
        double_odds = switch.format("double-odds", "10", '["11", "10", "11.5"]')
        on_triple = switch.format("double-on-triple", "exactly-two",
                                  '["two-or-three", "exactly-two"]')
        cheap = text.replace('odds = "11.5"', 'odds = "1"')
        self.assertNotEqual(cheap, text)
        self.refuse_all([(["rules", "check", "-"], given, ["standard input"]) for given in (
            cheap[:at] + double_odds + cheap[at:],
            text[:at] + on_triple + text[at:],
        )], codes=(1,))

    def test_what_is_not_text_or_far_too_deep_is_no_rule_set(self):
        cases = [b"", b"id = \"\xff\"\n", b"id = \"\0\"\n", b"x = " + b"[" * 100000]
        self.refuse_all([(["rules", "check", "-"], given, ["standard input:1: "])
                         for given in cases], codes=(1,))

    def test_a_bad_rule_set_gives_no_odds_and_settles_nothing(self):
        path = self.file("low.toml", raised("5"))
        bets = "player,spot,stake\nA,small,5\n"
        self.refuse_all([
            (["odds", "maryland", "--rules", path], "", [path, "least of 6"]),
            (["par", "maryland", "--rules", path], "", [path, "least of 6"]),
            (["settle", "maryland", "--dice", "1,2,4", "--rules", path], bets, [path]),
        ])


if __name__ == "__main__":
    main()
