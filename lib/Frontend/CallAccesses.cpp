//===- CallAccesses.cpp - what a call reads and writes ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CallAccesses.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/InlineCall.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool isTrivialAssignment(const CallExpr &E) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Operator || Operator->getOperator() != OO_Equal || Operator->getNumArgs() != 2)
    return false;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
  return Method && Method->isTrivial() && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator());
}

bool AccessCollector::assignment(const CallExpr &E) {
  if (!isTrivialAssignment(E))
    return false;
  const Expr &To = *E.getArg(0), &From = *E.getArg(1);
  collect(From);
  if (From.isGLValue())
    access(From, AccessKind::Read);
  collect(To);
  access(To, AccessKind::Write);
  return true;
}

/// The operators of the standard's iterator classes, which work as those of pointers do.
bool AccessCollector::iteratorOperation(const CallExpr &E) {
  if (makesReverseIterator(E)) {
    collect(*E.getArg(0));
    return true;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Operator || none_of(E.arguments(), [](const Expr *A) { return isIteratorClass(A->getType()); }))
    return false;
  for (const Expr *Argument : E.arguments())
    collect(*Argument);
  OverloadedOperatorKind Op = Operator->getOperator();
  for (const Expr *Argument : E.arguments())
    if (isIteratorClass(Argument->getType()) && Argument->isGLValue() &&
        !isa<MaterializeTemporaryExpr, CallExpr>(stripTransparent(Argument)))
      access(*Argument, AccessKind::Read);
  if (Op == OO_PlusPlus || Op == OO_MinusMinus || Operator->isAssignmentOp())
    access(*E.getArg(0), AccessKind::Write);
  return true;
}

/// Methods of the container table, begin and end: they read the container's header and touch no element.
bool AccessCollector::containerOperation(const CallExpr &E) {
  auto C = containerCall(X, E);
  if (!C)
    return false;
  bool IsPure = C->isElement() || C->isSize() || C->isBegin() || C->isEnd() || is_contained(C->Class->Pure, C->Method);
  if (!IsPure || (isa<CXXOperatorCallExpr>(E) && !C->isElement()))
    return false;
  collect(*C->Object);
  for (const Expr *Argument : C->Arguments)
    collect(*Argument);
  if (const Expr *Count = sizeAsMade(X, *C))
    collect(*Count); // As if it stood there.
  if (C->Class->Kind == ContainerClass::Storage::Value)
    return true; // The elements' address is the object's.
  auto Holder = containerPlace(X, *C);
  if (!Holder) {
    fail(*C->Object, "the container '" + nameOf(X, *C->Object, C->Class->Name) + "'");
    return true;
  }
  addAccess(X, *Holder, AccessKind::Read, Conditional == 0, C->Object, List);
  return true;
}

void AccessCollector::reachable(const Expr &E, bool MayWrite) {
  QualType T = E.getType().getNonReferenceType();
  std::optional<Place> Target;
  if (pointeeOf(T).isNull()) {
    const ContainerClass *C = findContainer(X.Containers, T);
    QualType Element = C ? elementType(X, T) : QualType();
    if (C && !Element.isNull()) {
      auto Holder = E.isGLValue() ? resolveObject(X, E) : std::nullopt;
      if (Holder && Holder->IsPrivate && C->Kind != ContainerClass::Storage::View)
        return;
      if (!Holder || Holder->IsPrivate)
        return fail(E, "what '" + nameOf(X, E, "an argument") + "' refers to");
      Target = firstElement(X, *Holder, *C, Element, nameOf(X, E, C->Name));
    } else {
      return;
    }
  } else {
    const Expr *Null = stripTransparent(&E);
    if (E.isNullPointerConstant(X.Context, Expr::NPC_ValueDependentIsNotNull) || pointeeOf(T)->isFunctionType() ||
        isa<clang::StringLiteral>(Null->IgnoreParenImpCasts()))
      return;
    Target = resolvePointer(X, E);
    if (!Target)
      return fail(E, "what '" + nameOf(X, E, "an argument") + "' points to");
  }
  Target->Path.clear();
  Target->IsExact = false;
  addAccess(X, *Target, AccessKind::Read, false, &E, List);
  if (MayWrite)
    addAccess(X, *Target, AccessKind::Write, false, &E, List);
}

/// The object behind a reference argument, and the whole array behind a pointer argument (see CallEffect).
void AccessCollector::argument(const Expr &E, const ParmVarDecl *Parameter, bool MayWrite, bool IsPure) {
  QualType T = Parameter ? Parameter->getType() : E.getType();
  if (T->isReferenceType() || (!Parameter && E.isGLValue())) {
    QualType Object = T.getNonReferenceType();
    if (Object->isFunctionType())
      return;
    ConditionalScope Scope(*this);
    access(E, AccessKind::Read);
    if (MayWrite && !Object.isConstQualified())
      access(E, AccessKind::Write);
    return;
  }
  if (!IsPure && T->isPointerType())
    reachable(E, MayWrite && !T->getPointeeType().isConstQualified());
}

/// Whether all that a lambda reads and writes besides its arguments is in the closure itself.
static bool capturesNumbersOnly(const CXXRecordDecl &Class) {
  return all_of(Class.captures(), [](const LambdaCapture &C) {
    return C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy && !C.isPackExpansion() &&
           C.getCapturedVar()->getType()->isArithmeticType();
  });
}

void AccessCollector::argumentAccesses(const CallExpr &E, const CallEffect &Effect) {
  bool MayWrite = Effect.Effect == CallEffect::Kind::WritesArguments;
  bool IsPure = Effect.Effect == CallEffect::Kind::Pure;
  const FunctionDecl *Callee = E.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  unsigned First = 0;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    Object = Member->getImplicitObjectArgument();
  } else if (Method && isa<CXXOperatorCallExpr>(E) && Method->isInstance()) {
    Object = E.getArg(0);
    First = 1;
  }
  if (Object) {
    collect(*Object);
    bool Writes = MayWrite && Method && !Method->isConst();
    const CXXRecordDecl *Class = Method ? Method->getParent() : nullptr;
    if (Class && Class->isLambda() && !IsPure && !capturesNumbersOnly(*Class))
      return fail(E, "a call of a lambda with captures");
    if (!(Class && Class->isEmpty())) {
      bool IsPointer = Object->getType()->isPointerType();
      if (!IsPointer && !Object->isGLValue())
        return;
      auto P = IsPointer ? resolvePointer(X, *Object) : resolveObject(X, *Object);
      if (!P)
        return fail(*Object, "the object '" + nameOf(X, *Object, "of the call") + "'");
      P->Type = IsPointer ? Object->getType()->getPointeeType() : Object->getType();
      addAccess(X, *P, AccessKind::Read, false, Object, List);
      if (Writes)
        addAccess(X, *P, AccessKind::Write, false, Object, List);
    }
  }
  for (unsigned I = First; I < E.getNumArgs(); ++I) {
    const Expr *Argument = E.getArg(I);
    collect(*Argument);
    unsigned Number = I - First;
    const ParmVarDecl *Parameter = Callee && Number < Callee->getNumParams() ? Callee->getParamDecl(Number) : nullptr;
    argument(*Argument, Parameter, MayWrite, IsPure);
  }
}

bool AccessCollector::readInPlace(const CallExpr &E) {
  auto Body = inlineBody(X, E);
  if (!Body)
    return false;
  AccessList Whole;
  AccessCollector Inside(X, Whole);
  Inside.Conditional = Conditional;
  Inside.Nesting = Nesting;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    Inside.collect(*Member->getImplicitObjectArgument());
  for (const Expr *Argument : E.arguments())
    Inside.collect(*Argument);
  // The closure holds what it captured.
  const auto *Method = dyn_cast<CXXMethodDecl>(Body->Function);
  if (Method && Method->getParent()->isLambda() && Method->getParent()->capture_size() != 0)
    Inside.access(*E.getArg(0), AccessKind::Read);
  loopfuse::readInPlace(X, E, *Body, [&] {
    Inside.Conditional += Body->LeavesEarly;
    for (const Expr *E : Body->Before)
      Inside.collect(*E);
    Inside.collect(*Body->Result);
  });
  // What a reference refers to must be known to those that read and write it.
  if (Whole.Failed || (E.isGLValue() && !resolveObject(X, E)))
    return false;
  auto Append = [](auto &To, auto &From) { To.insert(To.end(), From.begin(), From.end()); };
  Append(List.Accesses, Whole.Accesses);
  Append(List.Text, Whole.Text);
  Append(List.Facts, Whole.Facts);
  Append(List.MathCalls, Whole.MathCalls);
  List.CallsFunction |= Whole.CallsFunction;
  return true;
}

void AccessCollector::call(const CallExpr &E) {
  if (isa<UserDefinedLiteral>(E))
    return fail(E, "a user-defined literal");
  if (assignment(E) || iteratorOperation(E) || containerOperation(E))
    return;
  CallEffect Effect = classifyCall(X.Context, E, X.Containers);
  bool MayRead = Effect.Effect == CallEffect::Kind::Inline || Effect.Effect == CallEffect::Kind::ReadsArguments ||
                 Effect.Effect == CallEffect::Kind::WritesArguments;
  if (MayRead && readInPlace(E))
    return;
  switch (Effect.Effect) {
  case CallEffect::Kind::Unknown:
    return Effect.Refused ? fail(*Effect.Refused) : fail(E, "a call");
  case CallEffect::Kind::Inline:
    return fail(refuse(RefusalId::UnknownCall, placeOf(X.Context, E.getBeginLoc()), {nameOf(X, E, "a call")}));
  case CallEffect::Kind::Element:
  case CallEffect::Kind::Size:
    // The table's methods were handled above; whatever else is called like them is not understood.
    return fail(E, "'" + nameOf(X, E, "a call") + "'");
  case CallEffect::Kind::Pure:
  case CallEffect::Kind::ReadsArguments:
  case CallEffect::Kind::WritesArguments:
    break;
  }
  if (!Effect.MathName.empty())
    List.MathCalls.push_back(Effect.MathName);
  const FunctionDecl *Callee = E.getDirectCallee();
  bool IsVisible = Callee && (Callee->hasBody() || Callee->getBuiltinID() || Callee->isTrivial());
  if (Effect.MathName.empty() && (Effect.Effect != CallEffect::Kind::Pure || !IsVisible))
    List.CallsFunction |= !IsVisible;
  argumentAccesses(E, Effect);
}

} // namespace loopfuse
