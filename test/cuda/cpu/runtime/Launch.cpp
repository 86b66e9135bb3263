//===- Launch.cpp - grids and what launches them --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include <chrono>
#include <dlfcn.h>

static int doLaunch(bool coop) {
  uint64_t nt = (uint64_t)TheLaunch.b.x * TheLaunch.b.y * TheLaunch.b.z,
           nb = (uint64_t)TheLaunch.g.x * TheLaunch.g.y * TheLaunch.g.z;
  if (!nt || nt > 1024 || TheLaunch.b.z > 64 || !nb || TheLaunch.g.x > 0x7fffffffu || TheLaunch.g.y > 65535 ||
      TheLaunch.g.z > 65535)
    return setError(EConfig);
  if (TheLaunch.smem > TheLaunch.k->maxdyn)
    return setError(EInvalidValue);
  if (InKernel)
    fail("nested launch");
  if (coop && nb * nt > 132 * 2048)
    return setError(ECoopTooLarge);
  blockDim = {TheLaunch.b.x, TheLaunch.b.y, TheLaunch.b.z};
  gridDim = {TheLaunch.g.x, TheLaunch.g.y, TheLaunch.g.z};
  SameConfiguration = JudgePairs && LaunchNumber && !memcmp(&PreviousGrid, &TheLaunch.g, 12) &&
                      !memcmp(&PreviousBlock, &TheLaunch.b, 12);
  memset(BlockConflicts, 0, sizeof BlockConflicts);
  memset(GridConflicts, 0, sizeof GridConflicts);
  LocalBytes = 0;
  LaunchNumber++;
  RunningKernel = TheLaunch.k;
  InKernel = true;
  GlobalRead = GlobalWritten = SharedRead = SharedWritten = AtomicBytes = Barriers = 0;
  uint64_t r0 = Races;
  auto t0 = std::chrono::steady_clock::now();
  permute(ThreadOrder, nt);
  std::vector<unsigned> bo;
  permute(bo, nb);
  Image *im = TheLaunch.k->img;
  size_t ns = im->sh1 - im->sh0, nd = TheLaunch.smem;
  auto poison = [&] { // shared memory starts undefined: NaN bytes, and no history
    if (ns)
      memset(im->sh0, 0xff, ns);
    if (nd)
      memset(im->dyn, 0xff, nd);
    if (!Shadow.empty())
      for (auto [p, n] : {std::pair{(uintptr_t)im->sh0, ns}, std::pair{(uintptr_t)im->dyn, nd}})
        for (size_t k = 0; k < n; k++) {
          auto it = Shadow.find((p + k) >> 12);
          if (it != Shadow.end())
            it->second[(p + k) & 4095].launch = 0;
        }
  };
  if (!coop) {
    static Block b;
    for (unsigned id : bo) {
      poison();
      initBlock(b, id);
      if (Schedule == Rand && nt > 1)
        permute(ThreadOrder, nt);
      if (!runBlock(b))
        fail("grid sync in a launch that is not cooperative");
    }
  } else {
    std::vector<Block> bs(nb);
    std::vector<char> fin(nb);
    uint64_t left = nb;
    bool first = true;
    for (; left; first = false) {
      uint64_t waiting = 0;
      permute(bo, nb);
      for (unsigned id : bo)
        if (!fin[id]) {
          Block &b = bs[id];
          if (first) {
            poison();
            initBlock(b, id);
          } else {
            if (ns)
              memcpy(im->sh0, b.sh.data(), ns);
            if (nd)
              memcpy(im->dyn, b.dyn.data(), nd);
            for (auto &t : b.t)
              if (t.st == AtGrid)
                t.st = Ready;
            b.sync++;
          }
          if (runBlock(b))
            fin[id] = 1, left--;
          else {
            waiting++;
            b.sh.assign(im->sh0, im->sh0 + ns);
            b.dyn.assign(im->dyn, im->dyn + nd);
          }
        }
      if (waiting && waiting != nb)
        fail("grid sync not reached by every block");
      LaunchNumber++; // a grid sync orders everything before it
    }
  }
  InKernel = false;
  if (JudgePairs) {
    const char *v = !SameConfiguration                                          ? "other-config"
                    : GridConflicts[0] + GridConflicts[1] + GridConflicts[2]    ? "NO-grid"
                    : BlockConflicts[0] + BlockConflicts[1] + BlockConflicts[2] ? "NEEDS-block-sync"
                    : LocalBytes                                                ? "OK-vertical"
                                                                                : "OK-independent";
    if (!PreviousName.empty())
      fprintf(stderr,
              "cudacpu-pair %s -> %s : %s block raw/war/waw %llu/%llu/%llu grid %llu/%llu/%llu local-bytes %llu "
              "between %s\n",
              PreviousName.c_str(), TheLaunch.k->name.c_str(), v, (unsigned long long)BlockConflicts[0],
              (unsigned long long)BlockConflicts[1], (unsigned long long)BlockConflicts[2],
              (unsigned long long)GridConflicts[0], (unsigned long long)GridConflicts[1],
              (unsigned long long)GridConflicts[2], (unsigned long long)LocalBytes,
              CallsBetween.empty() ? "-" : CallsBetween.c_str());
    PreviousName = TheLaunch.k->name;
    memcpy(&PreviousGrid, &TheLaunch.g, 12);
    memcpy(&PreviousBlock, &TheLaunch.b, 12);
    CallsBetween.clear();
  }
  if (PrintStatistics) {
    double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
    fprintf(stderr, "cudacpu-launch %s grid %u,%u,%u block %u,%u,%u smem %zu ms %.3f barriers %llu",
            TheLaunch.k->name.c_str(), TheLaunch.g.x, TheLaunch.g.y, TheLaunch.g.z, TheLaunch.b.x, TheLaunch.b.y,
            TheLaunch.b.z, TheLaunch.smem, ms, (unsigned long long)Barriers);
    if (!Shadow.empty())
      fprintf(stderr, " global-read %llu global-write %llu shared-read %llu shared-write %llu atomic %llu races %llu",
              (unsigned long long)GlobalRead, (unsigned long long)GlobalWritten, (unsigned long long)SharedRead,
              (unsigned long long)SharedWritten, (unsigned long long)AtomicBytes, (unsigned long long)(Races - r0));
    fputc('\n', stderr);
  }
  return Ok;
}

struct Cfg {
  dim3 g, b;
  size_t smem;
};
static std::vector<Cfg> Configurations;
static std::vector<std::pair<size_t, size_t>> ArgumentSlots;
static std::vector<char> ArgumentBytes;
static bool Probing;
extern "C" int cudaConfigureCall(dim3 g, dim3 b, size_t smem, void *) {
  Configurations.push_back({g, b, smem});
  ArgumentSlots.clear();
  ArgumentBytes.clear();
  return Ok;
}
extern "C" int cudaSetupArgument(const void *p, size_t n, size_t off) {
  ArgumentSlots.push_back({n, off});
  if (Probing)
    return Ok;
  if (ArgumentBytes.size() < off + n)
    ArgumentBytes.resize(off + n);
  memcpy(ArgumentBytes.data() + off, p, n);
  return Ok;
}
extern "C" int cudaLaunch(const void *stub) {
  if (Probing)
    return Ok;
  auto it = kernels().find(stub);
  if (it == kernels().end() || Configurations.empty())
    return setError(EFunc);
  Kernel &k = it->second;
  if (!k.known) {
    k.params = ArgumentSlots;
    k.known = true;
    if (ArgumentBytes.size() > 4352 || ArgumentSlots.size() > 120)
      fail("too many kernel arguments");
  }
  Cfg c = Configurations.back();
  Configurations.pop_back();
  TheLaunch.k = &k;
  TheLaunch.g = c.g;
  TheLaunch.b = c.b;
  TheLaunch.smem = c.smem;
  TheLaunch.args = ArgumentBytes;
  return doLaunch(false);
}
static int launchArgs(const void *f, dim3 g, dim3 b, void **args, size_t smem, bool coop) {
  auto it = kernels().find(f);
  if (it == kernels().end())
    return setError(EFunc);
  Kernel &k = it->second;
  if (!k.known) { // run the stub once, only to learn the parameter sizes
    alignas(64) static char zero[4096];
    uint64_t slot[128];
    for (auto &s : slot)
      s = (uint64_t)zero;
    ArgumentSlots.clear();
    Probing = true;
    cudacpu_call_ms((void *)f, slot, 128);
    Probing = false;
    k.params = ArgumentSlots;
    k.known = true;
  }
  TheLaunch.k = &k;
  TheLaunch.g = g;
  TheLaunch.b = b;
  TheLaunch.smem = smem;
  TheLaunch.args.clear();
  unsigned i = 0;
  for (auto [n, off] : k.params) {
    if (TheLaunch.args.size() < off + n)
      TheLaunch.args.resize(off + n);
    memcpy(TheLaunch.args.data() + off, args[i++], n);
  }
  return doLaunch(coop);
}
extern "C" int cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **a, size_t m, void *) {
  return launchArgs(f, g, b, a, m, false);
}
extern "C" int cudaLaunchCooperativeKernel(const void *f, dim3 g, dim3 b, void **a, size_t m, void *) {
  return launchArgs(f, g, b, a, m, true);
}
extern "C" int cudacpuFuncSetAttribute(const void *f, int a, int v) {
  auto it = kernels().find(f);
  if (it == kernels().end())
    return setError(EFunc);
  if (a == 8) {
    if (v > (227 << 10))
      return setError(EInvalidValue);
    it->second.maxdyn = v;
  }
  return Ok;
}
extern "C" int cudacpuSymbol(const void *h, void **p, size_t *) {
  auto it = vars().find(h);
  if (it == vars().end())
    return setError(ESymbol);
  *p = dlsym(it->second.img->dl, it->second.name.c_str());
  return *p ? Ok : setError(ESymbol);
}
