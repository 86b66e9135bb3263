//===- CompareConditions.cpp - what guards test --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareConditions.h"
#include "Verify/Renumber.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static bool isAddress(const Scop &S, const Address &A, unsigned Array, const IndexExpr &Element) {
  std::optional<ParameterSum> Found = parameterSum(A.Bytes),
                              Planned = parameterSum(IndexExpr::constant(S.Arrays[Array].ElementBytes) * Element);
  return A.Array == Array && Found && Found == Planned;
}

/// Whether \p Orders say that \p Front ends before \p Behind begins.
static bool liesInFront(const Scop &S, ArrayRef<AddressOrder> Orders, const ElementRange &Front,
                        const ElementRange &Behind) {
  return all_of(Front.High, [&](const ElementIndex &High) {
    return all_of(Behind.Low, [&](const ElementIndex &Low) {
      return any_of(Orders, [&](const AddressOrder &O) {
        return isAddress(S, O.Below, Front.Array, flatIndex(Front, High) + IndexExpr::constant(1)) &&
               isAddress(S, O.Above, Behind.Array, flatIndex(Behind, Low));
      });
    });
  });
}

static bool keepsApart(const Scop &S, const OrderAlternative &Sides, const AliasGuard &G) {
  return (liesInFront(S, Sides[0], G.First, G.Second) && liesInFront(S, Sides[1], G.Second, G.First)) ||
         (liesInFront(S, Sides[1], G.First, G.Second) && liesInFront(S, Sides[0], G.Second, G.First));
}

static bool isSame(const Constraint &Tested, const Constraint &Planned) {
  std::optional<ParameterSum> Found = parameterSum(Tested.Expr), Wanted = parameterSum(Planned.Expr);
  return Found && Found == Wanted && Tested.IsEquality == Planned.IsEquality;
}

std::optional<std::string> recheckConditions(const Scop &Before, const FusionPlan &Plan, const Scop &After) {
  std::vector<const FusionGroup *> Guarded;
  for (const FusionGroup &G : Plan.Groups)
    if (G.isGuarded())
      Guarded.push_back(&G);
  llvm::sort(Guarded, [](const FusionGroup *A, const FusionGroup *B) {
    return A->Members.front().Member < B->Members.front().Member;
  });
  if (After.Conditions.size() != Guarded.size())
    return "there is not one test for each guarded nest";
  if (Guarded.empty())
    return std::nullopt;
  std::vector<GuardCondition> Found = inNumbersOf(Before, After).Conditions;
  for (size_t I = 0; I < Found.size(); ++I) {
    for (const Constraint &C : Guarded[I]->Assumptions)
      if (none_of(Found[I].Numbers, [&](const Constraint &Tested) { return isSame(Tested, C); }))
        return "nothing tests whether " + toString(Before, C.Expr) + " >= 0";
    for (const AliasGuard &G : Guarded[I]->Guards)
      if (none_of(Found[I].Orders, [&](const OrderAlternative &Sides) { return keepsApart(Before, Sides, G); }))
        return "nothing tests whether '" + Before.Arrays[G.First.Array].Name + "' and '" +
               Before.Arrays[G.Second.Array].Name + "' overlap";
  }
  return std::nullopt;
}

} // namespace loopfuse
