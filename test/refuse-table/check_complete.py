#!/usr/bin/env python3
"""Every row of the refusal table has a test and a section in the documentation, and nothing else has one.

Usage: check_complete.py TOP-FOLDER
"""
import os
import re
import sys

ROW = re.compile(r'^REFUSAL\(\w+,\s*"([^"]+)"', re.MULTILINE)
SECTION = re.compile(r"^## (\S+)$", re.MULTILINE)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def main():
    top = sys.argv[1]
    rows = ROW.findall(read(top, "lib/Support/Refusal.def"))
    sections = SECTION.findall(read(top, "docs/REFUSALS.md"))
    tests = {name.split(".")[0] for name in os.listdir(os.path.join(top, "test/refuse"))
             if name.endswith((".c", ".cpp", ".test"))}
    faults = [f"row '{row}' stands twice in lib/Support/Refusal.def" for row in sorted(set(rows)) if rows.count(row) > 1]
    for row in rows:
        if row not in tests:
            faults.append(f"row '{row}' has no test test/refuse/{row}.cpp")
        if row not in sections:
            faults.append(f"row '{row}' has no section '## {row}' in docs/REFUSALS.md")
    faults += [f"section '{section}' of docs/REFUSALS.md is no row" for section in sections if section not in rows]
    for fault in faults:
        print(fault)
    print(f"{len(rows)} refusals, {len(faults)} faults")
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
