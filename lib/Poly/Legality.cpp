//===- Legality.cpp - the one gate between a plan and the text ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Legality.h"
#include "Poly/Alignment.h"
#include "Poly/Footprint.h"
#include "Poly/PairLegality.h"
#include "Poly/RowForm.h"
#include "Poly/Strips.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {
/// One check of one plan. Each function gives the first refusal, or none.
class PlanCheck {
public:
  PlanCheck(IslContext &Ctx, const RegionRelations &R, const FusionPlan &Plan)
      : Ctx(Ctx), R(R), S(*R.Region), Plan(Plan) {}

  std::optional<Refusal> check();

private:
  std::optional<Refusal> checkShape(const FusionGroup &G);
  std::optional<Refusal> checkSides(const FusionGroup &G);
  std::optional<Refusal> checkPairs(const FusionGroup &G);
  std::optional<Refusal> checkGroupGuards(const FusionGroup &G) { return checkGuards(Ctx, R, G); }
  std::optional<Refusal> checkGroupStrips(const FusionGroup &G) {
    return G.ByStrips ? checkStrips(S, G) : std::nullopt;
  }
  std::optional<Refusal> checkGroupRows(const FusionGroup &G) { return G.ByRows ? checkRows(Ctx, R, G) : std::nullopt; }
  std::optional<Refusal> checkMoves(const FusionGroup &G);
  std::optional<Refusal> checkContractions(const FusionGroup &G);
  std::optional<Refusal> checkOverlap(const FusionGroup &A, const FusionGroup &B);

  IslContext &Ctx;
  const RegionRelations &R;
  const Scop &S;
  const FusionPlan &Plan;
  std::set<unsigned> Fused; ///< Members of the groups seen so far.
};
} // namespace

static unsigned firstOf(const FusionGroup &G) { return G.Members.front().Member; }
static unsigned lastOf(const FusionGroup &G) { return G.Members.back().Member; }
static bool hasMember(const FusionGroup &G, unsigned Member) {
  return any_of(G.Members, [&](const Placement &P) { return P.Member == Member; });
}

/// Members ascending, in range, in one group only, with as many shifts as merged loops.
std::optional<Refusal> PlanCheck::checkShape(const FusionGroup &G) {
  if (G.Members.size() < 2 || G.Depth == 0)
    return refuse(RefusalId::LoopForm, S.Span, {"a group needs two loops"});
  for (size_t I = 0; I < G.Members.size(); ++I) {
    const Placement &P = G.Members[I];
    if (P.Member >= S.Members.size() || P.Shift.size() != G.Depth || (I > 0 && P.Member <= G.Members[I - 1].Member) ||
        !Fused.insert(P.Member).second)
      return refuse(RefusalId::LoopForm, S.Span, {"the plan's groups are malformed"});
    // The fused nest has the first one's headers.
    if (P.isReversed() && (I == 0 || G.Common || P.Reversed.size() != G.Depth))
      return refuse(RefusalId::LoopForm, S.Members[P.Member].Span, {"the plan's groups are malformed"});
  }
  return std::nullopt;
}

/// Every member in between goes to exactly one side.
std::optional<Refusal> PlanCheck::checkSides(const FusionGroup &G) {
  std::vector<unsigned> Listed(G.Before);
  Listed.insert(Listed.end(), G.After.begin(), G.After.end());
  llvm::sort(Listed);
  std::vector<unsigned> Between;
  for (unsigned M = firstOf(G) + 1; M < lastOf(G); ++M)
    if (!hasMember(G, M))
      Between.push_back(M);
  if (Listed == Between)
    return std::nullopt;
  auto Forgotten = llvm::find_if(Between, [&](unsigned M) { return llvm::count(Listed, M) != 1; });
  SourceSpan Place = Forgotten == Between.end() ? S.Span : S.Members[*Forgotten].Span;
  return refuse(RefusalId::StatementBetween, Place, {"the plan gives it no place"});
}

std::optional<Refusal> PlanCheck::checkPairs(const FusionGroup &G) {
  for (size_t J = 1; J < G.Members.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      if (std::optional<Refusal> Why =
              checkPair(Ctx, R, G.Members[I], G.Members[J], G.Depth, G.Common ? Iterations::Differ : Iterations::Same))
        return Why;
  return G.Common ? checkCommonRange(Ctx, R, G) : std::nullopt;
}

/// Condition 2: no dependence between two members that change places. In front of the fused nest go the members of
/// Before, so each passes the group's members that stood in front of it and the members of After that did.
std::optional<Refusal> PlanCheck::checkMoves(const FusionGroup &G) {
  auto Swap = [&](unsigned Earlier, unsigned Later, unsigned Moving) {
    return checkSwap(Ctx, R, Earlier, Later, Moving);
  };
  for (unsigned B : G.Before) {
    for (const Placement &P : G.Members)
      if (P.Member < B)
        if (std::optional<Refusal> Why = Swap(P.Member, B, B))
          return Why;
    for (unsigned A : G.After)
      if (A < B)
        if (std::optional<Refusal> Why = Swap(A, B, B))
          return Why;
  }
  for (unsigned A : G.After)
    for (const Placement &P : G.Members)
      if (P.Member > A)
        if (std::optional<Refusal> Why = Swap(A, P.Member, A))
          return Why;
  return std::nullopt;
}

std::optional<Refusal> PlanCheck::checkContractions(const FusionGroup &G) {
  std::set<unsigned> Seen;
  for (const Contraction &C : G.Contractions) {
    std::optional<Contraction> Found;
    if (C.Array < S.Arrays.size() && Seen.insert(C.Array).second)
      Found = findContraction(Ctx, R, G, C.Array);
    if (!Found || C.Scalar.empty() || Found->Definition != C.Definition || Found->Accesses != C.Accesses ||
        Found->IsConstant != C.IsConstant || Found->Kept != C.Kept || Found->RowLength != C.RowLength)
      return refuse(RefusalId::AccessNotAffine, S.Members[firstOf(G)].Span,
                    {C.Array < S.Arrays.size() ? S.Arrays[C.Array].Name : "?"});
  }
  return std::nullopt;
}

/// Of two groups whose spans overlap one must lie wholly on one side of the other, seen from both.
std::optional<Refusal> PlanCheck::checkOverlap(const FusionGroup &A, const FusionGroup &B) {
  if (lastOf(A) < firstOf(B) || lastOf(B) < firstOf(A))
    return std::nullopt;
  // Whether members of Inner inside the span of Outer go in front, behind, or both.
  bool AFirst = true, BFirst = true;
  auto Look = [](const FusionGroup &Outer, const FusionGroup &Inner, bool &OuterFirst, bool &InnerFirst) {
    for (const Placement &P : Inner.Members) {
      if (P.Member < firstOf(Outer) || P.Member > lastOf(Outer))
        continue;
      OuterFirst &= is_contained(Outer.After, P.Member);
      InnerFirst &= is_contained(Outer.Before, P.Member);
    }
  };
  Look(A, B, AFirst, BFirst);
  Look(B, A, BFirst, AFirst);
  // A statement inside both spans must not be asked to stand in front of the first and behind the second.
  auto Consistent = [](const FusionGroup &First, const FusionGroup &Second) {
    return none_of(First.Before, [&](unsigned M) { return is_contained(Second.After, M); });
  };
  // The one that begins first goes first, unless the other lies inside it: else what stands in one span alone would
  // pass the other group unseen.
  bool BInside = firstOf(A) < firstOf(B) && lastOf(B) < lastOf(A),
       AInside = firstOf(B) < firstOf(A) && lastOf(A) < lastOf(B);
  bool MayALead = firstOf(A) < firstOf(B) || AInside, MayBLead = firstOf(B) < firstOf(A) || BInside;
  if ((AFirst && MayALead && Consistent(A, B)) || (BFirst && MayBLead && Consistent(B, A)))
    return std::nullopt;
  return refuse(RefusalId::StatementBetween, S.Members[firstOf(B)].Span, {"two groups of the plan cross"});
}

std::optional<Refusal> PlanCheck::check() {
  for (const FusionGroup &G : Plan.Groups)
    if (std::optional<Refusal> Why = checkShape(G))
      return Why;
  for (const FusionGroup &G : Plan.Groups)
    for (auto Test :
         {&PlanCheck::checkSides, &PlanCheck::checkPairs, &PlanCheck::checkGroupGuards, &PlanCheck::checkMoves,
          &PlanCheck::checkContractions, &PlanCheck::checkGroupStrips, &PlanCheck::checkGroupRows})
      if (std::optional<Refusal> Why = (this->*Test)(G))
        return Why;
  for (size_t J = 1; J < Plan.Groups.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      if (std::optional<Refusal> Why = checkOverlap(Plan.Groups[I], Plan.Groups[J]))
        return Why;
  return std::nullopt;
}

std::variant<LegalPlan, Refusal> checkLegality(IslContext &Ctx, const RegionRelations &R, const FusionPlan &Plan) {
  if (std::optional<Refusal> Why = PlanCheck(Ctx, R, Plan).check())
    return *Why;
  return LegalPlan(Plan);
}

} // namespace loopfuse
