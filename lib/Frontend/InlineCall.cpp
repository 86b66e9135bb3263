//===- InlineCall.cpp - a function read in the place of its call ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arguments are resolved before the frame is entered, as the language
// evaluates them: inside, only the callee's names have a meaning.
//
//===----------------------------------------------------------------------===//
#include "Frontend/InlineCall.h"
#include "Frontend/Places.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether the names that the lambda \p Class captures mean the variables around it when it is called: it is called by
/// the name of the variable that was initialised with it, and what is captured by copy never changes.
static bool meansItsVariables(const Extraction &X, const CXXRecordDecl &Class, const CallExpr &Call) {
  const auto *Name = dyn_cast<DeclRefExpr>(Call.getArg(0)->IgnoreParenImpCasts());
  const auto *Closure = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  const auto *Made =
      Closure && Closure->getInit() ? dyn_cast<LambdaExpr>(Closure->getInit()->IgnoreImplicit()) : nullptr;
  if (!Made || Made->getLambdaClass() != &Class || !Closure->hasLocalStorage() || X.isCaptured(*Closure))
    return false;
  return all_of(Class.captures(), [&](const LambdaCapture &C) {
    const auto *V = cast<VarDecl>(C.getCapturedVar());
    return V->hasLocalStorage() && !X.isCaptured(*V) && !V->getType().isVolatileQualified() &&
           (C.getCaptureKind() == LCK_ByRef ||
            (!V->getType()->isReferenceType() && !X.Variables.isModified(*V) && !X.isOpen(*V)));
  });
}

std::optional<InlineBody> inlineBody(Extraction &X, const CallExpr &Call) {
  if (containerCall(X, Call))
    return std::nullopt;
  SummaryBudget Budget;
  std::optional<InlineBody> Body = inlineBody(X.Context, Call, X.Containers, Budget);
  const auto *Method = Body ? dyn_cast<CXXMethodDecl>(Body->Function) : nullptr;
  bool HasCaptures = Method && Method->getParent()->isLambda() && Method->getParent()->capture_size() != 0;
  if (HasCaptures && !(isa<CXXOperatorCallExpr>(Call) && meansItsVariables(X, *Method->getParent(), Call)))
    return std::nullopt;
  return Body;
}

/// The object that a parameter of class type is a copy of; a temporary is nobody else's.
static std::optional<Place> copiedObject(Extraction &X, const Expr &Argument) {
  const Expr *From = stripTransparent(&Argument);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(From);
      Construct && Construct->getConstructor()->isCopyOrMoveConstructor() && Construct->getNumArgs() == 1)
    From = Construct->getArg(0);
  else if (const auto *Cast = dyn_cast<CastExpr>(From); Cast && Cast->getCastKind() == CK_LValueToRValue)
    From = Cast->getSubExpr();
  return resolveObject(X, *From);
}

BoundArgument bindArgument(Extraction &X, QualType Parameter, const Expr &Argument) {
  BoundArgument Bound;
  if (Parameter->isReferenceType())
    Bound.Target = resolveObject(X, Argument);
  else if (!pointeeOf(Parameter).isNull())
    Bound.Target = resolvePointerValue(X, Argument);
  else if (Parameter->isRecordType())
    Bound.Target = copiedObject(X, Argument);
  if (Parameter.getNonReferenceType()->isIntegralOrEnumerationType()) {
    Value V = valueOf(X, Argument);
    Bound.Value = V.Expr;
    Bound.Range = V.Range;
  }
  return Bound;
}

void readInPlace(Extraction &X, const CallExpr &Call, const InlineBody &Body, function_ref<void()> Read) {
  InlineFrame Frame;
  Frame.Site = X.callSite() ? X.callSite() : &Call;
  const auto *Method = dyn_cast<CXXMethodDecl>(Body.Function);
  bool HasObject = Method && Method->isInstance() && !Method->getParent()->isLambda();
  unsigned First = 0;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (Method && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call.getArg(0);
    First = 1;
  }
  if (HasObject && Object) {
    bool IsPointer = Object->getType()->isPointerType();
    Frame.This = IsPointer ? resolvePointer(X, *Object) : resolveObject(X, *Object);
    if (!isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
      Frame.Object = nameOf(X, *Object->IgnoreParenImpCasts(), "") + (IsPointer ? "->" : ".");
    else if (X.Frame)
      Frame.Object = X.Frame->Object;
  }
  for (unsigned I = First; I < Call.getNumArgs() && I - First < Body.Function->getNumParams(); ++I) {
    const ParmVarDecl *P = Body.Function->getParamDecl(I - First);
    Frame.Arguments.try_emplace(P, bindArgument(X, P->getType(), *Call.getArg(I)));
  }
  const InlineFrame *Outer = X.Frame;
  X.Frame = &Frame;
  Read();
  X.Frame = Outer;
}

} // namespace loopfuse
