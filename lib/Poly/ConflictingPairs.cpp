//===- ConflictingPairs.cpp - accesses that may meet ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/ConflictingPairs.h"
#include "Poly/MemberTouches.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace loopfuse {

bool isProtected(const Scop &S, unsigned Array, ArrayRef<int64_t> Path, unsigned Written) {
  if (!isArithmeticNotCharacter(S.Arrays[Written].ElementType))
    return false;
  if (StringRef(S.Arrays[Array].ElementType).trim().ends_with("*"))
    return true;
  return any_of(S.Arrays, [&](const struct Array &A) { return A.Owner == Array && ArrayRef(A.OwnerPath) == Path; });
}

static std::optional<std::vector<int64_t>> constantPath(const Access &A) {
  std::vector<int64_t> Path;
  for (const IndexExpr &E : A.Subscripts) {
    if (!E.isConstant())
      return std::nullopt;
    Path.push_back(E.value());
  }
  return Path;
}

/// A pointer's elements all are pointers; of anything else only a constant path names an object.
static bool isProtectedAccess(const Scop &S, const Access &Object, const Access &Write) {
  std::optional<std::vector<int64_t>> Path = constantPath(Object);
  return Write.Kind == AccessKind::Write && Object.Kind == AccessKind::Read &&
         isProtected(S, Object.Array, Path ? ArrayRef(*Path) : ArrayRef<int64_t>({-1}), Write.Array);
}

static DependenceKind kindOf(AccessKind From, AccessKind To) {
  if (To == AccessKind::Read)
    return DependenceKind::Flow;
  return From == AccessKind::Read ? DependenceKind::Anti : DependenceKind::Output;
}

bool isCounter(const RegionRelations &R, const AccessRelation &A) {
  const Statement &St = R.statement(A);
  return St.IsHeader && A.Kind == AccessKind::Write && any_of(R.Region->Members[St.Member].Loops, [&](unsigned L) {
           return R.Region->Loops[L].Counter == R.access(A).Array;
         });
}

/// Two loops that share a counter declared outside, and nobody reads what either leaves in it.
static bool isSharedCounter(const RegionRelations &R, const AccessRelation &From, const AccessRelation &To) {
  auto IsSpare = [&](const AccessRelation &A) {
    const Member &M = R.Region->Members[R.statement(A).Member];
    auto IsLive = [&](unsigned L) {
      return R.Region->Loops[L].Counter == R.access(A).Array && R.Region->Loops[L].LiveBehind;
    };
    return isCounter(R, A) && none_of(M.Loops, IsLive) &&
           none_of(M.Refusals, [](const Refusal &Why) { return Why.Id == RefusalId::LoopVariableLive; });
  };
  return R.access(From).Array == R.access(To).Array && IsSpare(From) && IsSpare(To);
}

std::vector<AccessPair> conflictingPairs(const RegionRelations &R, unsigned Earlier, unsigned Later) {
  std::vector<AccessPair> Pairs;
  const Scop &S = *R.Region;
  if (!mayConflict(R, Earlier, Later))
    return Pairs;
  std::set<std::pair<unsigned, unsigned>> Overlapping;
  auto AddPair = [&](const AccessRelation &From, const AccessRelation &To) {
    if (From.Repeated || To.Repeated || isSharedCounter(R, From, To))
      return;
    const Access &FA = R.access(From), &TA = R.access(To);
    AliasRelation Alias = aliasRelation(S, FA.Array, TA.Array, R.Policy);
    if (Alias == AliasRelation::MayOverlap && (isProtectedAccess(S, FA, TA) || isProtectedAccess(S, TA, FA) ||
                                               !Overlapping.insert({FA.Array, TA.Array}).second))
      return;
    Pairs.push_back({&From, &To, kindOf(From.Kind, To.Kind), Alias});
  };
  // Sets are made of those statements only that are in a pair.
  auto MayConflict = [&](const Access &From, const Access &To) {
    return (From.Kind != AccessKind::Read || To.Kind != AccessKind::Read) && R.Near[From.Array].test(To.Array);
  };
  for (unsigned X : S.Members[Earlier].Statements)
    for (unsigned I = 0; I < S.Statements[X].Accesses.size(); ++I)
      for (unsigned Y : S.Members[Later].Statements)
        for (unsigned J = 0; J < S.Statements[Y].Accesses.size(); ++J)
          if (MayConflict(S.Statements[X].Accesses[I], S.Statements[Y].Accesses[J]))
            AddPair(R.Statements[X].Accesses[I], R.Statements[Y].Accesses[J]);
  return Pairs;
}

isl::map sameElement(const AccessPair &P) { return P.From->Relation.apply_range(P.To->Relation.reverse()); }

bool isProved(const RegionRelations &R, const AccessPair &P, const isl::map &Relation) {
  return P.Alias == AliasRelation::SameOrDisjoint && R.access(*P.From).Array == R.access(*P.To).Array &&
         P.From->Exact && P.To->Exact && !usesProducts(Relation.space());
}

} // namespace loopfuse
