//===- Places.cpp - which memory an expression names ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Places.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/InlineCall.h"
#include "Frontend/SourceText.h"
#include "Frontend/Values.h"
#include "Support/Blanks.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string nameOf(const Extraction &X, const Expr &E, StringRef Otherwise) {
  const auto *Member = X.Frame ? dyn_cast<MemberExpr>(&E) : nullptr;
  if (Member && Member->isImplicitAccess())
    return X.Frame->Object + Member->getMemberDecl()->getNameAsString();
  StringRef Text = textOf(X.Context, spanOf(X.Context, E.getSourceRange()));
  if (Text.empty() || Text.size() > 60 || Text.contains('\n'))
    return Otherwise.str();
  return Text.contains("/*") ? withoutComments(Text) : Text.str();
}

const Expr *stripTransparent(const Expr *E) {
  while (true) {
    const Expr *Before = E;
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<ConstantExpr>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXBindTemporaryExpr>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXDefaultArgExpr>(E))
      E = C->getExpr();
    else if (const auto *C = dyn_cast<CXXDefaultInitExpr>(E))
      E = C->getExpr();
    else if (const auto *C = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = C->getReplacement();
    else if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_NoOp)
      E = C->getSubExpr();
    if (E == Before)
      return E;
  }
}

static Place privatePlace(QualType T) {
  Place P;
  P.IsPrivate = true;
  P.Type = T;
  return P;
}

/// Some unknown part of the array.
static Place wholeArray(Place P, QualType T) {
  P.Path.clear();
  P.IsExact = false;
  P.InRow = false;
  P.Type = T;
  return P;
}

Place advance(Place P, const IndexExpr &Elements) {
  if (P.IsPrivate || Elements.isConstant(0) || !P.IsExact)
    return P;
  if (P.lastIsElement()) {
    P.Path.back().Index = P.Path.back().Index + Elements;
    return P;
  }
  // Beyond a member lies something of its parent, and people walk on into the parent's neighbours.
  return wholeArray(P, P.Type);
}

/// A pointer to \p P leaves the expression that made it: with a first row's address people walk over all rows.
static Place asPointerValue(Place P) {
  if (!P.InRow || P.IsPrivate || P.Path.size() < 2 || !P.Path[P.Path.size() - 2].Index.isConstant())
    return P;
  P.Path.resize(P.Path.size() - 2);
  while (!P.Path.empty() && !P.Path.back().IsField)
    P.Path.pop_back();
  P.IsExact = false;
  P.InRow = false;
  return P;
}

/// The place of element 0 of the array at \p P.
static Place decay(const Extraction &X, Place P) {
  const clang::ArrayType *A = X.Context.getAsArrayType(P.Type.getNonReferenceType());
  QualType Element = A ? A->getElementType() : QualType();
  if (!A)
    return wholeArray(P, Element);
  P.Type = Element;
  if (P.IsPrivate || !P.IsExact)
    return P;
  // Elements of arrays and of the memory behind pointers to arrays; not rows that a container allocated one by one.
  P.InRow = P.lastIsElement();
  P.Path.push_back({IndexExpr::constant(0), false});
  return P;
}

static bool isSameType(const Extraction &X, QualType A, QualType B) {
  return !A.isNull() && !B.isNull() && X.Context.hasSameUnqualifiedType(A, B);
}

/// The same address seen as a pointer to \p To.
static Place retype(Extraction &X, Place P, QualType To) {
  To = To.getUnqualifiedType();
  if (To->isVoidType() || To->isIncompleteType() || isSameType(X, P.Type, To))
    return P;
  if (P.IsPrivate) {
    P.Type = To;
    return P;
  }
  if (P.Type->isVoidType()) {
    // Untyped storage gets its unit from its use; other views of it are other arrays, which may overlap.
    P.Array = viewOf(X, P.Array, To);
    P.Type = To;
    return P;
  }
  bool SameSize = P.Type->isArithmeticType() && To->isArithmeticType() &&
                  X.Context.getTypeSize(P.Type) == X.Context.getTypeSize(To);
  if (SameSize) {
    P.Type = To;
    return P;
  }
  return wholeArray(P, To);
}

/// Steps from a derived object to its base; virtual bases have no fixed place.
static Place toBase(const Extraction &X, Place P, const CastExpr &Cast) {
  QualType From = Cast.getSubExpr()->getType();
  const CXXRecordDecl *Class =
      (From->isPointerType() ? From->getPointeeType() : From.getNonReferenceType())->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Base : Cast.path()) {
    if (P.IsPrivate || !P.IsExact)
      break;
    if (!Class || Base->isVirtual()) {
      P.IsExact = false;
      break;
    }
    int64_t Number = -1;
    for (const CXXBaseSpecifier &B : Class->bases()) {
      if (X.Context.hasSameUnqualifiedType(B.getType(), Base->getType()))
        break;
      --Number;
    }
    P.Path.push_back({IndexExpr::constant(Number), true});
    P.InRow = false;
    Class = Base->getType()->getAsCXXRecordDecl();
  }
  P.Type = Cast.getType()->isPointerType() ? Cast.getType()->getPointeeType() : Cast.getType();
  return P;
}

static std::optional<Place> variable(Extraction &X, const VarDecl &V) {
  QualType T = V.getType();
  if (const BoundArgument *Bound = X.boundTo(V))
    return T->isReferenceType() || T->isRecordType() ? Bound->Target : privatePlace(T);
  if (auto It = X.Cursors.find(&V); It != X.Cursors.end() && T->isReferenceType())
    return It->second;
  if (X.Counters.contains(&V))
    return privatePlace(T);
  if (T->isReferenceType()) {
    const Expr *Init = X.isPrivate(V) ? V.getInit() : X.lastingInit(V);
    if (Init && !isa<MaterializeTemporaryExpr>(stripTransparent(Init))) {
      if (auto P = resolveObject(X, *Init))
        return P;
    } else if (Init) {
      return privatePlace(T.getNonReferenceType()); // Bound to a temporary.
    }
    if (X.isPrivate(V))
      return std::nullopt;
  }
  if (X.isPrivate(V) && !V.hasGlobalStorage())
    return privatePlace(T);
  if (V.isInvalidDecl() || T->isDependentType())
    return std::nullopt;
  Place P;
  P.Array = objectArray(X, V);
  P.Type = T.getNonReferenceType();
  return P;
}

static std::optional<Place> member(Extraction &X, const MemberExpr &E) {
  if (const auto *V = dyn_cast<VarDecl>(E.getMemberDecl()))
    return variable(X, *V);
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  if (!Field)
    return std::nullopt;
  auto P = E.isArrow() ? resolvePointer(X, *E.getBase()) : resolveObject(X, *E.getBase());
  if (!P)
    return std::nullopt;
  if (Field->getType()->isReferenceType()) {
    if (P->IsPrivate || !P->IsExact)
      return std::nullopt;
    // A reference member is a pointer that is never moved.
    Place Holder = *P;
    Holder.Path.push_back({IndexExpr::constant(Field->getFieldIndex()), true});
    if (!all_of(Holder.Path, [](const PathStep &S) { return S.Index.isConstant(); }))
      return std::nullopt;
    Place Target;
    Target.Type = Field->getType().getNonReferenceType();
    Target.Array = pointeeArray(X, Holder, Target.Type, nameOf(X, E, Field->getName()));
    Target.Path.push_back({IndexExpr::constant(0), false});
    return Target;
  }
  P->InRow = false;
  P->Type = Field->getType();
  if (P->IsPrivate || !P->IsExact)
    return P;
  if (Field->getParent()->isUnion() || P->Type->isDependentType())
    P->IsExact = false;
  else
    P->Path.push_back({IndexExpr::constant(Field->getFieldIndex()), true});
  return P;
}

/// a[i], p[i], i[a].
static std::optional<Place> subscript(Extraction &X, const ArraySubscriptExpr &E) {
  if (E.getBase()->getType()->isVectorType()) {
    auto P = resolveObject(X, *E.getBase());
    if (P)
      P->IsExact = false;
    return P;
  }
  auto P = resolvePointer(X, *E.getBase());
  if (!P)
    return std::nullopt;
  bool InRow = P->InRow;
  Place Result = advance(*P, valueOf(X, *E.getIdx()).Expr);
  Result.InRow = InRow;
  Result.Type = E.getType();
  return Result;
}

static std::optional<Place> elementCall(Extraction &X, const ContainerCall &C, QualType Result) {
  auto Holder = containerPlace(X, C);
  if (!Holder || (C.Arguments.empty() && !C.isEndElement()))
    return std::nullopt;
  if (Holder->IsPrivate && C.Class->Kind == ContainerClass::Storage::View)
    return std::nullopt;
  Place P = firstElement(X, *Holder, *C.Class, Result, nameOf(X, *C.Object, C.Class->Name));
  if (P.IsPrivate || !P.IsExact)
    return P;
  if (C.Method == "back")
    P.Path.back().Index = sizeOf(X, *Holder, nameOf(X, *C.Object, C.Class->Name)).Expr - IndexExpr::constant(1);
  if (C.isEndElement())
    return P;
  bool InRow = P.InRow;
  P.Path.pop_back();
  for (const Expr *Argument : C.Arguments)
    P.Path.push_back({valueOf(X, *Argument).Expr, false});
  P.InRow = InRow && C.Arguments.size() == 1;
  return P;
}

static std::optional<Place> call(Extraction &X, const CallExpr &E) {
  if (auto P = pairElement(X, E))
    return P;
  if (auto C = containerCall(X, E))
    return C->isElement() ? elementCall(X, *C, E.getCallReturnType(X.Context)) : std::nullopt;
  if (auto Body = E.isGLValue() ? inlineBody(X, E) : std::nullopt; Body && Body->Result->isGLValue()) {
    std::optional<Place> Result;
    readInPlace(X, E, *Body, [&] { Result = resolveObject(X, *Body->Result); });
    return Result;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Operator || Operator->getNumArgs() == 0)
    return std::nullopt;
  if (Operator->isAssignmentOp() && E.isGLValue())
    return resolveObject(X, *Operator->getArg(0));
  if (!isIteratorClass(Operator->getArg(0)->getType()))
    return std::nullopt;
  auto P = resolvePointer(X, *Operator->getArg(0));
  if (!P)
    return std::nullopt;
  if (Operator->getOperator() == OO_Star && Operator->getNumArgs() == 1)
    return P;
  if (Operator->getOperator() == OO_Subscript && Operator->getNumArgs() == 2)
    return isReverseIterator(Operator->getArg(0)->getType()) ? advance(*P, -valueOf(X, *Operator->getArg(1)).Expr)
                                                             : advance(*P, valueOf(X, *Operator->getArg(1)).Expr);
  return std::nullopt;
}

std::optional<Place> resolveObject(Extraction &X, const Expr &Given) {
  DepthGuard Guard(X);
  const Expr &E = *stripTransparent(&Given);
  if (Guard.tooDeep() || E.isTypeDependent() || E.isValueDependent() || E.containsErrors())
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E)) {
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl())) {
      return B->getBinding() ? resolveObject(X, *B->getBinding()) : std::nullopt;
    }
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? variable(X, *V) : std::nullopt;
  }
  if (const auto *M = dyn_cast<MemberExpr>(&E))
    return member(X, *M);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(&E))
    return subscript(X, *S);
  if (const auto *U = dyn_cast<UnaryOperator>(&E)) {
    if (U->getOpcode() == UO_Deref) {
      auto P = resolvePointer(X, *U->getSubExpr());
      if (P)
        P->Type = E.getType();
      return P;
    }
    if (U->isPrefix() && U->isIncrementDecrementOp())
      return resolveObject(X, *U->getSubExpr());
    if (U->getOpcode() == UO_Real || U->getOpcode() == UO_Imag || U->getOpcode() == UO_Extension) {
      auto P = resolveObject(X, *U->getSubExpr());
      if (P && U->getOpcode() != UO_Extension)
        P->IsExact = false;
      return P;
    }
    return std::nullopt;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(&E)) {
    if (B->isAssignmentOp())
      return resolveObject(X, *B->getLHS());
    return B->getOpcode() == BO_Comma ? resolveObject(X, *B->getRHS()) : std::nullopt;
  }
  if (const auto *C = dyn_cast<CallExpr>(&E)) {
    auto P = call(X, *C);
    return P || E.isGLValue() ? P : privatePlace(E.getType());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(&E)) {
    if (Cast->getCastKind() == CK_DerivedToBase || Cast->getCastKind() == CK_UncheckedDerivedToBase) {
      auto P = resolveObject(X, *Cast->getSubExpr());
      return P ? toBase(X, *P, *Cast) : P;
    }
    if (Cast->getCastKind() == CK_LValueBitCast) {
      auto P = resolveObject(X, *Cast->getSubExpr());
      return P ? wholeArray(*P, E.getType()) : P;
    }
    return E.isPRValue() && E.getType()->isRecordType() ? privatePlace(E.getType()) : std::optional<Place>();
  }
  if (isa<ExtVectorElementExpr>(&E)) {
    auto P = resolveObject(X, *cast<ExtVectorElementExpr>(&E)->getBase());
    if (P)
      P->IsExact = false;
    return P;
  }
  if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr, clang::StringLiteral, PredefinedExpr, InitListExpr,
          CXXConstructExpr, CXXStdInitializerListExpr>(&E))
    return privatePlace(E.getType());
  return std::nullopt;
}

/// What the pointer or iterator variable \p V, which is not a reference, points to.
static std::optional<Place> pointerVariable(Extraction &X, const VarDecl &V, QualType Pointee) {
  if (const BoundArgument *Bound = X.boundTo(V))
    return Bound->Target;
  if (auto It = X.Cursors.find(&V); It != X.Cursors.end())
    return It->second;
  bool IsPrivate = X.isPrivate(V) && !V.hasGlobalStorage();
  if (const Expr *Init = IsPrivate ? X.fixedInit(V) : X.lastingInit(V))
    if (auto P = resolvePointer(X, *Init))
      return asPointerValue(*P);
  if (const Expr *Init = X.movedInit(V))
    if (auto P = resolvePointer(X, *Init))
      return P->IsPrivate ? P : wholeArray(*P, Pointee);
  if (IsPrivate)
    return std::nullopt;
  Place P;
  P.Array = pointeeArray(X, V, Pointee);
  P.Type = Pointee.getUnqualifiedType();
  // A pointer that the member itself moves points anywhere.
  P.IsExact = !(X.MemberStmt && X.Variables.isModifiedIn(V, *X.MemberStmt));
  if (P.IsExact)
    P.Path.push_back({IndexExpr::constant(0), false});
  return P;
}

/// What a pointer or iterator loaded from the object \p E points to.
static std::optional<Place> loadedPointer(Extraction &X, const Expr &E) {
  const Expr &Object = *stripTransparent(&E);
  QualType Pointee = pointeeOf(Object.getType());
  if (Pointee.isNull() || Pointee->isFunctionType())
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&Object))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && !V->getType()->isReferenceType())
      return pointerVariable(X, *V, Pointee);
  auto Holder = resolveObject(X, Object);
  if (!Holder || Holder->IsPrivate)
    return std::nullopt;
  Place P;
  P.Array = pointeeArray(X, *Holder, Pointee, nameOf(X, Object, "a loaded pointer"));
  P.Type = Pointee.getUnqualifiedType();
  // Pointers at varying places may point to the same thing.
  P.IsExact = Holder->IsExact && all_of(Holder->Path, [](const PathStep &S) { return S.Index.isConstant(); });
  if (P.IsExact)
    P.Path.push_back({IndexExpr::constant(0), false});
  return P;
}

/// p + i, i + p, p - i; also of iterators.
static std::optional<Place> moved(Extraction &X, const Expr &L, const Expr &R, bool Minus) {
  bool LeftIsPointer = L.getType()->isPointerType() || isIteratorClass(L.getType());
  const Expr &Pointer = LeftIsPointer ? L : R;
  const Expr &Offset = LeftIsPointer ? R : L;
  auto P = resolvePointer(X, Pointer);
  if (!P)
    return std::nullopt;
  IndexExpr Elements = valueOf(X, Offset).Expr;
  return advance(*P, Minus != isReverseIterator(Pointer.getType()) ? -Elements : Elements);
}

/// What a reverse iterator made of \p Base gives: the element in front.
static std::optional<Place> reversed(Extraction &X, const Expr &Base) {
  auto P = resolvePointer(X, Base);
  return P ? advance(*P, IndexExpr::constant(-1)) : P;
}

static std::optional<Place> pointerFromCall(Extraction &X, const CallExpr &E) {
  if (auto C = containerCall(X, E)) {
    bool IsReverse = C->isReverseBegin() || C->isReverseEnd();
    auto Holder = C->isBegin() || C->isEnd() || IsReverse ? containerPlace(X, *C) : std::nullopt;
    QualType Element = pointeeOf(E.getType());
    if (!Holder || Element.isNull() || (Holder->IsPrivate && C->Class->Kind == ContainerClass::Storage::View))
      return std::nullopt;
    Place P = firstElement(X, *Holder, *C->Class, Element, nameOf(X, *C->Object, C->Class->Name));
    if (IsReverse)
      P = advance(P, IndexExpr::constant(-1));
    return C->isBegin() || C->isReverseEnd()
               ? P
               : advance(P, sizeOf(X, *Holder, nameOf(X, *C->Object, C->Class->Name)).Expr);
  }
  if (auto Body = E.isGLValue() ? std::nullopt : inlineBody(X, E);
      Body && !Body->LeavesEarly && !Body->Result->isGLValue()) {
    std::optional<Place> Result;
    readInPlace(X, E, *Body, [&] { Result = resolvePointerValue(X, *Body->Result); });
    return Result;
  }
  if (makesReverseIterator(E))
    return reversed(X, *E.getArg(0));
  const FunctionDecl *Callee = E.getDirectCallee();
  if (Callee && Callee->isInStdNamespace() && Callee->getIdentifier() && E.getNumArgs() == 1 &&
      E.getArg(0)->getType()->isArrayType() && (Callee->getName() == "begin" || Callee->getName() == "end")) {
    auto P = resolveObject(X, *E.getArg(0));
    const auto *Size = X.Context.getAsConstantArrayType(E.getArg(0)->getType());
    if (!P || !Size)
      return std::nullopt;
    return advance(decay(X, *P), IndexExpr::constant(Callee->getName() == "end" ? Size->getSize().getZExtValue() : 0));
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Operator || Operator->getNumArgs() == 0)
    return std::nullopt;
  bool OnIterator = any_of(Operator->arguments(), [](const Expr *A) { return isIteratorClass(A->getType()); });
  if (!OnIterator)
    return std::nullopt;
  OverloadedOperatorKind Op = Operator->getOperator();
  if (Op == OO_Arrow)
    return resolvePointer(X, *Operator->getArg(0));
  if ((Op == OO_Plus || Op == OO_Minus) && Operator->getNumArgs() == 2)
    return moved(X, *Operator->getArg(0), *Operator->getArg(1), Op == OO_Minus);
  return std::nullopt;
}

std::optional<Place> resolvePointer(Extraction &X, const Expr &Given) {
  DepthGuard Guard(X);
  const Expr &E = *stripTransparent(&Given);
  if (Guard.tooDeep() || E.isTypeDependent() || E.isValueDependent() || E.containsErrors())
    return std::nullopt;
  if (isIteratorClass(E.getType())) {
    if (E.isGLValue() && !isa<MaterializeTemporaryExpr, CallExpr>(&E))
      return loadedPointer(X, E);
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(&E))
      return resolvePointer(X, *M->getSubExpr());
    if (const auto *C = dyn_cast<CXXConstructExpr>(&E); C && C->getNumArgs() >= 1) {
      QualType From = C->getArg(0)->getType();
      if (isReverseIterator(E.getType()) && !isReverseIterator(From))
        return reversed(X, *C->getArg(0));
      return isIteratorClass(From) ? resolvePointer(X, *C->getArg(0)) : std::nullopt;
    }
  }
  if (const auto *Cast = dyn_cast<CastExpr>(&E)) {
    const Expr &Sub = *Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay: {
      auto P = resolveObject(X, Sub);
      return P ? decay(X, *P) : P;
    }
    case CK_LValueToRValue:
      return loadedPointer(X, Sub);
    case CK_BitCast: {
      auto P = resolvePointer(X, Sub);
      if (!P || !E.getType()->isPointerType())
        return std::nullopt;
      return retype(X, *P, E.getType()->getPointeeType());
    }
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase: {
      auto P = resolvePointer(X, Sub);
      return P ? toBase(X, *P, *Cast) : P;
    }
    case CK_ConstructorConversion:
      return resolvePointer(X, Sub);
    default:
      return std::nullopt;
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(&E)) {
    if (U->getOpcode() == UO_AddrOf) {
      auto P = resolveObject(X, *U->getSubExpr());
      return P ? asPointerValue(*P) : P;
    }
    // The variable moves, so what it points to is some part of its array.
    return U->isIncrementDecrementOp() ? loadedPointer(X, *U->getSubExpr()) : std::nullopt;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(&E)) {
    if (B->isAdditiveOp())
      return moved(X, *B->getLHS(), *B->getRHS(), B->getOpcode() == BO_Sub);
    if (B->getOpcode() == BO_Comma)
      return resolvePointer(X, *B->getRHS());
    return std::nullopt;
  }
  if (isa<CXXThisExpr>(&E)) {
    // Inside a lambda `this` is the captured one of the enclosing method: the same object.
    if (X.Frame)
      return X.Frame->This;
    Place P;
    P.Type = E.getType()->getPointeeType();
    P.Array = thisArray(X, P.Type);
    return P;
  }
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return pointerFromCall(X, *C);
  return std::nullopt;
}

std::optional<Place> resolvePointerValue(Extraction &X, const Expr &E) {
  auto P = resolvePointer(X, E);
  return P ? asPointerValue(*P) : P;
}

} // namespace loopfuse
