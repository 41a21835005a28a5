#!/usr/bin/env python3
"""Re-checks query transcripts (`veriframe verify --smt DIR`) with an independent solver.

usage: recheck.py DIR [--solver COMMAND] [--sample N] [--seconds N]

Each file says in `:status` what was answered. It is confirmed if the solver says the same,
unknown if the solver or the answer is `unknown`, and refuted if one says `sat` and the
other `unsat`. Prints the counts; the exit code is 1 if a file is refuted or is not
understood.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys


def command(solver, seconds):
    """The command line of a solver with a time limit."""
    if "cvc5" in solver:
        return [solver, f"--tlimit={seconds * 1000}"]
    return [solver, f"-T:{seconds}", "smt.auto_config=false", "smt.mbqi=false"]


def outcome(path, solver, seconds):
    """What comes of one file."""
    status = re.search(r":status (\w+)", path.read_text()).group(1)
    run = subprocess.run(
        [*command(solver, seconds), str(path)], capture_output=True, text=True, check=False
    )
    words = (run.stdout + run.stderr).split()
    if any("error" in word for word in words):
        return "not understood"
    answer = next((word for word in words if word in ("sat", "unsat")), "unknown")
    if "unknown" in (answer, status):
        return "unknown"
    return "confirmed" if answer == status else "refuted"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--solver", default="cvc5")
    parser.add_argument("--sample", type=int, default=0, help="about so many files; 0: all")
    parser.add_argument("--seconds", type=int, default=5, help="for each file")
    args = parser.parse_args()
    files = sorted(args.folder.rglob("*.smt2"))
    step = max(1, len(files) // args.sample) if args.sample else 1
    counts = collections.Counter()
    for path in files[::step]:
        what = outcome(path, args.solver, args.seconds)
        counts[what] += 1
        if what in ("refuted", "not understood"):
            print(f"{what}: {path}")
    kinds = ("confirmed", "unknown", "refuted", "not understood")
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds))
    sys.exit(1 if counts["refuted"] or counts["not understood"] else 0)


main()
