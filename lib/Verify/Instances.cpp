//===- Instances.cpp - statements of the two texts --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/Instances.h"
#include "Model/DeviceOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

bool isContracted(const FusionGroup &Group, unsigned Array) {
  return any_of(Group.Contractions, [&](const Contraction &C) { return C.Array == Array; });
}

/// The variable that held a contracted allocation goes with it.
static bool isGone(const Scop &S, const FusionGroup &Group, unsigned Array) {
  return any_of(Group.Contractions, [&](const Contraction &C) {
    return C.Array == Array || (C.Array < S.Arrays.size() && S.Arrays[C.Array].Declared.isValid() &&
                                S.Arrays[C.Array].Declared == S.Arrays[Array].Declared);
  });
}

/// Whether \p Inner is a part of \p Outer.
static bool encloses(const SourceSpan &Outer, const SourceSpan &Inner) {
  return Outer.isValid() && Outer.File == Inner.File && Outer.Offset <= Inner.Offset && Inner.end() <= Outer.end() &&
         Inner.Length < Outer.Length;
}

/// "m" in "t[m - i]", which becomes "t_i".
static bool isInContracted(const Statement &St, const FusionGroup &Group, const Access &A) {
  return A.Kind == AccessKind::Read && any_of(St.Accesses, [&](const Access &Outer) {
           return isContracted(Group, Outer.Array) && encloses(Outer.Place, A.Place);
         });
}

std::vector<Instance> instancesOf(const Scop &S, unsigned Member, const FusionGroup &Group,
                                  const std::vector<int64_t> &Shift) {
  std::vector<Instance> Result;
  for (unsigned I : S.Members[Member].Statements) {
    const Statement &St = S.Statements[I];
    Instance X{I, {}, Shift, false, {}};
    for (unsigned K = 0; K < St.Accesses.size(); ++K) {
      const Access &A = St.Accesses[K];
      if (isDeviceOrder(S.Arrays[A.Array]))
        continue; // The plan tells the order.
      bool Gone = isGone(S, Group, A.Array);
      X.TouchesContracted |= Gone;
      if (!Gone && !A.ReadsHandle && !isInContracted(St, Group, A))
        X.Accesses.push_back(K);
    }
    if (!St.IsHeader && !(X.Accesses.empty() && St.Terms.empty() && !X.TouchesContracted))
      Result.push_back(std::move(X));
  }
  llvm::sort(Result, [&](const Instance &X, const Instance &Y) {
    return std::tie(S.Statements[X.Index].Position, X.Index) < std::tie(S.Statements[Y.Index].Position, Y.Index);
  });
  return Result;
}

bool sameTree(const Scop &Before, const IndexExpr &X, const IndexExpr &Y, const Instance &From, const Statement &To) {
  const Statement &St = Before.Statements[From.Index];
  return X.mapLeaves([&](const IndexExpr &Leaf) {
    if (Leaf.kind() != IndexKind::Iterator)
      return Leaf;
    for (size_t K = 0; K < St.Loops.size(); ++K)
      if (St.Loops[K] == Leaf.index())
        return IndexExpr::iterator(To.Loops[K]) - IndexExpr::constant(K < From.Shift.size() ? From.Shift[K] : 0);
    return Leaf;
  }) == Y;
}

std::string lineOf(const Statement &St) { return "the statement at line " + utostr(St.Span.Line); }

} // namespace loopfuse
