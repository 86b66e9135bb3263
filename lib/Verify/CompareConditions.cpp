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
  std::optional<AffineForm> Found = affineForm(A.Bytes),
                            Planned = affineForm(IndexExpr::constant(S.Arrays[Array].ElementBytes) * Element);
  return A.Array == Array && Found && Found == Planned;
}

/// Whether \p Orders say that \p Front ends before \p Behind begins.
static bool liesInFront(const Scop &S, ArrayRef<AddressOrder> Orders, const ElementRange &Front,
                        const ElementRange &Behind) {
  return all_of(Front.High, [&](const IndexExpr &High) {
    return all_of(Behind.Low, [&](const IndexExpr &Low) {
      return any_of(Orders, [&](const AddressOrder &O) {
        return isAddress(S, O.Below, Front.Array, High + IndexExpr::constant(1)) &&
               isAddress(S, O.Above, Behind.Array, Low);
      });
    });
  });
}

static bool keepsApart(const Scop &S, const OrderAlternative &Sides, const AliasGuard &G) {
  return (liesInFront(S, Sides[0], G.First, G.Second) && liesInFront(S, Sides[1], G.Second, G.First)) ||
         (liesInFront(S, Sides[1], G.First, G.Second) && liesInFront(S, Sides[0], G.Second, G.First));
}

std::optional<std::string> recheckConditions(const Scop &Before, const FusionPlan &Plan, const Scop &After) {
  std::vector<const FusionGroup *> Guarded;
  for (const FusionGroup &G : Plan.Groups)
    if (!G.Guards.empty())
      Guarded.push_back(&G);
  llvm::sort(Guarded, [](const FusionGroup *A, const FusionGroup *B) {
    return A->Members.front().Member < B->Members.front().Member;
  });
  if (After.Conditions.size() != Guarded.size())
    return "there is not one test for each guarded nest";
  if (Guarded.empty())
    return std::nullopt;
  std::vector<GuardCondition> Found = inNumbersOf(Before, After).Conditions;
  for (size_t I = 0; I < Found.size(); ++I)
    for (const AliasGuard &G : Guarded[I]->Guards)
      if (none_of(Found[I], [&](const OrderAlternative &Sides) { return keepsApart(Before, Sides, G); }))
        return "nothing tests whether '" + Before.Arrays[G.First.Array].Name + "' and '" +
               Before.Arrays[G.Second.Array].Name + "' overlap";
  return std::nullopt;
}

} // namespace loopfuse
