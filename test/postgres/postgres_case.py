# SPDX-License-Identifier: MIT
"""Tests of the program on PostgreSQL: they share a server, and each has a folder of its own."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from server import Server


def run(program, *words, code=0, **more):
    """What the program prints. It must end with this code, unless that is None."""
    done = subprocess.run([program, *map(str, words)], text=True, capture_output=True, check=False,
                          timeout=300, **more)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class WithServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server().start()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-test-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
