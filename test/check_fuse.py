#!/usr/bin/env python3
"""Checks a test of test/fuse: what `loopfuse fix` makes of one source must be the text the test gives.

A test is one file of sections, each a source that could stand alone:

    // RUN: %check_fuse %s [--vectors] [loopfuse flags] [-- compiler flags]
    // What the test is about.
    //--- before.cpp
    …
    //--- after.cpp
    …

Without an `after` section the source must stay as it is. Further sections are written beside the source (headers,
.clang-format, .loopfuse.yaml). The result must compile without warnings, and a second run must change nothing. With a
comment behind every token the same loops must be fused, and no comment may be lost. The command says that no vectors are
used, unless --vectors is given: then what vectors cost counts (docs/COST.md), and less is fused by iteration.

    python3 test/check_fuse.py --loopfuse build/tool/loopfuse --update test/fuse/x.cpp

writes what the tool does now into the `after` section: read the difference before you commit it.
"""
import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile

import comments

SECTION = re.compile(rb"^//--- (\S+)\r?\n", re.MULTILINE)
COMPILERS = {".c": ["clang-22", "-std=c17"], ".cpp": ["clang++-22", "-std=c++20"]}
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function"]


class Failure(Exception):
    pass


def run(command, folder):
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        raise Failure(f"$ {shlex.join(command)}\nexit code {result.returncode}\n{result.stdout.decode(errors='replace')}")
    return result.stdout.decode(errors="replace")


def split(text):
    """The sections by name, as bytes: line ends and byte order marks are part of what is tested."""
    parts = SECTION.split(text)
    return dict(zip((name.decode() for name in parts[1::2]), parts[2::2]))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def difference(expected, actual):
    lines = lambda text: text.decode(errors="backslashreplace").splitlines(keepends=True)
    return "".join(line if line.endswith("\n") else line + "\n\\ no newline\n"
                   for line in difflib.unified_diff(lines(expected), lines(actual), "expected", "actual"))


def check(options, folder):
    sections = split(read(options.test))
    source = next((name for name in sections if name.startswith("before.")), None)
    if not source:
        raise Failure("no section //--- before.cpp or before.c")
    suffix = os.path.splitext(source)[1]
    expected = sections.get("after" + suffix, sections[source])
    for name, text in sections.items():
        if name != "after" + suffix:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text)

    path = os.path.join(folder, source)
    compiler = COMPILERS[suffix] + options.compiler_flags
    syntax = compiler + ["-fsyntax-only", *WARNINGS, source]
    fix = [options.loopfuse, "fix", *options.flags, source, "--", *compiler]
    if not options.vectors:
        fix.append("-fno-vectorize")
    run(syntax, folder)
    log = run(fix, folder)
    actual = read(path)
    if options.update:
        update(options.test, source, "after" + suffix, actual)
    elif actual != expected:
        raise Failure(f"the result is not what the test gives:\n{difference(expected, actual)}\n{log}")
    run(syntax, folder)
    run(fix, folder)
    if read(path) != actual:
        raise Failure(f"a second run changes the text again:\n{difference(actual, read(path))}")
    with open(path, "wb") as file:
        file.write(comments.commented(sections[source]))
    run(fix, folder)
    check_comments(comments.commented(sections[source]), read(path), actual)


def check_comments(before, after, expected):
    if comments.code(after).count(b"for (") != comments.code(expected).count(b"for ("):
        raise Failure(f"with comments other loops are fused:\n{difference(expected, after)}")
    if lost := comments.lost(before, after):
        raise Failure(f"lost comments: {b' '.join(lost).decode()} of\n{before.decode()}\nin\n{after.decode()}")


def update(test, source, after, actual):
    """Writes the result as the `after` section, which is the last; none where nothing changed."""
    text = read(test)
    sections = split(text)
    text = text.split(b"//--- " + after.encode(), 1)[0]
    if actual != sections[source]:
        text += b"//--- " + after.encode() + b"\n" + actual
    with open(test, "wb") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("test")
    arguments = sys.argv[1:]
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, compiler_flags = arguments[:cut], arguments[cut + 1:]
    else:
        compiler_flags = []
    options, flags = parser.parse_known_args(arguments)
    options.flags, options.compiler_flags = flags, compiler_flags
    options.loopfuse = os.path.abspath(options.loopfuse)
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(options, os.path.realpath(folder))
        except Failure as failure:
            print(failure)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
