#!/usr/bin/env python3
"""What analysis costs on top of parsing: wall time and peak memory of `loopfuse check` against `clang++ -fsyntax-only`
over the same translation units, run in turn, as medians and their ratio.

    analysis_cost.py --loopfuse build/tool/loopfuse [-p DIR_WITH_compile_commands.json] [--runs 7]

Without -p it measures translation units it writes itself: a common one (standard headers, a few loops) and two with
2,000 sibling loops in one function. Nothing here passes or fails: it prints figures."""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time


def measure(command, directory):
    """Wall seconds and peak resident KiB of one run."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return time.monotonic() - start, usage.ru_maxrss


def common_unit():
    body = "".join(
        f"""
double stage{k}(const std::vector<double>& in, double* __restrict out, int n) {{
  std::vector<double> t(in.size());
  double s = 0;
  for (std::size_t i = 0; i < in.size(); ++i) t[i] = in[i] * {k + 1};
  for (std::size_t i = 0; i < in.size(); ++i) s += t[i];
  for (int i = 0; i < n; ++i) out[i] = out[i] * 2;
  for (int i = 0; i < n; ++i) out[i] = out[i] + {k};
  return s;
}}"""
        for k in range(20)
    )
    return "#include <algorithm>\n#include <cmath>\n#include <cstddef>\n#include <vector>\n" + body


def sibling_unit(loops):
    body = "".join(f"  for (int i = 0; i < n; ++i) a{k % 8}[i] = a{(k + 1) % 8}[i] * {k}.0f;\n" for k in range(loops))
    parameters = ", ".join(f"float* __restrict a{k}" for k in range(8))
    return f"void many({parameters}, int n) {{\n{body}}}\n"


def row_unit(loops):
    """All over one array, so that the order of every two near ones is asked for."""
    body = "".join(f"  for (int i = 0; i < n; ++i) a[{k + 1}][i] = a[{k}][{'i' if k % 5 else 'n - i'}];\n"
                   for k in range(loops))
    return f"float a[{loops + 1}][1000];\nvoid many(int n) {{\n{body}}}\n"


def report(name, loopfuse, command, directory, database, runs):
    syntax = [a for a in command if a != "-c"] + ["-fsyntax-only", "-w"]
    check = [loopfuse, "check", "-j", "1", "--quiet", "-p", database, command[-1]]
    rows = {"parse": [], "check": []}
    for _ in range(runs):
        rows["parse"].append(measure(syntax, directory))
        rows["check"].append(measure(check, directory))
    wall = {k: statistics.median(r[0] for r in v) for k, v in rows.items()}
    peak = {k: statistics.median(r[1] for r in v) for k, v in rows.items()}
    wall_ratio = statistics.median(c[0] / p[0] for c, p in zip(rows["check"], rows["parse"]))
    print(f"{name}: wall {wall['parse']:.3f} s parse, {wall['check']:.3f} s check, ratio {wall_ratio:.2f}; "
          f"peak {peak['parse'] / 1024:.0f} MiB parse, {peak['check'] / 1024:.0f} MiB check, "
          f"ratio {peak['check'] / peak['parse']:.2f}", flush=True)
    return wall["parse"], wall["check"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("-p", dest="database")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--clang", default="clang++-22")
    options = parser.parse_args()
    loopfuse = os.path.abspath(options.loopfuse)
    if options.database:
        entries = json.load(open(os.path.join(options.database, "compile_commands.json")))
        total = [0.0, 0.0]
        for entry in entries:
            command = entry.get("arguments") or shlex.split(entry["command"])
            if command[-1] != entry["file"]:
                command = [a for a in command if a != entry["file"]] + [entry["file"]]
            pair = report(os.path.basename(entry["file"]), loopfuse, command, entry["directory"], options.database,
                          options.runs)
            total = [t + x for t, x in zip(total, pair)]
        print(f"all: {total[0]:.2f} s parse, {total[1]:.2f} s check, ratio {total[1] / total[0]:.2f}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("common", common_unit()), ("2000 sibling loops", sibling_unit(2000)),
                           ("2000 loops over rows", row_unit(2000))):
            path = os.path.join(folder, name.replace(" ", "-") + ".cpp")
            with open(path, "w") as f:
                f.write(text)
            command = [options.clang, "-std=c++17", "-O2", path]
            database = os.path.join(folder, "compile_commands.json")
            with open(database, "w") as f:
                json.dump([{"directory": folder, "file": path, "arguments": command}], f)
            report(name, loopfuse, command, folder, folder, options.runs if name == "common" else 3)
    return 0


if __name__ == "__main__":
    sys.exit(main())
