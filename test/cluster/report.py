# SPDX-License-Identifier: MIT
"""What the failures of a run, or of several, took and found. A failure is a line of JSON with its
kind and times in seconds: `gap`, the longest pause between two acknowledged bets, or `direct` and
`gateway`, the same of those who bet at the engines and behind the gateway; `database`, what its own
failover took of that; `planned`, from the end of the last round to a bet in both groups."""
import json

AIMS = {"kill-leader": ("gap", 10), "takeover": ("planned", 3)}  # what is aimed at, seconds
TITLES = {"gap": "without service", "direct": "  at the engines", "gateway": "  behind the gateway",
          "database": "  of it the database", "beyond": "  beyond the database",
          "planned": "  from the end of the last round"}
COUNTS = ("acknowledged", "resent", "balances")


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def with_gap(failure):
    """With the time without service, which is over when both groups are served."""
    gap = max(failure[group] for group in ("gap", "direct", "gateway") if group in failure)
    more = {"beyond": max(0, gap - failure["database"])} if "database" in failure else {}
    return {**failure, "gap": gap, **more}


def describe(failure):
    failure = with_gap(failure)
    return f"{failure['kind']}: " + ", ".join(
        f"{failure[name]:.2f} s {title.strip()}" for name, title in TITLES.items()
        if name in failure)


def print_times(failures):
    """p50, p99 and the longest by kind, and whether the aims are met."""
    failures = [with_gap(failure) for failure in failures]
    for kind in sorted({failure["kind"] for failure in failures}):
        those = [failure for failure in failures if failure["kind"] == kind]
        print(f"{kind}: {len(those)} times")
        for name, title in TITLES.items():
            values = [failure[name] for failure in those if name in failure]
            if not values:
                continue
            aim, most = AIMS.get(kind, ("", 0))
            found = quantile(values, 0.99)
            verdict = "met" if found <= most else "MISSED"
            more = f"; aim: at most {most} s, {verdict}" if aim == name else ""
            print(f"  {title}: p50 {quantile(values, 0.5):.2f} s, p99 {found:.2f} s, longest "
                  f"{max(values):.2f} s{more}")


def print_counts(total):
    print(f"{total['acknowledged']} bets acknowledged, {total['resent']} sent again, "
          f"{total['balances']} balances shown")


def count(bettors):
    return {"acknowledged": bettors.acknowledged(), "resent": bettors.resent,
            "balances": bettors.balances}


class Record:
    """A file of the failures of one run, a line of JSON each, and in the end its counts."""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8") if path else None

    def add(self, line):
        if self.file:
            print(json.dumps(line), file=self.file, flush=True)


def print_sum(paths):
    """The runs of these files as one. Returns how many things were wrong."""
    failures, totals = [], []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        failures += [line for line in lines if "kind" in line]
        totals += [line for line in lines if "wrong" in line]
    print_times(failures)
    print(f"{len(failures)} failures in {len(paths)} files, {len(totals)} runs to their end")
    print_counts({name: sum(total[name] for total in totals) for name in COUNTS})
    wrong = [one for total in totals for one in total["wrong"]]
    for one in wrong:
        print("WRONG:", one)
    return len(wrong)
