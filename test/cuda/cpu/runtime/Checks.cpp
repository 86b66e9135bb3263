//===- Checks.cpp - Races and accesses out of bounds ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that are built with --check call these functions around every load
// and store of device code that is not provably a thread's own: clang's thread
// sanitizer writes the calls, whose runtime is not linked.
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include <unistd.h>

static void report(const char *kind, uintptr_t a, size_t n, unsigned other) {
  if (Races++ < (uint64_t)MaxReports)
    fprintf(stderr, "cudacpu: %s in %s at %p+%zu: block %u thread %u%s%s\n", kind, RunningKernel->name.c_str(),
            (void *)a, n, BlockNumber, ThreadNumber, other ? " vs block " : "",
            other ? (std::to_string((other - 1) / 1024) + " thread " + std::to_string((other - 1) % 1024)).c_str()
                  : "");
}
static bool isShared(uintptr_t a) {
  Image *i = RunningKernel->img;
  return (a >= (uintptr_t)i->sh0 && a < (uintptr_t)i->sh1) ||
         (a >= (uintptr_t)i->dyn && a < (uintptr_t)i->dyn + (228 << 10));
}
static void access(void *p, size_t n, bool write, bool atomic) {
  uintptr_t a = (uintptr_t)p;
  if (!InKernel || (a >= StacksBegin && a < StacksEnd) ||
      (a >= (uintptr_t)__start_cudacpu_ids && a < (uintptr_t)__stop_cudacpu_ids))
    return;
  bool sh = isShared(a);
  if (!sh && !(a >= RunningKernel->img->lo && a < RunningKernel->img->hi)) {
    static uintptr_t l0, l1; // last range hit
    if (!(a >= l0 && a + n <= l1)) {
      auto it = Allocations.upper_bound(a);
      if (it == Allocations.begin() || (--it, a + n > it->first + it->second.size)) {
        report("invalid global access", a, n, 0);
        return;
      }
      l0 = it->first, l1 = l0 + it->second.size;
    }
  }
  (write ? (sh ? SharedWritten : GlobalWritten) : (sh ? SharedRead : GlobalRead)) += n;
  if (atomic)
    AtomicBytes += n;
  unsigned me = BlockNumber * 1024 + ThreadNumber + 1, now = BlockEpoch * 4096 + WarpEpochs[ThreadNumber / 32];
  for (size_t k = 0; k < n; k++) {
    Cell *&pg = Shadow[(a + k) >> 12];
    if (!pg)
      pg = (Cell *)calloc(4096, sizeof(Cell));
    Cell &c = pg[(a + k) & 4095];
    if (c.launch != LaunchNumber) {
      Cell o = c;
      memset(&c, 0, sizeof c);
      c.launch = LaunchNumber;
      if (JudgePairs && o.launch == LaunchNumber - 1)
        c.pw = o.wthr, c.pr = o.rthr, c.pr2 = o.r2thr, c.pblocks = o.rblocks, c.patomic = o.watomic;
    }
    if (JudgePairs && SameConfiguration && !sh &&
        !(atomic && c.patomic)) {                       // only the first kind of conflict of a byte matters
      bool wr = write, first = !c.wthr || c.wthr == me; // a value this launch wrote itself is not the old one
      auto hit = [&](int k, unsigned t) { ((t - 1) / 1024 == BlockNumber ? BlockConflicts : GridConflicts)[k]++; };
      if (c.pw && c.pw != me && first)
        hit(wr ? 2 : 0, c.pw);
      else if (c.pw == me && !wr && !c.wthr)
        LocalBytes++;
      if (wr && c.pblocks)
        GridConflicts[1]++;
      else if (wr && c.pr && c.pr != me)
        hit(1, c.pr);
      else if (wr && c.pr2 && c.pr2 != me)
        hit(1, c.pr2);
    }
    // ordered: same thread, or same block and a barrier (or warp sync of one warp) CallsBetween
    auto ordered = [&](unsigned t, unsigned s) {
      if (t == me)
        return true;
      if ((t - 1) / 1024 != BlockNumber)
        return false;
      if (s / 4096 < BlockEpoch)
        return true;
      return (t - 1) % 1024 / 32 == ThreadNumber / 32 && s < now;
    };
    unsigned other = 0; // keeps the last two readers: no false alarm, few misses
    if (c.wthr && !ordered(c.wthr, c.wsync) && !(atomic && c.watomic))
      other = c.wthr;
    if (write && !(atomic && c.ratomic)) {
      if (c.rthr && !ordered(c.rthr, c.rsync))
        other = c.rthr;
      else if (c.r2thr && !ordered(c.r2thr, c.r2sync))
        other = c.r2thr;
      else if (c.rblocks)
        other = c.rthr; // read by several blocks
    }
    if (other) {
      report(write ? (sh ? "shared write race" : "global write race") : (sh ? "shared read race" : "global read race"),
             a + k, n, other);
      return;
    }
    if (write) {
      c.wthr = me;
      c.wsync = now;
      c.watomic = atomic;
    }
    if (!write && c.rthr != me) {
      if (c.rthr && (c.rthr - 1) / 1024 != BlockNumber)
        c.rblocks = 1;
      c.r2thr = c.rthr;
      c.r2sync = c.rsync;
    }
    if (!write) {
      c.rthr = me;
      c.rsync = now;
      c.ratomic = atomic;
    }
  }
}
#define TS(n)                                                                                                          \
  extern "C" void __tsan_read##n(void *p) { access(p, n, false, false); }                                              \
  extern "C" void __tsan_write##n(void *p) { access(p, n, true, false); }                                              \
  extern "C" void __tsan_unaligned_read##n(void *p) { access(p, n, false, false); }                                    \
  extern "C" void __tsan_unaligned_write##n(void *p) { access(p, n, true, false); }                                    \
  extern "C" void __tsan_read_write##n(void *p) {                                                                      \
    access(p, n, false, false);                                                                                        \
    access(p, n, true, false);                                                                                         \
  }                                                                                                                    \
  extern "C" void __tsan_unaligned_read_write##n(void *p) {                                                            \
    access(p, n, false, false);                                                                                        \
    access(p, n, true, false);                                                                                         \
  }
TS(1) TS(2) TS(4) TS(8) TS(16) extern "C" void __tsan_init() {}
extern "C" void __tsan_func_entry(void *) {}
extern "C" void __tsan_func_exit() {}
extern "C" void __tsan_vptr_update(void **p, void *) { access(p, 8, true, false); }
extern "C" void __tsan_vptr_read(void **p) { access(p, 8, false, false); }
extern "C" void *__tsan_memcpy(void *d, const void *s, size_t n) {
  if (n)
    access((void *)s, n, false, false), access(d, n, true, false);
  return memcpy(d, s, n);
}
extern "C" void *__tsan_memmove(void *d, const void *s, size_t n) {
  if (n)
    access((void *)s, n, false, false), access(d, n, true, false);
  return memmove(d, s, n);
}
extern "C" void *__tsan_memset(void *d, int v, size_t n) {
  if (n)
    access(d, n, true, false);
  return memset(d, v, n);
}
extern "C" void cudacpu_atomic(const void *p, size_t n) {
  access((void *)p, n, false, true);
  access((void *)p, n, true, true);
}

__attribute__((destructor)) static void fini() {
  if (Races) {
    fprintf(stderr, "cudacpu: %llu race or access errors\n", (unsigned long long)Races);
    _exit(71);
  }
}
