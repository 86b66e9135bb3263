//===- Reuse.cpp - what meets in the innermost loop -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Reuse.h"
#include "Cost/FusedAccesses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// Vectors are not longer than that, in elements.
static constexpr int64_t LongestVector = 16;

namespace {
/// How two accesses of one array meet.
struct Meeting {
  bool IsKnown = false;
  bool SameRow = true;
  int64_t Distance = 0; ///< Iterations of the innermost loop from the first access to the second.
};
} // namespace

/// Whether one of them writes another row of a flat array than the other reads: "a[i * n + j]" and "a[(i - 1) * n +
/// j]", a distance that is the same in all iterations of the innermost loop, and no number.
static bool isOtherFlatRow(const FusedAccess &X, const FusedAccess &Y, const IndexExpr &Apart, unsigned Innermost) {
  return X.Subscripts.size() == 1 && X.Of->Kind != Y.Of->Kind && !Apart.isUnknown() && !Apart.isConstant() &&
         !Apart.usesIterator(Innermost) && X.Subscripts[0].usesIterator(Innermost);
}

static Meeting meet(const Scop &S, const FusedAccess &X, const FusedAccess &Y, unsigned Innermost) {
  Meeting M;
  if (X.Subscripts.size() != Y.Subscripts.size())
    return M;
  bool Walks = false;
  for (size_t K = 0; K < X.Subscripts.size(); ++K) {
    IndexExpr Apart = X.Subscripts[K] - Y.Subscripts[K];
    if (isOtherFlatRow(X, Y, Apart, Innermost)) {
      M.IsKnown = true;
      M.SameRow = false;
      return M;
    }
    if (!Apart.isConstant())
      return M;
    if (!X.Subscripts[K].usesIterator(Innermost)) {
      M.SameRow &= Apart.isConstant(0);
      continue;
    }
    IndexExpr Rest = X.Subscripts[K] - IndexExpr::iterator(Innermost);
    if (Rest.usesIterator(Innermost) || Walks)
      return M;
    Walks = true;
    M.Distance = S.Loops[Innermost].StepSign > 0 ? Apart.value() : -Apart.value();
  }
  M.IsKnown = Walks;
  return M;
}

static void add(const Scop &S, const FusedAccess &X, const FusedAccess &Y, unsigned Innermost, Reuse &R) {
  if (X.Of->Array != Y.Of->Array || Y.Of->Kind != AccessKind::Read)
    return;
  if (X.Subscripts.empty() || Y.Subscripts.empty())
    return; // A scalar stays where it is.
  Meeting M = meet(S, X, Y, Innermost);
  if (!M.IsKnown || M.SameRow)
    R.SameElements = true;
  else
    R.OtherRows = true;
  bool IsCarried =
      M.IsKnown && M.SameRow && X.Of->Kind == AccessKind::Write && M.Distance > 0 && M.Distance < LongestVector;
  if (IsCarried && !R.Carried)
    R.Carried = *Y.Of;
}

Reuse innermostReuse(const Scop &S, const FusionGroup &Group) {
  Reuse R;
  std::vector<unsigned> Fused = S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth);
  std::vector<std::vector<FusedAccess>> Accesses;
  for (const Placement &P : Group.Members)
    Accesses.push_back(accessesOf(S, P, Fused));
  for (size_t J = 1; J < Accesses.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      for (const FusedAccess &X : Accesses[I])
        for (const FusedAccess &Y : Accesses[J])
          add(S, X, Y, Fused.back(), R);
  return R;
}

} // namespace loopfuse
