//===- Guards.cpp - conditions as constraints -------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Guards.h"
#include "Frontend/Places.h"
#include "Frontend/Scalars.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

using Conjunction = std::optional<std::vector<Constraint>>;

static Conjunction comparison(Extraction &X, const BinaryOperator &E, BinaryOperatorKind Operator) {
  if (!E.getLHS()->getType()->isIntegerType() || !E.getRHS()->getType()->isIntegerType())
    return std::nullopt;
  Value L = valueOf(X, *E.getLHS()), R = valueOf(X, *E.getRHS());
  if (!L.isKnown() || !R.isKnown())
    return std::nullopt;
  IndexExpr One = IndexExpr::constant(1);
  switch (Operator) {
  case BO_LT:
    return {{{R.Expr - L.Expr - One, false}}};
  case BO_LE:
    return {{{R.Expr - L.Expr, false}}};
  case BO_GT:
    return {{{L.Expr - R.Expr - One, false}}};
  case BO_GE:
    return {{{L.Expr - R.Expr, false}}};
  case BO_EQ:
    return {{{L.Expr - R.Expr, true}}};
  default:
    return std::nullopt;
  }
}

Conjunction negated(const std::vector<Constraint> &Constraints) {
  if (Constraints.size() != 1 || Constraints.front().IsEquality)
    return std::nullopt;
  return {{{-Constraints.front().Expr - IndexExpr::constant(1), false}}};
}

Conjunction negatedConstraintsOf(Extraction &X, const Expr &Condition) {
  const Expr &E = *stripTransparent(&Condition);
  if (const auto *B = dyn_cast<BinaryOperator>(&E); B && B->getOpcode() == BO_NE)
    return comparison(X, *B, BO_EQ);
  if (const auto *Cast = dyn_cast<CastExpr>(&E); Cast && Cast->getCastKind() == CK_IntegralToBoolean) {
    Value V = valueOf(X, *Cast->getSubExpr());
    return V.isKnown() ? Conjunction({{V.Expr, true}}) : std::nullopt;
  }
  Conjunction Holds = constraintsOf(X, E);
  return Holds ? negated(*Holds) : std::nullopt;
}

Conjunction constraintsOf(Extraction &X, const Expr &Condition) {
  DepthGuard Guard(X);
  const Expr &E = *stripTransparent(&Condition);
  if (Guard.tooDeep() || E.isTypeDependent() || E.isValueDependent() || E.containsErrors())
    return std::nullopt;
  bool Result;
  if (!mentionsScalar(X, E) && E.EvaluateAsBooleanCondition(Result, X.Context) && !E.HasSideEffects(X.Context))
    return Result ? Conjunction(std::vector<Constraint>()) : std::vector<Constraint>{{IndexExpr::constant(-1), false}};
  if (const auto *Cast = dyn_cast<CastExpr>(&E); Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    return std::nullopt; // "x != 0" is no conjunction.
  if (const auto *U = dyn_cast<UnaryOperator>(&E); U && U->getOpcode() == UO_LNot)
    return negatedConstraintsOf(X, *U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(&E);
  if (!B)
    return std::nullopt;
  if (B->isComparisonOp())
    return comparison(X, *B, B->getOpcode());
  if (B->getOpcode() != BO_LAnd)
    return std::nullopt;
  Conjunction L = constraintsOf(X, *B->getLHS());
  Conjunction R = L ? constraintsOf(X, *B->getRHS()) : std::nullopt;
  if (!R)
    return std::nullopt;
  L->insert(L->end(), R->begin(), R->end());
  return L;
}

} // namespace loopfuse
