//===- CallArguments.cpp - arguments that are evaluated in front ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/CallArguments.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assignments.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether \p S names \p V in any other way than by the expressions of \p Known. What a directive captures is seen
/// where it is used.
static bool hasOtherUse(const VarDecl &V, const Stmt &S, const DenseSet<const Expr *> &Known, bool InDirective) {
  auto IsDirective = [](const Stmt &At) { return &loopUnder(At) != &At; };
  auto Names = [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At))
      return Ref->getDecl() == &V &&
             (!Known.contains(Ref) || (Ref->refersToEnclosingVariableOrCapture() && !InDirective));
    if (!IsDirective(At))
      return false;
    auto IsInClause = [&](const OMPClause *C) {
      return any_of(C->children(), [&](const Stmt *Part) { return Part && hasOtherUse(V, *Part, Known, InDirective); });
    };
    return any_of(cast<OMPExecutableDirective>(At).clauses(), IsInClause) ||
           hasOtherUse(V, loopUnder(At), Known, /*InDirective=*/true);
  };
  return anyStmt(S, Names, [&](const Stmt &At) { return !IsDirective(At); });
}

bool isOnlyNamed(const VarDecl &V, const Stmt &Body) {
  // Reads and changes, by the reference below them.
  DenseSet<const Expr *> Known;
  anyStmt(Body, [&](const Stmt &S) {
    const Expr *Operand = nullptr;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
        Cast && (Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_ArrayToPointerDecay))
      Operand = Cast->getSubExpr();
    else
      Operand = setBy(S);
    if (Operand)
      Known.insert(Operand->IgnoreParens());
    return false;
  });
  return !hasOtherUse(V, Body, Known, /*InDirective=*/false);
}

/// Functions of the standard library that only compute or lead to something.
static bool isHarmlessCall(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->isInStdNamespace())
    return F && F->hasAttr<ConstAttr>();
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F); Method && Method->isConst())
    return true;
  return F->getIdentifier() ? StringSwitch<bool>(F->getName())
                                  .Cases({"data", "size", "begin", "end", "front", "back", "get"}, true)
                                  .Cases({"min", "max", "abs", "sqrt", "move", "forward"}, true)
                                  .Default(false)
                            : F->getOverloadedOperator() == OO_Subscript;
}

static bool hasEffect(const ASTContext &Context, const Expr &Argument) {
  return Argument.HasSideEffects(Context) && anyStmt(Argument, [](const Stmt &S) {
           if (const auto *Call = dyn_cast<CallExpr>(&S))
             return !isHarmlessCall(*Call);
           const auto *Construct = dyn_cast<CXXConstructExpr>(&S);
           const auto *Read = dyn_cast<ImplicitCastExpr>(&S);
           return setBy(S) ||
                  (Construct && !Construct->getConstructor()->isTrivial() &&
                   !Construct->getConstructor()->isInStdNamespace()) ||
                  (Read && Read->getSubExpr()->getType().isVolatileQualified()) ||
                  isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr, BlockExpr, AtomicExpr, VAArgExpr>(
                      S);
         });
}

/// Whether \p Argument means the same before and after what \p Other does: it is a constant, an object as such, or
/// made of variables that only their names lead to.
static bool isIndependent(const Expr &Argument, const Expr &Other, const Stmt &Caller) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Argument.IgnoreParens()))
    return !Ref->getType()->isReferenceType(); // Bound to a reference.
  return !anyStmt(Argument, [&](const Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (!V)
        return !isa<EnumConstantDecl>(Ref->getDecl());
      if (V->getType()->isArrayType())
        return false;
      return !V->hasLocalStorage() || V->getType()->isReferenceType() || setsByName(Other, *V) ||
             !isOnlyNamed(*V, Caller);
    }
    return !isa<ImplicitCastExpr, ParenExpr, BinaryOperator, IntegerLiteral, FloatingLiteral, CharacterLiteral,
                CXXBoolLiteralExpr, UnaryOperator, clang::StringLiteral, CXXNullPtrLiteralExpr, ConstantExpr,
                CStyleCastExpr, UnaryExprOrTypeTraitExpr, CXXThisExpr>(S) ||
           (isa<UnaryOperator>(S) && cast<UnaryOperator>(S).getOpcode() == UO_Deref);
  });
}

std::optional<std::string> needsOrder(const ASTContext &Context, const CallExpr &Call, const FunctionDecl &Caller) {
  for (const Expr *Argument : Call.arguments()) {
    if (!hasEffect(Context, *Argument))
      continue;
    for (const Expr *Other : Call.arguments())
      if (Other != Argument && (hasEffect(Context, *Other) || !isIndependent(*Other, *Argument, *Caller.getBody())))
        return "the arguments '" + spellingOf(Context, *Argument) + "' and '" + spellingOf(Context, *Other) +
               "' may be evaluated in either order";
  }
  return std::nullopt;
}

bool needsTemporaries(const ASTContext &Context, const ParmVarDecl &P, const Expr &Argument) {
  const Expr *Value = &Argument;
  // What a reference is bound to itself lives as long as the reference.
  if (P.getType()->isReferenceType()) {
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Value))
      Value = Cleanups->getSubExpr();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Value))
      Value = Temporary->getSubExpr();
  }
  bool IsNumber = P.getType()->isArithmeticType() || P.getType()->isEnumeralType();
  return anyStmt(*Value, [&](const Stmt &S) {
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&S))
      return needsTemporaries(Context, P, *Default->getExpr());
    if (isa<CXXBindTemporaryExpr>(S)) // Its end may have an effect.
      return true;
    const auto *Decay = dyn_cast<CastExpr>(&S);
    bool IsTemporary = isa<MaterializeTemporaryExpr>(S) ||
                       (isa<CompoundLiteralExpr>(S) && Context.getLangOpts().CPlusPlus) ||
                       (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay && !Decay->getSubExpr()->isLValue());
    return IsTemporary && !IsNumber;
  });
}

} // namespace loopfuse
