//===- RooflineModel.cpp - times before and after on a machine ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Williams, Waterman, Patterson, "Roofline: An Insightful Visual Performance
// Model" (CACM 52, 2009), one roof for each level of the memory: a loop takes
// as long as its arithmetic or as what it moves, whichever is longer. The level
// is the nearest one that holds all that the loops touch together, since that
// lies between two uses of an element.
//
//===----------------------------------------------------------------------===//
#include "Cost/CostModel.h"
#include "Cost/Machine.h"
#include "Support/Seconds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace loopfuse {

namespace {

/// Who gains less does not gain: the model is no finer than that.
constexpr double Margin = 1.02;

// In cycles, as of the cores of the last ten years (docs/COST.md has where they are from).
constexpr double OperationsAtOnce = 2; ///< Arithmetic instructions a cycle.
constexpr double ChainLatency = 4;     ///< Of an addition of floating-point numbers.
constexpr double CallCycles = 40;      ///< Of exp, tanh and their like, an element at a time.
constexpr double LoopStart = 20;       ///< Set-up, the first line of each stream, a branch that is not foreseen.
constexpr double CheckCycles = 3;      ///< A test for overlap.
constexpr double StripStart = 12;      ///< Of an inner loop of a strip.

class Roofline {
public:
  Roofline(const PlanFeatures &F, const Machine &M) : F(F), M(M), Cycle(1e-9 / M.GHz) {
    Threads = F.Launches && !F.IsOfDevice ? M.Cores : 1;
  }

  double before() const {
    const Bandwidth &B = ratesFor(F.TouchedBefore);
    double Seconds = fresh() + F.Launches * launch();
    for (size_t I = 0; I < F.Work.size(); ++I) {
      const MemberWork &W = F.Work[I];
      Seconds += F.Iterations * std::max(arithmetic(W), moving(B, W.BytesRead, W.BytesWritten));
      Seconds += start(I < F.MemberAliasChecks.size() ? F.MemberAliasChecks[I] : 0);
    }
    return Seconds;
  }

  double after() const {
    double Moving = moving(ratesFor(F.TouchedAfter), F.ReadAfter, F.WrittenAfter);
    double Arithmetic = F.StripLength ? inStrips() : F.RowLoops ? byRows() : inOneBody();
    double Seconds = F.Iterations * std::max(Arithmetic, Moving) + start(F.AliasChecks + F.GuardTests);
    if (F.StripLength)
      Seconds += F.Iterations / F.StripLength * F.Members * StripStart * Cycle;
    return Seconds + (F.Launches ? launch() : 0);
  }

  /// Where the data are before the fusion: "in the cache of level 2", "out of cache".
  std::string place() const {
    for (const CacheLevel &C : M.Caches)
      if (F.TouchedBefore <= C.Bytes)
        return "in the cache of level " + std::to_string(C.Level);
    return "out of cache";
  }

private:
  const Bandwidth &ratesFor(double Bytes) const {
    auto Level = find_if(M.Caches, [&](const CacheLevel &C) { return Bytes <= C.Bytes; });
    return Level == M.Caches.end() ? M.Memory : Level->Rates;
  }

  /// Seconds an iteration takes to move its bytes. Caches serve each thread, the memory is worth a few of them.
  double moving(const Bandwidth &B, double Read, double Written) const {
    double At = &B == &M.Memory ? std::min(Threads, 4.0) : Threads;
    return (Read / B.Read + Written / B.Write) * 1e-9 / At;
  }

  double lanes(const MemberWork &W) const {
    if (F.IsOfDevice)
      return 32.0 * M.Cores; // Threads of a warp, on each multiprocessor.
    return W.Vectorizes && F.VectorBytes ? std::max(1.0, double(F.VectorBytes) / W.ElementBytes) : 1;
  }

  double arithmetic(const MemberWork &W) const {
    // What the loop itself does is one operation more.
    double Cycles = (W.Operations + 1) / OperationsAtOnce / lanes(W);
    return (std::max(Cycles, F.IsOfDevice ? 0 : W.Chain * ChainLatency) +
            W.Calls * CallCycles / (F.IsOfDevice ? lanes(W) : 1)) *
           Cycle / Threads;
  }

  /// One vector loop or none. Chains run beside each other.
  double inOneBody() const {
    MemberWork All;
    for (const MemberWork &W : F.Work) {
      All.Operations += W.Operations;
      All.Calls += W.Calls;
      All.Chain = std::max(All.Chain, W.Chain);
      All.ElementBytes = std::max(All.ElementBytes, W.ElementBytes);
      All.Vectorizes &= W.Vectorizes;
    }
    return arithmetic(All);
  }

  /// Each member's loop is as it was, with its data in the first cache.
  double inStrips() const {
    double Seconds = 0;
    for (const MemberWork &W : F.Work)
      Seconds += std::max(arithmetic(W), moving(nearest(), W.BytesRead, W.BytesWritten));
    return Seconds;
  }

  /// A row of sums has no chain: its neighbours are the lanes.
  double byRows() const {
    double Seconds = 0;
    for (MemberWork W : F.Work) {
      W.Vectorizes |= W.Chain > 0 && W.Calls == 0;
      W.Chain = 0;
      Seconds += std::max(arithmetic(W), moving(nearest(), W.BytesRead, W.BytesWritten));
    }
    return Seconds;
  }

  const Bandwidth &nearest() const { return M.Caches.empty() ? M.Memory : M.Caches.front().Rates; }
  double start(unsigned Checks) const { return (LoopStart + Checks * CheckCycles) * Cycle; }
  double launch() const { return M.Launch * 1e-6; }

  /// Pages that the system hands out for the first time. Small pieces are used again without it.
  double fresh() const {
    constexpr double OwnMapping = 64 * 1024;
    return M.FreshMemory > 0 && F.FreshBytes >= OwnMapping ? F.FreshBytes / M.FreshMemory * 1e-9 : 0;
  }

  const PlanFeatures &F;
  const Machine &M;
  double Cycle; ///< Seconds.
  double Threads;
};

} // namespace

static std::string grouped(uint64_t N) {
  std::string Digits = std::to_string(N);
  for (int At = int(Digits.size()) - 3; At > 0; At -= 3)
    Digits.insert(At, ",");
  return Digits;
}

CostEstimate estimateByRoofline(const PlanFeatures &F, const Machine &M, const SourceSpan &Place) {
  CostEstimate E = estimateByRules(F, Place);
  Roofline Times(F, M);
  E.SecondsBefore = Times.before();
  E.SecondsAfter = Times.after();
  double Ratio = E.SecondsBefore / E.SecondsAfter;
  std::string Both = formatv("{0} -> {1} for {2} iterations, {3}", formatSeconds(E.SecondsBefore),
                             formatSeconds(E.SecondsAfter), grouped(std::llround(F.Iterations)), Times.place());
  E.Terms = formatv("about {0:f1} times as fast ({1}, on {2}); ", Ratio, Both, M.Name).str() + E.Terms;
  if (!E.Refused && Ratio < Margin)
    E.Refused = refuse(RefusalId::NotFaster, Place, {Both});
  return E;
}

} // namespace loopfuse
