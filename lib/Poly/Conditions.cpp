//===- Conditions.cpp - nests that stand under an `if` --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Conditions.h"
#include "Poly/IndexSets.h"

using namespace llvm;

namespace loopfuse {

/// The parameters for which the member's condition holds; std::nullopt if it is not affine.
static std::optional<isl::set> conditionSet(const RegionRelations &R, const Member &M) {
  if (!M.Condition)
    return std::nullopt;
  isl::space Unit(R.Parameters->ctx(), 0, 0);
  IndexScope Scope{*R.Parameters, Unit, {}, isl::set::universe(Unit)};
  isl::pw_aff Zero = constantOn(Unit, isl::val::zero(R.Parameters->ctx()));
  isl::set Holds = isl::set::universe(Unit);
  for (const Constraint &C : *M.Condition) {
    std::optional<isl::pw_aff> E = toPwAff(Scope, C.Expr);
    if (!E)
      return std::nullopt;
    Holds = Holds.intersect(C.IsEquality ? E->eq_set(Zero) : E->ge_set(Zero));
  }
  return Holds.params();
}

/// Whether the member runs no iteration where its condition does not hold, so that it may as well have none.
static bool isSpare(const RegionRelations &R, const Member &M) {
  if (!M.IsConditional)
    return true;
  std::optional<isl::set> Holds = conditionSet(R, M);
  if (!Holds)
    return false;
  isl::set Runs = R.Parameters->inContext(R.Loops[M.Loops.front()].Set);
  return Runs.intersect_params(Holds->complement()).is_empty().is_true();
}

std::optional<Refusal> checkConditions(const RegionRelations &R, const Placement &Earlier, const Placement &Later) {
  const Scop &S = *R.Region;
  const Member &A = S.Members[Earlier.Member], &B = S.Members[Later.Member];
  if (!A.IsConditional && !B.IsConditional)
    return std::nullopt;
  if (A.IsConditional && B.IsConditional) {
    if (sameCondition(S.Statements[A.Statements.front()], S.Statements[B.Statements.front()]))
      return std::nullopt;
    std::optional<isl::set> OfA = conditionSet(R, A), OfB = conditionSet(R, B);
    if (OfA && OfB && OfA->is_equal(*OfB).is_true())
      return std::nullopt;
  }
  if (!isSpare(R, A) || !isSpare(R, B))
    return refuse(RefusalId::ConditionsDiffer, B.Span);
  // Where the condition does not hold, only one of them would set its counter.
  for (const Member *M : {&A, &B})
    for (unsigned L : M->Loops)
      if (S.Loops[L].LiveBehind)
        return refuse(RefusalId::LoopVariableLive, S.Loops[L].Header, {S.Loops[L].Variable});
  return std::nullopt;
}

} // namespace loopfuse
