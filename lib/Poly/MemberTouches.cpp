//===- MemberTouches.cpp - which arrays a member touches ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/MemberTouches.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static void collectParameters(const IndexExpr &E, BitVector &Out) {
  if (E.kind() == IndexKind::Parameter)
    Out.set(E.index());
  for (const IndexExpr &O : E.operands())
    collectParameters(O, Out);
}

static BitVector parametersOf(const Scop &S, const Member &M) {
  BitVector Used(S.Parameters.size());
  for (unsigned L : M.Loops)
    for (const IndexExpr *E : {&S.Loops[L].First, &S.Loops[L].Bound, &S.Loops[L].Step})
      collectParameters(*E, Used);
  if (M.Condition)
    for (const Constraint &C : *M.Condition)
      collectParameters(C.Expr, Used);
  for (unsigned St : M.Statements) {
    for (const Constraint &C : S.Statements[St].Guard)
      collectParameters(C.Expr, Used);
    for (const Access &A : S.Statements[St].Accesses)
      for (const IndexExpr &E : A.Subscripts)
        collectParameters(E, Used);
  }
  return Used;
}

static bool encloses(const SourceSpan &Outer, const SourceSpan &Inner) {
  return Outer.Offset <= Inner.Offset && Inner.end() <= Outer.end() && Outer.isValid() && Outer.File == Inner.File;
}

bool declares(const Scop &S, unsigned Member, unsigned Array) {
  return S.Members[Member].Kind != MemberKind::Nest && encloses(S.Members[Member].Span, S.Arrays[Array].Declared);
}

bool declaresFor(const RegionRelations &R, unsigned Declaring, unsigned Using) {
  if (R.Region->Members[Declaring].Kind == MemberKind::Nest)
    return false;
  BitVector Touched = R.Members[Using].Read;
  Touched |= R.Members[Using].Written;
  return any_of(Touched.set_bits(), [&](unsigned A) { return declares(*R.Region, Declaring, A); });
}

void collectTouches(RegionRelations &R) {
  const Scop &S = *R.Region;
  unsigned N = S.Arrays.size();
  R.Escaping.resize(N);
  for (unsigned A = 0; A < N; ++A)
    if (S.Arrays[A].Escapes)
      R.Escaping.set(A);
  std::vector<BitVector> &Near = R.Near;
  Near.assign(N, BitVector(N));
  for (unsigned A = 0; A < N; ++A)
    for (unsigned B = 0; B <= A; ++B)
      if (aliasRelation(S, A, B, R.Policy) != AliasRelation::Disjoint) {
        Near[A].set(B);
        Near[B].set(A);
      }
  for (const Member &M : S.Members) {
    MemberTouches T{BitVector(N), BitVector(N), BitVector(N), BitVector(N), {}};
    for (unsigned St : M.Statements)
      for (const Access &A : S.Statements[St].Accesses)
        (A.Kind == AccessKind::Read ? T.Read : T.Written).set(A.Array);
    for (unsigned P : parametersOf(S, M).set_bits()) {
      T.Parameters.push_back(P);
      for (const Parameter::Source &Source : S.Parameters[P].Sources)
        T.Read.set(Source.Array);
    }
    for (unsigned A = 0; A < N; ++A)
      if (declares(S, &M - S.Members.data(), A))
        T.Written.set(A);
    for (unsigned A : T.Read.set_bits())
      T.NearRead |= Near[A];
    for (unsigned A : T.Written.set_bits())
      T.NearWritten |= Near[A];
    R.Members.push_back(std::move(T));
  }
}

bool mayConflict(const RegionRelations &R, unsigned A, unsigned B) {
#ifdef LOOPFUSE_MUTATE_LEGALITY
  return false;
#endif
  const MemberTouches &TA = R.Members[A], &TB = R.Members[B];
  if (TA.NearWritten.anyCommon(TB.Read) || TA.NearWritten.anyCommon(TB.Written) || TA.NearRead.anyCommon(TB.Written))
    return true;
  bool UnknownA = R.Region->Members[A].TouchesUnknown, UnknownB = R.Region->Members[B].TouchesUnknown;
  auto TouchesEscaping = [&](const MemberTouches &T) {
    return R.Escaping.anyCommon(T.Read) || R.Escaping.anyCommon(T.Written);
  };
  return (UnknownA && UnknownB) || (UnknownA && TouchesEscaping(TB)) || (UnknownB && TouchesEscaping(TA));
}

} // namespace loopfuse
