//===- Accesses.cpp - what an expression reads and writes -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Accesses.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/Assertions.h"
#include "Frontend/CallAccesses.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/Effects.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool isHandle(const Extraction &X, QualType T) {
  return T->isPointerType() || T->isReferenceType() || isIteratorClass(T) || findContainer(X.Containers, T);
}

void addAccess(Extraction &X, const Place &P, AccessKind Kind, bool Must, const Expr *E, AccessList &List) {
  if (P.IsPrivate)
    return;
  Access A;
  A.Kind = Kind;
  A.Array = P.Array;
  A.Subscripts = P.subscripts();
  A.Must = Must && P.IsExact && none_of(A.Subscripts, [](const IndexExpr &S) { return S.isUnknown(); });
  // What another function does has no text of its own in the region.
  if (const Expr *Shown = E && X.callSite() ? X.callSite() : E) {
    A.Place = spanOf(X.Context, Shown->getSourceRange());
    A.Text = textOf(X.Context, A.Place).str();
    if (!A.Place.isValid())
      A.Place = placeOf(X.Context, Shown->getBeginLoc());
  }
  if (X.callSite())
    E = nullptr;
  QualType T = P.Type.isNull() ? QualType() : P.Type.getNonReferenceType();
  A.ReadsHandle = Kind == AccessKind::Read && !T.isNull() && isHandle(X, T);
  AccessFacts F;
  F.MayWriteHandle = Kind == AccessKind::Write && (T.isNull() || mayOverwriteHandle(X, T));
  List.Accesses.push_back(std::move(A));
  List.Text.push_back(E);
  List.Facts.push_back(F);
}

void AccessCollector::fail(const Expr &E, StringRef What) {
  fail(refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, E.getBeginLoc()), {What.str()}));
}

/// A constant, or a pointer or container variable that nobody changes while the region runs: reading it orders nothing.
bool AccessCollector::isUnchanging(const Expr &E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || V->getType()->isReferenceType())
    return false;
  return V->isUsableInConstantExpressions(X.Context) ||
         (isHandle(X, V->getType()) && !X.mayChange(*V) && !X.DeclaredByMembers.contains(V));
}

/// Whatever uses a name that a member of the region declares stays behind the declaration, even if it reads no memory
/// there.
void AccessCollector::name(const DeclRefExpr &E) {
  const auto *V = dyn_cast<VarDecl>(E.getDecl());
  if (!V || !X.DeclaredByMembers.contains(V) ||
      !(V->getType()->isReferenceType() || isHandle(X, V->getType()) || V->isUsableInConstantExpressions(X.Context)))
    return;
  Place P;
  P.Array = nameArray(X, *V);
  P.Type = V->getType();
  addAccess(X, P, AccessKind::Read, Conditional == 0, &E, List);
  List.Accesses.back().ReadsHandle = true;
}

static bool isIteratorOperator(const Expr &E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E);
  return Call && any_of(Call->arguments(), [](const Expr *A) { return isIteratorClass(A->getType()); });
}

/// Whether the call counts as a read of all that its result may refer to.
static bool isCountedByCall(const Extraction &X, const CallExpr &Call) {
  CallEffect::Kind Effect = classifyCall(X.Context, Call, X.Containers).Effect;
  return Effect == CallEffect::Kind::ReadsArguments || Effect == CallEffect::Kind::WritesArguments ||
         Effect == CallEffect::Kind::Pure;
}

void AccessCollector::access(const Expr &Object, AccessKind Kind) {
  const Expr &E = *stripTransparent(&Object);
  if (const auto *C = dyn_cast<ConditionalOperator>(&E)) {
    ConditionalScope Scope(*this);
    access(*C->getTrueExpr(), Kind);
    access(*C->getFalseExpr(), Kind);
    return;
  }
  if (Kind == AccessKind::Read && (isUnchanging(E) || (X.Launch && threadCoordinate(E))))
    return;
  auto P = resolveObject(X, E);
  // A reference that a summarised function gives refers to one of its arguments, which the call counts as read. The
  // operators of iterators count nothing: what a moved, copied or chosen one points to is not known.
  if (const auto *Call = dyn_cast<CallExpr>(&E); Call && !P && Kind == AccessKind::Read && !containerCall(X, E) &&
                                                 !isIteratorOperator(E) && isCountedByCall(X, *Call))
    return;
  if (!P)
    return fail(E, "the memory that '" + nameOf(X, E, "an expression") + "' stands for");
  P->Type = E.getType();
  addAccess(X, *P, Kind, Conditional == 0, &E, List);
}

void AccessCollector::collectAll(const Stmt &S) {
  for (const Stmt *Child : S.children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      collect(*E);
}

void AccessCollector::binary(const BinaryOperator &E) {
  if (E.isLogicalOp()) {
    collect(*E.getLHS());
    ConditionalScope Scope(*this);
    collect(*E.getRHS());
    return;
  }
  if (E.isPtrMemOp())
    return fail(E, "a pointer to member");
  if (!E.isAssignmentOp()) {
    collect(*E.getLHS());
    collect(*E.getRHS());
    return;
  }
  collect(*E.getRHS());
  collect(*E.getLHS());
  if (E.isCompoundAssignmentOp())
    access(*E.getLHS(), AccessKind::Read);
  access(*E.getLHS(), AccessKind::Write);
}

void AccessCollector::unary(const UnaryOperator &E) {
  if (E.getOpcode() == UO_Coawait)
    return fail(E, "'co_await'");
  collect(*E.getSubExpr());
  if (!E.isIncrementDecrementOp())
    return;
  access(*E.getSubExpr(), AccessKind::Read);
  access(*E.getSubExpr(), AccessKind::Write);
}

void AccessCollector::cast(const CastExpr &E) {
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
  case CK_LValueToRValueBitCast:
    collect(*E.getSubExpr());
    return access(*E.getSubExpr(), AccessKind::Read);
  case CK_Dynamic:
  case CK_Dependent:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
  case CK_UserDefinedConversion:
    if (E.getCastKind() != CK_UserDefinedConversion)
      return fail(E, "this conversion");
    [[fallthrough]];
  default:
    return collect(*E.getSubExpr());
  }
}

void AccessCollector::construct(const CXXConstructExpr &E) {
  const CXXConstructorDecl *C = E.getConstructor();
  bool Copies = C->isCopyOrMoveConstructor() && E.getNumArgs() >= 1;
  bool IsPlainCopy = Copies && (C->isTrivial() || isIteratorClass(E.getType()));
  if (!IsPlainCopy && !isIteratorClass(E.getType()) && !isHarmlessConstruction(E, X.Containers))
    return fail(E, "building a '" + E.getType().getAsString() + "'");
  for (const Expr *Argument : E.arguments()) {
    collect(*Argument);
    if (Argument->isGLValue())
      access(*Argument, AccessKind::Read);
    // A copy of a container reads its elements, and so does one from pointers or iterators.
    if (!IsPlainCopy && !isIteratorClass(E.getType()))
      reachable(*Argument, false);
  }
}

void AccessCollector::lambda(const LambdaExpr &E) {
  unsigned I = 0;
  auto Init = E.capture_init_begin();
  for (const LambdaCapture &C : E.captures()) {
    const Expr *Value = Init[I++];
    if (Value && C.getCaptureKind() != LCK_ByRef && C.getCaptureKind() != LCK_This)
      collect(*Value);
  }
}

void AccessCollector::collect(const Expr &Given) {
  if (List.Failed)
    return;
  // Chains of operators may be long; what is left of the stack is Clang's to use.
  if (Nesting > MaxNesting)
    return fail(Given, "so deep an expression");
  ++Nesting;
  dispatch(Given);
  --Nesting;
}

void AccessCollector::dispatch(const Expr &Given) {
  const Expr &E = *Given.IgnoreParens();
  if (E.containsErrors())
    return fail(E, "this expression");
  if (E.isTypeDependent() || E.isValueDependent())
    return fail(E, "a dependent expression");
  if (E.getType()->isAtomicType())
    return fail(E, "an atomic access");
  if (X.Launch && threadCoordinate(E))
    return;
  if (const Expr *Condition = assertedCondition(X.Context, Given))
    return collect(*Condition);
  if (const auto *B = dyn_cast<BinaryOperator>(&E))
    return binary(*B);
  if (const auto *U = dyn_cast<UnaryOperator>(&E))
    return unary(*U);
  if (const auto *C = dyn_cast<CastExpr>(&E))
    return cast(*C);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(&E)) {
    if (isa<BinaryConditionalOperator>(C))
      return fail(E, "'?:' without its middle part");
    collect(*C->getCond());
    ConditionalScope Scope(*this);
    collect(*C->getTrueExpr());
    return collect(*C->getFalseExpr());
  }
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return call(*C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(&E))
    return construct(*C);
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(&E))
    return collect(*R->getSemanticForm());
  if (const auto *L = dyn_cast<LambdaExpr>(&E))
    return lambda(*L);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(&E))
    return collect(*D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(&E))
    return collect(*D->getExpr());
  if (const auto *M = dyn_cast<MemberExpr>(&E))
    return collect(*M->getBase());
  if (const auto *I = dyn_cast<InitListExpr>(&E)) {
    if (const InitListExpr *Semantic = I->isSemanticForm() ? I : I->getSemanticForm())
      collectAll(*Semantic);
    return;
  }
  if (const auto *N = dyn_cast<CXXNewExpr>(&E)) {
    if (N->getNumPlacementArgs() || !N->getOperatorNew() ||
        !N->getOperatorNew()->isReplaceableGlobalAllocationFunction())
      return fail(E, "this allocation");
    List.CallsFunction = true;
    return collectAll(E);
  }
  if (const auto *D = dyn_cast<CXXDeleteExpr>(&E))
    return release(*D);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    return name(*Ref);
  switch (E.getStmtClass()) {
  case Stmt::ArraySubscriptExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return collectAll(E);
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::SizeOfPackExprClass:
    return;
  default:
    return fail(E, "'" + nameOf(X, E, E.getStmtClassName()) + "'");
  }
}

/// delete p, delete[] p: the elements are gone. Only trivial destructors run no code.
void AccessCollector::release(const CXXDeleteExpr &E) {
  QualType T = E.getDestroyedType();
  if (T.isNull() || T.isDestructedType() || !E.getOperatorDelete() ||
      !E.getOperatorDelete()->isReplaceableGlobalAllocationFunction())
    return fail(E, "this 'delete'");
  List.CallsFunction = true;
  collect(*E.getArgument());
  if (auto P = resolvePointer(X, *E.getArgument())) {
    P->Path.clear();
    P->IsExact = false;
    addAccess(X, *P, AccessKind::Write, false, E.getArgument(), List);
  } else {
    fail(E, "this 'delete'");
  }
}

static bool hasOnlyHarmlessDestructor(const Extraction &X, const VarDecl &V) {
  QualType T = X.Context.getBaseElementType(V.getType());
  return !V.needsDestruction(X.Context) || V.getType()->isReferenceType() || findContainer(X.Containers, T);
}

void AccessCollector::declare(const VarDecl &V) {
  if (V.isInvalidDecl() || V.getType()->isDependentType() || !hasOnlyHarmlessDestructor(X, V) ||
      V.getType().isVolatileQualified() || V.getType()->isAtomicType())
    return fail(refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, V.getLocation()),
                       {"the variable '" + V.getNameAsString() + "'"}));
  if (V.isStaticLocal() && !V.hasConstantInitialization())
    return fail(refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, V.getLocation()),
                       {"the static variable '" + V.getNameAsString() + "'"}));
  if (V.isStaticLocal() || V.hasExternalStorage())
    return;
  if (const auto *A = X.Context.getAsVariableArrayType(V.getType()); A && A->getSizeExpr())
    collect(*A->getSizeExpr());
  if (V.hasInit()) // A reference binds without access.
    collect(*V.getInit());
  if (X.isPrivate(V))
    return;
  Place P;
  P.Array = nameArray(X, V);
  P.Type = V.getType();
  addAccess(X, P, AccessKind::Write, Conditional == 0, nullptr, List);
  if (const ContainerClass *C = findContainer(X.Containers, V.getType());
      C && C->Kind == ContainerClass::Storage::Owner) {
    QualType Element = elementType(X, V.getType());
    if (Element.isNull())
      return;
    P = firstElement(X, P, *C, Element, V.getName());
    P.Path.clear();
    addAccess(X, P, AccessKind::Write, Conditional == 0, nullptr, List);
  }
}

void collectAccesses(Extraction &X, const Expr &E, AccessList &List) { AccessCollector(X, List).collect(E); }

void collectAccess(Extraction &X, const Expr &E, AccessKind Kind, AccessList &List) {
  AccessCollector(X, List).access(E, Kind);
}

void collectAccesses(Extraction &X, const DeclStmt &S, AccessList &List) {
  AccessCollector Collector(X, List);
  for (const Decl *D : S.decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      Collector.declare(*V);
      if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
        for (const BindingDecl *B : Parts->bindings())
          if (B->getHoldingVar() && !isPair(V->getType()))
            List.Failed = refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, V->getLocation()),
                                 {"the structured binding"});
    }
  }
}

} // namespace loopfuse
