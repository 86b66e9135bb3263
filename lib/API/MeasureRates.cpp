//===- MeasureRates.cpp - how fast this computer's memories are -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/HostMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include <algorithm>
#include <cmath>
#include <sys/mman.h>
#include <time.h>

using namespace llvm;

namespace loopfuse {

// The loops are compiled for this computer's vectors as well, whatever the rest of the program is compiled for.
#if defined(__x86_64__) && defined(__ELF__)
#define LOOPFUSE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define LOOPFUSE_WIDE __attribute__((noinline))
#endif

namespace {

/// Of an AVX register; where there is none the compiler makes two operations of each.
typedef double Vector __attribute__((vector_size(32), aligned(32), may_alias));

/// Memory of its own, that nobody has touched yet.
class Pages {
public:
  explicit Pages(size_t Bytes) : Bytes(Bytes) {
    void *At = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    Begin = At == MAP_FAILED ? nullptr : static_cast<Vector *>(At);
  }
  ~Pages() {
    if (Begin)
      munmap(Begin, Bytes);
  }
  Pages(const Pages &) = delete;
  Vector *Begin;
  size_t Bytes;
};

} // namespace

/// Seconds on a clock. Of a busy machine only what this thread gets counts, but for threads that wait for each other.
static double timeOf(clockid_t Clock) {
  timespec T;
  clock_gettime(Clock, &T);
  return double(T.tv_sec) + 1e-9 * double(T.tv_nsec);
}

/// Keeps the compiler from leaving work out.
static void use(const void *P) { asm volatile("" : : "r"(P) : "memory"); }

LOOPFUSE_WIDE static void readAll(Vector *At, size_t Count) {
  // Eight sums, since each waits for itself.
  Vector Sums[8] = {};
  for (size_t I = 0; I + 8 <= Count; I += 8)
    for (size_t K = 0; K < 8; ++K)
      Sums[K] += At[I + K];
  use(Sums);
}

LOOPFUSE_WIDE static void writeAll(Vector *At, size_t Count) {
  Vector Value{1, 1, 1, 1};
  for (size_t I = 0; I + 4 <= Count; I += 4) {
    At[I] = Value;
    At[I + 1] = Value;
    At[I + 2] = Value;
    At[I + 3] = Value;
    // Else it would be a call of memset, which knows ways around the cache that loops do not go.
    asm volatile("" : : : "memory");
  }
}

/// From the second half to the first.
LOOPFUSE_WIDE static void copyAll(Vector *At, size_t Count) {
  size_t Half = Count / 2;
  for (size_t I = 0; I + 2 <= Half; I += 2) {
    At[I] = At[Half + I];
    At[I + 1] = At[Half + I + 1];
    asm volatile("" : : : "memory");
  }
}

/// The shortest time that \p Run took, which is called for about \p Seconds, three times at least: what disturbs it
/// makes it longer only.
static double shortest(double Seconds, function_ref<void()> Run, clockid_t Clock = CLOCK_THREAD_CPUTIME_ID) {
  double Best = INFINITY, Until = timeOf(Clock) + Seconds;
  for (unsigned Times = 0; Times < 3 || timeOf(Clock) < Until; ++Times) {
    double Start = timeOf(Clock);
    Run();
    Best = std::min(Best, timeOf(Clock) - Start);
  }
  return Best;
}

static double rounded(double X) {
  double Unit = X > 0 ? std::pow(10, std::floor(std::log10(X)) - 2) : 1;
  return std::round(X / Unit) * Unit;
}

static double rateOf(Vector *At, size_t Bytes, double Seconds, void (*Walk)(Vector *, size_t)) {
  // Enough rounds that the clock's own time does not count.
  size_t Rounds = std::max<size_t>(1, (1 << 20) / Bytes);
  double Time = shortest(Seconds, [&] {
    for (size_t R = 0; R < Rounds; ++R)
      Walk(At, Bytes / sizeof(Vector));
  });
  return rounded(double(Rounds * Bytes) / Time / 1e9);
}

static Bandwidth ratesOf(const Pages &P, size_t Bytes, double Seconds) {
  return {rateOf(P.Begin, Bytes, Seconds, readAll), rateOf(P.Begin, Bytes, Seconds, writeAll),
          rateOf(P.Begin, Bytes, Seconds, copyAll)};
}

/// A chain of additions, of which a core does one a cycle.
static double frequency() {
  constexpr unsigned Additions = 1 << 20;
  double Time = shortest(0.01, [] {
    size_t X = 0;
    for (unsigned I = 0; I < Additions / 16; ++I) {
#pragma GCC unroll 16
      for (unsigned K = 0; K < 16; ++K) {
        X += I;
        asm volatile("" : "+r"(X));
      }
    }
    use(&X);
  });
  return rounded(Additions / Time / 1e9);
}

/// Microseconds that a parallel region of an OpenMP library takes; std::nullopt if there is no such library.
static std::optional<double> launchTime(unsigned Threads) {
  using Parallel = void (*)(void (*)(void *), void *, unsigned, unsigned);
  std::string Ignored;
  for (const char *Name : {"libgomp.so.1", "libomp.so.5", "libomp.so"}) {
    auto Library = sys::DynamicLibrary::getPermanentLibrary(Name, &Ignored);
    auto *Run = Library.isValid() ? reinterpret_cast<Parallel>(Library.getAddressOfSymbol("GOMP_parallel")) : nullptr;
    if (!Run)
      continue;
    auto Nothing = [](void *) {};
    Run(Nothing, nullptr, Threads, 0); // The first one makes the threads.
    auto Launches = [&] {
      for (unsigned I = 0; I < 20; ++I)
        Run(Nothing, nullptr, Threads, 0);
    };
    double Time = shortest(0.05, Launches, CLOCK_MONOTONIC);
    return rounded(Time / 20 * 1e6);
  }
  return std::nullopt;
}

void measureRates(Machine &M) {
  M.GHz = frequency();
  size_t Largest = M.Caches.back().Bytes;
  // Out of all caches, but not without end: a part of a large cache that others use as well is as good as none.
  constexpr size_t Most = size_t(512) << 20;
  Pages P(std::min(std::max<size_t>(4 * Largest, 64 << 20), Most));
  if (!P.Begin)
    return;
  double Start = timeOf(CLOCK_THREAD_CPUTIME_ID);
  for (size_t At = 0; At < P.Bytes; At += 4096)
    reinterpret_cast<volatile char *>(P.Begin)[At] = 1;
  M.FreshMemory = rounded(double(P.Bytes) / (timeOf(CLOCK_THREAD_CPUTIME_ID) - Start) / 1e9);
  for (size_t I = 0; I < M.Caches.size(); ++I) {
    // Between this cache and the one before it, and not all of it: the stack and others are there too.
    size_t Nearer = I ? M.Caches[I - 1].Bytes : 0, Bytes = M.Caches[I].Bytes / 2;
    if (Bytes < 2 * Nearer)
      Bytes = (Nearer + M.Caches[I].Bytes) / 2;
    Bytes = std::min({Bytes, P.Bytes / 4, std::max<size_t>(4 * Nearer, 8 << 20)});
    M.Caches[I].Rates = ratesOf(P, Bytes / 256 * 256, 0.02);
  }
  M.Memory = ratesOf(P, P.Bytes, 0);
  M.Launch = launchTime(M.Cores).value_or(M.Launch);
}

} // namespace loopfuse
