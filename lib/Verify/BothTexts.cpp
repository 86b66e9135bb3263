//===- BothTexts.cpp - old and new nest as sets -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/BothTexts.h"
#include "Poly/FusedSpace.h"

using namespace llvm;

namespace loopfuse {

/// More than a pair gets in the proof: the sets here are compared for equality, once.
static constexpr unsigned long Operations = 4000000;

/// Appends a member of \p From to \p To, which has the same arrays and parameters. Integers that a statement computes
/// become accesses to the last array.
static void appendMember(Scop &To, const Scop &From, unsigned Index, std::map<unsigned, unsigned> &Statements) {
  const Member &M = From.Members[Index];
  Member Copy = M;
  Copy.Statements.clear();
  Copy.Loops.clear();
  std::map<unsigned, unsigned> Loops;
  auto Renumber = [&](IndexExpr &E) {
    E = E.mapLeaves([&](const IndexExpr &Leaf) {
      if (Leaf.kind() != IndexKind::Iterator)
        return Leaf;
      auto It = Loops.find(Leaf.index());
      return It == Loops.end() ? IndexExpr::unknown() : IndexExpr::iterator(It->second);
    });
  };
  for (unsigned L : M.Loops) {
    Loops[L] = To.Loops.size();
    Copy.Loops.push_back(To.Loops.size());
    Loop New = From.Loops[L];
    New.Member = To.Members.size();
    if (New.Parent)
      New.Parent = Loops[*New.Parent];
    for (IndexExpr *E : {&New.First, &New.Bound, &New.Step})
      Renumber(*E);
    To.Loops.push_back(std::move(New));
  }
  for (unsigned I : M.Statements) {
    Statements[I] = To.Statements.size();
    Copy.Statements.push_back(To.Statements.size());
    Statement New = From.Statements[I];
    New.Member = To.Members.size();
    for (unsigned &L : New.Loops)
      L = Loops[L];
    for (Constraint &C : New.Guard)
      Renumber(C.Expr);
    for (Access &A : New.Accesses)
      for (IndexExpr &E : A.Subscripts)
        Renumber(E);
    for (const Term &T : From.Statements[I].Terms)
      if (T.Kind == TermKind::Value) {
        New.Accesses.push_back({});
        New.Accesses.back().Array = To.Arrays.size() - 1;
        New.Accesses.back().Subscripts = {T.Values.front()};
        Renumber(New.Accesses.back().Subscripts.front());
      }
    To.Statements.push_back(std::move(New));
  }
  To.Members.push_back(std::move(Copy));
}

BothTexts::BothTexts(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member)
    : Before(Before), After(After), Depth(Group.Depth), Isl(Operations) {
  Both.Arrays = After.Arrays;
  // Elements are compared within one array: none may get its shape from another that might be the same.
  for (Array &A : Both.Arrays) {
    A.Base = BaseKind::StaticObject;
    A.Owner.reset();
  }
  Both.Arrays.push_back({});
  Both.Arrays.back().Base = BaseKind::StaticObject;
  Both.Parameters = After.Parameters;
  Both.Context = Before.Context;
  for (const Placement &P : Group.Members)
    appendMember(Both, Before, P.Member, OldStatements);
  appendMember(Both, After, Member, NewStatements);
  Relations = buildAccessRelations(Isl, Both, AliasPolicy::Refuse);
  Ends = isl::set::universe(isl::space::params_alloc(Isl.get(), 0));
  for (unsigned L = 0; L < Both.Loops.size(); ++L)
    if (Both.Loops[L].Member < Group.Members.size())
      Ends = Ends.intersect(endsInItsType(*Relations.Parameters, L));
}

BothTexts::Pair BothTexts::pair(const Instance &X, const Instance &Y) {
  Isl.resetQuota();
  const StatementRelations &RX = Relations.Statements[OldStatements[X.Index]],
                           &RY = Relations.Statements[NewStatements[Y.Index]];
  std::vector<int64_t> Shift = X.Shift, None(After.Statements[Y.Index].Loops.size(), 0);
  Shift.resize(Before.Statements[X.Index].Loops.size(), 0);
  isl::set Context =
      Ends.intersect(Relations.Parameters->contextFor(RX.Domain.space().align_params(RY.Domain.space())));
  return {RX, RY, toFused(RX.Domain.space(), Shift), toFused(RY.Domain.space(), None), Context};
}

bool BothTexts::sameDomain(const Instance &X, const Instance &Y) {
  Pair P = pair(X, Y);
  return P.X.Exact && P.Y.Exact && P.Context.is_empty().is_false() &&
         P.X.Domain.apply(P.ToX)
             .intersect_params(P.Context)
             .is_equal(P.Y.Domain.apply(P.ToY).intersect_params(P.Context))
             .is_true();
}

bool BothTexts::runsIn(const Instance &Inner, const Instance &Outer) {
  Isl.resetQuota();
  const StatementRelations &RI = Relations.Statements[OldStatements[Inner.Index]],
                           &RO = Relations.Statements[OldStatements[Outer.Index]];
  auto Merged = [&](const StatementRelations &R, std::vector<int64_t> Shift) {
    Shift.resize(Depth, 0);
    return R.Domain.apply(toFused(R.Domain.space(), Shift));
  };
  isl::set Context =
      Ends.intersect(Relations.Parameters->contextFor(RI.Domain.space().align_params(RO.Domain.space())));
  return RO.Exact && Context.is_empty().is_false() &&
         Merged(RI, Inner.Shift).intersect_params(Context).is_subset(Merged(RO, Outer.Shift)).is_true();
}

bool BothTexts::sameElements(const Instance &X, unsigned AX, const Instance &Y, unsigned AY) {
  Pair P = pair(X, Y);
  const AccessRelation &EX = P.X.Accesses[AX], &EY = P.Y.Accesses[AY];
  // Where nothing can happen, everything is equal.
  return EX.Exact && EY.Exact && P.Context.is_empty().is_false() &&
         EX.Relation.apply_domain(P.ToX)
             .intersect_params(P.Context)
             .is_equal(EY.Relation.apply_domain(P.ToY).intersect_params(P.Context))
             .is_true();
}

bool BothTexts::sameValue(const Instance &X, unsigned VX, const Instance &Y, unsigned VY) {
  return sameElements(X, Before.Statements[X.Index].Accesses.size() + VX, Y,
                      After.Statements[Y.Index].Accesses.size() + VY);
}

} // namespace loopfuse
