//===- FusedAccesses.cpp - the accesses of a fused body -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/FusedAccesses.h"

using namespace llvm;

namespace loopfuse {

std::vector<FusedAccess> accessesOf(const Scop &S, const Placement &P, ArrayRef<unsigned> Fused) {
  std::vector<FusedAccess> Result;
  for (unsigned I : S.Members[P.Member].Statements) {
    const Statement &St = S.Statements[I];
    if (St.Loops.size() != Fused.size())
      continue;
    auto InFused = [&](const IndexExpr &Leaf) {
      for (size_t K = 0; K < Fused.size(); ++K)
        if (Leaf.kind() == IndexKind::Iterator && Leaf.index() == St.Loops[K])
          return IndexExpr::iterator(Fused[K]) - IndexExpr::constant(P.Shift[K]);
      return Leaf;
    };
    for (const Access &A : St.Accesses) {
      FusedAccess New{&A, {}};
      for (const IndexExpr &E : A.Subscripts)
        New.Subscripts.push_back(E.mapLeaves(InFused));
      Result.push_back(std::move(New));
    }
  }
  return Result;
}

IndexExpr withoutWraps(const IndexExpr &E) {
  if (E.kind() == IndexKind::Wrap)
    return withoutWraps(E.operands()[0]);
  if (E.kind() != IndexKind::Add)
    return E;
  IndexExpr Sum = IndexExpr::constant(0);
  for (const IndexExpr &Part : E.operands())
    Sum = Sum + withoutWraps(Part);
  return Sum;
}

} // namespace loopfuse
