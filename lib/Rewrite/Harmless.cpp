//===- Harmless.cpp - values that nobody misses ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Harmless.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/Effects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

// Clang takes every call for an effect; sizes, minima and the like are none.
static bool isHarmlessCall(const ASTContext &Context, const CallExpr &Call) {
  CallEffect Effect = classifyCall(const_cast<ASTContext &>(Context), Call, standardContainers());
  return Effect.Effect == CallEffect::Kind::Pure || Effect.Effect == CallEffect::Kind::Size ||
         Effect.Effect == CallEffect::Kind::ReadsArguments;
}

static bool hasEffect(const ASTContext &Context, const Expr *E) {
  if (!E || !E->HasSideEffects(const_cast<ASTContext &>(Context)))
    return false;
  const auto *Cast = dyn_cast<CastExpr>(E);
  bool ReadsVolatile =
      Cast && Cast->getCastKind() == CK_LValueToRValue && Cast->getSubExpr()->getType().isVolatileQualified();
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Cleanups = dyn_cast<ExprWithCleanups>(E);
  bool IsKnown = (Cast && !ReadsVolatile) || (Binary && !Binary->isAssignmentOp()) ||
                 (Unary && !Unary->isIncrementDecrementOp()) || (Call && isHarmlessCall(Context, *Call)) ||
                 (Cleanups && !Cleanups->cleanupsHaveSideEffects()) ||
                 isa<ParenExpr, ConditionalOperator, ArraySubscriptExpr, MemberExpr, MaterializeTemporaryExpr>(E);
  return !IsKnown || any_of(E->children(), [&](const Stmt *S) { return hasEffect(Context, cast_or_null<Expr>(S)); });
}

static bool isHarmlessNew(const ASTContext &Context, const CXXNewExpr &New) {
  if (New.getNumPlacementArgs() || New.getOperatorNew()->isReservedGlobalPlacementOperator())
    return false;
  const CXXConstructExpr *Construct = New.getConstructExpr();
  return (!Construct || Construct->getConstructor()->isTrivial()) &&
         !hasEffect(Context, New.getArraySize().value_or(nullptr)) && !hasEffect(Context, New.getInitializer());
}

// An allocation, or any value at all, that is made without an effect besides.
bool isHarmlessValue(const ASTContext &Context, const Expr *E) {
  if (!E || !hasEffect(Context, E))
    return true;
  E = E->IgnoreParenCasts()->IgnoreImplicit()->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return isHarmlessNew(Context, *New);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return (Construct->getConstructor()->getParent()->isInStdNamespace() || Construct->getConstructor()->isTrivial()) &&
           llvm::all_of(Construct->arguments(),
                        [&](const Expr *A) { return isa<CXXDefaultArgExpr>(A) || isHarmlessValue(Context, A); });
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
  bool IsAllocator = isAllocator(Name) || Name == "make_unique" || Name == "make_unique_for_overwrite";
  return Call && IsAllocator && llvm::none_of(Call->arguments(), [&](const Expr *A) { return hasEffect(Context, A); });
}

bool hasHarmlessExtents(const ASTContext &Context, QualType Type) {
  for (; const clang::ArrayType *Array = Context.getAsArrayType(Type); Type = Array->getElementType())
    if (const auto *Variable = dyn_cast<VariableArrayType>(Array))
      if (hasEffect(Context, Variable->getSizeExpr()))
        return false;
  return true;
}

} // namespace loopfuse
