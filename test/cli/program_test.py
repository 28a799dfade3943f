#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program as a whole: help, version, wrong use: program_test.py PROGRAM."""
import pathlib
import re
import subprocess
import tempfile

import program
from program import LAYOUTS, CliTest, main

COMMANDS = ["", "rules", "rules list", "rules show", "rules check", "rules clauses", "odds", "par",
            "settle", "apportion", "scenario", "simulate", "dice", "audit", "export", "history",
            "backup", "restore", "compare", "serve", "user", "user list", "tumbler", "load",
            "verify", "gateway"]


class TheProgram(CliTest):
    def test_every_command_has_help(self):
        for command in COMMANDS:
            help_text = self.ask(*command.split(), "--help")
            self.assertIn(f"Usage: sicbo {command}".rstrip(), help_text)
            self.assertIn("Exit codes: 0 fine, 1 the answer is no, 2 wrong use, 70 internal error.",
                          help_text)

    def test_the_version_is_told(self):
        lines = self.ask("--version").splitlines()
        for line, wanted in zip(lines, [r"sicbo \d+\.\d+\.\d+",
                                        r"commit ([0-9a-f]{12}(-dirty)?|unknown)",
                                        r"compiler (clang|g\+\+) \d+.*",
                                        r"journal format: file \d+, events \d+",
                                        r"libraries SQLite [\d.]+, OpenSSL .+, "
                                        r"libsodium [\d.]+, Boost [\d.]+, fmt [\d.]+"],
                                strict=True):
            self.assertRegex(line, rf"\A{wanted}\Z")

    def test_a_build_of_changed_sources_says_so(self):
        script = pathlib.Path(__file__).parents[2] / "cmake/commit.cmake"
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com"]
            source, header = pathlib.Path(folder, "source"), pathlib.Path(folder, "commit.h")

            def commit():
                subprocess.run(["cmake", f"-DSOURCE={folder}", f"-DHEADER={header}", "-P", script],
                               check=True)
                return re.search(r'SICBO_COMMIT "(.*)"', header.read_text()).group(1)

            self.assertEqual(commit(), "unknown")
            source.write_text("one")
            for words in (["init", "-q"], ["add", "source"], ["commit", "-q", "-m", "one"]):
                subprocess.run(git + words, check=True)
            self.assertRegex(commit(), r"\A[0-9a-f]{12}\Z")
            source.write_text("two")
            self.assertRegex(commit(), r"\A[0-9a-f]{12}-dirty\Z")

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

    def test_a_wrong_call_of_the_gateway_leaves_no_key_behind(self):
        key = self.folder / "gateway.key"
        call = ["gateway", "--listen", "127.0.0.1:0", "--key", str(key)]
        self.refuse_all([
            (call, "", ["--server"]),
            ([*call, "--server", "nosuch"], "", ["--server", "64 hexadecimal digits"]),
            ([*call, "--server", "ab" * 32], "", ["--engine"]),
            ([*call, "--server", "ab" * 32, "--engine", "nosuch"], "", ["--engine"]),
        ])
        self.assertFalse(key.exists())

    def test_an_unknown_layout_is_refused_with_the_known_ones(self):
        commands = ["odds", "par", "rules show", "settle --dice 1,2,4"]
        self.refuse_all([([*command.split(), "macau"], "", ['"macau"', *LAYOUTS])
                         for command in commands])

    def test_an_answer_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program.SICBO, "odds", "maryland"], stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)

    def test_a_file_that_cannot_be_read_is_named(self):
        missing, folder = str(self.folder / "missing"), str(self.folder)
        commands = ["settle maryland --dice 1,2,4", "apportion", "rules check",
                    "odds maryland --rules", "par maryland --slip"]
        self.refuse_all([([*command.split(), path], "", [path + ":"])
                         for command in commands for path in (missing, folder)], codes=(1, 2))

    def test_wrong_options_of_a_gateway_leave_no_key(self):
        key = self.folder / "gateway.key"
        words = ["gateway", "--key", str(key), "--listen", "127.0.0.1:0"]
        self.refuse(*words, "--engine", "127.0.0.1:1", "--server", "nonsense",
                    says=["64 hexadecimal digits"])
        self.refuse(*words, "--engine", "nowhere", "--server", "ab" * 32, says=["--engine"])
        self.refuse(*words, "--engine", "127.0.0.1:1", "--server", "ab" * 32, "--config",
                    self.file("wrong.toml", "[server]\nthreads = 0\n"), says=["threads"])
        self.assertFalse(key.exists())


if __name__ == "__main__":
    main()
