//===- AliasGuards.cpp - run-time tests for overlap ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AliasGuards.h"
#include "Frontend/Guards.h"
#include "Frontend/Places.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

//===----------------------------------------------------------------------===//
// The form of a condition
//===----------------------------------------------------------------------===//

/// Calls \p Visit for the operands of a chain of \p Op from left to right.
static bool forEachOperand(const Expr &E, BinaryOperatorKind Op, function_ref<bool(const Expr &)> Visit) {
  const Expr &Plain = *E.IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(&Plain);
  if (B && B->getOpcode() == Op)
    return forEachOperand(*B->getLHS(), Op, Visit) && forEachOperand(*B->getRHS(), Op, Visit);
  return Visit(Plain);
}

/// \p E without parentheses and implicit conversions from integer to integer.
static const Expr *withoutConversions(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_IntegralCast)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  return E;
}

/// The pointer of "(uintptr_t)pointer + bytes", else null.
static const Expr *addressBase(const Expr &E) {
  const Expr *At = withoutConversions(&E);
  while (const auto *B = dyn_cast<BinaryOperator>(At)) {
    if (!B->isAdditiveOp())
      return nullptr;
    At = withoutConversions(B->getLHS());
  }
  const auto *Cast = dyn_cast<CastExpr>(At);
  return Cast && Cast->getCastKind() == CK_PointerToIntegral ? Cast->getSubExpr() : nullptr;
}

static const BinaryOperator *addressOrder(const Expr &E) {
  const auto *B = dyn_cast<BinaryOperator>(&E);
  return B && B->getOpcode() == BO_LE && addressBase(*B->getLHS()) && addressBase(*B->getRHS()) ? B : nullptr;
}

static bool comparesAddresses(const Expr &E) {
  return forEachOperand(E, BO_LOr, [&](const Expr &Side) {
    return forEachOperand(Side, BO_LAnd, [&](const Expr &Order) { return addressOrder(Order) != nullptr; });
  });
}

/// "n", "s->n", "*n".
static bool isObject(const Expr &E) {
  const auto *Deref = dyn_cast<UnaryOperator>(&E);
  return isa<DeclRefExpr, MemberExpr>(E) ||
         (Deref && Deref->getOpcode() == UO_Deref && isa<DeclRefExpr>(Deref->getSubExpr()->IgnoreParenImpCasts()));
}

/// "v.size()"
static bool isSizeCall(const Expr &E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  return Method && Method->isConst() && Call->getNumArgs() == 0 && E.getType()->isIntegerType();
}

/// Variables and numbers, and sums and products of them.
static bool isNumber(const Expr &Given) {
  const Expr &E = *Given.IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(&E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) && isNumber(*B->getLHS()) && isNumber(*B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(&E); U && U->getOpcode() == UO_Minus)
    return isa<IntegerLiteral>(U->getSubExpr()->IgnoreParens());
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  return E.getType()->isIntegerType() &&
         (isa<IntegerLiteral>(E) || isSizeCall(E) || (isObject(E) && (!Ref || isa<VarDecl>(Ref->getDecl()))));
}

/// "m <= stride", of values that the loops work with.
static bool comparesNumbers(const Expr &E) {
  const auto *B = dyn_cast<BinaryOperator>(&E);
  return B && B->isRelationalOp() && isNumber(*B->getLHS()) && isNumber(*B->getRHS());
}

static bool asksForOverlap(const Expr &E) {
  bool HasAddresses = false;
  bool Holds = forEachOperand(E, BO_LAnd, [&](const Expr &Part) {
    HasAddresses |= comparesAddresses(Part);
    return comparesAddresses(Part) || comparesNumbers(Part);
  });
  return Holds && HasAddresses;
}

bool isAliasGuard(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  return If && !If->getInit() && !If->getConditionVariable() && !If->isConstexpr() && !If->isConsteval() &&
         isa_and_nonnull<CompoundStmt>(If->getThen()) && isa_and_nonnull<CompoundStmt>(If->getElse()) &&
         asksForOverlap(*If->getCond());
}

//===----------------------------------------------------------------------===//
// What it says
//===----------------------------------------------------------------------===//

static bool isAddressSized(const Extraction &X, QualType T) {
  return T->isUnsignedIntegerType() && X.Context.getIntWidth(T) == 64;
}

/// A number of bytes, modulo 2^64. Only arithmetic at that width is read: narrower one may overflow.
static IndexExpr readBytes(Extraction &X, const Expr &Given) {
  const Expr &E = *Given.IgnoreParens();
  Expr::EvalResult Constant;
  if (E.EvaluateAsInt(Constant, X.Context, Expr::SE_NoSideEffects) && Constant.Val.getInt().isRepresentableByInt64())
    return IndexExpr::constant(Constant.Val.getInt().getExtValue());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&E)) {
    if (Cast->getCastKind() == CK_IntegralCast && X.Context.getIntWidth(Cast->getType()) == 64)
      return readBytes(X, *Cast->getSubExpr());
    bool IsVariable = Cast->getCastKind() == CK_LValueToRValue && isObject(*Cast->getSubExpr()->IgnoreParens());
    Value V = IsVariable ? valueOf(X, E) : Value::unknown();
    return V.isKnown() ? V.Expr : IndexExpr::unknown();
  }
  if (isSizeCall(E)) {
    Value V = valueOf(X, E);
    return V.isKnown() ? V.Expr : IndexExpr::unknown();
  }
  const auto *B = dyn_cast<BinaryOperator>(&E);
  if (!B || !isAddressSized(X, B->getType()))
    return IndexExpr::unknown();
  IndexExpr L = readBytes(X, *B->getLHS()), R = readBytes(X, *B->getRHS());
  if (L.isUnknown() || R.isUnknown())
    return IndexExpr::unknown();
  switch (B->getOpcode()) {
  case BO_Add:
    return L + R;
  case BO_Sub:
    return L - R;
  case BO_Mul:
    return L * R;
  default:
    return IndexExpr::unknown();
  }
}

static std::optional<Address> readAddress(Extraction &X, const Expr &Given) {
  const Expr &E = *withoutConversions(&Given);
  if (!isAddressSized(X, Given.getType()) || !isAddressSized(X, E.getType()))
    return std::nullopt;
  if (const auto *B = dyn_cast<BinaryOperator>(&E)) {
    std::optional<Address> A = readAddress(X, *B->getLHS());
    IndexExpr Bytes = readBytes(X, *B->getRHS());
    if (!A || Bytes.isUnknown())
      return std::nullopt;
    A->Bytes = B->getOpcode() == BO_Add ? A->Bytes + Bytes : A->Bytes - Bytes;
    return A;
  }
  const Expr *Base = addressBase(E);
  std::optional<Place> P = Base ? resolvePointer(X, *Base) : std::nullopt;
  bool IsObject = P && P->Path.empty(),
       IsElement = P && P->Path.size() == 1 && P->lastIsElement() && P->Path.front().Index.isConstant(0);
  if (!P || P->IsPrivate || !P->IsExact || !(IsObject || IsElement))
    return std::nullopt;
  return Address{P->Array, IndexExpr::constant(0)};
}

GuardCondition readCondition(Extraction &X, const IfStmt &S) {
  GuardCondition Condition;
  auto AddSide = [&](const Expr &Side, std::vector<AddressOrder> &Orders) {
    return forEachOperand(Side, BO_LAnd, [&](const Expr &E) {
      const BinaryOperator *B = addressOrder(E);
      std::optional<Address> Below = B ? readAddress(X, *B->getLHS()) : std::nullopt,
                             Above = B ? readAddress(X, *B->getRHS()) : std::nullopt;
      if (Below && Above)
        Orders.push_back({*Below, *Above});
      return Below && Above;
    });
  };
  bool Read = forEachOperand(*S.getCond(), BO_LAnd, [&](const Expr &Pair) {
    if (comparesNumbers(Pair)) {
      std::optional<std::vector<Constraint>> Numbers = constraintsOf(X, Pair);
      append_range(Condition.Numbers, Numbers.value_or(std::vector<Constraint>()));
      return Numbers.has_value();
    }
    OrderAlternative Sides;
    size_t Count = 0;
    bool ReadSides = forEachOperand(
        Pair, BO_LOr, [&](const Expr &Side) { return Count < Sides.size() && AddSide(Side, Sides[Count++]); });
    Condition.Orders.push_back(std::move(Sides));
    return ReadSides && Count == 2;
  });
  return Read ? Condition : GuardCondition();
}

} // namespace loopfuse
