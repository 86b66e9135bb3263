//===- Assertions.cpp - assert and its kin ----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shapes that are known:
//   C ? (void)0 : fail(…)                        glibc, C++ and strict C
//   ({ if (C) ; else fail(…); })                 glibc, GNU C
//   (void)(C || (fail(…), 0))                    BSD, macOS
//   if (!C) fail(…);   do { … } while (0)        people's own
//
//===----------------------------------------------------------------------===//
#include "Frontend/Assertions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether the place is written by a macro named as one that asserts; those of its arguments are not.
static bool isInAssertMacro(const ASTContext &Context, SourceLocation Loc) {
  const SourceManager &Sources = Context.getSourceManager();
  while (Loc.isMacroID()) {
    if (!Sources.isMacroArgExpansion(Loc) &&
        Lexer::getImmediateMacroName(Loc, Sources, Context.getLangOpts()).contains_insensitive("assert"))
      return true;
    Loc = Sources.getImmediateMacroCallerLoc(Loc);
  }
  return false;
}

static const Expr *plain(const Expr *E) {
  while (true) {
    const Expr *Before = E;
    E = E->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Extension)
      E = U->getSubExpr();
    if (E == Before)
      return E;
  }
}

/// A call of the assertion's that ends the program.
static bool isFailure(const ASTContext &Context, const Expr &Given) {
  const Expr *E = plain(&Given);
  if (const auto *Comma = dyn_cast<BinaryOperator>(E); Comma && Comma->getOpcode() == BO_Comma)
    return isFailure(Context, *Comma->getLHS());
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getDirectCallee() && Call->getDirectCallee()->isNoReturn() &&
         isInAssertMacro(Context, Call->getExprLoc());
}

/// A statement that runs into such a call, whatever it prints before.
static bool fails(const ASTContext &Context, const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    return isFailure(Context, *E);
  if (const auto *Do = dyn_cast_or_null<DoStmt>(S)) // The body runs once at least.
    return fails(Context, Do->getBody());
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (!Block || Block->body_empty())
    return false;
  // On the way to the call nothing may branch off.
  return all_of(Block->body(), [](const Stmt *Child) { return isa<Expr, DeclStmt, NullStmt, DoStmt>(Child); }) &&
         any_of(Block->body(), [&](const Stmt *Child) { return fails(Context, Child); });
}

static bool isNothing(const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    return isa<IntegerLiteral>(plain(E));
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return !S || isa<NullStmt>(S) || (Block && Block->body_empty());
}

static const Expr *ofIf(const ASTContext &Context, const IfStmt &If) {
  if (If.getInit() || If.getConditionVariable() || If.getStatementKind() != IfStatementKind::Ordinary)
    return nullptr;
  bool IsCheck = (fails(Context, If.getThen()) && isNothing(If.getElse())) ||
                 (isNothing(If.getThen()) && fails(Context, If.getElse()));
  return IsCheck ? If.getCond() : nullptr;
}

/// The only statement of a block that does something.
static const Stmt *onlyStatement(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Child : Block->body()) {
      if (isNothing(Child))
        continue;
      if (Only)
        return nullptr;
      Only = Child;
    }
    S = Only;
  }
  return S;
}

static bool isUnevaluated(const Expr &E) { return isa<UnaryExprOrTypeTraitExpr>(plain(&E)); }

static const Expr *ofExpression(const ASTContext &Context, const Expr &E) {
  if (const auto *C = dyn_cast<ConditionalOperator>(&E)) {
    bool IsCheck = (isNothing(C->getTrueExpr()) && isFailure(Context, *C->getFalseExpr())) ||
                   (isFailure(Context, *C->getTrueExpr()) && isNothing(C->getFalseExpr()));
    return IsCheck ? C->getCond() : nullptr;
  }
  if (const auto *Statements = dyn_cast<StmtExpr>(&E)) {
    const Stmt *Only = onlyStatement(Statements->getSubStmt());
    return Only ? assertedCondition(Context, *Only) : nullptr;
  }
  const auto *B = dyn_cast<BinaryOperator>(&E);
  if (B && B->getOpcode() == BO_Comma && isUnevaluated(*B->getLHS()))
    return assertedCondition(Context, *B->getRHS());
  return B && B->isLogicalOp() && isFailure(Context, *B->getRHS()) ? B->getLHS() : nullptr;
}

const Expr *assertedCondition(const ASTContext &Context, const Stmt &S) {
  // Nearly all statements stand in the user's text.
  if (!S.getBeginLoc().isMacroID())
    return nullptr;
  if (const auto *E = dyn_cast<Expr>(&S)) {
    const Expr *Plain = plain(E);
    // Only of an expression that is nobody's operand the value does not matter.
    return E->getType()->isVoidType() ? ofExpression(Context, *Plain) : nullptr;
  }
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return ofIf(Context, *If);
  if (const auto *Do = dyn_cast<DoStmt>(&S)) {
    Expr::EvalResult Again;
    const Stmt *Only = onlyStatement(Do->getBody());
    bool IsOnce = !Do->getCond()->isValueDependent() && Do->getCond()->EvaluateAsInt(Again, Context) &&
                  Again.Val.getInt().isZero();
    return IsOnce && Only ? assertedCondition(Context, *Only) : nullptr;
  }
  return nullptr;
}

} // namespace loopfuse
