//===- StartInFront.cpp - where a counter is set before its loop ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/StartInFront.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/HeaderForm.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// "V = e" as a statement.
static const BinaryOperator *asAssignment(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  const auto *A = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  return A && A->getOpcode() == BO_Assign && variableOf(A->getLHS()) ? A : nullptr;
}

static const VarDecl *steppedVariable(const ForStmt &For) {
  const Expr *Step = For.getInc() ? For.getInc()->IgnoreParens() : nullptr;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(Step))
    return U->isIncrementDecrementOp() ? variableOf(U->getSubExpr()) : nullptr;
  const auto *B = dyn_cast_or_null<BinaryOperator>(Step);
  return B && B->isAssignmentOp() ? variableOf(B->getLHS()) : nullptr;
}

static bool isConstant(const ASTContext &Context, const Expr *E) {
  return E && !E->isValueDependent() && E->isIntegerConstantExpr(Context);
}

const Stmt *startOf(const ASTContext &Context, const CompoundStmt &Block, const Stmt &Loop) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  if (!For || For->getInit())
    return nullptr;
  auto At = find(Block.body(), &Loop);
  const BinaryOperator *A =
      At == Block.body_end() || At == Block.body_begin() ? nullptr : asAssignment(**std::prev(At));
  const VarDecl *V = A ? variableOf(A->getLHS()) : nullptr;
  return V && V == steppedVariable(*For) && isConstant(Context, A->getRHS()) ? *std::prev(At) : nullptr;
}

const Expr *constantInFront(const ASTContext &Context, const CompoundStmt &Block, const Stmt &Loop,
                            const VarDecl &Counter) {
  auto At = find(Block.body(), &Loop); // One behind a label may be reached from elsewhere.
  if (At == Block.body_end())
    return nullptr;
  while (At != Block.body_begin()) {
    const Stmt &S = **--At;
    const BinaryOperator *A = asAssignment(S);
    if (A && variableOf(A->getLHS()) == &Counter)
      return isConstant(Context, A->getRHS()) ? A->getRHS() : nullptr;
    if (const auto *D = dyn_cast<DeclStmt>(&S); D && is_contained(D->decls(), &Counter))
      return isConstant(Context, Counter.getInit()) ? Counter.getInit() : nullptr;
    bool MayMatter = anyStmt(S, [&](const Stmt &Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
      return (Ref && Ref->getDecl() == &Counter) || isa<LabelStmt, SwitchCase>(&Part);
    });
    if (MayMatter)
      return nullptr;
  }
  return nullptr;
}

} // namespace loopfuse
