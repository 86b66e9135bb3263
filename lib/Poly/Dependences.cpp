//===- Dependences.cpp - who must stay behind whom ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Dependences.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/MemberTouches.h"
#include "Poly/ParameterLife.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

std::vector<Dependence> dependencesBetween(const RegionRelations &R, unsigned Earlier, unsigned Later) {
  std::vector<Dependence> Result;
  for (const AccessPair &P : conflictingPairs(R, Earlier, Later)) {
    Dependence D{P.Kind, P.From->Ref, P.To->Ref, false, isl::map()};
    isl::map Same = P.Alias == AliasRelation::MayOverlap ? isl::map() : sameElement(P);
    if (Same.is_null()) {
      D.Relation =
          isl::map::from_domain_and_range(R.Statements[D.From.Statement].Domain, R.Statements[D.To.Statement].Domain);
    } else {
      if (Same.is_empty().is_true())
        continue;
      D.Relation = Same;
      D.Proved = isProved(R, P, Same);
    }
    Result.push_back(std::move(D));
  }
  return Result;
}

bool mustKeepOrder(const RegionRelations &R, unsigned Earlier, unsigned Later) {
  if (parameterConflict(R, Earlier, Later) || parameterConflict(R, Later, Earlier))
    return true;
  if (!mayConflict(R, Earlier, Later))
    return false;
  const Scop &S = *R.Region;
  if (S.Members[Earlier].TouchesUnknown || S.Members[Later].TouchesUnknown || declaresFor(R, Earlier, Later) ||
      declaresFor(R, Later, Earlier))
    return true;
  IslContext::resetQuota(R.Parameters->ctx());
  return any_of(conflictingPairs(R, Earlier, Later), [](const AccessPair &P) {
    return P.Alias == AliasRelation::MayOverlap || !sameElement(P).is_empty().is_true();
  });
}

} // namespace loopfuse
