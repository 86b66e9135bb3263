"""Checks the rows of docs/CAPABILITIES.md: each links tests under test/, and none of the links is dead."""
import os
import re
import sys

path = sys.argv[1]
rows = [line for line in open(path, encoding="utf-8") if line.startswith("| ") and "Shown by" not in line]
faults = []
for row in rows:
    links = re.findall(r"\]\((\.\./test/[^)]*)\)", row)
    if not links:
        faults.append("no test: " + row.strip())
    faults += ["no such file: " + link for link in links if not os.path.isfile(os.path.join(os.path.dirname(path), link))]
print(f"{len(rows)} rows, {len(faults)} faults", *faults, sep="\n")
sys.exit(len(rows) < 20 or bool(faults))
