#!/usr/bin/env python3
"""Checks a CUDA program: what `loopfuse fix` makes of it must print the same bytes, run on the CPU (cpu/cudacpu.py).

    check_cuda.py --loopfuse TOOL --cache FOLDER TEST.cu --launches N [--fixed FILE] [--traffic PARTS] [-- loopfuse flags]

N is the number of `<<<` that the fixed text must hold; fixed text that is as it was is a failure unless N is what the
program has. Both programs run under several orders of blocks and threads, with device code compiled with and without
fused multiply-adds; the fixed one runs once more with every access watched for races and bounds. --traffic OLD=NEW,…:
the kernels OLD (joined by `+`) read and write twice the bytes, in their first launch each, that NEW does in its first.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "cpu"))
import cudacpu  # noqa: E402

ORDERS = ["fwd", "rev", "rand:1", "rand:2"]


class Failure(Exception):
    pass


def output(program, order, **settings):
    environment = dict(os.environ, CUDACPU_ORDER=order, **settings)
    result = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, timeout=120)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


def fix(options, source):
    # The tool's own headers, whatever is installed here.
    command = [options.loopfuse, "fix", source] + options.flags + ["--", "-x", "cuda", "-std=c++17", "--cuda-path=/none"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        raise Failure(f"{' '.join(command)}\n{result.stdout.decode(errors='replace')}")
    return result.stdout.decode(errors="replace")


def copy_without_checks(test, copy):
    """FileCheck's own lines would be found in the fixed text."""
    with open(test, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith(("// CHECK", "// RUN"))]
    with open(copy, "w", encoding="utf-8") as file:
        file.writelines(lines)


def launches(path):
    with open(path, encoding="utf-8") as file:
        return sum(line.split("//")[0].count("<<<") for line in file)


def compare(options, before, after, folder):
    for fma in (False, True):
        programs = []
        for name, source in (("before", before), ("after", after)):
            programs.append(os.path.join(folder, f"{name}{fma:d}"))
            cudacpu.build([source], programs[-1], options.cache, ["-std=c++17"], fma=fma)
        for order in ORDERS:
            was, now = (output(program, order) for program in programs)
            if was[0] or was[:2] != now[:2]:
                raise Failure(f"order {order}, fused multiply-adds {fma}: {was} became {now}")
    checked = os.path.join(folder, "checked")
    cudacpu.build([after], checked, options.cache, ["-std=c++17"], check=True)
    for order in ORDERS:
        code, _, said = output(checked, order, CUDACPU_STRICT="1")
        if code:
            raise Failure(f"order {order}, checked: exit code {code}\n{said}")


def traffic(source, kernels, options, folder):
    """The bytes that the first launch of each of the kernels reads and writes in global memory, together."""
    program = os.path.join(folder, "counted")
    cudacpu.build([source], program, options.cache, ["-std=c++17"], check=True)
    _, _, said = output(program, "fwd", CUDACPU_STATS="1")
    total = 0
    for kernel in kernels:
        line = re.search(rf"cudacpu-launch \S*\d{kernel}[A-Z]\S* .*global-read (\d+) global-write (\d+)", said)
        if not line:
            raise Failure(f"'{kernel}' is not launched:\n{said}")
        total += int(line[1]) + int(line[2])
    return total


def compare_traffic(options, before, after, folder):
    for part in filter(None, options.traffic.split(",")):
        old, new = part.split("=")
        was, now = traffic(before, old.split("+"), options, folder), traffic(after, [new], options, folder)
        if was != 2 * now:
            raise Failure(f"{old} moved {was} bytes, {new} moves {now}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--launches", type=int, required=True)
    parser.add_argument("--fixed", help="where the fixed text goes")
    parser.add_argument("--traffic", default="", help="fusions that halve it")
    parser.add_argument("test")
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:split])
    options.flags = arguments[split + 1:]
    try:
        with tempfile.TemporaryDirectory(prefix="loopfuse-cuda") as folder:
            after = os.path.join(folder, "after.cu")
            copy_without_checks(options.test, after)
            said = fix(options, after)
            if options.fixed:
                shutil.copy(after, options.fixed)
            if launches(after) != options.launches:
                raise Failure(f"{launches(after)} launches are left, not {options.launches}\n{said}")
            with open(after, "rb") as file:
                text = file.read()
            fix(options, after)
            with open(after, "rb") as file:
                if file.read() != text:
                    raise Failure("a second run changes the text again")
            compare(options, options.test, after, folder)
            compare_traffic(options, options.test, after, folder)
    except (Failure, cudacpu.BuildError) as failure:
        sys.exit(f"{options.test}: {failure}")


if __name__ == "__main__":
    main()
