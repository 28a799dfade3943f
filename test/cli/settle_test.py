#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo settle`: rounds to the cent, and bets that are refused: settle_test.py PROGRAM."""
import json

from program import CliTest, main, table


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
        output = json.loads(self.settle("rws-etg-1", "1,2,4", bets, "--format", "json"))
        self.assertEqual(output, {"layout": "rws-etg-1", "dice": [1, 2, 4], "bets": [
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


if __name__ == "__main__":
    main()
