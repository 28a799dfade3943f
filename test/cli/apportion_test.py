#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo apportion`: stakes over a limit are cut, and questions are refused: apportion_test.py
PROGRAM."""
import json

from program import CliTest, edited, main, run


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
        for bet, printed in zip(asked, answer["bets"], strict=True):
            self.assertEqual({**bet, "effective": printed["effective"],
                              "excess": bet["stake"] - printed["effective"]}, printed)
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


if __name__ == "__main__":
    main()
