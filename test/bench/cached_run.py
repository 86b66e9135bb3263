#!/usr/bin/env python3
"""What `--cache` saves, and how `check` scales: processor time and wall time of `loopfuse check` over a project of its own
(each unit with standard headers and forty loops), without a cache, into an empty one, and again with nothing changed;
then without a cache over 1, 2, … jobs.

    cached_run.py --loopfuse build/tool/loopfuse [--units 24] [--runs 3]

Nothing here passes or fails: it prints figures, medians of the runs. The second run is meant to take at most a twentieth."""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

from analysis_cost import common_unit


def measure(command, folder):
    """Processor and wall seconds of one run."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


def medians(runs, once):
    both = [once() for _ in range(runs)]
    return statistics.median(b[0] for b in both), statistics.median(b[1] for b in both)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--units", type=int, default=24)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    loopfuse = os.path.abspath(options.loopfuse)
    with tempfile.TemporaryDirectory() as folder:
        entries = []
        for unit in range(options.units):
            with open(f"{folder}/u{unit}.cpp", "w", encoding="utf-8") as file:
                file.write(common_unit().replace("stage", f"unit{unit}_stage"))
            entries.append({"directory": folder, "file": f"u{unit}.cpp",
                            "arguments": ["clang++", "-std=c++20", "-O2", "-c", f"u{unit}.cpp"]})
        with open(folder + "/compile_commands.json", "w", encoding="utf-8") as file:
            json.dump(entries, file)
        for form in ("text", "sarif"):
            check = [loopfuse, "check", f"--format={form}"]
            plain = medians(options.runs, lambda: measure(check, folder))
            cached = check + ["--cache=.cache"]
            first = measure(cached, folder)
            second = medians(options.runs, lambda: measure(cached, folder))
            print(f"{form}, {options.units} units: no cache {plain[0]:.2f} s of processor, {plain[1]:.2f} s; first run "
                  f"into the cache {first[0]:.2f}, {first[1]:.2f} s; second {second[0]:.3f}, {second[1]:.3f} s: "
                  f"{plain[0] / second[0]:.0f} times less processor time, {plain[1] / second[1]:.0f} times faster")
        jobs = 1
        while jobs <= os.cpu_count():
            _, wall = medians(options.runs, lambda: measure([loopfuse, "check", f"-j{jobs}"], folder))
            print(f"{jobs} jobs: {wall:.2f} s")
            jobs *= 2


if __name__ == "__main__":
    main()
