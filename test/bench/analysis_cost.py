#!/usr/bin/env python3
"""What analysis costs on top of parsing: wall time, processor time and peak memory of `loopfuse check` against
`clang++ -fsyntax-only` over the same translation units, run in turn, as medians, their ratio, and its goal.

    analysis_cost.py --loopfuse build/tool/loopfuse [-p DIR_WITH_compile_commands.json] [--runs 7]

Without -p it measures translation units it writes itself: a common one (standard headers, a few loops), one with calls
that can be taken apart and one with calls that cannot, which is found out without another parse; four with 2,000 sibling
loops in one function, and one whose loops have eight different ends. Nothing here passes or fails: it prints figures."""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time


GOALS = {"wall": 1.15, "processor": 1.15, "peak": 1.20}


def measure(command, directory):
    """Wall seconds, processor seconds and peak resident MiB of one run."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return {"wall": time.monotonic() - start, "processor": usage.ru_utime + usage.ru_stime,
            "peak": usage.ru_maxrss / 1024}


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


CALLEES = """
static void scale(float* a, int n, float f) { for (int i = 0; i < n; ++i) a[i] *= f; }
static void shift(float* a, int n, float f) { for (int i = 0; i < n; ++i) a[i] += f; }
static float sum(const float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
static void show(const float* a, int n) { for (int i = 0; i < n; ++i) std::printf("%f\\n", a[i]); }
"""


def call_unit(can_fuse):
    body = "".join(
        f"""
float layer{k}(float* x, float* y, int n, int m) {{
  scale(x, n, {k + 1});"""
        + (f"\n  shift(x, n, {k});" if can_fuse and k % 10 == 0 else f"\n  shift(x, m, {k});\n  shift(y, n, {k});")
        + """
  show(x, n);
  float s = sum(y, m);
  return s;
}"""
        for k in range(40)
    )
    return "#include <algorithm>\n#include <cstdio>\n#include <vector>\n" + CALLEES + body


def ends_unit(loops):
    body = "".join(f"  for (int i = {k % 3}; i < n{k % 8}; ++i) a{k % 4}[i] = a{(k + 1) % 4}[i] * {k}.0f;\n"
                   for k in range(loops))
    ends = ", ".join(f"int n{k}" for k in range(8))
    return f"void ends(float* __restrict a0, float* __restrict a1, float* a2, float* a3, {ends}) {{\n{body}}}\n"


def sibling_unit(loops):
    body = "".join(f"  for (int i = 0; i < n; ++i) a{k % 8}[i] = a{(k + 1) % 8}[i] * {k}.0f;\n" for k in range(loops))
    parameters = ", ".join(f"float* __restrict a{k}" for k in range(8))
    return f"void many({parameters}, int n) {{\n{body}}}\n"


def row_unit(loops):
    """All over one array, so that the order of every two near ones is asked for."""
    body = "".join(f"  for (int i = 0; i < n; ++i) a[{k + 1}][i] = a[{k}][{'i' if k % 5 else 'n - i'}];\n"
                   for k in range(loops))
    return f"float a[{loops + 1}][1000];\nvoid many(int n) {{\n{body}}}\n"


def unlike_unit(loops):
    """Over two arrays, each at its own pace: every two near ones are compared at every shift."""
    body = "".join(f"  for (int i = 0; i < n; ++i) x[i + {k % 13}] += y[i * {k % 5 + 1} + {k % 7}] * {k};\n"
                   for k in range(loops))
    return f"double x[9000], y[9000];\nvoid many(int n) {{\n{body}}}\n"


def name_unit(loops):
    """Over forty arrays, so that many groups are made."""
    body = "".join(f"  for (int i = 0; i < n; ++i) a{k % 40}[i] = a{(k * 7 + 1) % 40}[i] + {k};\n" for k in range(loops))
    return f"void many(int n, {', '.join(f'float* __restrict a{k}' for k in range(40))}) {{\n{body}}}\n"


def report(name, loopfuse, command, directory, database, runs):
    syntax = [a for a in command if a != "-c"] + ["-fsyntax-only", "-w"]
    check = [loopfuse, "check", "-j", "1", "--quiet", "-p", database, command[-1]]
    rows = {"parse": [], "check": []}
    for _ in range(runs):
        rows["parse"].append(measure(syntax, directory))
        rows["check"].append(measure(check, directory))
    parts = []
    for what, unit in (("wall", "s"), ("processor", "s"), ("peak", "MiB")):
        parse, check = (statistics.median(r[what] for r in rows[k]) for k in ("parse", "check"))
        ratio = statistics.median(c[what] / p[what] for c, p in zip(rows["check"], rows["parse"]))
        digits = 0 if what == "peak" else 3
        parts.append(f"{what} {parse:.{digits}f} {unit} parse, {check:.{digits}f} {unit} check, ratio {ratio:.2f} "
                     f"(goal {GOALS[what]:.2f})")
    print(f"{name}: " + "; ".join(parts), flush=True)
    return [statistics.median(r["wall"] for r in rows[k]) for k in ("parse", "check")]


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
        print(f"all: {total[0]:.2f} s parse, {total[1]:.2f} s check, ratio {total[1] / total[0]:.2f} "
              f"(goal {GOALS['wall']:.2f})")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("common", common_unit()), ("calls", call_unit(True)),
                           ("calls that stay", call_unit(False)), ("2000 sibling loops", sibling_unit(2000)),
                           ("2000 loops over rows", row_unit(2000)),
                           ("2000 loops over 40 arrays", name_unit(2000)),
                           ("2000 loops unlike each other", unlike_unit(2000)), ("36 loops over 8 ends", ends_unit(36))):
            path = os.path.join(folder, name.replace(" ", "-") + ".cpp")
            with open(path, "w") as f:
                f.write(text)
            command = [options.clang, "-std=c++17", "-O2", path]
            database = os.path.join(folder, "compile_commands.json")
            with open(database, "w") as f:
                json.dump([{"directory": folder, "file": path, "arguments": command}], f)
            report(name, loopfuse, command, folder, folder, 3 if name.startswith("2000") else options.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
