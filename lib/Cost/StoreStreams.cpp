//===- StoreStreams.cpp - what a fused loop writes to ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/StoreStreams.h"
#include "Cost/FusedAccesses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// The elements of an array that the loop goes along: what stands in front of the subscript that walks, and that one.
struct Stream {
  unsigned Array;
  std::vector<IndexExpr> Row;
  bool IsRead, IsWritten;
};
} // namespace

/// Elements so many iterations apart are in one line or the next.
static constexpr int64_t Near = 16;

static bool isOneStream(ArrayRef<IndexExpr> X, ArrayRef<IndexExpr> Y) {
  if (X.size() != Y.size())
    return false;
  for (size_t K = 0; K < X.size(); ++K) {
    IndexExpr Apart = X[K] - Y[K];
    bool Walks = K + 1 == X.size();
    if (!Apart.isConstant() || std::abs(Apart.value()) > (Walks ? Near : 0))
      return false;
  }
  return true;
}

/// Whether the loop goes along elements, one behind the other. Leaves the subscripts up to the one that walks: what
/// stands behind is a place in an element.
static bool goesAlong(std::vector<IndexExpr> &Subscripts, unsigned Innermost) {
  while (!Subscripts.empty() && !Subscripts.back().usesIterator(Innermost))
    Subscripts.pop_back();
  for (IndexExpr &E : Subscripts)
    E = withoutWraps(E);
  return !Subscripts.empty() && !(Subscripts.back() - IndexExpr::iterator(Innermost)).usesIterator(Innermost);
}

StoreStreams storeStreams(const Scop &S, const FusionGroup &Group, ArrayRef<Placement> Which) {
  StoreStreams Result;
  std::vector<unsigned> Loops = S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth);
  std::vector<Stream> Streams;
  for (const Placement &P : Which) {
    if (any_of(S.Members[P.Member].Statements, [&](unsigned I) { return S.Statements[I].Loops.size() > Group.Depth; }))
      return {};
    for (FusedAccess &X : accessesOf(S, P, Loops)) {
      auto IsContracted = [&](const Contraction &C) { return C.Array == X.Of->Array && C.Kept == 0; };
      if (any_of(Group.Contractions, IsContracted) || !goesAlong(X.Subscripts, Loops.back()))
        continue;
      bool IsWrite = X.Of->Kind == AccessKind::Write;
      auto Same =
          find_if(Streams, [&](const Stream &Y) { return X.Of->Array == Y.Array && isOneStream(X.Subscripts, Y.Row); });
      if (Same == Streams.end())
        Streams.push_back({X.Of->Array, std::move(X.Subscripts), !IsWrite, IsWrite});
      else
        Same->IsWritten |= IsWrite;
    }
  }
  for (const Stream &X : Streams) {
    if (!X.IsWritten)
      continue;
    Result.Arrays.push_back(X.Array);
    Result.Fills |= !X.IsRead;
  }
  return Result;
}

} // namespace loopfuse
