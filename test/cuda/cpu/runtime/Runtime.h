//===- Runtime.h - CUDA programs on the CPU: what its parts share -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs device code that was compiled for x86-64, in an ELF image where a binary
// for a GPU would be. Blocks run one after the other and the threads of a block
// as fibers, all on one thread of the system, in an Schedule that CUDACPU_ORDER
// chooses: every run can be repeated.
//
//===----------------------------------------------------------------------===//
#ifndef CUDACPU_RUNTIME_H
#define CUDACPU_RUNTIME_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
};
enum {
  Ok = 0,
  EInvalidValue = 1,
  ENoMem = 2,
  EConfig = 9,
  ESymbol = 13,
  EDevPtr = 17,
  EFunc = 98,
  ECoopTooLarge = 720
};

extern "C" {
extern uint3 threadIdx, blockIdx, blockDim, gridDim;
extern char __start_cudacpu_ids[], __stop_cudacpu_ids[];
}

/// Ends the program: it does what this runtime does not model, or what is wrong on any machine.
[[noreturn]] void fail(const char *Format, ...);

/// A number from the environment.
inline long setting(const char *Name, long Default) {
  const char *Value = getenv(Name);
  return Value && *Value ? atol(Value) : Default;
}

//===----------------------------------------------------------------------===//
// Fibers.cpp
//===----------------------------------------------------------------------===//

struct Fiber {
  void *sp;
  char *stack;
};
extern "C" void cudacpu_switch(void **save, void *to);
extern "C" void cudacpu_call_ms(void *fn, const uint64_t *slots, uint64_t n);

Fiber *getFiber();
void resume(Fiber *f);
inline uintptr_t StacksBegin, StacksEnd;

//===----------------------------------------------------------------------===//
// Images.cpp
//===----------------------------------------------------------------------===//

/// A loaded device image.
struct Image {
  void *dl = nullptr;
  char *sh0 = nullptr, *sh1 = nullptr, *dyn = nullptr;
  uintptr_t lo = 0, hi = 0;
};

/// \p params are sizes and offsets of the arguments, known after the first launch.
struct Kernel {
  Image *img;
  std::string name;
  void *fn;
  std::vector<std::pair<size_t, size_t>> params;
  bool known = false;
  size_t maxdyn = 48 << 10;
};
struct Var {
  Image *img;
  std::string name;
};

/// By the address of the host's stub, and of the host's variable.
std::unordered_map<const void *, Kernel> &kernels();
std::unordered_map<const void *, Var> &vars();

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

enum Order { Fwd, Rev, Rand };
inline Order Schedule = [] {
  const char *v = getenv("CUDACPU_ORDER");
  return !v ? Fwd : !strncmp(v, "rev", 3) ? Rev : !strncmp(v, "rand", 4) ? Rand : Fwd;
}();
inline std::mt19937 Random([] {
  const char *v = getenv("CUDACPU_ORDER"), *c = v ? strchr(v, ':') : nullptr;
  return c ? (unsigned)atol(c + 1) : 1u;
}());
inline void permute(std::vector<unsigned> &v, unsigned n) {
  v.resize(n);
  for (unsigned i = 0; i < n; i++)
    v[i] = Schedule == Rev ? n - 1 - i : i;
  if (Schedule == Rand)
    std::shuffle(v.begin(), v.end(), Random);
}
inline const bool Strict = setting("CUDACPU_STRICT", 0), PrintStatistics = setting("CUDACPU_STATS", 0);

//===----------------------------------------------------------------------===//
// Checks.cpp
//===----------------------------------------------------------------------===//

/// What is known of one byte since a launch began. Threads are block * 1024 + thread + 1.
struct Cell {
  uint32_t launch, wthr, wsync, rthr, rsync, r2thr, r2sync;
  uint8_t watomic, rblocks, ratomic, pblocks, patomic;
  uint32_t pw, pr, pr2;
}; // thr: block*1024+thread+1
struct AllocInfo {
  size_t size;
};
inline std::map<uintptr_t, AllocInfo> Allocations;   // live cudaMalloc ranges
inline std::unordered_map<uintptr_t, Cell *> Shadow; // by 4096-byte page, a cell a byte
inline const bool JudgePairs =
    setting("CUDACPU_PAIRS", 0); // would fusing this launch with the one before it be a race?
inline uint64_t BlockConflicts[3], GridConflicts[3], LocalBytes;
inline bool SameConfiguration;
inline std::string PreviousName, CallsBetween;
inline uint3 PreviousGrid, PreviousBlock;
inline void noteCall(const char *n) {
  if (JudgePairs && CallsBetween.find(n) == std::string::npos)
    CallsBetween += CallsBetween.empty() ? n : std::string(",") + n;
}
inline uint64_t LaunchNumber, GlobalRead, GlobalWritten, SharedRead, SharedWritten, AtomicBytes, Races, Barriers;
inline Kernel *RunningKernel;
inline unsigned BlockNumber, ThreadNumber, BlockEpoch;
inline bool InKernel;
inline unsigned WarpEpochs[32];
inline int MaxReports = setting("CUDACPU_MAX_REPORTS", 5);

//===----------------------------------------------------------------------===//
// Blocks.cpp
//===----------------------------------------------------------------------===//

enum State : uint8_t { New, Ready, AtBarrier, AtWarp, AtGrid, Done };
struct Thread {
  State st;
  Fiber *f;
  const void *site;
  uint64_t val, res;
  unsigned mask, ballot;
  int src, pred;
};
struct Block {
  unsigned id;
  uint3 idx;
  std::vector<Thread> t;
  unsigned next = 0, live;
  unsigned redsum[3];
  std::vector<char> sh, dyn;
  unsigned sync = 0;
};
inline Block *TheBlock;
inline unsigned TheThread;
inline Fiber *me; ///< The one that runs.
inline void *SchedulerStack;
inline std::vector<unsigned> ThreadOrder;
struct Launch {
  Kernel *k;
  dim3 g, b;
  size_t smem;
  std::vector<char> args;
};
inline Launch TheLaunch;
void setThread(unsigned i);
void initBlock(Block &b, unsigned id);
/// Until every thread is done (true) or waits for the grid (false).
bool runBlock(Block &b);

//===----------------------------------------------------------------------===//
// Launch.cpp, Memory.cpp
//===----------------------------------------------------------------------===//

inline int LastError;
inline int setError(int e) {
  if (e)
    LastError = e;
  return e;
}

#endif
