# SPDX-License-Identifier: MIT
"""Power cuts: the program runs on a disk whose power goes, and what it acknowledged must be
there."""
import collections
import pathlib
import random
import sys
import time

import disk
import program

MEGABYTES = 192
CUTS_OF_ONE_PROPERTY = 60
CONTROL_CUTS = 20


KINDS = ("while it plays", "while it starts", "while it tidies up", "while it ends")


def size_of(path):
    return path.stat().st_size if path.exists() else 0


def choose(chance, of):
    """At what the next cut aims."""
    if chance.random() < 0.2:
        return "while it starts"
    if chance.random() < 0.12:
        return "while it ends"
    # From 16 MB on the log is moved into the database.
    if size_of(of.log) > 15 << 20 and chance.random() < 0.5:
        return "while it tidies up"
    return "while it plays"


def run_until_cut(chance, of, running, kind):
    """Lets it run to where the power is to go. What it was doing."""
    if kind == "while it starts":
        running.read_until(1, chance.uniform(0, 1.3) * of.starting)
    elif kind == "while it ends":
        # It moves its log and removes it.
        running.read_until(None, chance.uniform(0, 1.2) * of.ending)
    elif kind == "while it tidies up":
        before = size_of(of.journal)
        while running.open and running.count < 1500 and size_of(of.journal) == before:
            running.read(0.0002)
        return kind if size_of(of.journal) > before else "while it plays"
    else:
        running.read_until(1)
        of.starting = time.monotonic() - running.began
        running.read_until(int(2 ** chance.uniform(0, 10)))
        running.read_until(running.count + 1000, chance.choice([0, 0.0005, 0.002, 0.01]))
    return kind


def cut_once(chance, of, on, counts, careless=None):
    """Runs the program, cuts the power at some moment, and restores it. The loss, or None."""
    kind = "while it plays" if careless else choose(chance, of)
    running = of.start(careless, chance.randint(1, 5) if kind == "while it ends" else 1_000_000)
    kind = run_until_cut(chance, of, running, kind)
    ended_before = running.process.poll() is not None
    on.cut(disk.NOLOGFLUSH if chance.random() < 0.85 else disk.LOGFLUSH)
    # The power goes for the program too; or it lives to see the errors, and must say so.
    sees_it = chance.random() < 0.3
    if not sees_it:
        running.kill()
    code, complaint = running.end()
    if kind == "while it ends" and code == 0:
        of.ending = time.monotonic() - running.began
    on.restore()
    counts[kind] += 1
    counts["acknowledgements"] += running.count
    if careless:
        return of.check()
    if ended_before and code != 0:
        raise program.Broken(f"it ended by itself with {code} before the cut: {complaint}")
    if code == 0 and kind != "while it ends":
        raise program.Broken("it went on without a disk, to the end")
    if code not in (0, 1, -9) or (code == 1 and not complaint):
        raise program.Broken(f"it ended with {code}, saying: {complaint}")
    if code == 1:
        counts["said so"] += 1
    return of.check()


def new_property(folder, on_disk, seed, chance):
    of = program.Property(on_disk / "journal", folder / "acks", seed, chance.choice(program.GAMES))
    of.log = pathlib.Path(f"{of.journal}-wal")
    of.starting, of.ending = 0.03, 0.2  # seconds; measured as it goes
    return of


def hit(folder, seed, cuts, careless=None):
    """Cuts the power of properties until it was cut so often. How often each thing occurred."""
    counts = collections.Counter()
    chance = random.Random(seed)
    done = 0
    while done < cuts:
        on = disk.Disk(folder, MEGABYTES)
        try:
            of = new_property(folder, on.at, seed + done, chance)
            for _ in range(min(CUTS_OF_ONE_PROPERTY, cuts - done)):
                done += 1
                lost = cut_once(chance, of, on, counts, careless)
                if lost and careless:
                    counts["lost"] += 1
                    break
                if lost:
                    raise program.Broken(f"cut {done}, game {of.game}: {lost}")
            if not careless:
                program.must_go_on(of)
                wrong = of.check(replay=True)
                if wrong:
                    raise program.Broken(f"after cut {done}, game {of.game}: {wrong}")
                counts["properties"] += 1
        finally:
            program.end_all()
            on.close()
    return counts


def fill(folder, seed):
    """A disk that runs full: it ends and says so, and goes on when there is room again."""
    at = folder / "small"
    at.mkdir()
    disk.mount("none", at, "tmpfs", 0, "size=24m")
    try:
        of = program.Property(at / "journal", folder / "acks", seed, "rws-etg")
        for start in ("first", "second"):
            running = of.start()
            code, complaint = running.end()
            if code != 1 or not complaint:
                raise program.Broken(f"full disk, {start} start: code {code}, saying: {complaint}")
            lost = of.check()
            if lost:
                raise program.Broken(f"full disk, {start} start: {lost}")
        disk.mount("none", at, "tmpfs", disk.MS_REMOUNT, "size=64m")
        program.must_go_on(of)
        return of.count, complaint
    finally:
        program.end_all()
        disk.unmount(at)
        at.rmdir()


def probe(folder):
    """Whether this machine lets us."""
    try:
        disk.enter_own_namespace()
        on = disk.Disk(folder, 16)
        try:
            on.cut(disk.NOLOGFLUSH)
            on.restore()
        finally:
            on.close()
    except OSError as wrong:
        raise program.Missing(f"the right to mount ext4 on a loop device and to shut it down "
                              f"({wrong})") from wrong


def run(cuts, seed):
    with program.folder() as folder:
        probe(folder)
        for kind in ("early", "normal"):
            counts = hit(folder, seed, CONTROL_CUTS, kind)
            lost = counts["lost"]
            print(f"control {kind}: {lost} of {CONTROL_CUTS} cuts lost what was acknowledged")
            if lost == 0:
                raise program.Broken(f"the control `{kind}` loses nothing: this test sees nothing")
        sys.stdout.flush()
        began = time.monotonic()
        counts = hit(folder, seed, cuts)
        took = time.monotonic() - began
        kinds = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
        print(f"{cuts} cuts of {counts['properties']} properties: {kinds}; "
              f"{counts['said so']} times it saw the errors and said so")
        print(f"{counts['acknowledgements']} acknowledgements, none lost; "
              f"{took:.1f} s, {cuts * 3600 / took:.0f} cuts an hour")
        count, complaint = fill(folder, seed)
        print(f"full disk: {count} acknowledgements, none lost; it said: {complaint}")
