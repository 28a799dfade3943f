# SPDX-License-Identifier: MIT
"""The program seen from outside: words and files in; answers, complaints and exit codes out.

The figures in these tests stand there as data, worked out by hand or from the documents, never by
the program. What is refused must be refused whole: one line that says where and why, and nothing on
standard output that a script could take for an answer. """
import argparse
import csv
import io
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
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


@dataclass
class Answer:
    code: int
    out: str
    err: str


def main(sizes=None):
    """Runs the tests of the file that was started: FILE PROGRAM [--NAME VALUE of a size] [what
    unittest takes]."""
    global SICBO
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    for name, value in vars(sizes).items() if sizes else ():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given, rest = parser.parse_known_args(namespace=sizes)
    SICBO = given.program
    unittest.main(argv=["test", *rest])


@cache  # whatever is asked twice must be answered alike, so we ask once
def run(*words, given=""):
    """Runs the program on a command line, with the given text or bytes as standard input."""
    given = given.encode() if isinstance(given, str) else given
    done = subprocess.run([SICBO, *words], input=given, capture_output=True, timeout=600)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


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
