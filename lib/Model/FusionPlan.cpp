//===- FusionPlan.cpp - what is to become one nest --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

bool goesUp(const Loop &L) { return L.Step.isConstant() ? L.Step.value() > 0 : L.StepSign > 0; }

Placement placedBehind(const Scop &S, const Placement &First, unsigned Member, std::vector<int64_t> Shift) {
  Placement P{Member, std::move(Shift)};
  const std::vector<unsigned> &A = S.Members[First.Member].Loops, &B = S.Members[Member].Loops;
  for (unsigned K = 0; K < P.Shift.size() && K < A.size() && K < B.size(); ++K)
    P.Reversed.push_back((goesUp(S.Loops[A[K]]) != First.isReversed(K)) != goesUp(S.Loops[B[K]]));
  if (!P.isReversed())
    P.Reversed.clear();
  return P;
}

unsigned leaderOf(const FusionGroup &Group, unsigned Position) {
  unsigned Leader = 0;
  if (Group.ByStrips)
    for (unsigned Begin : Group.ByStrips->Begins)
      if (Begin <= Position)
        Leader = Begin;
  return Leader;
}

bool isStripBuffer(const Scop &S, const FusionGroup &Group, const Contraction &C) {
  std::optional<unsigned> Leader;
  for (AccessRef A : C.Accesses)
    for (unsigned P = 0; P < Group.Members.size(); ++P)
      if (Group.Members[P].Member == S.Statements[A.Statement].Member) {
        if (Leader && *Leader != leaderOf(Group, P))
          return true;
        Leader = leaderOf(Group, P);
      }
  return false;
}

} // namespace loopfuse
