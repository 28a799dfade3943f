#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands that the guides show exist, and those that can be run here do what the guides say:
guides_test.py PROGRAM."""
import re
import shlex
import subprocess
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import program
from journal import JournalTest, run
from program import CliTest, main

DOCS = Path(__file__).resolve().parents[2]
GUIDES = ["README.md", "docs/operator.md", "docs/cluster.md", "docs/inspector.md",
          "docs/formats/property.md", "docs/formats/backup.md", "docs/formats/tumbler.md",
          "docs/formats/journal.md"]


def commands(guide):
    """Every `sicbo ...` in a code block or between backticks, as words, without what
    follows # or |."""
    text = (DOCS / guide).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.S | re.M)
    blocks = [re.sub(r"\s*\\\n\s*", " ", block) for block in blocks]  # lines that go on in the next
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    rest = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    lines += [" ".join(one.split()) for one in re.findall(r"`(sicbo [^`]+)`", rest)]
    for line in lines:
        for part in re.split(r"\s\|\s", line):
            if part.startswith("sicbo "):
                yield shlex.split(re.sub(r"(\s{2,}|\s#).*$", "", part))[1:]


@contextmanager
def served(*words):
    """A server, once it accepts connections; it is stopped whatever happens."""
    with subprocess.Popen([program.SICBO, "serve", *map(str, words)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as server:
        try:
            while "Ctrl-C" not in (line := server.stdout.readline()):
                assert line, "the server did not start"
            yield server
        finally:
            server.kill()  # it need not finish its rounds


@cache
def help_of(*words):
    return run(*words, "--help")


class Guides(CliTest):
    def test_name_commands_and_options_that_exist(self):
        seen = 0
        for guide in GUIDES:
            for words in commands(guide):
                if words[0].startswith("--"):
                    continue
                seen += 1
                path = [words[0]]
                if words[0] in ("rules", "user", "database", "cage", "ticket") and len(words) > 1:
                    path.append(words[1].split("|")[0])
                code, text, err = help_of(*path)
                with self.subTest(guide=guide, words=words):
                    self.assertEqual(code, 0, err)
                    for option in (one for one in words if one.startswith("--")):
                        self.assertIn(option.split("=")[0], text)
        self.assertGreater(seen, 40)


class Inspector(JournalTest):
    def test_commands_of_the_inspectors_guide_run(self):
        """All of them, on a journal, its notes and its key with the names that the guide
        gives them."""
        for name, part in (("notes", ".notes"), ("key.pub", ".key.pub")):
            (self.place / name).write_bytes(Path(f"{self.journal}{part}").read_bytes())
        self.ask("backup", self.journal, self.place / "copy")
        rounds = [row["round"] for row in self.rows("rounds")]
        done = 0
        for words in commands("docs/inspector.md"):
            if (words[0] not in ("audit", "compare", "export", "history", "rules")
                    or any(word.isupper() for word in words)):
                continue
            words = [str(rounds[0]) if word == "412" else word for word in words]
            code, _, err = run(*words, cwd=self.place)
            self.assertEqual(code, 0, f"{words}: {err}")
            done += 1
        self.assertGreater(done, 7)
        self.assertTrue((self.place / "dispute-412.json").exists())

    def test_the_program_hash_is_in_the_journal_of_a_server(self):
        data = self.place / "data"
        with served("--listen", "127.0.0.1:0", "--data", data) as server:
            own = subprocess.run(["sha256sum", program.SICBO], capture_output=True, text=True,
                                 check=True).stdout.split()[0]
            while own not in (found := run("export", data / "journal", "--what", "events",
                                           "--format", "json")[1]):
                self.assertIsNone(server.poll())
        self.assertIn("SoftwareChecked", found)


class Operator(JournalTest):
    def test_backup_and_check_as_the_guide_shows_them(self):
        """With folders of this test in place of the guide's."""
        config = self.place / "property.toml"
        data, backup = self.place / "data", self.place / "backup"
        config.write_text(run("serve", "--show-config")[1])
        backup.mkdir()
        with served("--listen", "127.0.0.1:0", "--config", config, "--data", data):
            done = []
            for words in commands("docs/operator.md"):
                if (words[0] not in ("backup", "restore") and "--check" not in words
                        or len(words) < 3 or "TO" in words):
                    continue
                places = {"/var/lib/sicbo": data, "/etc/sicbo/property.toml": config,
                          "property.toml": config, "FOLDER": data}
                words = [str(places.get(word, word)).replace("/backup/", f"{backup}/")
                         for word in words]
                if words[0] == "restore":
                    words[2] = str(self.place / "restored")
                code, out, err = run(*words, input=b"correct horse battery\n")
                self.assertEqual(code, 0, f"{words}: {out}{err}")
                done.append(words[0])
            self.assertEqual(
                (done.count("backup"), done.count("restore"), done.count("serve") > 0),
                (2, 1, True))
        self.assertEqual(run("audit", self.place / "restored/journal")[0], 0)

    def test_keys_are_exchanged_as_the_guide_says(self):
        key = self.place / "tumbler-1.key"
        printed = self.ask("tumbler", "--key", key, "--print-key")
        self.assertRegex(printed, r"\A[0-9a-f]{64}\n\Z")
        self.assertEqual(self.ask("tumbler", "--key", key, "--print-key"), printed,
                         "the same again")
        with subprocess.Popen([program.SICBO, "tumbler", "--key", key, "--listen", "127.0.0.1:0",
                               "--server", "7" * 64],
                              stdout=subprocess.PIPE, text=True) as tumbler:
            tumbler.stdout.readline()
            self.assertEqual(tumbler.stdout.readline(), f"key {printed}")
            tumbler.terminate()
        self.refuse(["tumbler", "--key", key], ["--server"], (2,))


if __name__ == "__main__":
    main()
