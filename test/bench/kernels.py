#!/usr/bin/env python3
"""How fast the fused text is: each kernel of test/bench/kernels/ as it is, as loopfuse makes it, and fused by hand, with
each compiler and with what the compilers themselves can do about loops, in one table.

    kernels.py --loopfuse build/tool/loopfuse [--native] [--runs 9] [--only NAME...] [--write docs/PERFORMANCE.md]

All variants of a kernel are one program and run in turn; figures are medians of the thread's CPU time, as speed relative to
the original with the same compiler and flags (2.00: twice as fast). Every variant must leave the bytes that the original
leaves, or the figure is marked with a "!". Nothing here passes or fails."""
import argparse
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

DRIVER = r"""
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>
@DECLARATIONS@
static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static std::vector<std::vector<float>> buffers;
static void fill() {
  for (size_t b = 0; b < buffers.size(); ++b)
    for (size_t i = 0; i < buffers[b].size(); ++i)
      buffers[b][i] = ((i * 7 + b * 3) % 97) / 97.0f;
}
int main(int argc, char **argv) {
  const int n = atoi(argv[1]), runs = atoi(argv[2]);
  const size_t elements = @ELEMENTS@;
  for (int b = 0; b < @BUFFERS@; ++b)
    buffers.emplace_back(elements + 64 + 16 * (b * 7 % 13));
  void (*const variants[])(@TYPES@) = {@VARIANTS@};
  std::vector<std::vector<float>> expected;
  const int repeats = std::max<size_t>(1, 400000 / elements);
  size_t number = 0;
  std::vector<std::vector<double>> times(sizeof variants / sizeof *variants);
  for (auto *v : variants) {
    fill();
    v(@ARGUMENTS@);
    if (number == 0)
      expected = buffers;
    bool same = true;
    for (size_t b = 0; b < buffers.size(); ++b)
      same = same && !memcmp(buffers[b].data(), expected[b].data(), buffers[b].size() * sizeof(float));
    printf("%d ", same);
    ++number;
  }
  for (int r = 0; r < runs; ++r)
    for (size_t v = 0; v < times.size(); ++v) {
      double start = now();
      for (int k = 0; k < repeats; ++k)
        variants[v](@ARGUMENTS@);
      times[v].push_back((now() - start) / repeats);
    }
  for (auto &t : times) {
    std::sort(t.begin(), t.end());
    printf("%.9f ", t[t.size() / 2]);
  }
}
"""


class Kernel:
    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        head, *sections = re.split(r"^//--- (\w+)\n", open(path, encoding="utf-8").read(), flags=re.MULTILINE)
        self.texts = dict(zip(sections[::2], sections[1::2]))
        self.what = re.match(r"// (.*)", head).group(1)
        facts = re.search(r"// elements: (.*?)   sizes: (.*?)   expect: (\w+)", head)
        self.elements, self.expected = facts.group(1), facts.group(3)
        self.sizes = facts.group(2).split()
        signature = re.search(r"^void kernel\(([^)]*)\)", self.texts["original"], re.MULTILINE).group(1)
        self.buffers = signature.count("*")

    def driver(self, variants):
        types = ", ".join(["float *"] * self.buffers + ["int"])
        values = {
            "DECLARATIONS": "\n".join(f'extern "C" void {v}({types});' for v in variants),
            "VARIANTS": ", ".join(variants),
            "ELEMENTS": "static_cast<size_t>(" + self.elements.replace("n", "size_t(n)", 1) + ")",
            "BUFFERS": str(self.buffers),
            "TYPES": types,
            "ARGUMENTS": ", ".join([f"buffers[{b}].data()" for b in range(self.buffers)] + ["n"]),
        }
        return re.sub("@(\\w+)@", lambda m: values[m.group(1)], DRIVER)


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def rivals(compiler):
    """What the compiler can be asked to do with the original."""
    known = {"graphite": ["-floop-nest-optimize"]}
    if "clang" in compiler:
        known = {"clang-fusion": ["-fexperimental-loop-fusion"], "polly": ["-mllvm", "-polly"]}
    return {name: flags for name, flags in known.items()
            if run([compiler, "-O3", *flags, "-x", "c++", "-c", "/dev/null", "-o", "/dev/null"]).returncode == 0}


def fuse(loopfuse, compiler, flags, folder, text):
    """The text that `loopfuse fix` makes of it for that compiler, and how many fusions it made."""
    source = os.path.join(folder, "fused.cpp")
    open(source, "w", encoding="utf-8").write(text)
    command = [compiler, *flags, "-std=c++20", "-c", "fused.cpp"]
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": folder, "file": "fused.cpp", "arguments": command}], file)
    result = run([loopfuse, "fix", "-p", folder, source])
    if result.returncode:
        sys.exit(f"loopfuse: {result.stderr}")
    return open(source, encoding="utf-8").read(), int(re.search(r"(\d+) fusions? made", result.stderr).group(1))


def measure(kernel, arguments, compiler, flags, others, folder):
    """Per size: the speed of each variant relative to the original, and whether its bytes are the original's."""
    fused, count = fuse(arguments.loopfuse, compiler, flags, folder, kernel.texts["original"])
    variants = {"original": (kernel.texts["original"], []), "loopfuse": (fused, [])}
    if "hand" in kernel.texts:
        variants["hand"] = (kernel.texts["hand"], [])
    for name, extra in others.items():
        variants[name] = (kernel.texts["original"], extra)
    objects, symbols = [], []
    for name, (text, extra) in variants.items():
        symbol = "kernel_" + name.replace("-", "_")
        source = os.path.join(folder, symbol + ".cpp")
        open(source, "w", encoding="utf-8").write(re.sub(r"^void kernel\(", f'extern "C" void {symbol}(', text, flags=re.MULTILINE))
        subprocess.run([compiler, *flags, *extra, "-std=c++20", "-c", source, "-o", source + ".o"], check=True,
                       stderr=subprocess.DEVNULL)
        objects.append(source + ".o")
        symbols.append(symbol)
    driver = os.path.join(folder, "driver.cpp")
    open(driver, "w", encoding="utf-8").write(kernel.driver(symbols))
    program = os.path.join(folder, "program")
    subprocess.run([compiler, "-O2", "-std=c++20", driver, *objects, "-o", program], check=True)
    rows = []
    for size in kernel.sizes:
        fields = run([program, size, str(arguments.runs)], check=True).stdout.split()
        same, times = fields[:len(variants)], [float(t) for t in fields[len(variants):]]
        rows.append((size, times[0], {name: (times[0] / t, s == "1")
                                      for name, t, s in zip(variants, times, same) if name != "original"}))
    return count, rows


def machine():
    def read(path):
        try:
            return open(path, encoding="utf-8").read().strip()
        except OSError:
            return "?"
    model = next((l.split(":", 1)[1].strip() for l in read("/proc/cpuinfo").splitlines() if l.startswith("model name")), "?")
    caches = []
    for index in sorted(glob.glob("/sys/devices/system/cpu/cpu0/cache/index*")):
        if read(index + "/type") != "Instruction":
            caches.append(f"L{read(index + '/level')} {read(index + '/size')}")
    load = os.getloadavg()
    return f"{model}, {os.cpu_count()} cores, {', '.join(caches)}; load average when it began {load[0]:.1f}"


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def table(title, kernels, arguments, compiler, flags, out, summary):
    others = rivals(compiler)
    columns = ["loopfuse", "hand", *others]
    out.append(f"## {title}\n")
    out.append("| Kernel | n | original, µs | fusions | " + " | ".join(columns) + " |")
    out.append("|---|---|---|---|" + "---|" * len(columns))
    gains, against_hand, best_rivals, wrong = [], [], [], []
    for kernel in kernels:
        with tempfile.TemporaryDirectory() as folder:
            count, rows = measure(kernel, arguments, compiler, flags, others, folder)
        if (kernel.expected == "fused") != (count > 0):
            wrong.append(kernel.name)
        for size, seconds, speeds in rows:
            cells = [f"{speeds[c][0]:.2f}{'' if speeds[c][1] else '!'}" if c in speeds else "" for c in columns]
            out.append(f"| {kernel.name} | {size} | {seconds * 1e6:.1f} | {count} | " + " | ".join(cells) + " |")
            if count:
                gains.append((speeds["loopfuse"][0], kernel.name, size))
                best_rivals.append(max([speeds[c][0] for c in others] + [1.0]))
                if "hand" in speeds:
                    against_hand.append((speeds["loopfuse"][0] / speeds["hand"][0], kernel.name, size))
        print(title, kernel.name, *out[-len(rows):], sep="\n", flush=True)
    out.append("")
    nothing = [(math.nan, "nothing fused", "")]
    least, least_hand = min(gains or nothing), min(against_hand or nothing)
    summary.append(f"| {title} | {geometric([g[0] for g in gains]):.2f} | {least[0]:.2f} ({least[1]}, {least[2]}) | "
                   f"{geometric([g[0] for g in against_hand]):.2f} | {least_hand[0]:.2f} ({least_hand[1]}, {least_hand[2]}) | "
                   f"{geometric(best_rivals):.2f} | {', '.join(wrong) or 'none'} |")


def report(about, summary, out, kernels, file):
    """The whole text, written to the file if one is named."""
    text = ["# Performance", "",
            "Written by `python3 test/bench/kernels.py --loopfuse build/tool/loopfuse --write docs/PERFORMANCE.md`. Speed",
            "relative to the original with the same compiler and flags: 2.00 is twice as fast. Medians of interleaved runs;",
            "a `!` marks results whose bytes differ from the original's. Kernels named `trap_` would lose if they were fused",
            "carelessly. `hand` is the text that somebody fused by hand, by iteration: where that writes several arrays in the",
            "second cache it loses ([COST.md](COST.md#stores-that-take-turns)).", "",
            f"Machine: {about}.", "",
            "| Compiler | Mean gain of what was fused | Least | Against hand | Least against hand | Best rival on the same | "
            "Other verdict than expected |",
            "|---|---|---|---|---|---|---|", *summary, "", *out,
            "## Kernels", "", "| Kernel | What |", "|---|---|", *[f"| {k.name} | {k.what} |" for k in kernels], ""]
    if file:
        open(file, "w", encoding="utf-8").write("\n".join(text))
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True, type=os.path.abspath)
    parser.add_argument("--compilers", nargs="*", default=["g++", "clang++-22"])
    parser.add_argument("--native", action="store_true", help="also with -march=native")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--only", nargs="*", help="names of kernels")
    parser.add_argument("--write", help="the file that gets the tables")
    arguments = parser.parse_args()
    kernels = [Kernel(p) for p in sorted(glob.glob(os.path.join(HERE, "kernels", "*.cpp")))]
    kernels = [k for k in kernels if not arguments.only or k.name in arguments.only]
    about, out, summary = machine(), [], []
    for flags in [["-O3"]] + ([["-O3", "-march=native", "-ffp-contract=off"]] if arguments.native else []):
        for compiler in arguments.compilers:
            if shutil.which(compiler):
                table(f"{compiler} {' '.join(flags)}", kernels, arguments, compiler, flags, out, summary)
                report(about, summary, out, kernels, arguments.write)  # What was measured is not lost.
    print("\n".join(report(about, summary, out, kernels, arguments.write)[9:13 + len(summary)]))


if __name__ == "__main__":
    main()
