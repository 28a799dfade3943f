#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo odds` and `sicbo par`, held against each other: odds_test.py PROGRAM."""
import json
import os
import pty
import subprocess
import unittest
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from html.parser import HTMLParser

import program
from program import LAYOUTS, TOTAL_10, CliTest, edited, main, raised, ruleset, table


def run_on_terminal(*words):
    """Standard output of the program as a terminal sees it."""
    try:
        ours, its = pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no terminal to be had: {error}") from error
    with subprocess.Popen([program.SICBO, *words], stdin=subprocess.DEVNULL, stdout=its):
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
        output = json.loads(self.ask("odds", "mbs-alfastreet", "--format", "json"))
        self.assertEqual(output["layout"], "mbs-alfastreet")
        self.assertEqual(rows, [[each["spot"], *roll["dice"], roll["odds"] or ""]
                                for each in output["spots"] for roll in each["rolls"]])

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
        output = json.loads(self.ask("par", "rws-etg-1", "--format", "json"))
        figures = self.figures("rws-etg-1")
        self.assertEqual((output["game"], output["layout"]), ("rws-etg", "rws-etg-1"))
        self.assertEqual([each["spot"] for each in output["spots"]], list(figures))
        for each in output["spots"]:
            ways, returned = figures[each["spot"]]
            self.assertEqual(each["ways"], ways)
            self.assertEqual(Fraction(each["return"]), returned)
            self.assertEqual(Fraction(each["edge"]), 1 - returned)
            self.assertEqual(Fraction(each["hit_frequency"]), Fraction(ways, 216))
            self.assertTrue(each["clauses"])
        small = output["spots"][0]  # 105 rolls give 2, the others nothing
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
        output = json.loads(self.ask("par", "rws-etg-1", "--slip", self.file("slip.csv", bets),
                                     "--format", "json"))
        self.assertEqual(output["distribution"], [{"returned": "0.00", "ways": 111},
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


if __name__ == "__main__":
    main()
