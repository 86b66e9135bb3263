//===- VariableLife.cpp - loop variables that outlive their loops -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/VariableLife.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Jumps.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool refersTo(const Stmt &S, const VarDecl &V) {
  return anyStmt(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && Ref->getDecl() == &V;
  });
}

/// "V = e" where e does not read V.
static bool sets(const Stmt *S, const VarDecl &V) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *A = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!A)
    return false;
  if (A->getOpcode() == BO_Comma)
    return sets(A->getLHS(), V) || (!refersTo(*A->getLHS(), V) && sets(A->getRHS(), V));
  const auto *Ref = dyn_cast<DeclRefExpr>(A->getLHS()->IgnoreParens());
  return A->getOpcode() == BO_Assign && Ref && Ref->getDecl() == &V && !refersTo(*A->getRHS(), V);
}

namespace {
/// Looks, in textual order, for a read of the variable that no loop header or assignment in front of it covers.
class ReadSearch {
public:
  ReadSearch(const VarDecl &V, const Stmt *After, const Stmt *Around) : V(V), After(After), Around(Around) {}

  bool isRead(const Stmt &S) {
    bool WasAround = IsAround;
    if (&S == Around)
      IsAround = true;
    bool Result = search(S);
    IsAround = WasAround;
    if (&S == After)
      IsAfter = true;
    return Result;
  }

private:
  bool search(const Stmt &S) {
    if (const auto *For = dyn_cast<ForStmt>(&S); For && sets(For->getInit(), V)) {
      // Covered, but the place to start from may lie inside.
      return refersToAfter(S);
    }
    if (const auto *A = dyn_cast<BinaryOperator>(&S); A && sets(A, V))
      return isRead(*A->getRHS());
    // Lambdas hold statements, but none that this search starts from.
    if (isa<Expr>(&S))
      return (IsAfter || IsAround) && refersTo(S, V);
    if (const auto *Block = dyn_cast<CompoundStmt>(&S))
      return isReadIn({Block->body_begin(), Block->size()});
    for (const Stmt *Child : S.children())
      if (Child && isRead(*Child))
        return true;
    return false;
  }

  /// Behind "V = e;" nothing in its block sees the old value.
  bool isReadIn(ArrayRef<Stmt *const> Children) {
    for (; !Children.empty(); Children = Children.drop_front()) {
      if (isRead(*Children.front()))
        return true;
      bool MayBeEntered = any_of(Children.drop_front(), [&](const Stmt *Rest) {
        return contains(*Rest, *After) ||
               anyStmt(*Rest, [](const Stmt &At) { return isa<LabelStmt, SwitchCase>(&At); });
      });
      if (sets(Children.front(), V) && !MayBeEntered)
        return false;
    }
    return false;
  }

  /// Inside a loop that sets the variable: reads behind the nested start still count.
  bool refersToAfter(const Stmt &S) {
    if (&S == After || !contains(S, *After))
      return false;
    for (const Stmt *Child : S.children())
      if (Child && isRead(*Child))
        return true;
    return false;
  }

  static bool contains(const Stmt &S, const Stmt &Inner) {
    return &S == &Inner ||
           any_of(S.children(), [&](const Stmt *C) { return C && !isa<Expr>(C) && contains(*C, Inner); });
  }

  const VarDecl &V;
  const Stmt *After;
  const Stmt *Around;
  bool IsAfter = false;
  bool IsAround = false;
};
} // namespace

std::optional<Refusal> markLiveVariables(Extraction &X, const Member &M) {
  std::vector<unsigned> Perfect = X.Model.perfectLoops(M, M.PerfectDepth);
  for (unsigned L : M.Loops) {
    if (!X.Model.Loops[L].DeclaredOutside)
      continue;
    const VarDecl &V = *X.Ast.LoopVariables[L];
    auto IsLoop = [](const Stmt *S) { return isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(S); };
    auto Outermost = find_if(X.Where.Enclosing, IsLoop);
    const Stmt *Around = Outermost == X.Where.Enclosing.end() ? nullptr : *Outermost;
    Jumps Of = jumpsIn(*X.Where.Function->getBody());
    if (Of.ComesBack)
      Around = X.Where.Function->getBody(); // What any statement reads may come later.
    if (!Of.EntersLoop && !ReadSearch(V, X.MemberStmt, Around).isRead(*X.Where.Function->getBody()))
      continue;
    X.Model.Loops[L].LiveBehind = true;
    if (!is_contained(Perfect, L))
      return refuse(RefusalId::LoopVariableLive, X.Model.Loops[L].Header, {V.getNameAsString()});
  }
  return std::nullopt;
}

} // namespace loopfuse
