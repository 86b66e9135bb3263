#!/usr/bin/env python3
"""How well the roofline model foresees what a fusion gains: each kernel of test/bench/kernels/ at each of its sizes, the
ratio that the model computes beside the one that is measured, in one table.

    predicted.py --loopfuse build/tool/loopfuse [--compiler clang++-22] [--machine FILE] [--only NAME...] [--write docs/COST.md]

The size stands in the text as a number, so that the model knows it. Where the model says no, what is measured is the text
that --cost-model=always makes. Without --machine this computer is measured first. The table replaces what stands between
the lines "<!-- predicted" and "<!-- end -->" of the file."""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import kernels

HERE = os.path.dirname(os.path.abspath(__file__))
LOSS, GAIN = 0.97, 1.05  # What is measured between these is neither.


def sized(text, size):
    """The kernel for one size only: its parameter n becomes the number."""
    head, body = re.split(r"(?<=\))\s*(?=\{)", text[text.index("void kernel("):], maxsplit=1)
    front = text[:text.index("void kernel(")]
    assert re.search(r"\bint n\)$", head), head
    return front + head[:-len("int n)")] + "int) " + re.sub(r"\bn\b", size, body)


def fuse(loopfuse, model, machine, compiler, flags, folder, text):
    """What the model makes of the text, and the seconds before and after of all that it fuses."""
    source = os.path.join(folder, "sized.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": folder, "file": "sized.cpp",
                    "arguments": [compiler, *flags, "-std=c++20", "-c", "sized.cpp"]}], file)
    options = ["-p", folder, f"--cost-model={model}", f"--machine={machine}", "--quiet"]
    found = kernels.run([loopfuse, "check", "--format=json", *options, source])
    seconds = [0.0, 0.0]
    for line in found.stdout.splitlines():
        finding = json.loads(line)
        if "refused" not in finding:
            seconds[0] += finding.get("secondsBefore", 0)
            seconds[1] += finding.get("secondsAfter", 0)
    result = kernels.run([loopfuse, "fix", *options, source])
    if found.returncode or result.returncode:
        sys.exit(f"loopfuse: {found.stderr}{result.stderr}")
    with open(source, encoding="utf-8") as file:
        return file.read(), seconds


def measured(kernel, size, texts, compiler, flags, runs, folder):
    """How much faster the second text is, and whether it leaves the same bytes."""
    objects, symbols = [], []
    for number, text in enumerate(texts):
        symbol = f"kernel_{number}"
        source = os.path.join(folder, symbol + ".cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(re.sub(r"^void kernel\(", f'extern "C" void {symbol}(', text, flags=re.MULTILINE))
        subprocess.run([compiler, *flags, "-std=c++20", "-c", source, "-o", source + ".o"], check=True,
                       stderr=subprocess.DEVNULL)
        objects.append(source + ".o")
        symbols.append(symbol)
    driver = os.path.join(folder, "driver.cpp")
    with open(driver, "w", encoding="utf-8") as file:
        file.write(kernel.driver(symbols))
    program = os.path.join(folder, "program")
    subprocess.run([compiler, "-O2", "-std=c++20", driver, *objects, "-o", program], check=True)
    fields = kernels.run([program, size, str(runs)], check=True).stdout.split()
    return float(fields[2]) / float(fields[3]), fields[1] == "1"


def ranks(values):
    """1 for the least; those that are equal share the mean of theirs."""
    order = sorted(values)
    return [order.index(v) + (order.count(v) + 1) / 2 for v in values]


def correlation(xs, ys):
    """Spearman's."""
    xs, ys = ranks(xs), ranks(ys)
    mean = (len(xs) + 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(xs, ys))
    squares = sum((x - mean) ** 2 for x in xs) * sum((y - mean) ** 2 for y in ys)
    return both / squares ** 0.5 if squares else float("nan")


def row(kernel, size, arguments, flags, folder):
    text = sized(kernel.texts["original"], size)
    fused, seconds = fuse(arguments.loopfuse, "roofline", arguments.machine, arguments.compiler, flags, folder, text)
    says_yes = seconds[1] > 0
    if not says_yes:
        fused, seconds = fuse(arguments.loopfuse, "always", arguments.machine, arguments.compiler, flags, folder, text)
    if not seconds[1]:
        return None
    ratio, same = measured(kernel, size, [text, fused], arguments.compiler, flags, arguments.runs, folder)
    wrong = ratio < LOSS if says_yes else ratio > GAIN
    return {"kernel": kernel.name, "size": size, "yes": says_yes, "predicted": seconds[0] / seconds[1],
            "measured": ratio, "wrong": wrong, "same": same}


def table(rows, about, arguments):
    out = [f"{arguments.compiler} -O3, {about}:", "",
           "| Kernel | n | verdict | predicted | measured | |", "|---|---|---|---|---|---|"]
    for r in rows:
        remark = "" if r["same"] else "other bytes!"
        remark += ("slower" if r["yes"] else "missed") if r["wrong"] else ""
        out.append(f"| {r['kernel']} | {r['size']} | {'yes' if r['yes'] else 'no'} | {r['predicted']:.2f} | "
                   f"{r['measured']:.2f} | {remark} |")
    slower = sum(r["wrong"] and r["yes"] for r in rows)
    missed = sum(r["wrong"] and not r["yes"] for r in rows)
    out += ["", f"Rank correlation {correlation([r['predicted'] for r in rows], [r['measured'] for r in rows]):.2f}; of "
            f"{len(rows)} verdicts {slower} accept what is slower than {LOSS}, {missed} refuse what gains more than {GAIN}."]
    return out


def write(path, lines):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, rest = re.split(r"(?<=-->\n)", text[:text.index("<!-- end -->")], maxsplit=1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(begin + "\n" + "\n".join(lines) + "\n\n" + text[text.index("<!-- end -->"):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True, type=os.path.abspath)
    parser.add_argument("--compiler", default="clang++-22")
    parser.add_argument("--machine", type=os.path.abspath)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--only", nargs="*", help="names of kernels")
    parser.add_argument("--write", help="the file that gets the table")
    arguments = parser.parse_args()
    chosen = [kernels.Kernel(p) for p in sorted(glob.glob(os.path.join(HERE, "kernels", "*.cpp")))]
    about, rows = kernels.machine(), []
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.machine:
            arguments.machine = os.path.join(folder, "machine.yaml")
            with open(arguments.machine, "w", encoding="utf-8") as file:
                subprocess.run([arguments.loopfuse, "machine", "--quiet"], stdout=file, check=True)
        for kernel in chosen:
            for size in kernel.sizes if not arguments.only or kernel.name in arguments.only else []:
                found = row(kernel, size, arguments, ["-O3"], folder)
                if found:
                    rows.append(found)
                    print(found, flush=True)
    lines = table(rows, about, arguments)
    print("\n".join(lines))
    if arguments.write:
        write(arguments.write, lines)


if __name__ == "__main__":
    main()
