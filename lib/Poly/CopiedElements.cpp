//===- CopiedElements.cpp - one copy of an element for two loops ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/CopiedElements.h"
#include "Poly/AliasClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

bool mayOutdateCopy(const Scop &S, const FusionGroup &Group, unsigned Position, unsigned Array) {
  auto Touches = [&](const Access &A) {
    return A.Kind == AccessKind::Write &&
           (A.Array == Array || aliasRelation(S, A.Array, Array, AliasPolicy::Refuse) != AliasRelation::Disjoint);
  };
  for (unsigned I = 0; I < Position; ++I)
    for (unsigned St : S.Members[Group.Members[I].Member].Statements)
      if (any_of(S.Statements[St].Accesses, Touches))
        return true;
  return false;
}

} // namespace loopfuse
