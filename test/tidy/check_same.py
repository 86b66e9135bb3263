#!/usr/bin/env python3
"""Whether `clang-tidy -fix`, run until nothing changes, leaves what `loopfuse fix` leaves, byte for byte.

    check_same.py --loopfuse LOOPFUSE --tidy 'COMMAND' TEST...

Each TEST is one of test/fuse (see check_fuse.py).
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from check_fuse import COMPILERS, difference, read, split

OPTIONS = {"--alias": "Alias", "--cost-model": "CostModel", "--fp": "Fp", "--calls": "Calls"}
MAX_RUNS = 8


def flags_of(text):
    """The flags of the tool and of the compiler."""
    arguments = shlex.split(re.search(rb"RUN: %check_fuse %s(.*)", text).group(1).decode())
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1:]


def write(folder, sections):
    for name, text in sections.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text)


def texts(folder, sections):
    return {name: read(os.path.join(folder, name)) for name in sections}


def compare(options, test, folder):
    """What differs, as text."""
    text = read(test)
    flags, compiler_flags = flags_of(text)
    sections = {name: part for name, part in split(text).items() if not name.startswith("after.")}
    source = next(name for name in sections if name.startswith("before."))
    command = COMPILERS[os.path.splitext(source)[1]] + compiler_flags
    write(folder, {"compile_commands.json": json.dumps(
        [{"directory": folder, "file": source, "arguments": command + ["-c", source]}]).encode()})
    write(folder, sections)
    subprocess.run([options.loopfuse, "fix", "--quiet", *flags, source], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    expected = texts(folder, sections)

    write(folder, sections)
    settings = {"loopfuse." + OPTIONS[name]: value for name, value in (flag.split("=") for flag in flags)}
    tidy = shlex.split(options.tidy) + ["-checks=-*,loopfuse-*", "-config=" + json.dumps({"CheckOptions": settings}),
                                        "-p", folder, "-fix", "--quiet", source]
    for _ in range(MAX_RUNS):
        before = texts(folder, sections)
        subprocess.run(tidy, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if texts(folder, sections) == before:
            break
    actual = texts(folder, sections)
    changed = expected != {name: sections[name] for name in expected}
    return "".join(difference(expected[name], actual[name]) for name in expected), changed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--tidy", required=True)
    parser.add_argument("tests", nargs="+")
    options = parser.parse_args()
    differ = changed = 0
    for test in options.tests:
        with tempfile.TemporaryDirectory() as folder:
            what, was_changed = compare(options, test, os.path.realpath(folder))
        changed += was_changed
        if what:
            differ += 1
            print(f"{test}:\n{what}")
    print(f"{len(options.tests)} files, {changed} changed, {differ} differ")
    return 1 if differ or not changed else 0


if __name__ == "__main__":
    sys.exit(main())
