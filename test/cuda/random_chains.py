#!/usr/bin/env python3
"""Random chains of kernels, fixed by loopfuse and run on the CPU before and after (check_cuda.py says how).

    random_chains.py --loopfuse TOOL --cache FOLDER [--seed N] [--first N] [--count N] [--keep FOLDER]

Each program has ten functions of two to five launches over four buffers: elementwise kernels, some of which look at a
neighbour, at another end, at fewer or more elements, or take the same buffer twice; with early returns, two ways to
count the threads, statements, synchronisations and error checks in between. Half of the functions have a buffer of their
own besides, which may become a variable; in a third each launch stands in a function with its error check. Programs of
one seed are always the same.
"""
import argparse
import os
import random
import shutil
import sys
import tempfile

import check_cuda

CHAINS = 10
BUFFERS = ["a", "b", "c", "d"]


def index(r):
    """How a kernel finds its element."""
    return r.choice(["blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x + blockDim.x * blockIdx.x",
                     "(int)(blockIdx.x * blockDim.x) + (int)threadIdx.x", "blockIdx.x * 32 + threadIdx.x"])


def kernel(r, name):
    """A kernel that writes `out` and reads `in` and `more`: all subscripts lie in [0, n)."""
    near = r.random() < 0.25
    place = r.choice(["i - 1", "n - 1 - i", "i / 2", "0"]) if near else "i"
    target = r.choice(["i - 1", "n - 1 - i"]) if r.random() < 0.1 else "i"
    low = 1 if "- 1" in place + target and not "n - 1" in place or target == "i - 1" else 0
    value = r.choice([f"in[{place}] * factor", f"in[{place}] + more[i]", f"in[{place}] * more[i] + factor",
                      f"(in[{place}] > factor ? in[{place}] : more[i])", f"out[{target}] + in[{place}]"])
    body = [f"out[{target}] {r.choice(['=', '=', '=', '+='])} {value};"]
    if r.random() < 0.3:
        body = [f"float value = {value};", "for (int k = 0; k < 3; ++k)", "  value = value * 0.5f + factor;",
                f"out[{target}] = value;"]
    bound = r.choice(["n", "n", "n", "n - 1"])
    lines = [f"__global__ void {name}(const float *in, float *out, const float *more, float factor, int n) {{",
             f"  int i = {index(r)};"]
    if r.random() < 0.5:
        lines += [f"  if (i >= {bound}{' || i < 1' if low else ''})", "    return;"] + ["  " + line for line in body]
    else:
        lines += [f"  if ({'i > 0 && ' if low else ''}i < {bound}) {{"] + ["    " + line for line in body] + ["  }"]
    return lines + ["}", ""]


CHECK = """#define CHECK(call)                     \\
  do {                                  \\
    cudaError_t status = (call);        \\
    if (status != cudaSuccess) {        \\
      std::printf("line %d\\n", __LINE__); \\
      std::exit(1);                     \\
    }                                   \\
  } while (0)
"""


def wrapper(kernel):
    return [f"static void {kernel}_on_gpu(const float *in, float *out, const float *more, float factor, int n) {{",
            f"  {kernel}<<<(n + 31) / 32, 32>>>(in, out, more, factor, n);", "  CHECK(cudaGetLastError());", "}", ""]


def chain(r, number, kernels):
    wrapped = r.random() < 0.33
    own = ["t"] if r.random() < 0.5 else []
    buffers = BUFFERS + own * 4
    pointers = r.choice(["float *__restrict ", "float *__restrict ", "float *"])
    lines = [f"static void chain{number}({', '.join(pointers + b for b in BUFFERS)}, int n) {{",
             "  int blocks = (n + 31) / 32;"]
    if own:
        lines += ["  float *t;", "  cudaMalloc(&t, (n + 1) * sizeof(float));"]
    if wrapped:
        lines = [line for kernel in kernels for line in wrapper(kernel)] + lines
    for step in range(r.randint(2, 5)):
        source, target, more = r.choice(buffers), r.choice(buffers), r.choice(buffers)
        if source == target or more == target:
            source = more = r.choice([b for b in buffers if b != target])
        grid = r.choice(["blocks", "blocks", "blocks", "(n + 31) / 32", "(n + 31) / 32 + 1"])
        factor = r.choice(["1.7f", "0.3f", "scale"])
        if factor == "scale":
            lines.append(f"  {'float ' if not any('float scale' in l for l in lines) else ''}scale = n * 0.25f + {step};")
        if wrapped and r.random() < 0.8:
            lines.append(f"  {r.choice(kernels)}_on_gpu({source}, {target}, {more}, {factor}, n);")
        else:
            lines.append(f"  {r.choice(kernels)}<<<{grid}, 32>>>({source}, {target}, {more}, {factor}, n);")
        if r.random() < 0.3:
            lines.append(r.choice(["  cudaDeviceSynchronize();", "  CHECK(cudaGetLastError());",
                                   "  CHECK(cudaDeviceSynchronize());"]))
    if own:
        lines += r.choice([["  cudaFree(t);"], ["  cudaDeviceSynchronize();", "  cudaFree(t);"]])
    return lines + ["}", ""]


def program(seed, number):
    r = random.Random(f"{seed} {number}")
    lines = ["#include <cstdio>", "#include <cstdlib>", "#include <cstring>", "", CHECK]
    for c in range(CHAINS):
        names = [f"kernel{c}_{k}" for k in range(r.randint(2, 4))]
        for name in names:
            lines += kernel(r, name)
        lines += chain(r, c, names)
    calls = ", ".join(f"chain{c}" for c in range(CHAINS))
    return "\n".join(lines) + f"""
int main() {{
  static float host[300];
  for (auto chain : {{{calls}}})
    for (int n : {{1, 2, 32, 33, 100}}) {{
      float *buffers[4];
      unsigned hash = 0;
      for (int b = 0; b < 4; ++b) {{
        for (int i = 0; i < 300; ++i)
          host[i] = (i * 7919 + b * 31) % 1000 / 37.f - 13;
        cudaMalloc(&buffers[b], sizeof host);
        cudaMemcpy(buffers[b], host, sizeof host, cudaMemcpyHostToDevice);
      }}
      chain(buffers[0], buffers[1], buffers[2], buffers[3], n);
      for (float *buffer : buffers) {{
        cudaMemcpy(host, buffer, sizeof host, cudaMemcpyDeviceToHost);
        for (float value : host) {{
          unsigned bits;
          std::memcpy(&bits, &value, sizeof bits);
          hash = hash * 31 + bits;
        }}
        cudaFree(buffer);
      }}
      std::printf("%08x\\n", hash);
    }}
}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loopfuse", required=True)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--keep", default="/tmp/loopfuse-random-cuda")
    options = parser.parse_args()
    options.flags = ["--cost-model=always"]
    bad = fused = 0
    for number in range(options.first, options.first + options.count):
        with tempfile.TemporaryDirectory(prefix="loopfuse-cuda") as folder:
            before, after = (os.path.join(folder, name) for name in ("before.cu", "after.cu"))
            with open(before, "w", encoding="utf-8") as file:
                file.write(program(options.seed, number))
            shutil.copy(before, after)
            try:
                check_cuda.fix(options, after)
                fused += check_cuda.launches(before) - check_cuda.launches(after)
                check_cuda.compare(options, before, after, folder)
            except (check_cuda.Failure, check_cuda.cudacpu.BuildError) as failure:
                bad += 1
                kept = os.path.join(options.keep, f"{options.seed}-{number}")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f"seed {options.seed}, program {number}: {failure}\nkept in {kept}", flush=True)
    print(f"{options.count} programs, {fused} launches fewer, {bad} failures")
    return 1 if bad or not fused else 0


if __name__ == "__main__":
    sys.exit(main())
