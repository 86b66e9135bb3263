//===- LooseSums.cpp - sums that may be contracted otherwise --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/LooseSums.h"
#include "Poly/AliasClasses.h"
#include "Rewrite/Products.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class LooseSums {
public:
  LooseSums(const ExtractedRegion &Region, ArrayRef<FusedBody> Bodies, unsigned Body)
      : S(Region.Model), Ast(Region.Ast), Bodies(Bodies), Body(Body) {}

  bool sharesProducts() const;
  bool isSummedUp(const Statement &St, const Access &A, unsigned Depth) const;

private:
  bool mayBeSame(const Product &A, const Product &B) const;
  bool mayBeSame(const ValueDecl *A, const ValueDecl *B) const;

  const Scop &S;
  const RegionAst &Ast;
  ArrayRef<FusedBody> Bodies;
  unsigned Body;
};
} // namespace

// One is a name of the other's memory, or of a part of it.
bool LooseSums::mayBeSame(const ValueDecl *A, const ValueDecl *B) const {
  if (A == B)
    return true;
  for (unsigned I = 0; I < S.Arrays.size(); ++I)
    for (unsigned K = 0; Ast.Arrays[I] == A && K < S.Arrays.size(); ++K)
      if (Ast.Arrays[K] == B && aliasRelation(S, I, K, AliasPolicy::Refuse) != AliasRelation::Disjoint)
        return true;
  return false;
}

bool LooseSums::mayBeSame(const Product &A, const Product &B) const {
  if (!A.IsKnown || !B.IsKnown)
    return true;
  auto Covers = [&](const Product &X, const Product &Y) {
    return all_of(X.Factors, [&](const ValueDecl *D) {
      return any_of(Y.Factors, [&](const ValueDecl *E) { return mayBeSame(D, E); });
    });
  };
  return A.Numbers == B.Numbers && Covers(A, B) && Covers(B, A);
}

bool LooseSums::sharesProducts() const {
  std::vector<Product> Own = productsIn(*Bodies[Body].Text.Body);
  for (unsigned O = 0; O < Bodies.size(); ++O)
    if (O != Body)
      for (const Product &Other : productsIn(*Bodies[O].Text.Body))
        if (any_of(Own, [&](const Product &P) { return mayBeSame(P, Other); }))
          return true;
  return false;
}

// The same element in every iteration of the loop, which its new value is made of.
bool LooseSums::isSummedUp(const Statement &St, const Access &A, unsigned Depth) const {
  if (St.Loops.size() != Depth ||
      any_of(A.Subscripts, [&](const IndexExpr &E) { return E.isUnknown() || E.usesIterator(St.Loops.back()); }))
    return false;
  return any_of(St.Accesses, [&](const Access &R) { return R.Kind == AccessKind::Read && R.Array == A.Array; });
}

std::vector<std::pair<unsigned, unsigned>> looseSums(const ExtractedRegion &Region, ArrayRef<FusedBody> Bodies,
                                                     unsigned Body, unsigned Depth, bool InOrder) {
  const Stmt &Text = *Bodies[Body].Text.Body;
  if (!mayMultiply(Text) || !mayAdd(Text))
    return {};
  LooseSums Sums(Region, Bodies, Body);
  bool Shares = Sums.sharesProducts();
  std::vector<std::pair<unsigned, unsigned>> Loose;
  for (unsigned St : Region.Model.Members[Bodies[Body].Text.Member].Statements) {
    const Statement &Statement = Region.Model.Statements[St];
    for (unsigned A = 0; A < Statement.Accesses.size(); ++A) {
      const Access &Written = Statement.Accesses[A];
      const Expr *Target = Region.Ast.Accesses[St][A];
      if (!Statement.IsHeader && Written.Kind == AccessKind::Write && Target && holdsFloats(Target->getType()) &&
          (Shares || (InOrder && Sums.isSummedUp(Statement, Written, Depth))))
        Loose.push_back({St, A});
    }
  }
  return Loose;
}

} // namespace loopfuse
