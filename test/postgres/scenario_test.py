#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays the scenarios of test/scenario with their events in PostgreSQL: what follows a power cut in
them is what the database returns.

scenario_test.py SICBO [--all]; every eighth file without --all"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from server import Server  # noqa: E402

LEAST = 50  # files: a folder that was not found would look fine
ONE_IN = 8


def play(sicbo, files, *words):
    done = subprocess.run([sicbo, "scenario", *words, *files], stdout=subprocess.PIPE, text=True,
                          check=False)
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        print("\n".join(line for line in lines if ": fine (" not in line))
        sys.exit(f"not every scenario is fine: {done.returncode}")
    return lines


def main():
    sicbo = sys.argv[1]
    files = sorted((HERE.parent / "scenario").rglob("*.txt"))
    if sys.argv[2:] != ["--all"]:
        files = files[::ONE_IN]
    if len(files) < LEAST:
        sys.exit(f"there are only {len(files)} scenarios")
    with Server().start() as server:
        address = server.address("played")
        # The hashes over all events are the same as in memory.
        stored = play(sicbo, files, "--db", address)
        if stored != play(sicbo, files):
            sys.exit("a scenario has other events in the database than in memory")
        kept = server.sql("SELECT count(DISTINCT j.name) FROM sicbo.journal j JOIN sicbo.record r "
                          "USING (journal) WHERE j.name LIKE 'played-%'")
        if kept != str(len(files)):
            sys.exit(f"the database has {kept} journals instead of {len(files)}")
        # A journal that is there is not played over.
        again = subprocess.run([sicbo, "scenario", "--db", address, files[0]], text=True,
                               capture_output=True, check=False)
        if again.returncode == 0 or "already" not in again.stderr:
            sys.exit(f"a journal was played over: {again.stdout}{again.stderr}")
        records = server.sql("SELECT count(*) FROM sicbo.record")
    print(f"{stored[-1]}, with {records} records in the database")


if __name__ == "__main__":
    main()
