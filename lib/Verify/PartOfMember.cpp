//===- PartOfMember.cpp - prologue, common part, epilogue -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/PartOfMember.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static const Loop &loopOf(const Scop &S, const Placement &P) { return S.Loops[S.Members[P.Member].Loops.front()]; }

bool hasParts(const Scop &Before, const FusionGroup &Group) {
  const CommonRange &C = *Group.Common;
  auto IsPosition = [&](unsigned I) { return I < Group.Members.size(); };
  return Group.Depth == 1 && IsPosition(C.First) && !C.Bounds.empty() && all_of(C.Bounds, IsPosition) &&
         all_of(C.Prologues, IsPosition) && all_of(C.Epilogues, IsPosition) &&
         all_of(Group.Members, [&](const Placement &P) {
           return !Before.Members[P.Member].Loops.empty() && !loopOf(Before, P).Bound.isUnknown() &&
                  !loopOf(Before, P).First.isUnknown() && loopOf(Before, P).Relation != BoundRelation::NotEqual;
         });
}

/// Behind the last value of the fused loop's variable as far as this member goes.
static IndexExpr endOf(const Scop &S, const Placement &P) {
  const Loop &L = loopOf(S, P);
  return L.Bound + IndexExpr::constant(P.Shift.front() + L.boundToEnd());
}

Scop partOf(const Scop &Before, const FusionGroup &Group, Part Which) {
  Scop Result = Before;
  const CommonRange &C = *Group.Common;
  const Placement &First = Group.Members[C.First];
  IndexExpr Start = loopOf(Before, First).First + IndexExpr::constant(First.Shift.front());
  std::vector<IndexExpr> Ends;
  for (unsigned B : C.Bounds)
    Ends.push_back(endOf(Before, Group.Members[B]));
  for (const Placement &P : Group.Members) {
    bool Up = loopOf(Before, P).StepSign > 0;
    IndexExpr Time = IndexExpr::iterator(Before.Members[P.Member].Loops.front()) + IndexExpr::constant(P.Shift.front());
    // Whether A runs at B or later, and at least \p By later.
    auto NotBefore = [&](const IndexExpr &A, const IndexExpr &B, int64_t By = 0) {
      return Constraint{(Up ? A - B : B - A) - IndexExpr::constant(By)};
    };
    std::vector<Constraint> Limits;
    if (Which == Part::Prologue)
      Limits.push_back(NotBefore(Start, Time, 1));
    else
      Limits.push_back(NotBefore(Time, Start));
    if (Which == Part::Common)
      for (const IndexExpr &End : Ends)
        Limits.push_back(NotBefore(End, Time, 1));
    if (Which == Part::Epilogue)
      Limits.push_back(NotBefore(Time, Up ? IndexExpr::minimum(Ends) : IndexExpr::maximum(Ends)));
    for (unsigned St : Before.Members[P.Member].Statements)
      append_range(Result.Statements[St].Guard, Limits);
  }
  return Result;
}

} // namespace loopfuse
