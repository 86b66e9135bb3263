//===- ParameterLife.cpp - what ends a parameter's life -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/ParameterLife.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/MemberTouches.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// Whether the paths of an access and a parameter's source may name the same object, in the same array.
static bool pathsMeet(const Access &A, const Parameter::Source &Source) {
  for (size_t K = 0; K < std::min(A.Subscripts.size(), Source.Path.size()); ++K)
    if (A.Subscripts[K].isConstant() && A.Subscripts[K].value() != Source.Path[K])
      return false;
  return true;
}

static std::optional<Refusal> sourceConflict(const RegionRelations &R, const Parameter &P,
                                             const Parameter::Source &Source, unsigned User, unsigned Other) {
  const Scop &S = *R.Region;
  SourceSpan Place = S.Members[User].Span;
  if ((S.Members[Other].TouchesUnknown && S.Arrays[Source.Array].Escapes) || declares(S, Other, Source.Array))
    return refuse(RefusalId::BoundVaries, Place, {P.Name});
  if (!R.Members[Other].NearWritten.test(Source.Array))
    return std::nullopt;
  for (unsigned St : S.Members[Other].Statements)
    for (const Access &A : S.Statements[St].Accesses) {
      if (A.Kind != AccessKind::Write)
        continue;
      switch (aliasRelation(S, A.Array, Source.Array, R.Policy)) {
      case AliasRelation::Disjoint:
        break;
      case AliasRelation::SameOrDisjoint:
        if (pathsMeet(A, Source))
          return refuse(RefusalId::BoundVaries, Place, {P.Name});
        break;
      case AliasRelation::MayOverlap:
        if (!isProtected(S, Source.Array, Source.Path, A.Array)) {
          // One that is read once cannot change.
          std::string Remedy = "a local copy of '" + P.Name + "'";
          Refusal Why = refuse(RefusalId::MayAlias, Place, {S.Arrays[A.Array].Name, P.Name, Remedy});
          Why.Remedy = Remedy;
          return Why;
        }
        break;
      }
    }
  return std::nullopt;
}

std::optional<Refusal> parameterConflict(const RegionRelations &R, unsigned User, unsigned Other) {
#ifdef LOOPFUSE_MUTATE_LEGALITY
  return std::nullopt;
#endif
  const Scop &S = *R.Region;
  for (unsigned Index : R.Members[User].Parameters) {
    const Parameter &P = S.Parameters[Index];
    // Before its first use, and as long as nothing ends it, the value hangs on the sources alone; without any, nothing
    // in the region changes it.
    if (Other > P.LastMember && P.Sources.empty())
      return refuse(RefusalId::BoundVaries, S.Members[User].Span, {P.Name});
    for (const Parameter::Source &Source : P.Sources)
      if (std::optional<Refusal> Why = sourceConflict(R, P, Source, User, Other))
        return Why;
  }
  return std::nullopt;
}

} // namespace loopfuse
