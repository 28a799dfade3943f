# SPDX-License-Identifier: MIT
"""The program under test, its acknowledgements, and what is checked afterwards."""
import contextlib
import ctypes
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("SICBO_RELEASE", ROOT / "build/release"))
SICBO = BUILD / "apps/sicbo/sicbo"
CHECK = BUILD / "test/power/check_acks"
CARELESS = BUILD / "test/power/careless"
GAMES = ["rws-etg", "rws-taisai", "maryland", "mbs-etg", "all"]
PATIENCE = 120  # seconds for what takes a few even on a busy machine

libc = ctypes.CDLL(None, use_errno=True)
running = set()


@contextlib.contextmanager
def folder():
    """One that is removed again, in memory if that can be: the disk in it loses what it must
    anyway."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sicbo-power-", dir=memory) as name:
        yield pathlib.Path(name)


class Missing(Exception):
    """What it takes is not to be had here."""


class Broken(Exception):
    """What must hold did not."""


def die_with_parent():
    PR_SET_PDEATHSIG = 1
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Property:
    """A journal and, outside of its disk, what was acknowledged of it."""

    def __init__(self, journal, acks, seed, game):
        self.journal = pathlib.Path(journal)
        self.acks = pathlib.Path(acks)
        self.acks.write_bytes(b"")
        self.seed = seed
        self.game = game
        self.count = 0
        self.starts = 0

    def start(self, careless=None, rounds=1_000_000, before=()):
        self.starts += 1
        return Program(self, careless, rounds, before)

    def header(self):
        with open(self.journal, "rb") as file:
            return file.read(100)

    def check(self, replay=False):
        """The acknowledgement that was lost, in words; None if all are kept."""
        command = [CHECK, self.journal, self.acks] + (["--replay"] if replay else [])
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode not in (0, 1):
            raise Broken(f"check_acks ended with {done.returncode}: {done.stdout}")
        if self.count and self.header()[18:20] != b"\2\2":
            raise Broken("the journal is not written ahead")
        return done.stdout.strip() if done.returncode == 1 else None


class Program:
    """A run of it, whose acknowledgements are read through a pipe."""

    def __init__(self, of, careless, rounds, before):
        self.of = of
        self.count = 0
        self.began = time.monotonic()
        self.rest = b""
        self.open = True
        # Another world at every start, or the same orders would follow every cut.
        seed = str(of.seed * 1000 + of.starts)
        self.pipe, end = os.pipe()
        if careless:
            command = [CARELESS, careless, of.journal, str(end), seed, of.game]
        else:
            command = [SICBO, "simulate", "--db", of.journal, "--acks", str(end), "--seed", seed,
                       "--game", of.game, "--rounds", str(rounds)]
        self.process = subprocess.Popen(
            [*before, *command], pass_fds=[end], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=die_with_parent)
        os.close(end)
        running.add(self.process)

    def read(self, seconds):
        """Reads what is acknowledged within the time, or at the first of it."""
        if not select.select([self.pipe], [], [], max(seconds, 0))[0]:
            return
        text = os.read(self.pipe, 1 << 16)
        self.open = bool(text)
        whole, newline, self.rest = (self.rest + text).rpartition(b"\n")
        with open(self.of.acks, "ab") as file:
            file.write(whole + newline)
        new = whole.count(b"\n") + len(newline)
        self.count += new
        self.of.count += new

    def read_until(self, count=None, seconds=PATIENCE):
        """Until so many were acknowledged in this run, the time is over or the program has
        ended."""
        until = time.monotonic() + seconds
        while self.open and (count is None or self.count < count):
            left = until - time.monotonic()
            if left <= 0:
                break
            self.read(left)

    def kill(self):
        self.process.kill()

    def end(self):
        """Waits until it ends, takes what is still in the pipe; its code and what it complained
        of."""
        self.read_until()
        if self.open:
            self.kill()
            raise Broken(f"the program did not end: {self.process.args}")
        os.close(self.pipe)
        complaint = self.process.stderr.read().decode().strip()
        self.process.stderr.close()
        running.discard(self.process)
        return self.process.wait(), complaint

    def stop(self):
        self.kill()
        return self.end()


def end_all():
    """Ends what an exception left running."""
    for process in list(running):
        process.kill()
        process.wait()
        running.discard(process)


def must_go_on(of):
    """A start without faults recovers, and acknowledges again."""
    program = of.start()
    program.read_until(1)
    code, complaint = program.stop()
    if program.count == 0:
        raise Broken(f"it did not start again (code {code}): {complaint}")
    lost = of.check()
    if lost:
        raise Broken(lost)
