//===- ConditionalLoop.cpp - a loop whose condition could be inside -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/ConditionalLoop.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assignments.h"
#include "Frontend/Positions.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::optional<ConditionalLoop> conditionalLoop(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() || If->isConsteval())
    return std::nullopt;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->size() == 1 ? Block->body_front() : nullptr;
  const auto *Loop = dyn_cast_or_null<ForStmt>(Then);
  return Loop ? std::optional(ConditionalLoop{If, Loop}) : std::nullopt;
}

/// Arithmetic and comparisons of numbers. What could be undefined, were it evaluated where it was not before, is none.
static bool isPlainPart(const Stmt &S, bool IsNew) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S)) {
    bool Divides = Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem;
    return !Binary->isAssignmentOp() && !Binary->isCommaOp() && !Binary->isPtrMemOp() &&
           !(IsNew && (Divides || Binary->isShiftOp()));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus || Unary->getOpcode() == UO_LNot ||
           Unary->getOpcode() == UO_Not;
  return isa<DeclRefExpr, ImplicitCastExpr, ParenExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CStyleCastExpr, CXXStaticCastExpr, CXXFunctionalCastExpr>(S);
}

/// Whether \p E has the same value whenever it is evaluated around and in the loop.
static bool isFixed(const Expr &E, const ConditionalLoop &L, const FunctionDecl &Caller, bool IsNew,
                    const VarDecl *Counter) {
  return !anyStmt(E, [&](const Stmt &S) {
    if (!isPlainPart(S, IsNew))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    if (!Ref || Ref->getDecl() == Counter || isa<EnumConstantDecl>(Ref->getDecl()))
      return false;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    bool IsValue =
        V && (V->getType()->isArithmeticType() || V->getType()->isEnumeralType() || V->getType()->isPointerType());
    return !IsValue || !keepsValueInCalls(*V, Caller) || setsByName(*L.Loop, *V);
  });
}

bool canAskInside(const ConditionalLoop &L, const FunctionDecl &Caller) {
  if (!isFixed(*L.If->getCond(), L, Caller, /*IsNew=*/false, nullptr))
    return false;
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(L.Loop->getInit());
  const auto *Counter =
      Declaration && Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
  const auto *Step = dyn_cast_or_null<UnaryOperator>(L.Loop->getInc());
  const auto *StepOf =
      Step && Step->isIncrementDecrementOp() ? dyn_cast<DeclRefExpr>(Step->getSubExpr()->IgnoreParens()) : nullptr;
  return Counter && Counter->getInit() && Counter->getType()->isIntegerType() && !L.Loop->getConditionVariable() &&
         L.Loop->getCond() && StepOf && StepOf->getDecl() == Counter &&
         isFixed(*Counter->getInit(), L, Caller, true, nullptr) &&
         isFixed(*L.Loop->getCond(), L, Caller, true, Counter) && !setsByName(*L.Loop->getBody(), *Counter);
}

std::vector<TreeNode> imageInside(TreeReader &Reader, const ConditionalLoop &L) {
  // The loop's own parts, in which the condition with the body is the last.
  std::vector<TreeNode> Out{TreeReader::nodeOf(*L.Loop)};
  for (const Stmt *Part :
       {L.Loop->getInit(), static_cast<const Stmt *>(L.Loop->getCond()), static_cast<const Stmt *>(L.Loop->getInc())})
    append_range(Out, Reader.read(*Part));
  Out.push_back(TreeReader::nodeOf(*L.If));
  append_range(Out, Reader.read(*L.If->getCond()));
  append_range(Out, Reader.read(*L.Loop->getBody()));
  return Out;
}

} // namespace loopfuse
