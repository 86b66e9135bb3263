//===- ParameterLife.cpp - what ends a parameter's life -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/ParameterLife.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/Footprint.h"
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

/// Calls \p Visit for each write of \p Other that may touch the source, until one call gives a refusal.
template <typename Fn>
static std::optional<Refusal> forEachOverwrite(const RegionRelations &R, const Parameter::Source &Source,
                                               unsigned Other, Fn Visit) {
  const Scop &S = *R.Region;
  if (!R.Members[Other].NearWritten.test(Source.Array))
    return std::nullopt;
  for (unsigned St : S.Members[Other].Statements)
    for (const Access &A : S.Statements[St].Accesses) {
      if (A.Kind != AccessKind::Write)
        continue;
      AliasRelation Alias = aliasRelation(S, A.Array, Source.Array, R.Policy);
      bool Meets = Alias == AliasRelation::MayOverlap ? !isProtected(S, Source.Array, Source.Path, A.Array)
                                                      : Alias != AliasRelation::Disjoint && pathsMeet(A, Source);
      if (Meets)
        if (std::optional<Refusal> Why = Visit(A, Alias))
          return Why;
    }
  return std::nullopt;
}

static std::optional<Refusal> sourceConflict(const RegionRelations &R, const Parameter &P,
                                             const Parameter::Source &Source, unsigned User, unsigned Other,
                                             bool LeavesToGuards) {
  const Scop &S = *R.Region;
  SourceSpan Place = S.Members[User].Span;
  if ((S.Members[Other].TouchesUnknown && S.Arrays[Source.Array].Escapes) || declares(S, Other, Source.Array))
    return refuse(RefusalId::BoundVaries, Place, {P.Name});
  return forEachOverwrite(R, Source, Other, [&](const Access &A, AliasRelation Alias) -> std::optional<Refusal> {
    if (Alias != AliasRelation::MayOverlap)
      return refuse(RefusalId::BoundVaries, Place, {P.Name});
    if (LeavesToGuards && mayGuard(S, A.Array, Source.Array))
      return std::nullopt;
    // One that is read once cannot change.
    std::string Remedy = "a local copy of '" + P.Name + "'";
    Refusal Why = refuse(RefusalId::MayAlias, Place, {S.Arrays[A.Array].Name, P.Name, Remedy});
    Why.Remedy = Remedy;
    return Why;
  });
}

static std::optional<Refusal> valueConflict(const RegionRelations &R, unsigned Parameter, unsigned User, unsigned Other,
                                            bool LeavesToGuards) {
  const loopfuse::Parameter &P = R.Region->Parameters[Parameter];
  // Before its first use, and as long as nothing ends it, the value hangs on the sources alone; without any, nothing in
  // the region changes it.
  if (Other > P.LastMember && P.Sources.empty())
    return refuse(RefusalId::BoundVaries, R.Region->Members[User].Span, {P.Name});
  for (const Parameter::Source &Source : P.Sources)
    if (std::optional<Refusal> Why = sourceConflict(R, P, Source, User, Other, LeavesToGuards))
      return Why;
  return std::nullopt;
}

std::optional<Refusal> valueConflict(const RegionRelations &R, unsigned Parameter, unsigned User, unsigned Other) {
  return valueConflict(R, Parameter, User, Other, false);
}

std::optional<Refusal> parameterConflict(const RegionRelations &R, unsigned User, unsigned Other, bool LeavesToGuards) {
#ifdef LOOPFUSE_MUTATE_LEGALITY
  return std::nullopt;
#endif
  for (unsigned Index : R.Members[User].Parameters)
    if (std::optional<Refusal> Why = valueConflict(R, Index, User, Other, LeavesToGuards))
      return Why;
  return std::nullopt;
}

std::set<std::pair<unsigned, unsigned>> overwritingArrays(const RegionRelations &R, unsigned User, unsigned Other) {
  std::set<std::pair<unsigned, unsigned>> Pairs;
  for (unsigned Index : R.Members[User].Parameters)
    for (const Parameter::Source &Source : R.Region->Parameters[Index].Sources)
      forEachOverwrite(R, Source, Other, [&](const Access &A, AliasRelation Alias) -> std::optional<Refusal> {
        if (Alias == AliasRelation::MayOverlap)
          Pairs.insert(std::minmax(A.Array, Source.Array));
        return std::nullopt;
      });
  return Pairs;
}

} // namespace loopfuse
