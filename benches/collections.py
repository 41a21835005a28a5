#!/usr/bin/env python3
"""How much of a collection of ordinary Java is judged, each folder as one program.

    benches/collections.py VERIFRAME FOLDER...

For each folder: its files, those without an error of syntax, the members by verdict, the time, and
why members are refused: the first message in each, or one elsewhere in its file.
The collections are not part of the project; docs/java.md has the figures of three public ones.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import time


def kind(message):
    """A message without the names of the program, but with those of types and constructs."""
    if message.startswith(("the type", "the class", "there is no class")):
        return message
    return re.sub(r"`[^`]*`", "`…`", message)


def causes(report):
    """How many members are refused for which cause: the first error in the text of each."""
    first, of_file = {}, {}
    for diagnostic in report["diagnostics"]:
        if diagnostic["severity"] == "error":
            named = diagnostic["file"], diagnostic["member"]
            first.setdefault(named, kind(diagnostic["message"]))
            if diagnostic["member"] is None:
                of_file.setdefault(diagnostic["file"], kind(diagnostic["message"]))
    refused = [m for m in report["members"] if m["status"] == "refused"]
    found = collections.Counter()
    for member in refused:
        outside = of_file.get(member["file"], "an error elsewhere")
        found[first.get((member["file"], member["name"]), f"(outside of it) {outside}")] += 1
    return found


def main():
    program, *folders = sys.argv[1:]
    for folder in folders:
        files = sorted(pathlib.Path(folder).rglob("*.java"))
        began = time.time()
        command = [program, "verify", "--format", "json", "--explain", "off", "--cache", "off", folder]
        report = json.loads(subprocess.run(command, capture_output=True).stdout)
        seconds = time.time() - began
        wrong = {d["file"] for d in report["diagnostics"] if d["code"] == "syntax"}
        verdicts = collections.Counter(member["status"] for member in report["members"])
        total = sum(verdicts.values())
        judged = verdicts["verified"] + verdicts["failed"]
        print(f"{folder}: {len(files)} files, {len(files) - len(wrong)} without an error of syntax")
        print(f"  {total} members, {judged} judged ({100 * judged / max(total, 1):.0f} %): {dict(verdicts)}")
        print(f"  {seconds:.1f} s")
        print("  members refused, by the first message in each:")
        for cause, count in causes(report).most_common(25):
            print(f"  {count:6} {cause}")


if __name__ == "__main__":
    main()
