#!/usr/bin/env python3
"""Builds and runs a program before and after `loopfuse fix` and compares every byte it prints.

Usage: check_exec.py --loopfuse PATH TEST [--unchanged] [--vectors] [loopfuse flags] [-- compiler flags]

Both versions must run clean under ASan and UBSan, and print the same with clang, and with GCC without contraction and
with its default (which has no fused multiply-add on this target). The fix must edit the program, unless --unchanged
says that it must not; a second fix must change nothing. Its command says that no vectors are used, unless --vectors is
given: then what vectors cost counts (docs/COST.md), and less is fused by iteration.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

STANDARD = {".c": "-std=c17", ".cpp": "-std=c++20"}
CLANG = {".c": "clang-22", ".cpp": "clang++-22"}
GCC = {".c": "gcc", ".cpp": "g++"}
SANITIZERS = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


class Failure(Exception):
    pass


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True)
    if result.returncode:
        raise Failure(f"$ {shlex.join(command)}\nexit code {result.returncode}\n{result.stdout.decode(errors='replace')}"
                      + result.stderr.decode(errors="replace"))
    return result.stdout


def builds(suffix):
    standard = STANDARD[suffix]
    yield "clang, sanitizers", [CLANG[suffix], standard, *SANITIZERS]
    yield "clang -O2", [CLANG[suffix], standard, "-O2"]
    yield "gcc -O2 -ffp-contract=off", [GCC[suffix], standard, "-O2", "-ffp-contract=off"]
    yield "gcc -O3", [GCC[suffix], standard, "-O3"]


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def check(options, folder):
    suffix = os.path.splitext(options.test)[1]
    before, after = "before" + suffix, "after" + suffix
    for name in (before, after):
        shutil.copy(options.test, os.path.join(folder, name))
    fix = [options.loopfuse, "fix", *options.flags, after, "--", CLANG[suffix], STANDARD[suffix], *options.compiler_flags]
    if not options.vectors:
        fix.append("-fno-vectorize")
    log = run(fix, folder).decode(errors="replace")
    text = read(folder, after)
    edited = text != read(folder, before)
    if edited == options.unchanged:
        raise Failure(f"the program was {'edited' if edited else 'not edited'}\n{log}")
    for name, compiler in builds(suffix):
        outputs = []
        for source in (before, after) if edited else (before,):
            run([*compiler, *options.compiler_flags, source, "-o", "program", "-lm"], folder)
            outputs.append(run([os.path.join(folder, "program")], folder))
        if not outputs[0]:
            raise Failure("the program prints nothing")
        if outputs[0] != outputs[-1]:
            raise Failure(f"{name}: the output changed\n--- before\n{outputs[0].decode()}--- after\n{outputs[1].decode()}"
                          f"--- text\n{text.decode(errors='replace')}")
    run(fix, folder)
    if read(folder, after) != text:
        raise Failure("a second fix changes the text again")


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--unchanged", action="store_true")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("test")
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, options.flags = parser.parse_known_args(arguments[:cut])
    options.compiler_flags = arguments[cut + 1:]
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
