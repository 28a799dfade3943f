# SPDX-License-Identifier: MIT
"""Kills and errors at the n-th system call of a kind. What a process has written stays in memory
when it is killed, so this shows that the order of things is right, and not that they were
synced."""
import collections
import subprocess

import program

# The call, what befalls it, on which files, and what part of the full count it is tried up to.
FAULTS = [
    ("fdatasync", "signal=KILL", "any file", 1),
    ("pwrite64", "signal=KILL", "any file", 1),
    ("fdatasync", "error=EIO", "the journal", 3),
    ("pwrite64", "error=EIO", "the journal", 3),
    ("pwrite64", "error=ENOSPC", "the journal", 3),
    ("fdatasync", "error=EIO", "any file", 6),
    ("pwrite64", "error=ENOSPC", "any file", 6),
    ("write", "error=ENOSPC", "any file", 6),
    ("fsync", "error=EIO", "any file", 12),
    ("ftruncate", "error=ENOSPC", "any file", 12),
]
ENOUGH = 400  # acknowledgements until we say that it lives with the fault, or never came to it
CONTROLS = 20


def strike(of, call, what, where, number, careless=None):
    """Runs it with the fault at that call. How it ended."""
    # With -D the program is our child, and strace is not: what we end is the program.
    before = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
              "-e", f"inject={call}:{what}:when={number}"]
    if where == "the journal":
        for part in ("", "-wal", "-journal"):
            before += ["-P", f"{of.journal}{part}"]
    running = of.start(careless, before=before)
    running.read_until(max(ENOUGH, 8 * number))
    survived = running.open
    if survived:
        running.kill()
    code, complaint = running.end()
    if survived and where == "the journal":
        raise program.Broken("it went on")
    if survived:
        return "went on"
    if code == -9 and "KILL" in what:
        return "killed"
    if code == 1 and complaint and "error" in what:
        return "said so and ended"
    raise program.Broken(f"it ended with {code}, saying: {complaint}")


def try_fault(of, call, what, where, number):
    try:
        end = strike(of, call, what, where, number)
        lost = of.check()
        if lost:
            raise program.Broken(lost)
        program.must_go_on(of)
    except program.Broken as wrong:
        raise program.Broken(
            f"{what} at {call} number {number} of {where}, game {of.game}: {wrong}") from wrong
    return end


def remove(of):
    for path in of.journal.parent.glob(f"{of.journal.name}*"):
        path.unlink()


def try_control(folder, seed):
    """Who acknowledges before writing must be found out."""
    lost = 0
    for number in range(1, CONTROLS + 1):
        of = program.Property(folder / f"control-{number}-", folder / "acks", seed, "rws-etg")
        strike(of, "pwrite64", "signal=KILL", "any file", 100 + number, "early")
        lost += of.check() is not None
        remove(of)
    print(f"control early: {lost} of {CONTROLS} kills lost what was acknowledged")
    if lost == 0:
        raise program.Broken("the control `early` loses nothing: this test sees nothing")


def try_all(folder, seed, call, what, where, most):
    """The fault at every number up to the most. How each ended."""
    ends = collections.Counter()
    old = None
    for number in range(1, most + 1):
        # On a journal of its own, and on one that has seen the faults before.
        game = program.GAMES[number % len(program.GAMES)]
        new = program.Property(folder / f"new-{number}-", folder / "acks-new", seed + number, game)
        if number % 50 == 1:
            if old:
                remove(old)
            old = program.Property(folder / f"old-{number}-", folder / "acks-old", seed, game)
        for of in (new, old):
            before = of.count
            ends[try_fault(of, call, what, where, number)] += 1
            ends["acknowledgements"] += of.count - before
        remove(new)
    remove(old)
    return ends


def probe():
    """Whether this machine lets us."""
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], stderr=subprocess.PIPE, text=True)
    if tried.returncode != 0:
        raise program.Missing(f"the right to trace ({tried.stderr.strip()})")


def run(count, seed):
    probe()
    with program.folder() as folder:
        try_control(folder, seed)
        for call, what, where, part in FAULTS:
            most = max(count // part, 4)
            ends = try_all(folder, seed, call, what, where, most)
            counts = [f"{ends[end]} {end}" for end in ("killed", "said so and ended", "went on")
                      if ends[end]]
            print(f"{what} at {call} of {where}, 1 to {most}: {', '.join(counts)}; "
                  f"{ends['acknowledgements']} acknowledgements, none lost", flush=True)
            if not ends["killed"] and not ends["said so and ended"]:
                raise program.Broken(f"{what} at {call} had no effect: this test sees nothing")
