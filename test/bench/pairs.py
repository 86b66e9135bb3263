#!/usr/bin/env python3
"""Where the rules are wrong: pairs of common loops, as they are, as `loopfuse fix` makes them and as --cost-model=always
does, timed with each compiler in the first cache, in the second one and in memory.

    pairs.py --loopfuse build/tool/loopfuse [--commands "g++ -O3" ...] [--only REGEX] [--every 1] [--write docs/COST.md]

Listed are the pairs that were fused and take longer (below 0.97 of the speed in some size), and those that the rules
refused and that would gain (1.2 in every size). What looks wrong is measured again, at other places of the memory; figures
are medians over the places, of medians of interleaved runs of the thread's CPU time. Conditions ask random data. Nothing
here passes or fails."""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from kernels import machine

# A loop reads @I and writes @O; "+T" is a literal of the element type. A line in front declares what it sums up in, one
# behind gives it back.
LOOPS = {
    "copy": "@O[i] = @I[i];",
    "scale": "@O[i] = @I[i] * 3;",
    "update": "@O[i] = @O[i] / 2 + @I[i];",
    "stencil": ("1..n-1", "@O[i] = (@I[i - 1] + @I[i] + @I[i + 1]) / 4;"),
    "wide": ("2..n-2", "@O[i] = @I[i - 2] + @I[i - 1] * 4 + @I[i] * 6 + @I[i + 1] * 4 + @I[i + 2];"),
    "gather": "@O[i] = @I[index[i]];",
    "scatter": "@O[index[i]] = @I[i];",
    "divide": "@O[i] = 100 / (1 + @I[i] * @I[i]);",
    "sqrt": "@O[i] = std::sqrt(@I[i]);",
    "exp": "@O[i] = std::exp(@I[i] / 64);",
    "relu": "@O[i] = @I[i] > 0 ? @I[i] : 0;",
    "clamp": "@O[i] = @I[i] < 0 ? 0 : @I[i] > 6 ? 6 : @I[i];",
    "select": "@O[i] = @I[i] > 0 ? @I[i] : y[i];",
    "ifelse": "if (@I[i] > 0) @O[i] = @I[i] * y[i]; else @O[i] = @I[i] - y[i];",
    "ifstore": "if (@I[i] > 0) @O[i] = @I[i] * 2;",
    "maximum": "@O[i] = std::max(@I[i], y[i]);",
    "absolute": "@O[i] = std::abs(@I[i]);",
    "double": "@D[i] = @I[i] * 2.5;",
    "round": "@N[i] = int(@I[i] * 8);",
    "bytes": "@B[i] = (unsigned char)(@I[i] < 0 ? 0 : @I[i]);",
    "from_bytes": "@O[i] = b[i] * @I[i];",
    "strided": ("0..n/2", "@O[2 * i] = @I[2 * i] + 1;"),
    "reverse": ("down", "@O[i] = @I[i] + 1;"),
    "recurrence": ("1..n", "@O[i] = @O[i - 1] / 2 + @I[i];"),
    "prefix": ("T @s = 0;", "@s += @I[i]; @O[i] = @s;", ""),
    "sum": ("T @s = 0;", "@s += @I[i];", "r[@K] = @s;"),
    "dot": ("T @s = 0;", "@s += @I[i] * y[i];", "r[@K] = @s;"),
    "wide_sum": ("double @s = 0;", "@s += @I[i];", "r[@K] = T(@s);"),
    "if_sum": ("T @s = 0;", "if (@I[i] > 0) @s += @I[i];", "r[@K] = @s;"),
    "max": ("T @s = @I[0];", "if (@I[i] > @s) @s = @I[i];", "r[@K] = @s;"),
    "std_max": ("T @s = @I[0];", "@s = std::max(@s, @I[i]);", "r[@K] = @s;"),
    "argmin": ("T @s = @I[0]; int @a = 0;", "if (@I[i] < @s) { @s = @I[i]; @a = i; }", "r[@K] = @s + @a;"),
    "count": ("int @s = 0;", "if (@I[i] > 0) ++@s;", "r[@K] = T(@s);"),
    "rows_scale": ("rows", "@O[i * w + j] = @I[i * w + j] * 3;"),
    "rows_clamp": ("rows", "@O[i * w + j] = @I[i * w + j] < 0 ? 0 : @I[i * w + j] > 6 ? 6 : @I[i * w + j];"),
    "rows_stencil": ("inside", "@O[i * w + j] = (@I[(i - 1) * w + j] + @I[(i + 1) * w + j] + @I[i * w + j - 1] + "
                               "@I[i * w + j + 1]) / 4;"),
    "rows_sum": ("T @s = 0;", "rows", "@s += @I[i * w + j];", "r[@K] = @s;"),
    "sum_of_rows": "T t = 0; for (int j = 0; j < w; ++j) t += @I[i * w + j]; @O[i] = t;",
}
HEADERS = {
    "0..n": "for (int i = 0; i < n; ++i)",
    "0..n/2": "for (int i = 0; i < n / 2; ++i)",
    "1..n": "for (int i = 1; i < n; ++i)",
    "1..n-1": "for (int i = 1; i < n - 1; ++i)",
    "2..n-2": "for (int i = 2; i < n - 2; ++i)",
    "down": "for (int i = n - 1; i >= 0; --i)",
    "rows": "for (int i = 0; i < h; ++i) for (int j = 0; j < w; ++j)",
    "inside": "for (int i = 1; i < h - 1; ++i) for (int j = 1; j < w - 1; ++j)",
    "h": "for (int i = 0; i < h; ++i)",
}
NO_INTEGERS = {"sqrt", "exp", "wide_sum"}
PARAMETERS = ("const T *__restrict x, const T *__restrict y, const int *__restrict index, const unsigned char *__restrict b, "
              "T *__restrict p, T *__restrict q, double *__restrict d, double *__restrict e, int *__restrict k, "
              "int *__restrict l, unsigned char *__restrict f, unsigned char *__restrict g, T *__restrict r, int n, int h, "
              "int w")

DRIVER = r"""
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>
#define DECLARE(T, N) extern "C" { N(original_) N(fix_) N(always_) }
@DECLARATIONS@
static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static std::vector<char> memory;
static size_t used, place;
static unsigned state;
static unsigned draw() { return (state = state * 1664525u + 1013904223u) >> 8; }
template <class E> static E *take(size_t count) {
  used = (used + 63) / 64 * 64 + place * 272 % 4096 + 16;
  E *at = reinterpret_cast<E *>(memory.data() + used);
  used += (count + 8) * sizeof(E);
  return at;
}
template <class T> struct Arrays {
  T *x, *y, *p, *q, *r;
  int *index, *k, *l;
  unsigned char *b, *f, *g;
  double *d, *e;
  int n, h, w;
  explicit Arrays(int n) : n(n), w(n > 100000 ? 1000 : n > 5000 ? 200 : 50) {
    h = n / w;
    used = 0;
    x = take<T>(n), y = take<T>(n), p = take<T>(n), q = take<T>(n), r = take<T>(2);
    index = take<int>(n), k = take<int>(n), l = take<int>(n);
    b = take<unsigned char>(n), f = take<unsigned char>(n), g = take<unsigned char>(n);
    d = take<double>(n), e = take<double>(n);
    fill();
  }
  void fill() {
    std::fill(memory.begin(), memory.end(), 0);
    state = 7;
    for (int i = 0; i < n; ++i) {
      x[i] = T(int(draw() % 97) - 48) / 3;
      y[i] = T(draw() % 97) / 5;
      index[i] = std::min<int>(n - 1, i / 16 * 16 + draw() % 16);
      b[i] = draw();
    }
  }
  template <class F> void call(F *function) { function(x, y, index, b, p, q, d, e, k, l, f, g, r, n, h, w); }
};
template <class T, class F> static void time(const std::vector<F *> &variants, int n, int runs, int places) {
  memory.resize(size_t(n) * (4 * sizeof(T) + 3 * sizeof(int) + 3 + 2 * sizeof(double)) + 200000);
  std::vector<std::vector<double>> speeds(variants.size());
  bool same = true;
  double microseconds = 0;
  for (place = 1; place <= size_t(places); ++place) {
    Arrays<T> arrays(n);
    std::vector<char> expected;
    double once = 0;
    for (F *v : variants) {
      arrays.fill();
      double start = now();
      arrays.call(v);
      once = std::max(once, now() - start);
      if (expected.empty())
        expected = memory;
      same = same && expected == memory;
    }
    int repeats = std::max(1, int(0.0004 / once));
    std::vector<std::vector<double>> times(variants.size());
    for (int r = 0; r < runs; ++r)
      for (size_t v = 0; v < variants.size(); ++v) {
        double start = now();
        for (int k = 0; k < repeats; ++k)
          arrays.call(variants[v]);
        times[v].push_back((now() - start) / repeats);
      }
    for (auto &t : times)
      std::sort(t.begin(), t.end());
    for (size_t v = 0; v < variants.size(); ++v)
      speeds[v].push_back(times[0][runs / 2] / times[v][runs / 2]);
    microseconds = times[0][runs / 2] * 1e6;
  }
  printf("%d %.2f", same, microseconds);
  for (auto &s : speeds) {
    std::sort(s.begin(), s.end());
    printf(" %.3f", s[s.size() / 2]);
  }
}
int main(int argc, char **argv) {
  const int runs = atoi(argv[1]), places = atoi(argv[2]);
  for (int a = 3; a < argc; ++a) {
    const int n = atoi(argv[a]);
@CALLS@
  }
}
"""


def loop(name, source, number):
    """What stands in front, the loop, and what stands behind. The second loop's outputs are others."""
    parts = LOOPS[name]
    parts = [parts] if isinstance(parts, str) else list(parts)
    before = behind = ""
    header = "h" if name == "sum_of_rows" else "0..n"
    if len(parts) > 1 and parts[0] not in HEADERS:
        before, behind = parts.pop(0), parts.pop()
    if len(parts) > 1:
        header = parts.pop(0)
    names = {"I": source, "O": "pq"[number], "D": "de"[number], "N": "kl"[number], "B": "fg"[number], "K": str(number),
             "s": "st"[number] + "um", "a": f"at{number}"}
    texts = [re.sub("@([IODNBKsa])", lambda m: names[m.group(1)], t) for t in (before, parts[0], behind)]
    return texts[0], f"{HEADERS[header]} {{ {texts[1]} }}", texts[2]


def pairs():
    """Name, element type and text of each: both loops read x, or the second one what the first one writes."""
    def text(element, first, second, source):
        one, two = loop(first, "x", 0), loop(second, source, 1)
        return f"  {one[0]}\n  {two[0]}\n  {one[1]}\n  {two[1]}\n  {one[2]}\n  {two[2]}\n"

    def fit(first, second):
        return first.startswith("rows") == second.startswith("rows") and (first == "sum_of_rows") == (second == "sum_of_rows")

    names = list(LOOPS)
    for element in ["float", "double", "int"]:
        usual = [n for n in names if element != "int" or n not in NO_INTEGERS]
        for number, first in enumerate(usual):
            for second in usual[number:]:
                if fit(first, second):
                    yield f"{element}_{first}_and_{second}", element, text(element, first, second, "x")
            if "@O" in str(LOOPS[first]):
                for second in usual:
                    if fit(first, second):
                        yield f"{element}_{first}_to_{second}", element, text(element, first, second, "p")


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def source_of(chosen):
    text = "#include <algorithm>\n#include <cmath>\n"
    for name, element, body in chosen:
        parameters = re.sub(r"\bT\b", element, PARAMETERS)
        text += f"//--- {name}\nvoid {name}({parameters}) {{\n" + re.sub(r"\bT\b", element, body) + "}\n"
    return text


def functions(text):
    return dict(zip(*[iter(re.split(r"^//--- (\w+)\n", text, flags=re.MULTILINE)[1:])] * 2))


def fuse(loopfuse, command, folder, text, *options):
    source = os.path.join(folder, "fused.cpp")
    open(source, "w", encoding="utf-8").write(text)
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": folder, "file": "fused.cpp", "arguments": command.split() + ["-c", "fused.cpp"]}], file)
    result = run([loopfuse, "fix", *options, "-p", folder, source])
    if result.returncode:
        sys.exit(f"loopfuse: {result.stderr}")
    return open(source, encoding="utf-8").read()


def check(loopfuse, command, folder, text):
    """The reason why each function's loops were not fused."""
    fuse(loopfuse, command, folder, text)
    open(os.path.join(folder, "fused.cpp"), "w", encoding="utf-8").write(text)
    lines = run([loopfuse, "check", "--refusals", "-p", folder, os.path.join(folder, "fused.cpp")])
    starts = [(number, line.split()[1]) for number, line in enumerate(text.splitlines(), 1) if line.startswith("//--- ")]
    reasons = {}
    for match in re.finditer(r"fused\.cpp:(\d+):.*\[([\w-]+)\]", lines.stdout + lines.stderr):
        reasons[[name for number, name in starts if number < int(match.group(1))][-1]] = match.group(2)
    return reasons


class Bench:
    """The functions of one text in three versions, as one program."""

    def __init__(self, loopfuse, command, folder, chosen):
        self.folder, self.elements = folder, {name: element for name, element, _ in chosen}
        original = source_of(chosen)
        self.texts = {"original": original, "fix": fuse(loopfuse, command, folder, original),
                      "always": fuse(loopfuse, command, folder, original, "--cost-model=always")}
        self.functions = {version: functions(text) for version, text in self.texts.items()}
        self.reasons = check(loopfuse, command, folder, original)
        self.objects = []
        for version, text in self.texts.items():
            source = os.path.join(folder, version + ".cpp")
            open(source, "w", encoding="utf-8").write(
                re.sub(r"^void (\w+)\(", rf'extern "C" void {version}_\1(', text, flags=re.MULTILINE))
            subprocess.run([*command.split(), "-c", source, "-o", source + ".o"], check=True, stderr=subprocess.DEVNULL)
            self.objects.append(source + ".o")

    def versions(self, name):
        """Those that differ from the ones before."""
        known, result = [], []
        for version in self.texts:
            if self.functions[version][name] not in known:
                known.append(self.functions[version][name])
                result.append(version)
        return result

    def time(self, names, sizes, runs, places):
        """By name and size: whether the bytes are the original's, its microseconds, and each version's speed."""
        declarations, calls = [], []
        for name in names:
            element, versions = self.elements[name], self.versions(name)
            parameters = re.sub(r"\bT\b", element, PARAMETERS)
            declarations += [f'extern "C" void {v}_{name}({parameters});' for v in versions]
            calls.append(f'    time<{element}>(std::vector{{{", ".join(f"&{v}_{name}" for v in versions)}}}, n, runs, places); '
                         f'printf(" {name} %d {" ".join(versions)}\\n", n); fflush(stdout);')
        driver = os.path.join(self.folder, "driver.cpp")
        values = {"DECLARATIONS": "\n".join(declarations), "CALLS": "\n".join(calls)}
        open(driver, "w", encoding="utf-8").write(re.sub("@(\\w+)@", lambda m: values[m.group(1)], DRIVER))
        program = os.path.join(self.folder, "program")
        subprocess.run(["g++", "-O1", "-std=c++20", driver, *self.objects, "-o", program], check=True)
        results = {}
        for line in run([program, str(runs), str(places), *map(str, sizes)], check=True).stdout.splitlines():
            fields = line.split()
            count = (len(fields) - 4) // 2
            name, size = fields[2 + count], int(fields[3 + count])
            results[name, size] = (fields[0] == "1", float(fields[1]),
                                   dict(zip(fields[4 + count:], map(float, fields[2:2 + count]))))
        return results


def measure(bench, names, arguments):
    """What looks wrong is measured once more."""
    sizes = arguments.sizes
    results = bench.time(names, sizes, arguments.runs, 1)
    again = [n for n in names if is_wrong(bench, n, results, sizes)]
    if again:
        results.update(bench.time(again, sizes, arguments.runs, arguments.places))
    return results


def speeds(name, results, sizes, version):
    return [results[name, size][2][version] for size in sizes]


def is_slower(bench, name, results, sizes):
    return "fix" in bench.versions(name) and min(speeds(name, results, sizes, "fix")) < 0.97


def would_gain(bench, name, results, sizes):
    versions = bench.versions(name)
    return "fix" not in versions and "always" in versions and min(speeds(name, results, sizes, "always")) >= 1.2


def is_wrong(bench, name, results, sizes):
    return is_slower(bench, name, results, sizes) or would_gain(bench, name, results, sizes)


def table(command, bench, names, results, arguments, out):
    sizes = arguments.sizes
    fused = [n for n in names if "fix" in bench.versions(n)]
    refused = [n for n in names if n not in fused]
    other = [n for n in names for size in sizes if not results[n, size][0]]
    mean = {size: statistics.geometric_mean([results[n, size][2]["fix"] for n in fused] or [1]) for size in sizes}
    out.append(f"{command}: {len(fused)} pairs fused, {len(refused)} legal ones refused; mean speed of what was fused "
               + ", ".join(f"{mean[s]:.2f} ({s})" for s in sizes) + (f"; OTHER BYTES: {other}" if other else "") + ".\n")
    rows = [(n, "fix", "") for n in fused if is_slower(bench, n, results, sizes)]
    rows += [(n, "always", bench.reasons.get(n, "")) for n in refused if would_gain(bench, n, results, sizes)]
    if rows:
        out.append("| Pair | " + " | ".join(map(str, sizes)) + " | |")
        out.append("|---|" + "---|" * (len(sizes) + 1))
    for name, version, reason in rows:
        cells = " | ".join(f"{s:.2f}" for s in speeds(name, results, sizes, version))
        text = "slower" if version == "fix" else f"refused: {reason}"
        out.append(f"| {name.replace('_', ' ')} | {cells} | {text} |")
    if rows:
        out.append("")


def write(path, out):
    start, end = "<!-- pairs by test/bench/pairs.py --write docs/COST.md -->", "<!-- pairs end -->"
    text = open(path, encoding="utf-8").read()
    before, rest = text.split(start)
    open(path, "w", encoding="utf-8").write(before + start + "\n\n" + "\n".join(out) + "\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True, type=os.path.abspath)
    parser.add_argument("--commands", nargs="*", default=["g++ -O2", "g++ -O3", "g++ -O3 -march=native -ffp-contract=off",
                                                          "clang++-22 -O2", "clang++-22 -O3",
                                                          "clang++-22 -O3 -march=native -ffp-contract=off"])
    parser.add_argument("--sizes", nargs="*", type=int, default=[2000, 40000, 4000000])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--places", type=int, default=5, help="of the memory, where something looks wrong")
    parser.add_argument("--only", default="", help="pairs whose name this matches")
    parser.add_argument("--every", type=int, default=1, help="of so many pairs the first one only")
    parser.add_argument("--all", action="store_true", help="print every pair")
    parser.add_argument("--write", help="the file that gets the tables")
    arguments = parser.parse_args()
    chosen = [p for p in pairs() if re.search(arguments.only, p[0])][::arguments.every]
    out = [machine() + f"; {len(chosen)} pairs.", ""]
    for command in arguments.commands:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(arguments.loopfuse, command + " -std=c++20", folder, chosen)
            names = [name for name, _, _ in chosen if len(bench.versions(name)) > 1]
            results = measure(bench, names, arguments)
            begin = len(out)
            table(command, bench, names, results, arguments, out)
            print("\n".join(out[begin:]), flush=True)
            if arguments.all:
                for name in names:
                    print(name, bench.reasons.get(name, ""), *[(s, results[name, s]) for s in arguments.sizes])
        if arguments.write:
            write(arguments.write, out)


if __name__ == "__main__":
    main()
