//===- ChooseStrips.cpp - inner loops and length of strips ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/ChooseStrips.h"
#include "Cost/Features.h"
#include "Cost/FusedAccesses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// Of a first cache of 32 KiB, what is left beside stacks, tables and lines that were fetched ahead.
static constexpr unsigned CacheBytes = 24 * 1024;
static constexpr unsigned LongestStrip = 1024, ShortestStrip = 64;
/// Where all the time goes into moving data.
static constexpr unsigned LongestOfStores = 512;

/// The members from \p Begin to \p End, fused by iteration.
static FusionGroup partOf(const FusionGroup &Group, unsigned Begin, unsigned End) {
  FusionGroup Part;
  Part.Members.assign(Group.Members.begin() + Begin, Group.Members.begin() + End);
  Part.Contractions = Group.Contractions;
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

/// Whether the loop is known to run for no longer than one strip, as those in a strip do: "for (i = i0; i < the least
/// of i0 + 1024 and n; ++i)".
static bool isShort(const Loop &L) {
  auto IsNear = [&](const IndexExpr &End) {
    IndexExpr Length = withoutWraps(End) - withoutWraps(L.First);
    return Length.isConstant() && Length.value() <= LongestStrip;
  };
  return L.Bound.kind() == IndexKind::Minimum ? any_of(L.Bound.operands(), IsNear) : IsNear(L.Bound);
}

std::optional<Strips> chooseStrips(const Scop &S, const FusionGroup &Group, Granularity Grain,
                                   function_ref<PlanFeatures(const FusionGroup &)> Measure) {
  auto IsSingle = [&](const Placement &P) { return S.Members[P.Member].Loops.size() == 1; };
  if (Group.Depth != 1 || !all_of(Group.Members, IsSingle) ||
      isShort(S.Loops[S.Members[Group.Members.front().Member].Loops.front()]))
    return std::nullopt;
  PlanFeatures F = Measure(Group);
  std::optional<Refusal> Why = estimateByRules(F, SourceSpan()).Refused;
  bool TakesTurns = Why && Why->Id == RefusalId::StoresTakeTurns;
  // What is only read twice is not worth another form of the text where one loop takes far longer.
  if (Grain == Granularity::Auto && !TakesTurns && fusionKind(S, Group) == FusionKind::Horizontal)
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
  Result.Length = TakesTurns ? LongestOfStores : LongestStrip;
  while (Result.Length > ShortestStrip && Result.Length * Bytes > CacheBytes)
    Result.Length /= 2;
  if (!F.TripCountIsAssumed && F.TripCount <= Result.Length)
    return std::nullopt;
  return Result;
}

} // namespace loopfuse
