# SPDX-License-Identifier: MIT
"""The configuration of a property: what is accepted, and what is refused at which line:
property_test.py PROGRAM."""
import os
import pathlib
import tempfile
import unittest

import case
from house import MANUAL


class Configuration(unittest.TestCase):
    def check(self, text):
        return case.run("serve", "--check", "--config", "-", input=text)

    def test_the_demonstrations_own_is_fine(self):
        shown = case.run("serve", "--show-config")
        self.assertEqual(shown.returncode, 0)
        self.assertEqual(self.check(shown.stdout).returncode, 0)

    def test_what_is_wrong_is_named_with_its_line(self):
        good = MANUAL["rws-etg"][1].lstrip()
        self.assertEqual(self.check(good).returncode, 0, self.check(good).stderr)
        other = MANUAL["rws-taisai"][1].lstrip()
        head = "[server]\nthreads = 1\n"
        for one in ("https://example.com", "http://10.0.0.5:8080", "http://[::1]",
                    "http://[::1]:8080"):
            self.assertEqual(self.check(f'[server]\norigins = ["{one}"]\n' + good).returncode, 0,
                             one)
        network = f'tumbler = "AT"\ntumbler_key = "{"7" * 64}"\nmode = "assisted"\n'
        assisted = good.replace('training = true\n', 'training = true\n' + network)
        for at in ("127.0.0.1:9100", "[::1]:9100"):
            self.assertEqual(self.check(assisted.replace("AT", at)).returncode, 0)
        cases = [
            (good.replace('game = "rws-etg"', 'game = "sicbo"'), 4, "there is no game"),
            (good.replace('chip = "1.00"', 'chip = "0.01"'), 6, "chip"),
            (good.replace('chip = "1.00"', 'chip = 1'), 6, "must be a text"),
            (good.replace('min = "1.00"', 'min = "x"'), 7, "no amount"),
            (head + good.replace('max = "1000.00"', 'max = "0.50"'), 10,
             "max: the maximum is below"),
            (head + good.replace('min = "1.00"', 'min = "-1.00"'), 9, "min: "),
            (head + good.replace('max = "1000.00"', 'round_max = "0.50"'), 10,
             "round_max: is below"),
            (head + good.replace('max = "1000.00"', 'limit_of = { big = { max = "0.50" } }'), 10,
             "limit_of: big.max: the maximum is below"),
            (head + good.replace('name = "One"', 'name = ""'), 5, "name: "),
            (head + good.replace('name = "One"', 'name = "One"\noperator = "a\\nb"'), 6,
             "operator: "),
            ('currency = "dollars"\n' + head + good, 4, "currency: "),
            (head + good + '[[table.approval]]\nmixer = "manual-shaker"\nmixing = "1"\n'
             'location = "2"\n', 20, "approval: "),
            (good.replace('training = true', 'training = true\nmode = "automatic"'), 6, "tumbler"),
            (good.replace('training = true',
                          'training = false\ntumbler = "simulated"\nmode = "assisted"'), 6,
             "training"),
            (good.replace('training = true', 'training = false'), 9, "play credit"),
            (good.replace('layout = "rws-etg-2"', 'layout = "maryland"'), 15, "no layout"),
            (good.replace("first = 401", "first = 300"), None, "stands at table"),
            (good.replace('name = "One"', 'name = "One"\nlimits = 5'), 4, "unknown key"),
            (good.replace('min = "1.00"',
                          'min = "1.00"\nlimit_of = { total-3 = { max = "5.00" } }'), 8, "no spot"),
            (good + good, 19, "two tables have this number"),
            (other + "[[table.terminals]]\nlayout = \"rws-taisai\"\nfirst = 1\ncount = 1\n", None,
             "felt"),
            ('[server]\nlisten = "here"\n' + good, 2, "no address"),
            ('[server]\nlisten = "localhost:80"\n' + good, 2, "listen: "),
            *((assisted.replace("AT", at), 6, "tumbler: ")
              for at in ("localhost:9100", "127.1:9100", "[127.0.0.1]:9100", "127.0.0.1:0")),
            ("[server]\nconnections_from_one_address = 0\n" + good, 2, "from 1 to"),
            ("[[table", 1, ""),
            ("", None, "missing"),
            (good.replace('game = "rws-etg"', 'rules = "nowhere.toml"'), 4, "nowhere.toml"),
        ]
        cases += [(f'[server]\norigins = ["{one}"]\n' + good, 2, "origins: ") for one in
                  ("*", "", "example.com", "http://", "https://example.com/", "ftp://example.com",
                   "http://Example.com",
                   "http://example.com:", "http://*.example.com", "http://example.com:8o")]
        for text, line, what in cases:
            done = self.check(text)
            self.assertNotRegex(done.stderr, r"(\w+): \1\b", "a key is named once")
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(what, done.stderr)
            place = f"standard input:{line}:" if line else "standard input:"
            self.assertIn(place, done.stderr, f"{what}: {done.stderr}")
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_a_certificate_must_be_there(self):
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "property.toml"
            config.write_text('[server]\ncertificate = "own.crt"\nprivate_key = "own.key"\n'
                              + MANUAL["rws-etg"][1])
            for key, name in (("certificate", "own.crt"), ("private_key", "own.key")):
                done = case.run("serve", "--check", "--config", str(config))
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(f"{key}: {folder}/{name}: ", done.stderr)
                (config.parent / name).write_text("something\n")
            done = case.run("serve", "--check", "--config", str(config))
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("own.crt: error: is no certificate", done.stdout)

    def test_words_that_are_wrong(self):
        self.assertEqual(case.run("serve", "--listen", "localhost:80").returncode, 2)
        self.assertEqual(case.run("serve", "--listen", "nowhere").returncode, 2)
        self.assertEqual(case.run("serve", "--listen", "127.0.0.1:99999").returncode, 2)
        self.assertEqual(case.run("serve", "--config", "/nowhere.toml").returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "file")
            open(file, "w", encoding="utf-8").close()
            done = case.run("serve", "--data", file, "--listen", "127.0.0.1:0")
            self.assertEqual(done.returncode, 1, done.stderr)
            done = case.run("serve", "--data", folder, "--listen", "192.0.2.1:0", "--insecure")
            self.assertEqual(done.returncode, 1)
            self.assertIn("192.0.2.1:0", done.stderr)


if __name__ == "__main__":
    case.main()
