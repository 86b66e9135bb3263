//===- HeaderForm.cpp - the parts of a for statement's header ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/HeaderForm.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Places.h"
#include "Frontend/StartInFront.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class FormReader {
public:
  FormReader(const Extraction &X, const ForStmt &For) : X(X), For(For) {}

  std::variant<HeaderForm, Refusal> read() {
    for (auto Read : {&FormReader::readStep, &FormReader::readInit, &FormReader::readCondition})
      if (auto R = (this->*Read)())
        return *R;
    return std::move(F);
  }

private:
  Refusal form(const Expr *At, const Twine &Why) const {
    SourceLocation Place = At ? At->getBeginLoc() : For.getForLoc();
    return refuse(RefusalId::LoopForm, placeOf(X.Context, Place), {Why.str()});
  }
  std::optional<Refusal> readStep();
  std::optional<Refusal> readSteppingCondition();
  std::optional<Refusal> readInit();
  std::optional<Refusal> readCondition();
  std::optional<Refusal> readComparisons(const Expr &C);
  bool mentions(const Stmt &E) const;

  const Extraction &X;
  const ForStmt &For;
  HeaderForm F;
};
} // namespace

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripTransparent(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

static const VarDecl *loadedVariable(const Expr *E) { return variableOf(E->IgnoreParenImpCasts()); }

bool FormReader::mentions(const Stmt &E) const {
  return anyStmt(E, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return Ref && Ref->getDecl() == F.Step.Variable;
  });
}

std::optional<Refusal> FormReader::readStep() {
  const Expr *Inc = For.getInc();
  if (!Inc)
    return readSteppingCondition();
  Inc = stripTransparent(Inc);
  if (const auto *U = dyn_cast<UnaryOperator>(Inc); U && U->isIncrementDecrementOp()) {
    F.Step = {variableOf(U->getSubExpr()), U->isIncrementOp() ? 1 : -1, nullptr};
  } else if (const auto *C = dyn_cast<CompoundAssignOperator>(Inc)) {
    if (C->getOpcode() == BO_AddAssign || C->getOpcode() == BO_SubAssign)
      F.Step = {variableOf(C->getLHS()), C->getOpcode() == BO_AddAssign ? 1 : -1, C->getRHS()};
  } else if (const auto *A = dyn_cast<BinaryOperator>(Inc); A && A->getOpcode() == BO_Assign) {
    const VarDecl *V = variableOf(A->getLHS());
    const auto *Sum = dyn_cast<BinaryOperator>(A->getRHS()->IgnoreParenImpCasts());
    if (V && Sum && Sum->isAdditiveOp()) {
      bool IsSum = Sum->getOpcode() == BO_Add;
      if (loadedVariable(Sum->getLHS()) == V)
        F.Step = {V, IsSum ? 1 : -1, Sum->getRHS()};
      else if (IsSum && loadedVariable(Sum->getRHS()) == V)
        F.Step = {V, 1, Sum->getLHS()};
    }
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Inc);
             O && O->getNumArgs() >= 1 && isIteratorClass(O->getArg(0)->getType())) {
    const VarDecl *V = variableOf(O->getArg(0));
    switch (O->getOperator()) {
    case OO_PlusPlus:
    case OO_MinusMinus:
      F.Step = {V, O->getOperator() == OO_PlusPlus ? 1 : -1, nullptr};
      break;
    case OO_PlusEqual:
    case OO_MinusEqual:
      F.Step = {V, O->getOperator() == OO_PlusEqual ? 1 : -1, O->getArg(1)};
      break;
    default:
      break;
    }
  }
  if (!F.Step.Variable)
    return form(Inc, "the step is not an increment of one variable");
  return std::nullopt;
}

/// for (i = n; i-- > 0;): the body sees n - 1, …, 0. Or for (i = -1; ++i < n;), which steps in front of each test.
std::optional<Refusal> FormReader::readSteppingCondition() {
  const Expr *C = For.getCond() ? For.getCond()->IgnoreParenImpCasts() : nullptr;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(C);
  if (Test)
    C = Test->getLHS()->IgnoreParenImpCasts();
  const auto *U = dyn_cast_or_null<UnaryOperator>(C);
  const VarDecl *V = U && U->isIncrementDecrementOp() ? variableOf(U->getSubExpr()) : nullptr;
  if (!V || (Test && !Test->isComparisonOp()))
    return form(nullptr, "there is no step");
  F.Step = {V, U->isIncrementOp() ? 1 : -1, nullptr};
  F.When = U->isPrefix() ? StepTime::BeforeCondition : StepTime::BehindCondition;
  QualType From = V->getType(), To = Test ? Test->getLHS()->getType() : From;
  if (From->isIntegerType() && To->isIntegerType())
    F.ConvertsCounter = From->isSignedIntegerOrEnumerationType() && To->isUnsignedIntegerOrEnumerationType();
  F.Condition = {U->getSubExpr(), Test ? Test->getRHS() : nullptr, Test ? Test->getOpcode() : BO_NE};
  return std::nullopt;
}

std::optional<Refusal> FormReader::readInit() {
  const Stmt *S = For.getInit();
  if (!S) {
    F.Init = constantInFront(X.Context, *X.Where.Compound, For, *F.Step.Variable);
    F.DeclaredOutside = true;
    return F.Init ? std::nullopt : std::optional(form(nullptr, "the counter has no start value in the header"));
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Child : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Child);
      if (V == F.Step.Variable)
        F.Init = V ? V->getInit() : nullptr;
      // Others are constants of the loop: "for (int i = 0, n = v.size(); i < n; ++i)".
      else if (!V || X.Variables.isModified(*V) || !V->hasInit() || V->getType()->isRecordType())
        return form(nullptr, "the header declares more than its counter");
    }
    return F.Init ? std::nullopt : std::optional(form(nullptr, "the counter has no start value in the header"));
  }
  const auto *A = dyn_cast<BinaryOperator>(stripTransparent(cast<Expr>(S)));
  if (!isa<Expr>(S) || !A || A->getOpcode() != BO_Assign || variableOf(A->getLHS()) != F.Step.Variable)
    return form(nullptr, "the header's first part is not the counter's start value");
  F.Init = A->getRHS();
  F.DeclaredOutside = true;
  return std::nullopt;
}

std::optional<Refusal> FormReader::readCondition() {
  const Expr *C = For.getCond();
  if (!C || For.getConditionVariable())
    return form(C, "there is no plain condition");
  if (F.When != StepTime::BehindBody) {
    if (F.Condition.Relation == BO_EQ)
      return form(C, "the condition is not one of < <= > >= !=");
    return F.Condition.Right && mentions(*F.Condition.Right)
               ? std::optional(form(C, "the counter must stand on one side of the condition"))
               : std::nullopt;
  }
  if (loadedVariable(C) == F.Step.Variable) {
    F.Condition = {C->IgnoreParenImpCasts(), nullptr, BO_NE};
    return std::nullopt;
  }
  if (auto R = readComparisons(*C))
    return R;
  // "i < n && i < m" ends at the smaller one. With != the loop could pass one of the bounds.
  bool Alike = all_of(F.Further, [&](const ConditionForm &C) { return C.Relation == F.Condition.Relation; });
  bool IsCounted = F.Step.Variable->getType()->isIntegerType() && F.Condition.Relation != BO_NE;
  if (!F.Further.empty() && !(Alike && IsCounted))
    return form(C, "the condition is not one comparison");
  return std::nullopt;
}

std::optional<Refusal> FormReader::readComparisons(const Expr &Given) {
  const Expr *C = stripTransparent(&Given);
  ConditionForm Read;
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(C)) {
    auto D = R->getDecomposedForm();
    Read = {D.LHS, D.RHS, D.Opcode};
  } else if (const auto *B = dyn_cast<BinaryOperator>(C); B && B->getOpcode() == BO_LAnd) {
    if (auto R = readComparisons(*B->getLHS()))
      return R;
    return readComparisons(*B->getRHS());
  } else if (B && B->isComparisonOp()) {
    Read = {B->getLHS(), B->getRHS(), B->getOpcode()};
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(C); O && O->isComparisonOp() && O->getNumArgs() == 2) {
    Read = {O->getArg(0), O->getArg(1), BinaryOperator::getOverloadedOpcode(O->getOperator())};
  } else {
    return form(C, "the condition is not one comparison");
  }
  if (Read.Relation == BO_EQ || Read.Relation == BO_Cmp)
    return form(C, "the condition is not one of < <= > >= !=");
  bool OnLeft = mentions(*Read.Left), OnRight = mentions(*Read.Right);
  if (OnLeft == OnRight)
    return form(C, "the counter must stand on one side of the condition");
  if (OnRight) {
    std::swap(Read.Left, Read.Right);
    if (Read.Relation != BO_NE)
      Read.Relation = BinaryOperator::reverseComparisonOp(Read.Relation);
  }
  if (F.Condition.Left)
    F.Further.push_back(Read);
  else
    F.Condition = Read;
  return std::nullopt;
}

std::variant<HeaderForm, Refusal> readHeaderForm(const Extraction &X, const ForStmt &For) {
  return FormReader(X, For).read();
}

} // namespace loopfuse
