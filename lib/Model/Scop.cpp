//===- Scop.cpp - one region as plain data ----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/Scop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;

namespace loopfuse {

std::vector<unsigned> Scop::perfectLoops(const Member &M, unsigned Depth) const {
  assert(Depth <= M.PerfectDepth && "not perfectly nested that deep");
  // Loops are stored outermost first, and a perfect prefix has one loop a level.
  return {M.Loops.begin(), M.Loops.begin() + Depth};
}

std::set<unsigned> Scop::walkedArrays(const Member &M, AccessKind Kind) const {
  std::set<unsigned> Walked;
  for (unsigned St : M.Statements)
    for (const Access &A : Statements[St].Accesses)
      if (A.Kind == Kind &&
          any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown() || E.usesAnyIterator(); }))
        Walked.insert(A.Array);
  return Walked;
}

bool sameCondition(const Statement &X, const Statement &Y) {
  if (X.Terms.size() != Y.Terms.size())
    return false;
  for (size_t I = 0; I < X.Terms.size(); ++I) {
    const Term &T = X.Terms[I], &U = Y.Terms[I];
    if (T.Kind != U.Kind || T.Text != U.Text || T.Below != U.Below || T.Values != U.Values)
      return false;
    if (T.Kind == TermKind::Local || T.Kind == TermKind::Address)
      return false; // Nothing of the kind outlives a nest.
    if (T.Kind != TermKind::Memory)
      continue;
    const Access &A = X.Accesses[T.Index], &B = Y.Accesses[U.Index];
    bool IsTold = T.Below > 0 || none_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); });
    if (A.Array != B.Array || !IsTold || (T.Below == 0 && A.Subscripts != B.Subscripts))
      return false;
  }
  return true;
}

std::string toString(const Scop &S, const IndexExpr &E) {
  return toString(E, [&](unsigned P) { return S.Parameters[P].Name; }, [&](unsigned L) { return S.Loops[L].Variable; });
}

std::string toString(const Scop &S, const Access &A) {
  std::string Out = S.Arrays[A.Array].Name;
  for (const IndexExpr &E : A.Subscripts)
    Out += "[" + toString(S, E) + "]";
  return Out;
}

static const char *spelling(BaseKind K) {
  switch (K) {
  case BaseKind::LocalObject:
    return "local";
  case BaseKind::StaticObject:
    return "static";
  case BaseKind::Allocation:
    return "allocation";
  case BaseKind::Owned:
    return "owned";
  case BaseKind::Reference:
    return "reference";
  case BaseKind::Pointer:
    return "pointer";
  }
  llvm_unreachable("covered switch");
}

static const char *spelling(BoundRelation R) {
  switch (R) {
  case BoundRelation::Less:
    return "<";
  case BoundRelation::LessEqual:
    return "<=";
  case BoundRelation::Greater:
    return ">";
  case BoundRelation::GreaterEqual:
    return ">=";
  case BoundRelation::NotEqual:
    return "!=";
  }
  llvm_unreachable("covered switch");
}

static void printStatement(raw_ostream &OS, const Scop &S, unsigned Index) {
  const Statement &St = S.Statements[Index];
  OS << "    S" << Index << " at [";
  for (size_t I = 0; I < St.Position.size(); ++I) {
    if (I)
      OS << ", " << S.Loops[St.Loops[I - 1]].Variable << ", ";
    OS << St.Position[I];
  }
  OS << "]" << (St.IsHeader ? " header" : "");
  for (const Constraint &C : St.Guard)
    OS << " if " << toString(S, C.Expr) << (C.IsEquality ? " == 0" : " >= 0");
  OS << (St.GuardIsExact ? "" : " maybe") << "\n";
  for (const Access &A : St.Accesses)
    OS << "      " << (A.Must ? "" : "may ") << (A.Kind == AccessKind::Read ? "read " : "write ") << toString(S, A)
       << "\n";
}

std::string print(const Scop &S) {
  std::string Out;
  raw_string_ostream OS(Out);
  OS << "region in " << S.Function << " at line " << S.Span.Line << "\n";
  for (const Parameter &P : S.Parameters) {
    OS << "  parameter " << P.Name << " : " << (P.Signed ? "i" : "u") << P.Bits;
    if (P.Minimum)
      OS << " >= " << *P.Minimum;
    if (P.Maximum)
      OS << " <= " << *P.Maximum;
    OS << "\n";
  }
  for (const Constraint &C : S.Context)
    OS << "  context " << toString(S, C.Expr) << (C.IsEquality ? " == 0" : " >= 0") << "\n";
  for (const Array &A : S.Arrays) {
    OS << "  array " << A.Name << " : " << A.ElementType << " " << spelling(A.Base);
    if (A.IsParameter)
      OS << " parameter";
    if (A.IsRestrict)
      OS << " restrict";
    if (!A.Escapes)
      OS << " private";
    if (A.DeadAfter)
      OS << " dead-after";
    OS << "\n";
  }
  for (size_t M = 0; M < S.Members.size(); ++M) {
    const Member &Mb = S.Members[M];
    OS << "  member " << M << " line " << Mb.Span.Line << " "
       << (Mb.Kind == MemberKind::Nest    ? "nest"
           : Mb.Kind == MemberKind::Plain ? "plain"
                                          : "opaque");
    if (Mb.Kind == MemberKind::Nest)
      OS << " perfect-depth " << Mb.PerfectDepth;
    OS << (Mb.Continue.isValid() ? " continues" : "") << (Mb.TouchesUnknown ? " touches-unknown" : "") << "\n";
    for (const Refusal &R : Mb.Refusals)
      OS << "    refused " << refusalName(R.Id) << ": " << R.message() << "\n";
    for (unsigned L : Mb.Loops) {
      const Loop &Lp = S.Loops[L];
      OS << "    loop " << Lp.Variable << " : " << Lp.VariableType << " = " << toString(S, Lp.First) << "; "
         << spelling(Lp.Relation) << " " << toString(S, Lp.Bound) << "; step " << toString(S, Lp.Step)
         << (Lp.Order == DimOrder::Parallel ? " parallel" : "") << "\n";
    }
    for (unsigned St : Mb.Statements)
      printStatement(OS, S, St);
  }
  return Out;
}

} // namespace loopfuse
