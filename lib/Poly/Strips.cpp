//===- Strips.cpp - may a group run strip by strip? -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order by iteration is (i, member), the order by strips (strip(i), inner
// loop of the member, i, member), where strip() does not fall and members of
// one inner loop are neighbours. Let x of member X come before y of member Y in
// the original, and depend. If X is Y, x < y, and both orders keep that. Else X
// comes before Y in the group, and legality by iteration says x <= y, so
// strip(x) <= strip(y). In equal strips X's inner loop comes first, or it is
// the same one, where (x, X) comes before (y, Y). So what is legal by iteration
// is legal by strips. Scalars that are private to the iterations of two members
// carry nothing between them in any order that keeps each member's iterations
// whole, and the last iteration of the last member that writes one is still the
// last.
//
//===----------------------------------------------------------------------===//
#include "Poly/Strips.h"
#include "Poly/Intervals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// A start is near zero if 33 bits hold it, as they do every value of a counter of 32. Then by assumption A2 no counter
/// of 64 bits that begins there comes near the ends of its type.
static constexpr unsigned StartBits = 33;
static constexpr unsigned LongestStrip = 1 << 16;

bool isNearZero(const Scop &S, const IndexExpr &Start) {
  return !Start.isUnknown() && fitsType(S, Start, StartBits, /*Signed=*/true);
}

bool canBeCut(const Scop &S, unsigned Member) {
  const struct Member &M = S.Members[Member];
  if (M.Kind != MemberKind::Nest || M.IsConditional || M.Loops.empty())
    return false;
  const Loop &L = S.Loops[M.Loops.front()];
  return L.Kind == LoopVariableKind::Integer && L.Order == DimOrder::Sequential && L.Directive.empty() &&
         !L.DeclaredOutside && L.Step.isConstant(1) &&
         (L.Relation == BoundRelation::Less || L.Relation == BoundRelation::LessEqual) && !L.Bound.isUnknown() &&
         isNearZero(S, L.First);
}

static bool isWellFormed(const FusionGroup &G) {
  const std::vector<unsigned> &Begins = G.ByStrips->Begins;
  return G.Depth == 1 && !G.Common && !G.isGuarded() && G.ByStrips->Length > 1 && G.ByStrips->Length <= LongestStrip &&
         Begins.size() > 1 && Begins.front() == 0 && Begins.back() < G.Members.size() &&
         adjacent_find(Begins, std::greater_equal<>()) == Begins.end();
}

std::optional<Refusal> checkStrips(const Scop &S, const FusionGroup &G) {
  const SourceSpan &Place = S.Members[G.Members.front().Member].Span;
  if (!isWellFormed(G))
    return refuse(RefusalId::LoopForm, Place, {"the plan's strips are malformed"});
  for (const Placement &P : G.Members)
    if (!canBeCut(S, P.Member) || P.isReversed() || P.Shift.front() != 0)
      return refuse(RefusalId::LoopForm, S.Members[P.Member].Span, {"this loop cannot be cut into strips"});
  uint64_t Bytes = 0;
  for (const Contraction &C : G.Contractions) {
    if (C.Kept)
      return refuse(RefusalId::LoopForm, Place, {"the plan's strips are malformed"});
    if (isStripBuffer(S, G, C))
      Bytes += uint64_t(S.Arrays[C.Array].ElementBytes) * G.ByStrips->Length;
  }
  if (Bytes > MaxBufferBytes)
    return refuse(RefusalId::LoopForm, Place, {"the plan's strips are too long for their buffers"});
  return std::nullopt;
}

} // namespace loopfuse
