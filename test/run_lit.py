#!/usr/bin/env python3
"""Runs lit over the given suites and counts.

Usage: run_lit.py [--counts FILE] BUILD/test BUILD/test/unit [lit arguments...]
The closing line is "N passed, N failed, N skipped"; FILE gets the three numbers.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

LIT = "/usr/lib/llvm-22/bin/lit"
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--counts")
    options, lit_arguments = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "lit.json")
        status = subprocess.call([LIT, "-sv", "--output", result] + lit_arguments)
        try:
            with open(result) as file:
                codes = [test["code"] for test in json.load(file)["tests"]]
        except (OSError, ValueError):
            codes = ["UNRESOLVED"]  # lit itself failed
    passed = sum(code in PASSED for code in codes)
    skipped = sum(code in SKIPPED for code in codes)
    failed = len(codes) - passed - skipped
    if options.counts:
        with open(options.counts, "w") as file:
            file.write(f"{passed} {failed} {skipped}\n")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return status or (0 if passed else 1)


if __name__ == "__main__":
    sys.exit(main())
