#!/usr/bin/env python3
"""What loopfuse does on a project: one row of the table in docs/REACH.md.

    reach.py --loopfuse build/tool/loopfuse --name NAME --root FOLDER -p DATABASE [--run COMMAND] [--alias POLICY] [-j N]

Works on a copy of FOLDER, with every path of the database moved there:
  * `loopfuse scan` and `check --refusals`: what was found, and why the rest was refused;
  * the wall time of that against `clang -fsyntax-only` of the same commands;
  * `loopfuse fix`: every translation unit is compiled again, by its own command;
  * --run: a shell command that builds and runs the project in {root} and prints its results. It runs in an untouched
    copy and in the fixed one, and what it prints must be the same bytes.
Prints a Markdown row and, below, whatever went wrong. Exit 1 if anything did."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time


def command_of(entry):
    return entry.get("arguments") or shlex.split(entry["command"])


def moved_copy(root, database, folder):
    """A copy of the project in \\p folder and its database; the folder of that database."""
    copy = os.path.join(folder, "project")
    shutil.copytree(root, copy, symlinks=True)
    with open(os.path.join(database, "compile_commands.json")) as f:
        text = f.read().replace(root.rstrip("/"), copy)
    place = os.path.join(folder, "database")
    os.makedirs(place)
    with open(os.path.join(place, "compile_commands.json"), "w") as f:
        f.write(text)
    return copy, place


def parses(entry, extra):
    arguments = [a for a in command_of(entry) if a != "-c"]
    if "-o" in arguments:
        at = arguments.index("-o")
        del arguments[at:at + 2]
    done = subprocess.run(arguments + extra, cwd=entry["directory"], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def all_parse(entries, jobs, extra=("-fsyntax-only", "-w")):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda e: parses(e, list(extra)), entries))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("-p", dest="database", required=True)
    parser.add_argument("--run")
    parser.add_argument("--alias")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true", help="leave the fixed copy and say where")
    options = parser.parse_args()
    tool = os.path.abspath(options.loopfuse)
    root = os.path.realpath(options.root)
    policy = [f"--alias={options.alias}"] if options.alias else []
    problems = []

    folder = tempfile.mkdtemp(prefix="reach-")
    try:
        copy, database = moved_copy(root, options.database, folder)
        entries = json.load(open(os.path.join(database, "compile_commands.json")))
        common = ["-p", database, "-j", str(options.jobs), "--project-root", copy] + policy

        start = time.monotonic()
        before = all_parse(entries, options.jobs)
        parse_seconds = time.monotonic() - start

        start = time.monotonic()
        scan = subprocess.run([tool, "scan", *common], capture_output=True, text=True)
        scan_seconds = time.monotonic() - start
        if scan.returncode not in (0, 3):
            problems.append(f"scan ended with {scan.returncode}: {scan.stderr[-500:]}")
        numbers = dict(re.findall(r"\b(files|functions|loops|pairs|fused|illegal|unproven|unsupported|unprofitable) (\d+)",
                                  scan.stdout + scan.stderr))

        check = subprocess.run([tool, "check", "--refusals", *common], capture_output=True, text=True)
        refused = collections.Counter(re.findall(r"(?:remark|note|warning): .*\[(?!loopfuse-)([a-z-]+)\]$",
                                                 check.stdout + check.stderr, re.M))

        fix = subprocess.run([tool, "fix", *common], capture_output=True, text=True)
        if fix.returncode not in (0, 3):
            problems.append(f"fix ended with {fix.returncode}: {fix.stderr[-500:]}")
        files = [os.path.join(place, name) for place, _, names in os.walk(copy) for name in names]
        changed = [path for path in files
                   if not os.path.islink(path) and differs(path, path.replace(copy, root, 1))]
        after = all_parse(entries, options.jobs)
        for entry, (was, _), (ok, errors) in zip(entries, before, after):
            if was and not ok:
                problems.append(f"{entry['file']} no longer compiles: {errors[:400]}")
        once = {path: open(path, "rb").read() for path in changed}
        subprocess.run([tool, "fix", *common], capture_output=True)
        if any(open(path, "rb").read() != text for path, text in once.items()):
            problems.append("a second fix changed something")

        same = "-"
        if options.run:
            outputs = []
            untouched = os.path.join(folder, "untouched")
            shutil.copytree(root, untouched, symlinks=True)
            for place in (untouched, copy):
                done = subprocess.run(options.run.format(root=shlex.quote(place)), shell=True, cwd=place,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                outputs.append((done.returncode, done.stdout))
            same = "same bytes" if outputs[0] == outputs[1] and outputs[0][0] == 0 else "DIFFERS"
            if same != "same bytes":
                problems.append(f"the run: {outputs[0][0]} {outputs[0][1][-300:]} against "
                                f"{outputs[1][0]} {outputs[1][1][-300:]}")

        modelled = sum(int(numbers.get(k, 0)) for k in ("fused", "illegal", "unproven", "unprofitable"))
        by_id = ", ".join(f"{name} {count}" for name, count in refused.most_common())
        print(f"| {options.name} | {len(entries)} ({sum(not ok for ok, _ in before)} do not parse) | "
              f"{numbers.get('loops', '?')} | {numbers.get('pairs', '?')} | {modelled} | {numbers.get('fused', '?')} | "
              f"{by_id} | {len(changed)} | {same} | {scan_seconds:.1f} s / {parse_seconds:.1f} s |")
    finally:
        if options.keep:
            print("kept in", folder)
        else:
            shutil.rmtree(folder)
    for problem in problems:
        print("PROBLEM:", problem)
    return 1 if problems else 0


def differs(a, b):
    if not os.path.exists(b):
        return False
    with open(a, "rb") as x, open(b, "rb") as y:
        return x.read() != y.read()


if __name__ == "__main__":
    sys.exit(main())
