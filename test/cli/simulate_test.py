#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sicbo simulate` and `sicbo dice`: a seed makes one world: simulate_test.py PROGRAM."""
import csv
import json
import subprocess
from decimal import Decimal

import program
from program import GAMES, CliTest, main


class Simulate(CliTest):
    FEW = ("simulate", "--rounds", "40", "--format", "json")

    def world(self, *words):
        return json.loads(self.ask(*self.FEW, *words))

    def test_a_seed_makes_one_world(self):
        # Asked twice indeed: run() would remember.
        once, again = (subprocess.run([program.SICBO, *self.FEW, "--seed", "7"],
                                      capture_output=True, check=True).stdout for _ in range(2))
        self.assertEqual(once, again)
        output = json.loads(once)
        self.assertRegex(output["journal_hash"], r"\A[0-9a-f]{64}\Z")
        self.assertNotEqual(output["journal_hash"], self.world("--seed", "8")["journal_hash"])

    def test_every_game_can_be_simulated_and_the_money_balances(self):
        for game in [*GAMES, "all"]:
            output = self.world("--game", game, "--check", "step")
            self.assertGreaterEqual(output["rounds"], 40)
            self.assertGreater(output["bets"], 0)
            self.assertEqual(output["failure"], "")
            self.assertEqual(sum(map(Decimal, output["accounts"].values())), 0)

    def test_the_same_is_told_as_text(self):
        output = self.world("--seed", "7")
        text = self.ask(*self.FEW[:3], "--seed", "7", "--format", "text")
        self.assertTrue(text.startswith(f"{output['rounds']} rounds, {output['events']} events, "))
        self.assertIn(output["journal_hash"], text)

    def test_what_never_occurred_is_counted_and_readable(self):
        output = self.world("--seed", "7")
        text = self.ask(*self.FEW[:3], "--seed", "7")
        self.assertIn(f"\nnever occurred: {len(output['never'])}\n", text)
        listed = text.split("\nnever occurred: ")[1].split("journal hash")[0]
        self.assertLessEqual(max(map(len, listed.splitlines())), 100)
        names = " ".join(listed.split("\n", 1)[1].split()).split(", ")
        self.assertEqual(names, output["never"])

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
        once, again = (subprocess.run([program.SICBO, "dice", "--count", "50"], capture_output=True,
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
        done = subprocess.run([program.SICBO, "dice", "--seed", self.SEED, "--count", "5000",
                               "--format",
                               "raw"], capture_output=True, check=True)
        self.assertEqual(done.stdout, expected)

    def test_they_pass_their_test(self):
        output = self.ask("dice", "--test", "--seed", self.SEED)
        self.assertEqual(output.count("passed"), 8)

    def test_wrong_use_is_refused(self):
        self.refuse_all([(["dice", *words], "", [says]) for words, says in [
            (["--count", "0"], "--count"),
            (["--count", "many"], "many"),
            (["--seed", "12"], "64"),
            (["--seed", ""], "--seed"),
            (["--format", "xml"], "xml"),
        ]])


if __name__ == "__main__":
    main()
