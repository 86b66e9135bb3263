#!/usr/bin/env python3
"""Runs random programs before and after `loopfuse fix` and compares every byte they print.

Usage: run.py --loopfuse PATH [--count N] [--seed S] [--first I] [--jobs J] [--keep FOLDER] [--strip-length L] [--only KIND]

Each program is one function with sibling loops (generate.py). Before the fix it must run clean under ASan and UBSan;
after it, it must compile, run clean under both, and print the same bytes with the sanitizers and with -O2; a second
fix must change nothing. With --strip-length the strips get that length in the text before it is compiled, so that the
small sizes of these programs are several strips. What fails is saved alone under FOLDER, and found again by its seed
and number. A program that the compiler itself makes print different bytes at -O0 and -O2 proves nothing and is skipped:
a fault of the compiler's, or of the generator's (a value that nobody wrote is read).
The closing line is "N passed, N failed, N skipped".
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
# Contraction is off because clang folds a product and a sum of constants with one rounding at -O2 only: a program
# would differ from itself.
FLAGS = ["-std=c++20", "-w", "-ffp-contract=off", "-I", HERE]
VARIANTS = {
    "sanitized": ["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "optimised": ["-O2"],
}
STRIP = re.compile(r"(constexpr int strip\d* = )\d+;")
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=1"}


class Fault(Exception):
    """What went wrong with a program: the stage and the details."""

    def __init__(self, stage, detail):
        super().__init__(f"{stage}: {detail}")
        self.stage, self.detail = stage, detail


class Skip(Fault):
    """The program proves nothing."""


def run(command, stage, folder, limit=120):
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, timeout=limit, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        raise Fault(stage, f"more than {limit} s")
    if stage == "loopfuse fix" and result.returncode == 4:
        # The re-check turned a fusion down and left the text alone: no wrong output, but worth a look.
        raise Skip(stage, "the re-check said no")
    if result.returncode:
        raise Fault(stage, f"exit code {result.returncode}\n{result.stderr.decode(errors='replace')[:4000]}")
    return result.stdout


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder, self.strips = options, folder, 0
        for variant, flags in VARIANTS.items():  # the prelude's headers are most of the compile time
            run(["clang++-22", *FLAGS, *flags, "-x", "c++-header", os.path.join(HERE, "prelude.h"), "-o", f"{variant}.pch"],
                "prelude", folder)

    def output(self, source, variant, folder):
        program = f"{source}.{variant}"
        run(["clang++-22", *FLAGS, *VARIANTS[variant], "-include-pch", os.path.join(self.folder, f"{variant}.pch"), source,
             "-o", program], f"compile {source} {variant}", folder)
        return run([os.path.join(folder, program)], f"run {source} {variant}", folder)

    def fix(self, source, folder):
        run([self.options.loopfuse, "fix", *self.options.flags, source, "--", "clang++-22", *FLAGS], "loopfuse fix", folder)

    def check(self, cases, folder):
        """The numbers of the edited cases. Raises Fault."""
        before = generate.translation_unit(cases)
        for name in ("before.cpp", "after.cpp"):
            with open(os.path.join(folder, name), "w") as file:
                file.write(before)
        expected = self.output("before.cpp", "sanitized", folder)
        if not self.options.loopfuse:
            self.compare(expected, "before.cpp", "optimised", folder)
            return []
        self.fix("after.cpp", folder)
        after = read(folder, "after.cpp")
        if after == before:
            return []
        self.strips += len(STRIP.findall(after))
        shorter = "after.cpp"
        if self.options.strip_length:
            shorter = "shorter.cpp"
            with open(os.path.join(folder, shorter), "w") as file:
                file.write(STRIP.sub(rf"\g<1>{self.options.strip_length};", after))
        for variant in VARIANTS:
            self.compare(expected, shorter, variant, folder)
        self.fix("after.cpp", folder)
        if read(folder, "after.cpp") != after:
            raise Fault("second fix", "it changes the text again")
        return [k for k, (old, new) in enumerate(zip(before.split(generate.MARK)[1:], after.split(generate.MARK)[1:]))
                if old != new]

    def compare(self, expected, source, variant, folder):
        actual = self.output(source, variant, folder)
        if actual == expected:
            return
        lines = [f"- {a}\n+ {b}" for a, b in zip(expected.decode().splitlines(), actual.decode().splitlines()) if a != b]
        if self.output("before.cpp", "optimised", folder) != expected:
            raise Skip("compiler", "the program itself prints different bytes with -O2\n" + lines[0])
        raise Fault(f"output {source} {variant}", "\n".join(lines[:3]))

    def batch(self, numbers):
        """(edited, faults by number) of some programs, compiled together and one by one where that fails."""
        cases = [generate.case(self.options.seed, number, self.options.only) for number in numbers]
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            try:
                return len(self.check(cases, folder)), {}
            except Fault as fault:
                together = fault
        edited, faults = 0, {}
        for number, case in zip(numbers, cases):
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                try:
                    edited += len(self.check([case], folder))
                except Fault as fault:
                    faults[number] = fault
                    self.save(number, fault, folder)
        if not faults:  # only together
            faults[numbers[0]] = together
        return edited, faults

    def save(self, number, fault, folder):
        target = os.path.join(self.options.keep, f"seed-{self.options.seed}-{number}")
        os.makedirs(target, exist_ok=True)
        for name in ("before.cpp", "after.cpp"):
            if os.path.exists(os.path.join(folder, name)):
                shutil.copy(os.path.join(folder, name), target)
        with open(os.path.join(target, "fault.txt"), "w") as file:
            file.write(f"{fault}\n")


def read(folder, name):
    with open(os.path.join(folder, name)) as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loopfuse", help="without it only the programs themselves are checked")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--per-unit", type=int, default=20, help="programs compiled together")
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "loopfuse-random"))
    parser.add_argument("--strip-length", type=int)
    parser.add_argument("--only", choices=generate.KINDS)
    parser.add_argument("--counts", help="file for the three numbers of the closing line")
    options, options.flags = parser.parse_known_args()
    if options.loopfuse:
        options.loopfuse = os.path.abspath(options.loopfuse)
    numbers = range(options.first, options.first + options.count)
    batches = [numbers[k:k + options.per_unit] for k in range(0, len(numbers), options.per_unit)]
    edited, faults, done = 0, {}, 0
    print(f"seed {options.seed}, programs {numbers[0]} to {numbers[-1]}", flush=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(options, folder)
        for batch_edited, batch_faults in pool.map(runner.batch, batches):
            edited += batch_edited
            faults.update(batch_faults)
            for number, fault in batch_faults.items():
                print(f"{'SKIP' if isinstance(fault, Skip) else 'FAIL'} seed {options.seed} program {number}: {fault}", flush=True)
            done += 1
            if sys.stderr.isatty():
                print(f"\r[{done}/{len(batches)}] {edited} edited, {len(faults)} failed ", end="", file=sys.stderr, flush=True)
    if faults:
        stages = collections.Counter(fault.stage for fault in faults.values())
        print(f"saved under {options.keep}: " + ", ".join(f"{count} {stage}" for stage, count in stages.items()))
    print(f"seed {options.seed}: {options.count} programs, {edited} edited, {runner.strips} groups by strips")
    skipped = sum(isinstance(fault, Skip) for fault in faults.values())
    passed, failed = options.count - len(faults), len(faults) - skipped
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    if options.counts:
        with open(options.counts, "w") as file:
            file.write(f"{passed} {failed} {skipped}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
