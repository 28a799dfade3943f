# SPDX-License-Identifier: MIT
"""The program that ships is built so that an error in memory is hard to use: hardening_test.py
PROGRAM. readelf and objdump of binutils say what is in it."""
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def read(*words):
    return subprocess.run([*words, PROGRAM], capture_output=True, text=True, check=True).stdout


class Hardening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.header = read("readelf", "-W", "--file-header", "--program-headers", "--dynamic")
        cls.symbols = read("readelf", "-W", "--dyn-syms")

    def test_its_place_in_memory_is_not_fixed(self):
        self.assertRegex(self.header, r"Type:\s+DYN")
        self.assertRegex(self.header, r"FLAGS_1\)\s+Flags:.*\bPIE\b")

    def test_its_tables_of_functions_are_read_only_before_it_runs(self):
        self.assertIn("GNU_RELRO", self.header)
        self.assertRegex(self.header, r"\((FLAGS|FLAGS_1)\).*(BIND_NOW|NOW)")

    def test_its_stack_and_data_can_not_be_executed(self):
        for line in self.header.splitlines():
            words = line.split()
            if words and words[0] == "GNU_STACK":
                self.assertNotIn("E", words[-2])
            if words and words[0] == "LOAD":
                self.assertFalse("W" in "".join(words[6:-1]) and "E" in "".join(words[6:-1]), line)
        self.assertIn("GNU_STACK", self.header)
        self.assertNotIn("TEXTREL", self.header)

    def test_stack_frames_and_library_calls_are_checked(self):
        self.assertIn("__stack_chk_fail", self.symbols)
        self.assertRegex(self.symbols, r"__\w+_chk@")  # _FORTIFY_SOURCE

    def test_jumps_land_only_where_they_may(self):
        if "X86-64" not in self.header:
            self.skipTest("-fcf-protection is of this processor only")
        entry = subprocess.run(
            ["objdump", "--disassemble=main", "--no-show-raw-insn", PROGRAM],
            capture_output=True, text=True, check=True).stdout
        text = read("objdump", "-d", "--no-show-raw-insn", "--section=.text")
        self.assertTrue("endbr64" in entry or text.count("endbr64") > 1000)

    def test_it_asks_for_a_shadow_stack(self):
        if "X86-64" not in self.header:
            self.skipTest("-fcf-protection is of this processor only")
        self.assertRegex(read("readelf", "--notes"), r"x86 feature:.*SHSTK")


if __name__ == "__main__":
    unittest.main()
