//===- LiveVariable.cpp - who reads what a loop leaves in its variable ----===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Jumps.h"
#include "Frontend/LoopDirective.h"
#include "Rewrite/LoopVariables.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// Whether \p Init sets \p V before anything reads it: "V = …" or a comma list of assignments.
bool sets(const Stmt *Init, const VarDecl &V) {
  const auto *E = dyn_cast_or_null<Expr>(Init);
  const auto *Binary = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!Binary)
    return false;
  if (Binary->getOpcode() == BO_Comma)
    return sets(Binary->getLHS(), V);
  const auto *Ref =
      Binary->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(Binary->getLHS()->IgnoreParens()) : nullptr;
  return Ref && Ref->getDecl() == &V;
}

class LiveRead : public RecursiveASTVisitor<LiveRead> {
public:
  LiveRead(const VarDecl &V, const Stmt &Target) : V(V), Target(Target) {}
  bool Found = false;       ///< A reference that may see the loop's final value.
  bool FoundBefore = false; ///< A reference in front of the loop, which an enclosing loop may come back to.
  bool TargetIsRepeated = false;

  bool TraverseForStmt(ForStmt *S) {
    TargetIsRepeated |= S == &Target && Depth;
    Behind |= S == &Target;
    // In the loop itself nobody sees its final value.
    bool IsSet = sets(S->getInit(), V), IsCovered = IsSet || S == &Target;
    if (IsSet) // The initial value is reckoned before V is set.
      checkInitialValue(S->getInit());
    Covered += IsCovered;
    ++Depth;
    bool Result = RecursiveASTVisitor::TraverseForStmt(S);
    --Depth;
    Covered -= IsCovered;
    return Result;
  }
  /// "V = e" does not read V.
  bool TraverseBinaryOperator(BinaryOperator *E) {
    bool IsSet = E->getOpcode() == BO_Assign && sets(E, V);
    return IsSet ? TraverseStmt(E->getRHS()) : RecursiveASTVisitor::TraverseBinaryOperator(E);
  }
  bool TraverseWhileStmt(WhileStmt *S) {
    return repeated([&] { return RecursiveASTVisitor::TraverseWhileStmt(S); });
  }
  bool TraverseDoStmt(DoStmt *S) {
    return repeated([&] { return RecursiveASTVisitor::TraverseDoStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return repeated([&] { return RecursiveASTVisitor::TraverseCXXForRangeStmt(S); });
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
    Found |= E->getOpcode() == UO_AddrOf && Ref && Ref->getDecl() == &V;
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) {
    for (const LambdaCapture &C : E->captures())
      Found |= C.capturesVariable() && C.getCapturedVar() == &V && C.getCaptureKind() == LCK_ByRef;
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    const auto *Ref = D->getInit() ? dyn_cast<DeclRefExpr>(D->getInit()->IgnoreParens()) : nullptr;
    Found |= D->getType()->isReferenceType() && Ref && Ref->getDecl() == &V;
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    // By reference: no conversion reads the variable.
    for (const Expr *A : E->arguments()) {
      const auto *Ref = dyn_cast<DeclRefExpr>(A->IgnoreParens());
      Found |= Ref && Ref->getDecl() == &V;
    }
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (E->getDecl() != &V || Covered)
      return true;
    (Behind ? Found : FoundBefore) = true;
    return true;
  }

private:
  template <typename Walk> bool repeated(Walk W) {
    ++Depth;
    bool Result = W();
    --Depth;
    return Result;
  }
  void checkInitialValue(const Stmt *S) {
    const auto *Binary = dyn_cast<BinaryOperator>(cast<Expr>(S)->IgnoreParens());
    if (Binary->getOpcode() == BO_Comma)
      return checkInitialValue(Binary->getLHS());
    LiveRead Inner(V, Target);
    Inner.Behind = true;
    Inner.TraverseStmt(const_cast<Expr *>(Binary->getRHS()));
    (Behind ? Found : FoundBefore) |= Inner.Found;
  }

  const VarDecl &V;
  const Stmt &Target;
  unsigned Depth = 0;
  unsigned Covered = 0;
  bool Behind = false;
};
} // namespace

bool isLiveBehindLoop(const FunctionDecl &Function, const VarDecl &V, const Stmt &Loop) {
  // Others may see a variable that is not a local one of this very function.
  if (!V.hasLocalStorage() || V.getType()->isReferenceType() || declaringFunction(V) != &Function)
    return true;
  LiveRead Reads(V, Loop);
  Reads.TraverseStmt(Function.getBody());
  return Reads.Found || (Reads.FoundBefore && Reads.TargetIsRepeated) || jumpsIn(*Function.getBody()).any();
}

} // namespace loopfuse
