#!/usr/bin/env python3
"""Shows what loopfuse does to the examples: findings, diff, then both versions built, run and compared.

Usage: compare.py LOOPFUSE WORK-FOLDER      works on a copy; the checkout is never edited
"""
import os
import shutil
import statistics
import subprocess
import sys

import compare_cuda

HERE = os.path.dirname(os.path.abspath(__file__))
RUNS = 7
COMPILERS = [("clang", "clang-22", "clang++-22"), ("gcc", "gcc", "g++")]
SOURCES = (".c", ".cpp", ".h")


def run(*command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if result.returncode:
        sys.exit(f"$ {' '.join(command)}\n{result.stdout}exit code {result.returncode}")
    return result.stdout


def copy_sources(target):
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    for name in sorted(os.listdir(HERE)):
        if name == "CMakeLists.txt" or name.endswith(SOURCES):
            shutil.copy(os.path.join(HERE, name), target)


def configure(source, build, c, cxx):
    run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}")


def once(program):
    """(what it printed, the seconds it took)."""
    result = subprocess.run([program], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{program}: exit code {result.returncode}\n{result.stderr}")
    return result.stdout, float(result.stderr)


def compare(name, before, after):
    """Alternates the two programs; true if they print the same."""
    times = {before: [], after: []}
    outputs = set()
    for _ in range(RUNS):
        for program in times:
            output, time = once(program)
            outputs.add(output)
            times[program].append(time)
    old, new = (statistics.median(times[program]) for program in (before, after))
    same = len(outputs) == 1
    print(f"{name:16} {old * 1000:9.1f} ms {new * 1000:9.1f} ms {old / new:8.2f}x   "
          + ("outputs identical" if same else "OUTPUTS DIFFER"), flush=True)
    return same


def main():
    loopfuse, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    before, after = os.path.join(work, "before"), os.path.join(work, "after")
    copy_sources(before)
    copy_sources(after)
    database = os.path.join(work, "after-clang")
    for folder, source in (("before", before), ("after", after)):
        for label, c, cxx in COMPILERS:
            configure(source, os.path.join(work, f"{folder}-{label}"), c, cxx)

    sources = sorted(os.path.join(after, name) for name in os.listdir(after) if name.endswith((".c", ".cpp")))
    print("== loopfuse check: what is found\n")
    print(run(loopfuse, "check", "-p", database, *sources))
    print("== loopfuse diff: what it would write\n")
    print(run(loopfuse, "diff", "-p", database, *sources))
    print(run(loopfuse, "fix", "-p", database, *sources))

    same = True
    for label, _, _ in COMPILERS:
        for folder in ("before", "after"):
            run("cmake", "--build", os.path.join(work, f"{folder}-{label}"))
        print(f"== {label} -O3: median of {RUNS} runs, before and after in turn\n")
        for source in sources:
            name = os.path.splitext(os.path.basename(source))[0]
            same &= compare(name, os.path.join(work, f"before-{label}", name), os.path.join(work, f"after-{label}", name))
        print()
    print("== CUDA, with threads as coroutines of the CPU\n")
    same &= compare_cuda.compare(loopfuse, os.path.join(work, "cuda"))
    print()
    print("all outputs are identical" if same else "some outputs differ")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
