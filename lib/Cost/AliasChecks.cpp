//===- AliasChecks.cpp - the tests that vectors cost ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/AliasChecks.h"
#include "Cost/FusedAccesses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// A piece of memory that a loop goes along: the accesses to one array that are a known distance apart.
struct Stream {
  unsigned Array;
  std::vector<IndexExpr> Subscripts;
  bool IsWritten;
};
} // namespace

/// Whether the elements are a number of bytes apart that the compiler knows: not those of different rows of unknown
/// length.
static bool areKnownApart(const Array &A, ArrayRef<IndexExpr> X, ArrayRef<IndexExpr> Y) {
  if (X.size() != Y.size())
    return false;
  bool KnowsBelow = true; // All dimensions further in have known extents.
  for (size_t K = X.size(); K-- > 0;) {
    IndexExpr Apart = X[K] - Y[K];
    if (!Apart.isConstant() || (!KnowsBelow && !Apart.isConstant(0)))
      return false;
    bool IsField = X[K].isConstant() && Y[K].isConstant();
    KnowsBelow &= IsField || (K < A.Extents.size() && A.Extents[K].isConstant());
  }
  return true;
}

static void addStreams(const Scop &S, ArrayRef<FusedAccess> Accesses, const FusionGroup &Group,
                       std::vector<Stream> &Streams) {
  auto IsContracted = [&](unsigned Array) {
    return any_of(Group.Contractions, [&](const Contraction &C) { return C.Array == Array; });
  };
  for (const FusedAccess &X : Accesses) {
    if (X.Of->ReadsHandle || IsContracted(X.Of->Array))
      continue;
    bool IsWrite = X.Of->Kind == AccessKind::Write;
    auto Same = find_if(Streams, [&](const Stream &Y) {
      return X.Of->Array == Y.Array && areKnownApart(S.Arrays[Y.Array], X.Subscripts, Y.Subscripts);
    });
    if (Same == Streams.end())
      Streams.push_back({X.Of->Array, X.Subscripts, IsWrite});
    else
      Same->IsWritten |= IsWrite;
  }
}

static unsigned countPairs(ArrayRef<Stream> Streams, MayOverlap Overlap) {
  unsigned Pairs = 0;
  for (size_t J = 1; J < Streams.size(); ++J)
    for (const Stream &X : Streams.take_front(J)) {
      const Stream &Y = Streams[J];
      if (X.IsWritten || Y.IsWritten)
        Pairs += X.Array == Y.Array || Overlap(X.Array, Y.Array, X.IsWritten && Y.IsWritten);
    }
  return Pairs;
}

AliasChecks countAliasChecks(const Scop &S, const FusionGroup &Group, MayOverlap Overlap) {
  AliasChecks Checks;
  Checks.Members.resize(Group.Members.size());
  auto HoldsLoops = [&](const Placement &P) {
    return any_of(S.Members[P.Member].Statements,
                  [&](unsigned I) { return S.Statements[I].Loops.size() > Group.Depth; });
  };
  if (any_of(Group.Members, HoldsLoops))
    return Checks;
  FusionGroup WithoutContractions = Group;
  WithoutContractions.Contractions.clear();
  std::vector<unsigned> Loops = S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth);
  std::vector<Stream> Fused;
  for (size_t I = 0; I < Group.Members.size(); ++I) {
    std::vector<FusedAccess> Accesses = accessesOf(S, Group.Members[I], Loops);
    std::vector<Stream> Own;
    addStreams(S, Accesses, WithoutContractions, Own);
    Checks.Members[I] = countPairs(Own, Overlap);
    addStreams(S, Accesses, Group, Fused);
  }
  Checks.Fused = countPairs(Fused, Overlap);
  return Checks;
}

} // namespace loopfuse
