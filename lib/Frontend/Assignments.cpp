//===- Assignments.cpp - expressions that set a variable ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Assignments.h"
#include "Frontend/AnyStmt.h"
#include "clang/AST/Expr.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

const Expr *setBy(const Stmt &S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S); Binary && Binary->isAssignmentOp())
    return Binary->getLHS()->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S); Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr()->IgnoreParens();
  return nullptr;
}

bool setsByName(const Stmt &Within, const ValueDecl &V) {
  return anyStmt(Within, [&](const Stmt &S) {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(setBy(S));
    return Ref && Ref->getDecl() == &V;
  });
}

} // namespace loopfuse
