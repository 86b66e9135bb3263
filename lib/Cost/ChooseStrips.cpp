//===- ChooseStrips.cpp - inner loops and length of strips ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/ChooseStrips.h"
#include "Cost/Features.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// Of a first cache of 32 KiB, what is left beside stacks, tables and lines that were fetched ahead.
static constexpr unsigned CacheBytes = 24 * 1024;
static constexpr unsigned LongestStrip = 1024, ShortestStrip = 64;

/// The members from \p Begin to \p End, fused by iteration.
static FusionGroup partOf(const FusionGroup &Group, unsigned Begin, unsigned End) {
  FusionGroup Part;
  Part.Members.assign(Group.Members.begin() + Begin, Group.Members.begin() + End);
  return Part;
}

static std::vector<unsigned> innerLoops(const FusionGroup &Group, Granularity Grain,
                                        function_ref<PlanFeatures(const FusionGroup &)> Measure) {
  std::vector<unsigned> Begins{0};
  for (unsigned P = 1; P < Group.Members.size(); ++P) {
    bool Shares = Grain != Granularity::Strip &&
                  !estimateByRules(Measure(partOf(Group, Begins.back(), P + 1)), SourceSpan()).Refused;
    if (!Shares)
      Begins.push_back(P);
  }
  return Begins;
}

std::optional<Strips> chooseStrips(const Scop &S, const FusionGroup &Group, Granularity Grain,
                                   function_ref<PlanFeatures(const FusionGroup &)> Measure) {
  auto IsSingle = [&](const Placement &P) { return S.Members[P.Member].Loops.size() == 1; };
  if (Group.Depth != 1 || !all_of(Group.Members, IsSingle))
    return std::nullopt;
  // What is only read twice is not worth another form of the text.
  if (Grain == Granularity::Auto && fusionKind(S, Group) == FusionKind::Horizontal)
    return std::nullopt;
  Strips Result;
  Result.Begins = innerLoops(Group, Grain, Measure);
  if (Result.Begins.size() < 2)
    return std::nullopt;
  std::set<unsigned> Arrays;
  for (const Placement &P : Group.Members)
    for (AccessKind Kind : {AccessKind::Read, AccessKind::Write})
      for (unsigned A : S.walkedArrays(S.Members[P.Member], Kind))
        Arrays.insert(A);
  unsigned Bytes = 0; // Of one iteration.
  for (unsigned A : Arrays)
    Bytes += S.Arrays[A].ElementBytes;
  Result.Length = LongestStrip;
  while (Result.Length > ShortestStrip && Result.Length * Bytes > CacheBytes)
    Result.Length /= 2;
  PlanFeatures F = Measure(Group);
  if (!F.TripCountIsAssumed && F.TripCount <= Result.Length)
    return std::nullopt;
  return Result;
}

} // namespace loopfuse
