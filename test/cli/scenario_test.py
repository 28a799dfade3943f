#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo scenario`: what is played, filled in and refused: scenario_test.py PROGRAM."""
from program import CliTest, edited, main, run


# A scenario that passes. Lines are named by number below, so add none above them.
SCENARIO = """# Big pays even money.
game rws-etg
terminal T1 on rws-etg-1 with 100.00

 0s  open betting         betting opened
 5s  T1 bets 10 on big    bet placed: 10.00 on big
20s  close betting
21s  T1 bets 10 on small  refused: betting_closed
     roll 6 5 4           round settled: 6-5-4, T1 paid 20.00
     T1 has 110.00
     house has -10.00
"""
# The same round in small steps, with all ways to write what is expected.
STEPS = """game rws-etg
terminal T1 on rws-etg-1 with 100.00
open betting  # bets are open
T1 bets 10 on big -> bet placed
close betting
start tumbler
count 3              mixed
uncover              only uncovered: flat
key 6 5 4            keyed
enter                result entered; round settled
resend               nothing new
T1 has 110.00
report not-covered "two  spaces, a -> and a # in quotes"  incident 1
"""


class Scenarios(CliTest):
    FINE = (r"{}: fine \(5 commands, 1 rounds, 2 statements hold, \d+ events, "
            r"hash [0-9a-f]{{16}}\)\n")

    def play(self, text, *words):
        return run("scenario", *words, "-", given=text)

    def test_what_is_as_expected_is_fine(self):
        path = self.file("round.txt", SCENARIO)
        self.assertRegex(self.ask("scenario", path), self.FINE.format(path))

    def test_a_scenario_may_come_from_standard_input(self):
        fine = self.ask("scenario", "-", given=SCENARIO)
        self.assertRegex(fine, self.FINE.format("standard input"))
        path = self.file("round.txt", SCENARIO)
        self.assertEqual(fine.split(": ", 1)[1], self.ask("scenario", path).split(": ", 1)[1])

    def test_the_first_line_that_differs_is_named_and_the_answer_is_no(self):
        for old, new, line, expected, got in [
            ("T1 has 110.00", "T1 has 110.01", 10, "T1 has 110.01", "it is 110.00"),
            ("betting_closed", "betting_not_open", 8, "refused: betting_not_open",
             "refused: betting_closed (3.5); late attempt recorded"),
            ("  refused: betting_closed", "", 8, "not to be refused", "refused: betting_closed"),
            ("bet placed: 10.00", "bet placed: 10.0", 6, "bet placed: 10.0 on big",
             "bet placed: 10.00 on big"),
            ("bet placed: 10.00", "only late attempt recorded; bet placed: 10.00", 6,
             "only late attempt recorded; bet placed", "bet placed: 10.00 on big"),
            ("opened\n", "opened; bet placed\n", 5, "betting opened; bet placed", "round begun: 1"),
        ]:
            with self.subTest(new):
                # What comes after it is not looked at: the last line would differ too.
                text = edited(edited(SCENARIO, old, new), "house has -10.00", "house has 10.00")
                answer = self.play(text)
                first, second = answer.out.splitlines()
                self.assertEqual((answer.code, answer.err), (1, ""))
                place = f"standard input:{line}: "
                self.assertTrue(first.startswith(f"{place}expected {expected}"), first)
                self.assertTrue(second.startswith(f"{place}but got  {got}"), second)

    def test_a_difference_ends_its_own_file_and_the_next_is_played(self):
        wrong = self.file("wrong.txt", edited(SCENARIO, "T1 has 110.00", "T1 has 100.00"))
        right = self.file("right.txt", SCENARIO)
        answer = run("scenario", wrong, right)
        self.assertEqual(answer.code, 1)
        self.assertIn(f"{wrong}:10: expected T1 has 100.00\n", answer.out)
        self.assertRegex(answer.out, self.FINE.format(right))
        self.assertTrue(answer.out.endswith("1 of 2 scenarios fine\n"))

    def test_what_cannot_be_understood_is_refused_at_its_line(self):
        cases = []
        for old, new, line, says in [
            ("close betting", "close shop", 7, '"close shop"'),
            ("T1 bets 10 on big ", "T9 bets 10 on big ", 6, '"T9" is no name'),
            ("T1 bets 10 on big ", "T1 bets ten on big ", 6, "ten"),
            ("20s", " 4s", 7, "backwards"),
            ("rws-etg\n", "macau\n", 2, "maryland"),
            ("rws-etg-1", "rws-etg-9", 3, "rws-etg-3"),
            ("with 100.00", "with 100.00 cash", 3, "nothing more"),
            ("game rws-etg\n", "", 2, "game"),
            ("roll 6 5 4", "roll 6 5 7", 9, "roll 6 5 7"),
            ("T1 has 110.00", "timer 20s", 10, "timer"),  # too late for the setup
        ]:
            path = self.file(f"{len(cases)}.txt", edited(SCENARIO, old, new))
            cases.append((["scenario", path], "", [f"{path}:{line}: ", says]))
        self.refuse_all(cases)
        self.refuse_all([(["scenario", "-"], given, ["standard input:1: "])
                         for given in ("", "# nothing\n", b"game rws-etg\xff\n", "nonsense\n")])

    BEGIN = "game rws-etg\nterminal T1 on rws-etg-1 with 100.00\nopen betting\n"

    def test_what_is_wrong_with_a_line_is_said(self):
        self.refuse_all([(["scenario", "-"], self.BEGIN + line + "\n",
                          ["standard input:4: ", *says])
                         for line, *says in [
            ("roll 1 2 7", "three dice from 1 to 6", 'not "1 2 7"'),
            ("open bettings", "betting, table, shift, inventory or dispute",
             'did you mean "betting"?'),
            ("report fire", "short-mix", "not-covered", 'not "fire"'),
            ("report broke", 'did you mean "broken"?'),
            ("cloze betting", '"cloze" is no name or verb', 'did you mean "close"?'),
            ("T1 beets 10 on big", '"beets" is no verb', 'did you mean "bets"?'),
            ("T1 bets on big", "an amount", 'not "on big"'),
            ("T1 bets 10 on bigg", "a spot", 'did you mean "big"?'),
            ("T1 bets 10.005 on big", "up to two decimals", '"10.005 on big"'),
            ("T1 bets 99999999999999 on big", "up to 10000000000000.00"),
            ("T1 bets 10 on big fro T1", 'did you mean "for"?'),
            ("T1", "a verb"),
            ("bets 10 on big", "say who"),
            ("5s", "a time alone"),
            ("roll", "three dice", "the line ends"),
            ("open betting now", "nothing more", '"now"'),
            ("T1 walks away", "player at the felt"),
            ("dealer goes offline", "terminal"),
            ("terminal T9 bets 10 on big", "name of a terminal", '"T9'),
            ("authorise bob", "name of a person", '"bob"'),
            ("max as boss opens table", '"max" is no name'),
            ("dealer as boss opens table", "auditor or administrator"),
            ("supervisor sets maximum ten", '"ten"'),
            ("tumble 9999999999 times", "up to 4294967295"),
            ("void rounds 4 to 2 for broken", "backwards"),
        ]])

    def test_a_long_line_is_not_told_whole(self):
        for line in ["\u00f6" * 5000, "open " + "\u00f6" * 5000,
                     "T1 bets 10 on " + "\u00f6" * 5000]:
            answer = self.play(self.BEGIN + line + "\n")
            self.assert_refused(answer, ["\u00f6\u2026"], [2])
            self.assertLess(len(answer.err), 500)
        answer = self.play(self.BEGIN + "wait  " + "\u00f6" * 5000 + "\n")
        self.assertEqual(answer.code, 1)
        self.assertLess(len(answer.out), 1000)

    def test_what_is_said_of_what_is_not_there_is_a_difference(self):
        for line, got in [
            ("round 7 is void", "there is no round 7"),
            ("round 7 is in play", "there is no round 7"),
            ("round 0 shows 1 2 3", "there is no round 0"),
            ("round 7 shows nothing", "there is no round 7"),
            ("round 7 was read", "there is no round 7"),
            ('round 7 was played by rws-etg "Version 8"', "there is no round 7"),
            ("T9 has 10.00", 'there is no "T9"'),
            ("T9 has 10.00 on big", 'there is no "T9"'),
            ("terminal T9 is locked", 'there is no "T9"'),
            ("bob owes 5.00", 'there is no "bob"'),
            ("bob is logged on", 'there is no "bob"'),
            ("dealer has 10.00", 'nothing of that kind is known of "dealer"'),
        ]:
            answer = self.play(self.BEGIN + line + "\n")
            self.assertEqual((answer.code, answer.err), (1, ""), line)
            self.assertIn(f"standard input:4: but got  {got}\n", answer.out)

    def test_a_statement_that_expects_something_says_that_nothing_comes(self):
        answer = self.play(self.BEGIN + "T1 has 100.00  bet placed\n")
        self.assertEqual(answer.code, 1)
        self.assertIn("but got  nothing, since it is a statement", answer.out)
        # What falls due on the way may be expected beside one.
        self.ask("scenario", "-", given=self.BEGIN.replace("open", "timer 20s\nopen") +
                 "20s  T1 has 100.00  betting closed\n")

    def test_the_setup_is_refused_at_its_own_line(self):
        cases = []
        for text, line, *says in [
            ("terminal T1 on rws-etg-1\ncurrency eur\ntimer 5s", 3, "three capital letters"),
            ("minimum 10\nmaximum 5\nchip 1", 3, "maximum is below"),
            ("player ann with 5\ntimer 5s", 2, "not_a_felt_game"),
            ("switch mix-order sometimes\ntimer 5s", 2, '"sometimes"'),
            ("timer 5s\nperson max boss", 3, "dealer, supervisor, pit-manager, shift-manager, "
             'cashier, technician, auditor or administrator, not "boss"'),
            ("person max player", 2, 'not "player"'),
            ("terminal T1 on rws-etg-1  with 100", 2, '"with 100"'),
            ("terminal T1 rws-etg-1", 2, "expected on"),
            ("rounds kept 4294967296", 2, "4294967295"),
            ("game rws-etg", 2, "the game is rws-etg already"),
            ("game maryland", 2, "the game is rws-etg already"),
            ("covers rws-etg 3.5, rws-etg 99.1", 2, "Electronic Table Game", 'no clause "99.1"'),
            ("covers rws-etg", 2, 'no clause ""'),
            ("covers maryland 5.A", 2, "its own game"),
            ("covers", 2, "expected rws-etg"),
        ]:
            # With something to play, and without.
            for rest in ["", "\nopen betting\n"]:
                cases.append((["scenario", "-"], f"game rws-etg\n{text}{rest}",
                              [f"standard input:{line}: ", *says]))
        self.refuse_all(cases)
        self.ask("scenario", "-",
                 given="game rws-etg\ncovers rws-etg 3.5, rws-etg Appendix A\nwait")

    def test_the_setup_ends_with_the_first_command(self):
        self.refuse_all([(["scenario", "-"], self.BEGIN + line,
                          ["standard input:4: ", "belongs to the setup", "line 3"])
                         for line in ["timer 20s", "5s  timer 20s", "game rws-etg", "timer 20",
                                      "person max dealer", "round maximum 5", "differential 5"]])

    def test_nobody_has_a_name_that_means_something(self):
        names = ["open", "opens", "bets", "goes", "walk", "wait", "round", "house", "terminal",
                 "player", "for", "is", "big", "total-9", "5s", '"T1"', ",", "dealer", "system"]
        self.refuse_all([(["scenario", "-"], f"game {game}\ntimer 20s\n{line}\nclosed\nwait\n",
                          ["standard input:3: ", "name"])
                         for name in names
                         for game, line in [("rws-etg", f"terminal {name} on rws-etg-1"),
                                            ("rws-etg", f"person {name} dealer"),
                                            ("rws-taisai", f"player {name} with 5")]])
        self.refuse("scenario", "-", given="game rws-taisai\nseat opens\n",
                    says=["standard input:2: ", '"opens"'])

    def test_what_each_line_led_to_is_told(self):
        lines = self.ask("scenario", "--verbose", "-", given=SCENARIO).splitlines()
        self.assertEqual(lines[:2], [
            "standard input:5: round begun: 1; betting opened",
            "standard input:6: bet placed: 10.00 on big"])
        self.assertEqual(len(lines), 6)  # a line for each command, and "fine"

    def test_the_grammar_is_printed_as_text_and_as_markdown(self):
        text = self.ask("scenario", "--grammar")
        self.assertEqual(self.ask("scenario", "--grammar", "text"), text)
        self.assertIn("  put(s) <amount> in|for <place>\n      put 100 in T1\n", text)
        markdown = self.ask("scenario", "--grammar", "markdown")
        self.assertIn("| `put(s) <amount> in\\|for <place>` | `put 100 in T1`", markdown)
        self.assertIn("--grammar", self.ask("scenario", "--help"))
        self.refuse("scenario", "--grammar", "html", says=["html"])
        self.refuse("scenario", "--grammar", "text", "round.txt", says=["FILE"])
        self.refuse("scenario", says=["FILE is required"])

    def test_a_filled_scenario_passes(self):
        filled = self.ask("scenario", "--fill", "-", given=SCENARIO)
        self.assertIn("late attempt recorded", filled)
        self.assertEqual(self.ask("scenario", "-", given=filled),
                         self.ask("scenario", "-", given=SCENARIO))
        self.assertEqual(self.ask("scenario", "--fill", "-", given=filled), filled)

    def test_filling_judges_nothing_and_the_filled_scenario_passes(self):
        """What was expected gives way to what came; a statement stays, as nothing comes of it."""
        wrong = edited(SCENARIO, "bet placed: 10.00 on big", "refused: betting_closed")
        filled = self.ask("scenario", "--fill", "-", given=wrong)
        self.assertEqual(filled.count("refused"), 1)
        fine = self.ask("scenario", "-", given=filled)
        self.assertRegex(fine, self.FINE.format("standard input"))

    def test_filling_goes_on_after_a_difference(self):
        wrong = SCENARIO
        for old, new in [("betting opened", "nonsense"), ("T1 has 110.00", "T1 has 1.00"),
                         ("bet placed: 10.00 on big", "nonsense"),
                         ("round settled: 6-5-4, T1 paid 20.00", "nonsense")]:
            wrong = edited(wrong, old, new)
        filled = self.ask("scenario", "--fill", "-", given=wrong)
        self.assertNotIn("nonsense", filled)
        self.assertEqual(edited(filled, "T1 has 1.00", "T1 has 110.00"),
                         self.ask("scenario", "--fill", "-", given=SCENARIO))

    def test_filling_replaces_what_is_expected_however_it_is_written(self):
        filled = self.ask("scenario", "--fill", "-", given=STEPS)
        self.assertEqual(self.ask("scenario", "-", given=filled),
                         self.ask("scenario", "-", given=STEPS))


if __name__ == "__main__":
    main()
