#!/usr/bin/env python3
"""Shows what loopfuse does to the CUDA examples. Both versions are built for the CPU (test/cuda/cpu/cudacpu.py), run, and
compared: what they print, how many launches they make, and the bytes that their kernels read and write in global memory.

Usage: compare_cuda.py LOOPFUSE WORK-FOLDER      works on a copy; the checkout is never edited
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "test", "cuda", "cpu"))
import cudacpu  # noqa: E402

FLAGS = ["-std=c++17"]


def run(program):
    """(what it printed, its launches, the bytes they moved)."""
    result = subprocess.run([program], capture_output=True, text=True, env=dict(os.environ, CUDACPU_STATS="1"))
    if result.returncode:
        sys.exit(f"{program}: exit code {result.returncode}\n{result.stderr}")
    moved = re.findall(r"^cudacpu-launch .* global-read (\d+) global-write (\d+)", result.stderr, re.MULTILINE)
    return result.stdout, len(moved), sum(int(read) + int(written) for read, written in moved)


def compare(loopfuse, work):
    """Whether all examples print the same before and after."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    same = True
    for name in sorted(name for name in os.listdir(HERE) if name.endswith(".cu")):
        before, after = os.path.join(HERE, name), os.path.join(work, name)
        shutil.copy(before, after)
        command = [loopfuse, "fix", after, "--", "-x", "cuda", *FLAGS, "--cuda-path=/none"]
        fixed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if fixed.returncode:
            sys.exit(f"$ {' '.join(command)}\n{fixed.stdout}exit code {fixed.returncode}")
        results = []
        for source in (before, after):
            program = os.path.join(work, name + (".before" if source == before else ".after"))
            cudacpu.build([source], program, os.path.join(work, "runtime"), FLAGS, check=True)
            results.append(run(program))
        (old, old_launches, old_bytes), (new, new_launches, new_bytes) = results
        same &= old == new
        print(f"{name:22} launches {old_launches:3} -> {new_launches:3}   global memory {old_bytes / 1e6:6.2f} MB -> "
              f"{new_bytes / 1e6:6.2f} MB   " + ("outputs identical" if old == new else "OUTPUTS DIFFER"), flush=True)
    return same


if __name__ == "__main__":
    sys.exit(0 if compare(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])) else 1)
