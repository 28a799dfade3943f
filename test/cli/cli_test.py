#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program seen from outside: words and files in; answers, complaints and exit codes out.

    python3 test/cli/cli_test.py PATH_TO_SICBO [what unittest takes]

The figures stand here as data, worked out by hand or from the documents, never by the program. What
is refused must be refused whole: one line that says where and why, and nothing on standard output
that a script could take for an answer.
"""
import csv
import io
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

SICBO = ""  # the program under test, from the command line
RULESETS = Path(__file__).resolve().parents[2] / "rulesets"

# Every layout with its game and how many spots it offers.
LAYOUTS = {
    "rws-etg-1": ("rws-etg", 56),
    "rws-etg-2": ("rws-etg", 104),
    "rws-etg-3": ("rws-etg", 104),
    "rws-taisai": ("rws-taisai", 50),
    "maryland": ("maryland", 50),
    "mbs-rapid": ("mbs-etg", 104),
    "mbs-alfastreet": ("mbs-etg", 50),
}
GAMES = sorted({game for game, _ in LAYOUTS.values()})
COMMANDS = ["", "rules", "rules list", "rules show", "rules check", "rules clauses", "odds", "par",
            "settle", "apportion", "scenario", "simulate", "dice", "audit", "export", "history",
            "backup", "restore"]


@dataclass
class Answer:
    code: int
    out: str
    err: str


@cache  # whatever is asked twice must be answered alike, so we ask once
def run(*words, given=""):
    """Runs the program on a command line, with the given text or bytes as standard input."""
    given = given.encode() if isinstance(given, str) else given
    done = subprocess.run([SICBO, *words], input=given, capture_output=True, timeout=60)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_on_terminal(*words):
    """Standard output of the program as a terminal sees it."""
    try:
        ours, its = pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no terminal to be had: {error}") from error
    with subprocess.Popen([SICBO, *words], stdin=subprocess.DEVNULL, stdout=its):
        os.close(its)
        seen = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # how Linux says that the other end is closed
                piece = b""
            if not piece:
                break
            seen += piece
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


def table(text):
    """The rows of a CSV text, as dictionaries."""
    return list(csv.DictReader(io.StringIO(text)))


def edited(text, old, new):
    """The text with its one place of `old` replaced."""
    assert text.count(old) == 1, f"{text.count(old)} places of {old!r}"
    return text.replace(old, new)


def line_of(text, part):
    assert text.count(part) == 1, f"{text.count(part)} places of {part!r}"
    return text[:text.index(part)].count("\n") + 1


def ruleset(game):
    return (RULESETS / f"{game}.toml").read_text(encoding="utf-8")


TOTAL_10 = 'spots = ["total-10"]\nodds = "6"'  # as Maryland has it


def raised(odds):
    """The rule set of Maryland with other odds on a total of 10, which pays 6 there."""
    return edited(ruleset("maryland"), TOTAL_10, TOTAL_10.replace('"6"', f'"{odds}"'))


class CliTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def ask(self, *words, given=""):
        """Standard output of a command that must go well."""
        answer = run(*words, given=given)
        self.assertEqual((answer.code, answer.err), (0, ""), words)
        return answer.out

    def ask_each_layout(self, *words, then=()):
        """Pairs of a layout and what the command says about it."""
        with ThreadPoolExecutor() as pool:
            answers = pool.map(lambda layout: self.ask(*words, layout, *then), LAYOUTS)
            return list(zip(LAYOUTS, answers))

    def assert_refused(self, answer, says, codes):
        self.assertIn(answer.code, codes, answer.err + answer.out[:300])
        self.assertEqual(answer.out, "")
        self.assertRegex(answer.err, r"\Asicbo: [^\n]+\n\Z")
        for part in says:
            self.assertIn(part, answer.err)

    def refuse(self, *words, given="", says=(), codes=(2,)):
        self.assert_refused(run(*words, given=given), says, codes)

    def refuse_all(self, cases, codes=(2,)):
        """Cases are (words, given, says). They run side by side, since there are many."""
        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda case: run(*case[0], given=case[1]), cases))
        for (words, given, says), answer in zip(cases, answers):
            with self.subTest(words=words, given=given[-200:], says=says):
                self.assert_refused(answer, says, codes)


class TheProgram(CliTest):
    def test_every_command_has_help(self):
        for command in COMMANDS:
            help_text = self.ask(*command.split(), "--help")
            self.assertIn(f"Usage: sicbo {command}".rstrip(), help_text)
            self.assertIn("Exit codes: 0 fine, 1 the answer is no, 2 wrong use.", help_text)

    def test_the_version_is_told(self):
        self.assertRegex(self.ask("--version"), r"\Asicbo \d+\.\d+\.\d+\n\Z")

    def test_wrong_use_is_refused(self):
        self.refuse_all([(words.split(), "", [says]) for words, says in [
            ("", "--help"),
            ("rules", "--help"),
            ("nosuch", "nosuch"),
            ("odds", "LAYOUT"),
            ("odds maryland --nosuch", "--nosuch"),
            ("odds maryland --format xml", "xml"),
            ("odds maryland maryland", "maryland"),
            ("rules show maryland --format html", "html"),
            ("rules list nosuch", "nosuch"),
            ("rules check", "FILE"),
            ("settle maryland", "--dice"),
            ("apportion", "FILE"),
            ("apportion - --floors nobody", "nobody"),
        ]])

    def test_an_unknown_layout_is_refused_with_the_known_ones(self):
        commands = ["odds", "par", "rules show", "settle --dice 1,2,4"]
        self.refuse_all([([*command.split(), "macau"], "", ['"macau"', *LAYOUTS])
                         for command in commands])

    def test_an_answer_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([SICBO, "odds", "maryland"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)

    def test_a_file_that_cannot_be_read_is_named(self):
        missing, folder = str(self.folder / "missing"), str(self.folder)
        commands = ["settle maryland --dice 1,2,4", "apportion", "rules check",
                    "odds maryland --rules", "par maryland --slip"]
        self.refuse_all([([*command.split(), path], "", [path + ":"])
                         for command in commands for path in (missing, folder)], codes=(1, 2))


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


class OddsAndPar(CliTest):
    # How often three dice show a roll that is written from low to high.
    WAYS = {1: 1, 2: 3, 3: 6}

    def test_every_spot_has_56_rolls(self):
        for layout, text in self.ask_each_layout("odds"):
            self.assertTrue(text.startswith("spot,d1,d2,d3,odds\n"))
            rolls = {}
            for row in table(text):
                dice = tuple(int(row[d]) for d in ("d1", "d2", "d3"))
                self.assertTrue(1 <= dice[0] <= dice[1] <= dice[2] <= 6)
                rolls.setdefault(row["spot"], []).append(dice)
            self.assertEqual(len(rolls), LAYOUTS[layout][1], layout)
            for each in rolls.values():
                self.assertEqual((len(each), len(set(each))), (56, 56))

    def test_odds_come_as_the_document_prints_them(self):
        odds = {(row["spot"], row["d1"] + row["d2"] + row["d3"]): row["odds"]
                for row in table(self.ask("odds", "rws-etg-1"))}
        for spot, roll, expected in [
            ("total-8", "125", "8.5"), ("total-8", "126", ""), ("single-1", "111", "12"),
            ("single-1", "112", "2"), ("single-1", "123", "1"), ("small", "111", ""),
            ("four-6543", "345", "7.5"), ("four-6543", "355", ""), ("double-4", "444", "11.5"),
        ]:
            self.assertEqual(odds[spot, roll], expected, (spot, roll))

    def test_the_json_says_what_the_csv_says(self):
        rows = [[row["spot"], int(row["d1"]), int(row["d2"]), int(row["d3"]), row["odds"]]
                for row in table(self.ask("odds", "mbs-alfastreet"))]
        told = json.loads(self.ask("odds", "mbs-alfastreet", "--format", "json"))
        self.assertEqual(told["layout"], "mbs-alfastreet")
        self.assertEqual(rows, [[each["spot"], *roll["dice"], roll["odds"] or ""]
                                for each in told["spots"] for roll in each["rolls"]])

    def test_a_terminal_gets_text_where_a_pipe_gets_csv(self):
        for words in (["odds", "maryland"], ["par", "maryland"]):
            text, csv_text = (self.ask(*words, "--format", each) for each in ("text", "csv"))
            self.assertNotEqual(text, csv_text)
            self.assertEqual(run_on_terminal(*words), text)
            self.assertEqual(self.ask(*words), csv_text)

    def figures(self, layout):
        """The PAR sheet worked out here, from the odds alone."""
        figures = {}
        for row in table(self.ask("odds", layout)):
            ways, returned = figures.get(row["spot"], (0, Fraction(0)))
            if row["odds"]:
                rolls = self.WAYS[len({row["d1"], row["d2"], row["d3"]})]
                ways += rolls
                returned += rolls * (1 + Fraction(row["odds"])) / 216
            figures[row["spot"]] = ways, returned
        return figures

    @staticmethod
    def percent(edge):
        exact = Decimal(edge.numerator * 100) / Decimal(edge.denominator)
        return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))

    def test_the_par_sheet_is_what_the_odds_come_to(self):
        for layout, text in self.ask_each_layout("par"):
            self.assertTrue(text.startswith("spot,ways,return,edge_percent\n"))
            expected = [{"spot": spot, "ways": str(ways), "return": str(returned),
                         "edge_percent": self.percent(1 - returned)}
                        for spot, (ways, returned) in self.figures(layout).items()]
            self.assertEqual(table(text), expected, layout)

    def test_the_par_sheet_as_json_is_exact(self):
        told = json.loads(self.ask("par", "rws-etg-1", "--format", "json"))
        figures = self.figures("rws-etg-1")
        self.assertEqual((told["game"], told["layout"]), ("rws-etg", "rws-etg-1"))
        self.assertEqual([each["spot"] for each in told["spots"]], list(figures))
        for each in told["spots"]:
            ways, returned = figures[each["spot"]]
            self.assertEqual(each["ways"], ways)
            self.assertEqual(Fraction(each["return"]), returned)
            self.assertEqual(Fraction(each["edge"]), 1 - returned)
            self.assertEqual(Fraction(each["hit_frequency"]), Fraction(ways, 216))
            self.assertTrue(each["clauses"])
        small = told["spots"][0]  # 105 rolls give 2, the others nothing
        self.assertEqual(Fraction(small["variance"]),
                         Fraction(105 * 4, 216) - Fraction(105 * 2, 216) ** 2)

    def test_odds_of_a_file_replace_those_of_the_program(self):
        path = self.file("raised.toml", raised("9"))
        rows = {row["spot"]: row for row in table(self.ask("par", "maryland", "--rules", path))}
        self.assertEqual(rows["total-10"]["edge_percent"], "-25.00")
        self.assertEqual(rows["total-11"]["edge_percent"], "12.50")

    def test_the_page_needs_nothing_from_outside_and_names_every_clause(self):
        for layout, page in self.ask_each_layout("par", then=["--format", "html"]):
            self.assertTrue(page.startswith("<!DOCTYPE html>"))
            self.assertEqual(page.count("</html>"), 1)
            self.assertIn("<svg", page)
            tags, attributes = set(), set()
            parser = HTMLParser()
            parser.handle_starttag = lambda tag, given: (
                tags.add(tag), attributes.update(name for name, _ in given))
            parser.feed(page)
            self.assertFalse(tags & {"link", "script", "img", "iframe", "object", "embed", "base"})
            self.assertFalse(attributes & {"src", "href", "xlink:href", "srcset", "data", "action"})
            self.assertNotRegex(page, r"https?://(?!www\.w3\.org/)|url\(|@import")
            shown = json.loads(self.ask("rules", "show", layout, "--format", "json"))["layout"]
            for row in [shown, *shown["pay"]]:
                for clause in row["clauses"]:
                    self.assertIn(clause, page)

    def test_the_page_shows_names_as_text_whatever_they_hold(self):
        text = edited(ruleset("maryland"), 'name = "Small Bet"', 'name = "<script>&\\"x"')
        page = self.ask("par", "maryland", "--format", "html", "--rules", self.file("x.toml", text))
        self.assertNotIn("<script", page)
        self.assertIn("&lt;script&gt;&amp;", page)

    def test_a_slip_of_bets_is_analysed_as_one(self):
        bets = "player,spot,stake\nA,total-8,10\nB,small,5\n"
        rows = table(self.ask("par", "rws-etg-1", "--slip", "-", given=bets))
        # A total of 8 is small: 21 rolls give 95 + 10, the other 84 small ones give 10.
        returned = Fraction(21 * 105 + 84 * 10, 216 * 15)
        self.assertEqual(len(rows), 1)
        self.assertEqual(rows[0]["staked"], "15.00")
        self.assertEqual(rows[0]["ways"], "105")
        self.assertEqual(rows[0]["return"], str(returned))
        self.assertEqual(rows[0]["edge_percent"], self.percent(1 - returned))
        told = json.loads(self.ask("par", "rws-etg-1", "--slip", self.file("slip.csv", bets),
                                   "--format", "json"))
        self.assertEqual(told["distribution"], [{"returned": "0.00", "ways": 111},
                                                {"returned": "10.00", "ways": 84},
                                                {"returned": "105.00", "ways": 21}])

    def test_half_a_hundredth_is_rounded_away_from_nothing(self):
        """Total 10 at 7 has no edge and total 11 at 7.5 one of -1/16, so small stakes tip it."""
        text = edited(raised("7"), TOTAL_10.replace("10", "11"),
                      TOTAL_10.replace("10", "11").replace('"6"', '"7.5"'))
        path = self.file("raised.toml", text)
        for bets, expected in [("A,total-10,4991\nA,small,9\n", "0.01"),
                               ("A,total-10,1249\nA,total-11,1\n", "-0.01")]:
            answer = self.ask("par", "maryland", "--rules", path, "--slip", "-",
                              given="player,spot,stake\n" + bets)
            self.assertEqual(table(answer)[0]["edge_percent"], expected)

    def test_a_slip_that_cannot_be_analysed_is_refused(self):
        header = "player,spot,stake\n"
        words = ["par", "rws-etg-1", "--slip", "-"]
        self.refuse_all([
            (words, header, ["standard input", "no bets"]),
            (words, header + "A,small,1\nA,small,x\n", ["standard input:3: ", '"x"']),
            # Each stake is one that may be placed, but no sum of money holds what they could win.
            (words, header + "A,triple-1,10000000000000\n" * 1000, ["standard input"]),
            ([*words, "--format", "html"], header + "A,small,1\n", ["--format"]),
        ])


class Settle(CliTest):
    HEADER = "player,spot,stake\n"

    def settle(self, layout, dice, bets, *words):
        return self.ask("settle", layout, "--dice", dice, *words, given=self.HEADER + bets)

    def test_a_round_is_settled_to_the_cent_and_in_order(self):
        answer = self.settle("rws-etg-1", "5,1,2", (
            "P1,small,100\nP1,total-8,10\nP1,domino-12,10\nP1,double-1,10\nP1,four-4321,10\n"
            "P1,single-1,10\nP2,total-8,1\nP2,total-10,1\n"))
        self.assertEqual(answer, (
            "player,spot,stake,odds,returned\n"
            "P1,small,100.00,1,200.00\n"
            "P1,total-8,10.00,8.5,95.00\n"
            "P1,domino-12,10.00,6,70.00\n"
            "P1,double-1,10.00,,0.00\n"
            "P1,four-4321,10.00,,0.00\n"
            "P1,single-1,10.00,1,20.00\n"
            "P2,total-8,1.00,8.5,9.50\n"
            "P2,total-10,1.00,,0.00\n"))

    # A layout, the dice, the stakes, and what comes back of each.
    ROUNDS = [
        *((layout, "4,4,4",
           "double-4 10, total-12 10, any-triple 10, triple-4 10, single-4 10, big 10", back)
          for layout, back in [("rws-etg-1", "125 80 330 1960 130 0"),
                               ("rws-etg-2", "125 80 330 1960 130 0"),
                               ("rws-etg-3", "120 80 320 1810 130 0")]),
        ("rws-etg-2", "2,3,5", "three-235 2, small 100, big 200, total-10 20", "62 200 0 150"),
        ("rws-etg-1", "1,2,4", "total-6 10, total-7 10, domino-14 20, small 50, odd 30, "
         "four-4321 4", "0 130 140 100 60 34"),
        ("rws-etg-1", "6,6,5", "any-triple 10, total-17 5, small 50, double-6 20", "0 325 0 250"),
        ("rws-taisai", "2,2,5", "total-9 100, total-8 100, double-2 50, single-5 20, small 500",
         "800 0 600 40 1000"),
        ("rws-taisai", "3,3,3", "total-9 6000, total-9 4000", "48000 32000"),
        ("maryland", "1,1,4", "total-6 20, total-5 20", "300 0"),
        ("maryland", "3,3,3", "double-3 10, any-triple 10, triple-3 10, single-3 10, small 10",
         "90 250 1510 40 0"),
        ("mbs-rapid", "2,4,6", "even 50, total-12 10, big 30", "100 80 60"),
    ]

    def test_every_house_pays_its_own_odds(self):
        for layout, dice, stakes, back in self.ROUNDS:
            bets = "".join("A," + bet.replace(" ", ",") + "\n" for bet in stakes.split(", "))
            rows = table(self.settle(layout, dice, bets))
            self.assertEqual([row["returned"] for row in rows],
                             [amount + ".00" for amount in back.split()], (layout, dice))

    def test_the_dice_may_be_named_in_any_order(self):
        answers = {self.settle("rws-etg-1", dice, "A,domino-12,5\n")
                   for dice in ("1,2,6", "2,6,1", "6,1,2")}
        self.assertEqual(len(answers), 1)

    def test_cents_and_half_odds_are_exact(self):
        for stake, returned in [("0.50", "4.75"), ("0.5", "4.75"), ("0.02", "0.19"),
                                ("10000000000000", "95000000000000.00")]:
            row = table(self.settle("rws-etg-1", "1,2,5", f"A,total-8,{stake}\n"))[0]
            self.assertEqual(row["returned"], returned)

    def test_bets_come_from_standard_input_or_a_file(self):
        bets = self.HEADER + "A,big,5\n"
        words = ["settle", "mbs-rapid", "--dice", "6,5,1"]
        expected = "player,spot,stake,odds,returned\nA,big,5.00,1,10.00\n"
        self.assertEqual(self.ask(*words, given=bets), expected)
        self.assertEqual(self.ask(*words, "-", given=bets), expected)
        self.assertEqual(self.ask(*words, self.file("bets.csv", bets)), expected)

    def test_files_of_every_system_are_read(self):
        plain = self.HEADER + "A,big,5\nB,odd,2\n"
        expected = self.settle("rws-etg-1", "6,5,2", "A,big,5\nB,odd,2\n")
        for text in (plain.replace("\n", "\r\n"), "\ufeff" + plain, plain.rstrip("\n"),
                     '"player","spot","stake"\n"A","big","5"\n"B","odd","2"\n'):
            self.assertEqual(self.ask("settle", "rws-etg-1", "--dice", "6,5,2", given=text),
                             expected)

    def test_a_name_keeps_its_commas_quotes_and_characters(self):
        names = ["Lee, Ann", 'Bob "Six" Ng', "陈伟", "two\nlines"]
        bets = "".join('"' + name.replace('"', '""') + '",small,1\n' for name in names)
        self.assertEqual([row["player"] for row in table(self.settle("maryland", "1,2,4", bets))],
                         names)

    def test_no_bets_settle_to_none(self):
        self.assertEqual(self.settle("maryland", "1,2,4", ""), "player,spot,stake,odds,returned\n")

    def test_the_answer_also_comes_as_json_and_text(self):
        bets = "A,small,100\nB,total-8,0.50\n"
        told = json.loads(self.settle("rws-etg-1", "1,2,4", bets, "--format", "json"))
        self.assertEqual(told, {"layout": "rws-etg-1", "dice": [1, 2, 4], "bets": [
            {"player": "A", "spot": "small", "stake": "100.00", "odds": "1", "returned": "200.00"},
            {"player": "B", "spot": "total-8", "stake": "0.50", "odds": None, "returned": "0.00"},
        ]})
        text = self.settle("rws-etg-1", "1,2,4", bets, "--format", "text")
        self.assertEqual([line.split() for line in text.splitlines()][1:],
                         [["A", "small", "100.00", "1", "200.00"],
                          ["B", "total-8", "0.50", "0.00"]])

    def test_dice_that_no_tumbler_throws_are_refused(self):
        self.refuse_all([
            (["settle", "maryland", "--dice", dice], self.HEADER, ["--dice", f'"{dice}"'])
            for dice in ("7,1,1", "0,1,1", "1,2", "1,2,3,4", "a,b,c", "", "1;2;3", "-1,2,3")])

    def test_a_spot_that_is_not_offered_is_refused(self):
        self.refuse_all([
            (["settle", layout, "--dice", "1,2,4"], f"{self.HEADER}A,small,5\nB,{spot},5\n",
             ["standard input:3: ", f'"{spot}"'])
            for layout, spot in [
                ("maryland", "odd"), ("maryland", "pair-112"), ("rws-etg-2", "pair-112"),
                ("rws-etg-1", "four-6541"), ("rws-etg-1", "total-3"), ("rws-etg-1", "domino-21"),
                ("rws-etg-1", "Small"), ("rws-etg-1", "nosuch"), ("rws-etg-1", ""),
            ]])

    def test_a_stake_that_is_no_money_is_refused(self):
        stakes = ["0", "-5", "1e30", "9223372036854775807", "10000000000000.01", "0.001",
                  '"1,000"', "", "nan", "5.", " 5", "٥"]
        self.refuse_all([(["settle", "rws-etg-1", "--dice", "1,2,4"],
                          f"{self.HEADER}A,small,5\nB,small,{stake}\n", ["standard input:3: "])
                         for stake in stakes])

    def test_a_stake_that_cannot_be_paid_exactly_is_refused_even_where_it_loses(self):
        self.refuse_all([(["settle", "rws-etg-1", "--dice", dice], self.HEADER + "A,total-8,0.01\n",
                          ["standard input:2: ", "0.01", "8.5"]) for dice in ("1,2,5", "1,2,4")])

    def test_what_is_not_a_list_of_bets_is_refused_at_its_line(self):
        header = self.HEADER.encode()
        files = [
            (b"", 1),
            (b"A,small,5\n", 1),
            (b"spot,player,stake\nsmall,A,5\n", 1),
            (b"player;spot;stake\nA;small;5\n", 1),
            (header + b"A,small\n", 2),
            (header + b"A,small,5\nB,small,5,6\n", 3),
            (header + b",small,5\n", 2),
            (header + b'A,sm"all,5\n', 2),
            (header + b'"A"x,small,5\n', 2),
            (header + b'A,small,5\n"B,small,5\nC,big,5\n', 3),
            (header + b'"two\nlines",small,5\nB,nosuch,5\n', 4),
            (header + b"A\xff,small,5\n", 2),
            (header + b"A\0,small,5\n", 2),
            (header + b"A,small,5\rB,small,5\r", 2),
        ]
        cases = []
        for content, line in files:
            path = self.file(f"{len(cases)}.csv", content)
            cases.append((["settle", "rws-etg-1", "--dice", "1,2,4", path], "",
                          [f"{path}:{line}: "]))
        self.refuse_all(cases)


def question(chip, boxes, bets, pairs=()):
    """What `sicbo apportion` reads. Boxes are spot: (min, max), bets "A big 600"."""
    named = ("player", "spot", "stake")
    return json.dumps({
        "chip": chip,
        "boxes": {spot: {"min": least, "max": most} for spot, (least, most) in boxes.items()},
        "pairs": [{"spots": [first, second], "differential": d} for first, second, d in pairs],
        "bets": [dict(zip(named, (player, spot, int(stake))))
                 for player, spot, stake in (bet.split() for bet in bets)],
    })


QUESTION = """{
  "chip": 5,
  "boxes": {"big": {"min": 50, "max": 1000}},
  "pairs": [{"spots": ["odd", "even"], "differential": 500}],
  "bets": [
    {"player": "A", "spot": "big", "stake": 600},
    {"player": "B", "spot": "big", "stake": 20},
    {"player": "C", "spot": "small", "stake": 580},
    {"player": "D", "spot": "small", "stake": 70}
  ]
}
"""
STAKE, CHIP, BOX = '"stake": 70', '"chip": 5', '{"min": 50, "max": 1000}'
PAIR = '{"spots": ["odd", "even"], "differential": 500}'
SPOTS = '["odd", "even"]'

# An edit of the question, and the place that the complaint must name.
REFUSED_QUESTIONS = [
    *((STAKE, f'"stake": {stake}', "bets[3].stake: ")
      for stake in ("0", "-5", "1e30", "9223372036854775807", "2.5", "5.0", '"5"', "null",
                    "72", "1000000000000000")),
    *((CHIP, f'"chip": {chip}', "chip: ") for chip in ("0", "-5", "2.5", '"25"', "null")),
    (CHIP + ",", "", '"chip" is missing'),
    (CHIP, '"chip": 5, "chip": 5', '"chip"'),
    (CHIP, '"chip": 5, "chips": 5', '"chips"'),
    (BOX, '{"min": 50, "min": 50}', '"min"'),
    (BOX, '{"min": 50, "most": 1000}', "boxes.big: "),
    (BOX, '{"min": 1001, "max": 1000}', "boxes.big: "),
    (BOX, '{"min": -1, "max": 1000}', "boxes.big.min: "),
    (BOX, "1000", "boxes.big: "),
    ('{"big":', '{"huge":', '"huge"'),
    (STAKE, STAKE + ', "odds": 1', "bets[3]: "),
    (STAKE, '"amount": 70', "bets[3]: "),
    ('"player": "D"', '"player": "C"', "bets[3]: "),
    ('"player": "D"', '"player": ""', "bets[3].player: "),
    ('"player": "D", "spot": "small"', '"player": "D", "spot": "smal"', "bets[3].spot: "),
    ('"player": "D", "spot": "small"', '"player": "D", "spot": "pair-112"', "bets[3].spot: "),
    (SPOTS, '["odd"]', "pairs[0].spots: "),
    (SPOTS, '["odd", "even", "big"]', "pairs[0].spots: "),
    (SPOTS, '["odd", "odd"]', "pairs[0].spots"),
    (PAIR, PAIR + ', {"spots": ["big", "even"], "differential": 5}', "pairs[1].spots"),
    ("500", "-500", "pairs[0].differential: "),
    (', "differential": 500', "", "pairs[0]: "),
    ('"bets"', '"bet"', '"bet'),
    ("70}\n  ]", "70},\n  ]", "line 10, "),  # a comma too many
]


class Apportion(CliTest):
    BOTH = {"big": (100, 10000), "small": (100, 10000)}
    FLOORED = question(5, {"total-7": (50, 1000)},
                       ["A total-7 900", "B total-7 700", "C total-7 60"])
    MINIMA = question(5, {"total-7": (50, 100)}, ["A total-7 60", "B total-7 70", "C total-7 80"])

    def effective(self, text, *words):
        """The effective stakes, once what goes back has been seen to be the rest."""
        answer = json.loads(self.ask("apportion", "-", *words, given=text))
        asked = json.loads(text)["bets"]
        for bet, told in zip(asked, answer["bets"], strict=True):
            self.assertEqual({**bet, "effective": told["effective"],
                              "excess": bet["stake"] - told["effective"]}, told)
        return [bet["effective"] for bet in answer["bets"]], answer["over"]

    def test_boxes_and_pairs_over_their_limits_are_cut_pro_rata(self):
        pair = [("big", "small", 5000)]
        for name, text, expected in [
            ("a spare chip goes to the largest fraction",
             question(25, {"total-9": (100, 10000)},
                      ["A total-9 5000", "B total-9 3000", "C total-9 4000"]), [4175, 2500, 3325]),
            ("equal fractions go to the earlier bet",
             question(50, {"double-6": (50, 1000)},
                      ["A double-6 400", "B double-6 400", "C double-6 400"]), [350, 350, 300]),
            ("a bet below the minimum stands as it is",
             question(5, {"total-7": (50, 1000)},
                      ["A total-7 600", "B total-7 20", "C total-7 580"]), [500, 20, 480]),
            ("nobody is cut below the minimum", self.FLOORED, [535, 415, 50]),
            ("only the heavier side of a pair is cut",
             question(25, self.BOTH, ["A big 6000", "B big 3000", "C small 2000"], pair),
             [4675, 2325, 2000]),
            ("with both limits broken the bets are cut once, to the tighter",
             question(25, self.BOTH, ["A big 8000", "B big 4000", "C small 2000"], pair),
             [4675, 2325, 2000]),
            ("a maximum is rounded down to whole chips",
             question(25, {"total-9": (0, 1010)}, ["A total-9 1000", "B total-9 1000"]),
             [500, 500]),
            ("within the limits nothing changes",
             question(25, self.BOTH, ["A big 5000", "B small 500"], pair), [5000, 500]),
        ]:
            with self.subTest(name):
                self.assertEqual(self.effective(text), (expected, []))

    def test_a_box_without_limits_is_never_cut(self):
        bets = '"bets": [{"player": "A", "spot": "big", "stake": 1000000000000000}]'
        for text in ('{"chip": 5, %s}', '{"chip": 5, "boxes": {}, "pairs": [], %s}',
                     '{"chip": 5, "boxes": {"big": {}, "small": {"max": 5}}, %s}',
                     '{"chip": 5, "boxes": {"big": {"min": 50}}, %s}'):
            self.assertEqual(self.effective(text % bets), ([10 ** 15], []))
        self.assertEqual(self.effective('{"chip": 5, "bets": []}'), ([], []))

    def test_minima_that_alone_exceed_the_limit_prevail_and_are_reported(self):
        self.assertEqual(self.effective(self.MINIMA),
                         ([50, 50, 50], [{"spot": "total-7", "by": 50}]))

    def test_the_house_may_bear_the_floors(self):
        """The others keep 50/83 of their stakes in whole chips, so 10 lie over the limit."""
        self.assertEqual(self.effective(self.FLOORED, "--floors", "others"), ([535, 415, 50], []))
        self.assertEqual(self.effective(self.FLOORED, "--floors", "house"),
                         ([540, 420, 50], [{"spot": "total-7", "by": 10}]))

    def test_the_answer_also_comes_as_csv_and_text(self):
        self.assertEqual(self.ask("apportion", "-", "--format", "csv", given=self.FLOORED), (
            "player,spot,stake,effective,excess\n"
            "A,total-7,900,535,365\nB,total-7,700,415,285\nC,total-7,60,50,10\n"))
        answer = run("apportion", "-", "--format", "text", given=self.MINIMA)
        self.assertEqual([line.split() for line in answer.out.splitlines()], [
            ["player", "spot", "stake", "effective", "excess"], ["A", "total-7", "60", "50", "10"],
            ["B", "total-7", "70", "50", "20"], ["C", "total-7", "80", "50", "30"]])
        self.assertEqual(answer.err, "sicbo: note: total-7 stays over its limit by 50\n")

    def test_a_question_may_come_from_a_file(self):
        answer = self.ask("apportion", self.file("question.json", self.FLOORED))
        self.assertEqual(answer, self.ask("apportion", "-", given=self.FLOORED))

    def test_a_question_with_an_error_is_refused_at_its_place(self):
        self.assertEqual(self.effective(QUESTION)[0], [600, 20, 580, 70])
        self.refuse_all([(["apportion", "-"], edited(QUESTION, old, new),
                          ["standard input: ", place]) for old, new, place in REFUSED_QUESTIONS])

    def test_what_is_not_json_is_refused_at_its_line(self):
        cases = [("", 1), ("nonsense", 1), ("{", 1), (QUESTION + "x", 12),
                 (QUESTION + "{}", 12), ("[" * 100000, 1), ('{"a":' * 100000, 1),
                 (b'{"chip":\n"\xff"}', 2)]
        self.refuse_all([(["apportion", "-"], given, ["standard input: ", f"line {line}, "])
                         for given, line in cases])
        path = self.file("question.json", "[\n}")
        self.refuse("apportion", path, says=[f"{path}: line 2, "])
        self.refuse("apportion", "-", given="[]", says=["standard input: ", "object"])


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
        self.refuse_all([(["scenario", "-"], self.BEGIN + line + "\n", ["standard input:4: ", *says])
                         for line, *says in [
            ("roll 1 2 7", "three dice from 1 to 6", 'not "1 2 7"'),
            ("open bettings", "betting or table", 'did you mean "betting"?'),
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
        for line in ["\u00f6" * 5000, "open " + "\u00f6" * 5000, "T1 bets 10 on " + "\u00f6" * 5000]:
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
        self.ask("scenario", "-", given="game rws-etg\ncovers rws-etg 3.5, rws-etg Appendix A\nwait")

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


class Simulate(CliTest):
    FEW = ("simulate", "--rounds", "40", "--format", "json")

    def world(self, *words):
        return json.loads(self.ask(*self.FEW, *words))

    def test_a_seed_makes_one_world(self):
        # Asked twice indeed: run() would remember.
        once, again = (subprocess.run([SICBO, *self.FEW, "--seed", "7"], capture_output=True,
                                      check=True).stdout for _ in range(2))
        self.assertEqual(once, again)
        told = json.loads(once)
        self.assertRegex(told["journal_hash"], r"\A[0-9a-f]{64}\Z")
        self.assertNotEqual(told["journal_hash"], self.world("--seed", "8")["journal_hash"])

    def test_every_game_can_be_simulated_and_the_money_balances(self):
        for game in [*GAMES, "all"]:
            told = self.world("--game", game, "--check", "step")
            self.assertGreaterEqual(told["rounds"], 40)
            self.assertGreater(told["bets"], 0)
            self.assertEqual(told["failure"], "")
            self.assertEqual(sum(map(Decimal, told["accounts"].values())), 0)

    def test_the_same_is_told_as_text(self):
        told = self.world("--seed", "7")
        text = self.ask(*self.FEW[:3], "--seed", "7", "--format", "text")
        self.assertTrue(text.startswith(f"{told['rounds']} rounds, {told['events']} events, "))
        self.assertIn(told["journal_hash"], text)

    def test_what_never_occurred_is_counted_and_readable(self):
        told = self.world("--seed", "7")
        text = self.ask(*self.FEW[:3], "--seed", "7")
        self.assertIn(f"\nnever occurred: {len(told['never'])}\n", text)
        listed = text.split("\nnever occurred: ")[1].split("journal hash")[0]
        self.assertLessEqual(max(map(len, listed.splitlines())), 100)
        names = " ".join(listed.split("\n", 1)[1].split()).split(", ")
        self.assertEqual(names, told["never"])

    def test_wrong_use_is_refused(self):
        self.refuse_all([(["simulate", *words.split()], "", [says]) for words, says in [
            ("--game macau", "macau"),
            ("--rounds 0", "--rounds"),
            ("--rounds -1", "--rounds"),
            ("--rounds many", "many"),
            ("--seed x", "--seed"),
            ("--seed -1", "--seed"),
            ("--seed 1.5", "--seed"),
            ("--seed 0x10", "--seed"),
            ("--seed 18446744073709551616", "--seed"),
            ("--check never", "never"),
            ("--format xml", "xml"),
            ("--rounds 1 extra", "extra"),
        ]])


class Dice(CliTest):
    SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    def rolls(self, count):
        return self.ask("dice", "--seed", self.SEED, "--count", str(count), "--format", "csv")

    def test_a_seed_gives_its_rolls(self):
        self.assertEqual(self.rolls(2), "roll,first,second,third\n1,5,2,2\n2,3,4,4\n")
        self.assertEqual(self.ask("dice", "--seed", self.SEED, "--count", "2", "--format", "text"),
                         "5-2-2\n3-4-4\n")

    def test_no_seed_gives_others_each_time(self):
        once, again = (subprocess.run([SICBO, "dice", "--count", "50"], capture_output=True,
                                      check=True).stdout for _ in range(2))
        self.assertNotEqual(once, again)

    def test_raw_is_the_bits_that_the_rolls_are_worth(self):
        bits = ""
        for row in csv.reader(self.rolls(5000).splitlines()[1:]):
            place = sum((int(face) - 1) * weight for face, weight in zip(row[1:], (36, 6, 1)))
            for count in (7, 6, 4, 3):
                if place < 1 << count:
                    bits += f"{place:0{count}b}"
                    break
                place -= 1 << count
        whole = len(bits) // 8
        expected = bytes(int(bits[i * 8:i * 8 + 8], 2) for i in range(whole))
        done = subprocess.run([SICBO, "dice", "--seed", self.SEED, "--count", "5000", "--format",
                               "raw"], capture_output=True, check=True)
        self.assertEqual(done.stdout, expected)

    def test_they_pass_their_test(self):
        told = self.ask("dice", "--test", "--seed", self.SEED)
        self.assertEqual(told.count("passed"), 8)

    def test_wrong_use_is_refused(self):
        self.refuse_all([(["dice", *words], "", [says]) for words, says in [
            (["--count", "0"], "--count"),
            (["--count", "many"], "many"),
            (["--seed", "12"], "64"),
            (["--seed", ""], "--seed"),
            (["--format", "xml"], "xml"),
        ]])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: cli_test.py PATH_TO_SICBO [what unittest takes]")
    SICBO = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
