#!/usr/bin/env python3
"""Builds a CUDA program for the CPU, with clang alone: no toolkit, no GPU.

    cudacpu.py [--check] [--fma] SOURCE... -o PROGRAM [compiler flags]

--check watches every access of device code for races and bounds; --fma lets the compiler contract products and sums of
device code, as nvcc does unless it is told not to. The program reads, when it runs:

    CUDACPU_ORDER=fwd|rev|rand:SEED   the order of blocks, and of the threads in each
    CUDACPU_STATS=1                   what each launch read and wrote (with --check)
    CUDACPU_PAIRS=1                   whether each launch could run with the one before it (with --check)
    CUDACPU_STRICT=1                  a barrier that not all threads reach ends the program

x86-64 Linux only. Not there: textures, dynamic parallelism, inline PTX, __managed__, variables of other units (-rdc),
libraries (cuBLAS, CUB, Thrust), graphs. Kernel parameters must be trivially copyable. Streams run in the order of the
calls, and blocks one after the other.
"""
import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CXX = "clang++-22"
COMMON = ["-x", "cuda", "--cuda-host-only", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-isystem",
          os.path.join(HERE, "include"), "-include", "cudacpu.h", "-foffload-implicit-host-device-templates", "-fPIC",
          "-Wno-unused-command-line-argument"]
DEVICE = ["-Xclang", "-fcuda-is-device", "-Xclang", "-aux-triple", "-Xclang", "x86_64-pc-linux-gnu", "-U__CUDA_ARCH__",
          "-D__CUDA_ARCH__=800", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S"]
SANITIZER = ["-fsanitize=thread"]
SANITIZER_CODE = SANITIZER + ["-mllvm", "-tsan-instrument-atomics=0", "-mllvm",
                              "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-instrument-func-entry-exit=0"]
# Shared variables are the only ones without a value; the runtime finds them by their section. Constants are written.
SHARED = re.compile(r"^(@[^ ]+ = .*global .* undef)((, comdat(\([^)]*\))?)?, align [0-9]+)$", re.MULTILINE)
DYNAMIC = re.compile(r'^@"?([^" ]+)"? = external .*global \[0 x ', re.MULTILINE)


class BuildError(Exception):
    pass


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        raise BuildError(" ".join(command) + "\n" + result.stdout.decode(errors="replace"))


def compile_runtime(cache):
    """The runtime's objects; made once and kept in the folder."""
    os.makedirs(cache, exist_ok=True)
    sources = sorted(os.listdir(os.path.join(HERE, "runtime")))
    newest = max(os.path.getmtime(os.path.join(HERE, "runtime", name)) for name in sources)
    objects = []
    for name in sources:
        if name.endswith(".h"):
            continue
        out = os.path.join(cache, name + ".o")
        objects.append(out)
        if not os.path.exists(out) or os.path.getmtime(out) < newest:
            made = f"{out}.{os.getpid()}"
            run([CXX if name.endswith("pp") else "clang-22", "-O2", "-fPIC", "-c",
                 os.path.join(HERE, "runtime", name), "-o", made] + (["-std=c++20"] if name.endswith("pp") else []))
            os.replace(made, out)
    return objects


def device_image(source, folder, flags, check, fma, shared_memory):
    """Kernels as x86-64 code in a library of their own."""
    base = os.path.join(folder, os.path.basename(source))
    contract = ["-ffp-contract=fast-honor-pragmas", "-mfma"] if fma else ["-ffp-contract=off"]
    common = COMMON + flags + (SANITIZER + ["-DCUDACPU_CHECK"] if check else [])
    run([CXX] + common + ["-O2"] + DEVICE + contract + [source, "-o", base + ".ll"])
    with open(base + ".ll", encoding="utf-8") as file:
        text = file.read()
    text = text.replace(" externally_initialized constant ", " externally_initialized global ")
    text = SHARED.sub(r'\1, section "cudacpu_shared"\2', text)
    with open(base + ".ll", "w", encoding="utf-8") as file:
        file.write(text)
    run([CXX, "-x", "ir", "-O2", "-fPIC", "-Wno-override-module", "-c", base + ".ll", "-o", base + ".dev.o"] +
        (SANITIZER_CODE if check else []))
    dynamic = [f"-Wl,--defsym={name}=cudacpu_dyn_smem" for name in DYNAMIC.findall(text)]
    run([CXX, "-shared", "-Wl,-Bsymbolic", "-Wl,--build-id=none", "-nostartfiles"] + dynamic +
        [base + ".dev.o", shared_memory, "-o", base + ".so"])
    return base + ".so"


def build(sources, program, cache, flags=(), check=False, fma=False):
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        raise BuildError("CUDA programs are run on the CPU on x86-64 Linux only")
    flags = list(flags)
    runtime = compile_runtime(cache)
    shared_memory = next(o for o in runtime if o.endswith("SharedMemory.c.o"))
    with tempfile.TemporaryDirectory(prefix="cudacpu") as folder:
        objects = []
        for number, source in enumerate(sources):
            own = os.path.join(folder, str(number))
            os.mkdir(own)
            image = device_image(source, own, flags, check, fma, shared_memory)
            objects.append(os.path.join(own, "host.o"))
            run([CXX] + COMMON + flags + (["-DCUDACPU_CHECK"] if check else []) +
                ["-O2", "-ffp-contract=off", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", image, "-c", source,
                 "-o", objects[-1]])
        run([CXX, "-rdynamic"] + objects + [o for o in runtime if o != shared_memory] + ["-ldl", "-o", program])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fma", action="store_true")
    parser.add_argument("--cache", default="/tmp/cudacpu-runtime", help="where the runtime's objects are kept")
    parser.add_argument("-o", dest="program", default="a.out")
    options, rest = parser.parse_known_args()
    sources = [a for a in rest if a.endswith(".cu")]
    try:
        build(sources, options.program, options.cache, [a for a in rest if a not in sources], options.check,
              options.fma)
    except BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
