//===- RegionContext.cpp - what holds where a region begins -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/RegionContext.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Guards.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether \p E is made of local variables that keep their values inside \p Inside, and of nothing else.
static bool keepsValue(const Extraction &X, const Expr &E, const Stmt &Inside) {
  return !anyStmt(E, [&](const Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && !V->isUsableInConstantExpressions(X.Context) &&
             (X.isOpen(*V) || X.Variables.isModifiedIn(*V, Inside));
    }
    return isa<CallExpr, MemberExpr, ArraySubscriptExpr, CXXThisExpr>(&S);
  });
}

/// Adds constraints that use no parameter but those the region has.
template <class MakeT> static void addIfKnown(Extraction &X, MakeT Make) {
  auto Before = X.mark();
  std::optional<std::vector<Constraint>> Made = Make();
  if (Made && X.Model.Parameters.size() == Before.Parameters)
    X.Model.Context.insert(X.Model.Context.end(), Made->begin(), Made->end());
  X.rollBack(Before);
}

static void addCondition(Extraction &X, const Expr *Condition, const Stmt &Inside) {
  if (Condition && keepsValue(X, *Condition, Inside))
    addIfKnown(X, [&] { return constraintsOf(X, *Condition); });
}

/// The counter of an enclosing loop lies behind the loop's start.
static void addStart(Extraction &X, const ForStmt &For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For.getInc() ? For.getInc()->IgnoreParens() : nullptr);
  const auto *Stepped = Step ? dyn_cast<DeclRefExpr>(Step->getSubExpr()->IgnoreParens()) : nullptr;
  if (!V || !V->getInit() || !V->getType()->isIntegerType() || !Stepped || Stepped->getDecl() != V ||
      !Step->isIncrementDecrementOp() || X.isOpen(*V) || X.Variables.isModifiedIn(*V, *For.getBody()) ||
      !keepsValue(X, *V->getInit(), For))
    return;
  // Unsigned counters pass their start only by wrapping around, which then ends the loop or never does.
  if (!V->getType()->isSignedIntegerType() || X.Context.getIntWidth(V->getType()) < 32)
    return;
  addIfKnown(X, [&]() -> std::optional<std::vector<Constraint>> {
    Value First = valueOf(X, *V->getInit());
    Value Counter = counterValue(X, *V);
    if (!First.isKnown() || !Counter.isKnown())
      return std::nullopt;
    IndexExpr Distance = Step->isIncrementOp() ? Counter.Expr - First.Expr : First.Expr - Counter.Expr;
    return std::vector<Constraint>{{Distance, false}};
  });
}

/// Whether control may get into \p S other than by its begin.
static bool mayBeEntered(const Stmt &S) {
  return anyStmt(S, [](const Stmt &At) { return isa<LabelStmt>(At); }) ||
         anyStmt(
             S, [](const Stmt &At) { return isa<SwitchCase>(At); },
             [](const Stmt &At) { return !isa<SwitchStmt>(At); });
}

void addContext(Extraction &X) {
  X.Member = 0;
  X.MemberStmt = nullptr;
  X.Private.clear();
  X.Varying.clear();
  const Stmt *Inner = X.Where.Compound;
  for (const Stmt *S : reverse(X.Where.Enclosing)) {
    if (isa<IfStmt, ForStmt, WhileStmt>(S) && mayBeEntered(*Inner))
      return; // Past the condition.
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      if (If->getThen() == Inner && !If->getConditionVariable())
        addCondition(X, If->getCond(), *Inner);
    } else if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (For->getBody() == Inner && !For->getConditionVariable()) {
        addCondition(X, For->getCond(), *Inner);
        addStart(X, *For);
      }
    } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
      if (While->getBody() == Inner && !While->getConditionVariable())
        addCondition(X, While->getCond(), *Inner);
    }
    Inner = S;
  }
}

} // namespace loopfuse
