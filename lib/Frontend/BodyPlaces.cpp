//===- BodyPlaces.cpp - what lvalues and pointers in a body lead to -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/BodyReader.h"
#include "Frontend/ValueFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// The result of a call that returns a reference: one of its arguments, or a part of one.
Root BodyReader::calledLvalue(const CallExpr &E) {
  CallEffect Effect = classifyCall(Context, E, Containers, Budget);
  if (Effect.Effect == CallEffect::Kind::Element) {
    // std::array keeps its elements inside itself.
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
    const ContainerClass *Container = Operator ? findContainer(Containers, E.getArg(0)->getType()) : nullptr;
    if (!Container || Container->Kind != ContainerClass::Storage::Value || !E.getArg(0)->isGLValue())
      return failed();
    for (unsigned I = 1; I < E.getNumArgs(); ++I)
      if (!value(E.getArg(I)))
        return Root::Unknown;
    return lvalue(E.getArg(0));
  }
  if (!call(E))
    return failed();
  Root Result = Root::Constant;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    Result =
        either(Result, Member->getImplicitObjectArgument()->isGLValue() ? lvalue(Member->getImplicitObjectArgument())
                                                                        : pointer(Member->getImplicitObjectArgument()));
  for (const Expr *A : E.arguments())
    if (A->isGLValue())
      Result = either(Result, lvalue(A));
    else if (A->getType()->isAnyPointerType())
      Result = either(Result, pointer(A));
  return Result;
}

Root BodyReader::named(const ValueDecl &D, bool IsCapture) {
  if (const auto *Binding = dyn_cast<BindingDecl>(&D))
    return Binding->getHoldingVar() || !Binding->getBinding() ? failed() : lvalue(Binding->getBinding());
  if (isa<TemplateParamObjectDecl>(D))
    return Root::Constant;
  const auto *V = dyn_cast<VarDecl>(&D);
  if (!V)
    return failed();
  if (V->hasGlobalStorage())
    return isConstantData(*V) ? Root::Constant : failed();
  if (V->getType()->isReferenceType())
    return IsCapture ? failed() : Root::External;
  if (!IsCapture)
    return Root::Local;
  // A copy is a member of the closure, which is the object of the call.
  const auto *Class = dyn_cast<CXXRecordDecl>(Function.getDeclContext());
  if (Class && Class->isLambda())
    for (const LambdaCapture &C : Class->captures())
      if (C.capturesVariable() && C.getCapturedVar() == V && C.getCaptureKind() == LCK_ByCopy)
        return Root::External;
  return failed();
}

Root BodyReader::lvalue(const Expr *E) {
  if (!spend())
    return Root::Unknown;
  E = E->IgnoreParens();
  if (!E->isGLValue())
    return value(E) ? Root::Local : Root::Unknown;
  if (E->getType().isVolatileQualified())
    return failed();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return named(*Name->getDecl(), Name->refersToEnclosingVariableOrCapture());
  if (isa<clang::StringLiteral, PredefinedExpr>(E))
    return Root::Constant;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    if (!value(Subscript->getIdx()))
      return Root::Unknown;
    const Expr *Base = Subscript->getBase();
    return Base->getType()->isAnyPointerType() ? pointer(Base) : lvalue(Base);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      return object(*Unary->getSubExpr());
    Root R = lvalue(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp() && !(load(R, E->getType()) && store(R, E->getType())))
      return Root::Unknown;
    return R;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return named(*Member->getMemberDecl(), false);
    if (Field->isMutable() || Field->getType()->isReferenceType())
      return failed();
    return Member->isArrow() ? object(*Member->getBase()) : lvalue(Member->getBase());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_LValueBitCast || Cast->getCastKind() == CK_Dynamic ||
        (Cast->getSubExpr()->getType().isConstQualified() && !E->getType().isConstQualified()))
      return failed();
    return lvalue(Cast->getSubExpr());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Comma)
      return statement(Binary->getLHS()) ? lvalue(Binary->getRHS()) : Root::Unknown;
    return binary(*Binary) ? lvalue(Binary->getLHS()) : Root::Unknown;
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return value(Conditional->getCond())
               ? either(lvalue(Conditional->getTrueExpr()), lvalue(Conditional->getFalseExpr()))
               : Root::Unknown;
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
    return value(Temporary->getSubExpr()) ? Root::Local : Root::Unknown;
  }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return lvalue(Full->getSubExpr());
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return lvalue(Bind->getSubExpr());
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return lvalue(Substituted->getReplacement());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return lvalue(Default->getExpr());
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return lvalue(Opaque->getSourceExpr());
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    return value(Literal->getInitializer()) ? Root::Local : Root::Unknown;
  if (const auto *Element = dyn_cast<ExtVectorElementExpr>(E))
    return Element->isArrow() ? pointer(Element->getBase()) : lvalue(Element->getBase());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return calledLvalue(*Call);
  if (isa<CXXThrowExpr>(E))
    fail(RefusalId::Throw);
  return failed();
}

/// The value of a local pointer variable, which may be changed on the way: *++p. Those all lead to the arguments or to
/// locals.
Root BodyReader::localPointer(const Expr &E) {
  const Expr *Plain = E.IgnoreParens();
  if (isa<UnaryOperator, BinaryOperator>(Plain) && lvalue(Plain) == Root::Unknown)
    return Root::Unknown;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Plain); Unary && Unary->isIncrementDecrementOp())
    Plain = Unary->getSubExpr()->IgnoreParens();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(Plain); Binary && Binary->isAssignmentOp())
    Plain = Binary->getLHS()->IgnoreParens();
  const auto *Name = dyn_cast<DeclRefExpr>(Plain);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  bool IsLocalPointer = V && V->hasLocalStorage() && V->getType()->isAnyPointerType() &&
                        !Name->refersToEnclosingVariableOrCapture() && !V->getType().isVolatileQualified();
  return IsLocalPointer ? Root::External : failed();
}

/// What *E or E->x is about.
Root BodyReader::object(const Expr &E) {
  if (!isa<CXXThisExpr>(E.IgnoreParenImpCasts()))
    return pointer(&E);
  return isa<CXXConstructorDecl>(Function) ? Root::Local : Root::External;
}

/// Whether from the address of \p E one may come to what lies beside it in an array: the caller takes a reference
/// parameter (and the object) for the one object only.
static bool mayHaveNeighbours(const Expr &E) {
  const Expr *Plain = E.IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Plain))
    return Unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParenImpCasts());
  const auto *Name = dyn_cast<DeclRefExpr>(Plain);
  return Name && Name->getDecl()->getType()->isReferenceType();
}

/// What a pointer value leads to; `this` is no pointer to be reckoned with.
Root BodyReader::pointer(const Expr *E) {
  if (!spend())
    return Root::Unknown;
  E = E->IgnoreParens();
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return Root::Local;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_NullToPointer:
      return Root::Local;
    case CK_ArrayToPointerDecay:
      return lvalue(Of);
    case CK_LValueToRValue:
      return localPointer(*Of);
    case CK_NoOp:
    case CK_BitCast:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      // Nothing must write what is const, nor a pointer by its bytes.
      if ((Of->getType()->getPointeeType().isConstQualified() && !E->getType()->getPointeeType().isConstQualified()) ||
          (Cast->getCastKind() == CK_BitCast && mayHoldPointer(Of->getType()->getPointeeType(), Containers)))
        return failed();
      return pointer(Of);
    default:
      return failed();
    }
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return mayHaveNeighbours(*Unary->getSubExpr()) ? failed() : lvalue(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp())
      return value(E) ? localPointer(*Unary->getSubExpr()) : Root::Unknown;
    return Unary->getOpcode() == UO_Plus || Unary->getOpcode() == UO_Extension ? pointer(Unary->getSubExpr())
                                                                               : failed();
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Comma)
      return statement(Binary->getLHS()) ? pointer(Binary->getRHS()) : Root::Unknown;
    if (!Binary->isAdditiveOp())
      return failed();
    bool IsLeft = Binary->getLHS()->getType()->isAnyPointerType();
    const Expr *Index = IsLeft ? Binary->getRHS() : Binary->getLHS();
    return value(Index) ? pointer(IsLeft ? Binary->getLHS() : Binary->getRHS()) : Root::Unknown;
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return value(Conditional->getCond())
               ? either(pointer(Conditional->getTrueExpr()), pointer(Conditional->getFalseExpr()))
               : Root::Unknown;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointer(Full->getSubExpr());
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return pointer(Substituted->getReplacement());
  return failed();
}

} // namespace loopfuse
