//===- CallSummaries.cpp - effects of functions by their bodies -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CallSummaries.h"
#include "Frontend/ValueFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

/// What an lvalue or pointer in the body leads to.
enum class Root {
  Unknown,  ///< Not to be touched: reading it has failed.
  Local,    ///< A local, a parameter, a temporary.
  External, ///< What a parameter refers to, or the object.
  Constant  ///< Never changes.
};

/// Reads a body and notes what it touches. All functions return false (or Unknown) once something is not understood.
class BodyReader {
public:
  BodyReader(ASTContext &Context, const ContainerTable &Containers, SummaryBudget &Budget, const FunctionDecl &Function)
      : Context(Context), Containers(Containers), Budget(Budget), Function(Function) {}

  CallEffect read(const Stmt &Body);

private:
  bool fail(RefusalId Id = RefusalId::UnknownCall) {
    Failure = Failure.value_or(Id);
    return false;
  }
  Root failed() {
    fail();
    return Root::Unknown;
  }
  bool spend() { return Budget.Nodes && Budget.Nodes-- ? true : fail(); }

  bool statement(const Stmt *S);
  bool variable(const VarDecl &V);
  bool returned(const Expr *E);
  bool value(const Expr *E);
  bool children(const Expr &E);
  bool cast(const CastExpr &E);
  bool unary(const UnaryOperator &E);
  bool binary(const BinaryOperator &E);
  bool call(const CallExpr &E);
  bool argument(const Expr &E, CallEffect::Kind Effect, bool IsWritable);
  bool construct(const CXXConstructExpr &E);
  bool list(const InitListExpr &E);
  Root lvalue(const Expr *E);
  Root named(const ValueDecl &D, bool IsCapture);
  Root calledLvalue(const CallExpr &E);
  Root pointer(const Expr *E);
  Root localPointer(const Expr &E);
  Root either(Root A, Root B) const;
  bool load(Root R, QualType Type);
  bool store(Root R, QualType Type);

  ASTContext &Context;
  const ContainerTable &Containers;
  SummaryBudget &Budget;
  const FunctionDecl &Function;
  bool Reads = false;
  bool Writes = false;
  std::optional<RefusalId> Failure;
};

} // namespace

CallEffect BodyReader::read(const Stmt &Body) {
  bool Understood = true;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *I : Constructor->inits()) {
      const Expr *Init = I->getInit();
      Understood = Understood && !(I->isAnyMemberInitializer() && I->getAnyMember()->getType()->isReferenceType()) &&
                   !Init->getType()->isAnyPointerType() && value(Init);
    }
  Understood = Understood && statement(&Body);
  if (!Understood || Failure)
    return {CallEffect::Kind::Unknown, "", refuse(Failure.value_or(RefusalId::UnknownCall), {})};
  // Locals that were reached through pointers counted as reached from outside.
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  bool HasArguments =
      (Method && Method->isImplicitObjectMemberFunction()) || any_of(Function.parameters(), [](const ParmVarDecl *P) {
        return P->getType()->isReferenceType() || P->getType()->isAnyPointerType();
      });
  if (!HasArguments)
    return {CallEffect::Kind::Pure, "", std::nullopt};
  return {Writes ? CallEffect::Kind::WritesArguments
                 : (Reads ? CallEffect::Kind::ReadsArguments : CallEffect::Kind::Pure),
          "", std::nullopt};
}

Root BodyReader::either(Root A, Root B) const {
  for (Root R : {Root::Unknown, Root::External, Root::Local})
    if (A == R || B == R)
      return R;
  return Root::Constant;
}

bool BodyReader::load(Root R, QualType Type) {
  if (R == Root::Unknown || Type.isVolatileQualified() || Type->isAtomicType())
    return fail();
  Reads |= R == Root::External;
  return true;
}

bool BodyReader::store(Root R, QualType Type) {
  if (R == Root::Unknown || R == Root::Constant || Type.isVolatileQualified() || Type->isAtomicType())
    return fail();
  Writes |= R == Root::External;
  return true;
}

// Statements.

bool BodyReader::statement(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S))
    return E->isGLValue() ? lvalue(E) != Root::Unknown : value(E);
  if (!spend())
    return false;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return returned(Return->getRetValue());
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return all_of(Declaration->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V ? variable(*V) : isa<TypedefNameDecl, TagDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl>(D);
    });
  if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, SwitchCase, BreakStmt,
           ContinueStmt, NullStmt, AttributedStmt>(S))
    return fail();
  return all_of(S->children(), [&](const Stmt *Child) { return statement(Child); });
}

bool BodyReader::variable(const VarDecl &V) {
  QualType Type = V.getType();
  if (V.hasGlobalStorage())
    return isConstantData(V) || fail();
  if (Type.isVolatileQualified() || Type->isAtomicType() || Type->isVariableArrayType() ||
      !isHarmlessDestruction(Type, Containers))
    return fail();
  const Expr *Init = V.getInit();
  if (!Init)
    return true;
  if (Type->isReferenceType())
    return lvalue(Init) != Root::Unknown;
  if (Type->isAnyPointerType())
    return pointer(Init) != Root::Unknown;
  return value(Init);
}

bool BodyReader::returned(const Expr *E) {
  if (!E)
    return true;
  if (E->isGLValue()) {
    // `return *this`: what the caller does to the result it does to the argument.
    if (lvalue(E) != Root::External)
      return fail();
    Reads = true;
    Writes |= !Function.getReturnType()->getPointeeType().isConstQualified();
    return true;
  }
  return !mayHoldPointer(E->getType(), Containers) ? value(E) : fail();
}

// Values.

bool BodyReader::children(const Expr &E) {
  return all_of(E.children(), [&](const Stmt *Child) { return statement(Child); });
}

bool BodyReader::value(const Expr *E) {
  if (!spend())
    return false;
  if (E->isGLValue())
    return lvalue(E) != Root::Unknown;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(*C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(*U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(*B);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(*C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return construct(*C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return list(*L);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return value(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return value(D->getExpr());
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return value(R->getSemanticForm());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return isHarmlessDestruction(E->getType(), Containers) ? value(B->getSubExpr()) : fail();
  if (const auto *Statements = dyn_cast<StmtExpr>(E))
    return !mayHoldPointer(E->getType(), Containers) ? statement(Statements->getSubStmt()) : fail();
  if (isa<CXXThrowExpr>(E))
    return fail(RefusalId::Throw);
  // Their operands are not evaluated, or were before.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, OpaqueValueExpr, TypeTraitExpr, ConceptSpecializationExpr>(E))
    return true;
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
          ImaginaryLiteral, ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXThisExpr, DeclRefExpr, SizeOfPackExpr>(E))
    return true;
  if (isa<ParenExpr, FullExpr, ConditionalOperator, BinaryConditionalOperator, SubstNonTypeTemplateParmExpr,
          ShuffleVectorExpr, ConvertVectorExpr, ArraySubscriptExpr, MemberExpr, ExtVectorElementExpr,
          MaterializeTemporaryExpr>(E))
    return children(*E);
  return fail();
}

bool BodyReader::cast(const CastExpr &E) {
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return load(lvalue(E.getSubExpr()), E.getSubExpr()->getType());
  case CK_ArrayToPointerDecay:
    return lvalue(E.getSubExpr()) != Root::Unknown;
  case CK_FunctionToPointerDecay:
    return true;
  case CK_PointerToIntegral: // An address that could be kept.
    return fail();
  default:
    return value(E.getSubExpr());
  }
}

bool BodyReader::unary(const UnaryOperator &E) {
  switch (E.getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc: // As values in C.
  case UO_PreDec: {
    Root R = lvalue(E.getSubExpr());
    return load(R, E.getSubExpr()->getType()) && store(R, E.getSubExpr()->getType());
  }
  case UO_AddrOf:
    return lvalue(E.getSubExpr()) != Root::Unknown;
  case UO_Coawait:
    return fail();
  default:
    return value(E.getSubExpr());
  }
}

bool BodyReader::binary(const BinaryOperator &E) {
  if (E.isPtrMemOp())
    return fail();
  if (!E.isAssignmentOp())
    return statement(E.getLHS()) && statement(E.getRHS());
  const Expr *Left = E.getLHS();
  Root R = lvalue(Left);
  if (R == Root::Unknown)
    return false;
  if (Left->getType()->isAnyPointerType() && E.getOpcode() == BO_Assign) {
    // A pointer is kept in local pointer variables only: those all lead to the arguments or to locals.
    const auto *Name = dyn_cast<DeclRefExpr>(Left->IgnoreParens());
    const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() || R != Root::Local ||
        pointer(E.getRHS()) == Root::Unknown)
      return fail();
  } else if (!value(E.getRHS())) {
    return false;
  }
  if (E.isCompoundAssignmentOp() && !load(R, Left->getType()))
    return false;
  return store(R, Left->getType());
}

bool BodyReader::list(const InitListExpr &E) {
  return all_of(E.inits(), [&](const Expr *Init) {
    return !Init->isGLValue() && !Init->getType()->isAnyPointerType() ? value(Init) : fail();
  });
}

bool BodyReader::construct(const CXXConstructExpr &E) {
  if (!isHarmlessDestruction(E.getType(), Containers) || mayHoldPointer(E.getType(), Containers))
    return fail();
  const CXXConstructorDecl &Constructor = *E.getConstructor();
  CallEffect::Kind Effect = CallEffect::Kind::ReadsArguments;
  if (!Constructor.isTrivial()) {
    CallEffect Body = summariseConstructor(Context, Constructor, Containers, Budget);
    if (Body.Effect == CallEffect::Kind::Unknown)
      return fail(Body.Refused->Id);
    Effect = Body.Effect;
  }
  for (unsigned I = 0; I < E.getNumArgs(); ++I) {
    QualType Type = I < Constructor.getNumParams() ? Constructor.getParamDecl(I)->getType() : E.getArg(I)->getType();
    bool IsWritable = !Type->getPointeeType().isNull() && !Type->getPointeeType().isConstQualified();
    if (!argument(*E.getArg(I), Effect, IsWritable && !Constructor.isTrivial()))
      return false;
  }
  return true;
}

// Calls.

/// An argument (or the object) of a call with the given effect.
bool BodyReader::argument(const Expr &E, CallEffect::Kind Effect, bool IsWritable) {
  bool IsPointer = !E.isGLValue() && E.getType()->isAnyPointerType();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&E))
    return !E.isGLValue() && !IsPointer ? value(Default->getExpr()) : fail();
  if (!E.isGLValue() && !IsPointer)
    return value(&E);
  if (IsPointer && Effect == CallEffect::Kind::Pure)
    return value(&E);
  Root R = E.isGLValue() ? lvalue(&E) : pointer(&E);
  if (R == Root::Unknown)
    return fail();
  if (Effect == CallEffect::Kind::WritesArguments && IsWritable && R != Root::Constant) {
    QualType Written = E.isGLValue() ? E.getType() : E.IgnoreParenImpCasts()->getType()->getPointeeType();
    if (!Written.isNull() && mayHoldPointer(Written, Containers))
      return fail();
    Writes |= R == Root::External;
  }
  if (Effect != CallEffect::Kind::Pure)
    Reads |= R == Root::External;
  return true;
}

bool BodyReader::call(const CallExpr &E) {
  CallEffect Effect = classifyCall(Context, E, Containers, Budget);
  const FunctionDecl *Callee = E.getDirectCallee();
  if (Effect.Effect == CallEffect::Kind::Unknown || !Callee)
    return fail(Effect.Refused ? Effect.Refused->Id : RefusalId::UnknownCall);
  // The elements that a container owns are not part of the object the caller knows of.
  if (Effect.Effect == CallEffect::Kind::Element || mayHoldPointer(E.getType(), Containers))
    return fail();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool HasObject = Method && Method->isImplicitObjectMemberFunction();
  CallEffect::Kind Kind = Effect.Effect == CallEffect::Kind::Size ? CallEffect::Kind::ReadsArguments : Effect.Effect;
  // A pure method of a container still looks into the object.
  CallEffect::Kind ObjectKind = Kind == CallEffect::Kind::Pure ? CallEffect::Kind::ReadsArguments : Kind;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E); Member && HasObject)
    if (!argument(*Member->getImplicitObjectArgument(), ObjectKind, !Method->isConst()))
      return false;
  bool ObjectIsArgument = Method && isa<CXXOperatorCallExpr>(E) && !Method->isExplicitObjectMemberFunction();
  for (unsigned I = 0; I < E.getNumArgs(); ++I) {
    if (ObjectIsArgument && I == 0) {
      if (!argument(*E.getArg(0), ObjectKind, HasObject && !Method->isConst()))
        return false;
      continue;
    }
    unsigned Parameter = I - (ObjectIsArgument ? 1 : 0);
    QualType Type =
        Parameter < Callee->getNumParams() ? Callee->getParamDecl(Parameter)->getType() : E.getArg(I)->getType();
    bool IsWritable = !Type->getPointeeType().isNull() && !Type->getPointeeType().isConstQualified();
    if (!argument(*E.getArg(I), Kind, IsWritable))
      return false;
  }
  return true;
}

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

// Lvalues and pointers.

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
      return pointer(Unary->getSubExpr());
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
    return Member->isArrow() ? pointer(Member->getBase()) : lvalue(Member->getBase());
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

/// What a pointer value leads to.
Root BodyReader::pointer(const Expr *E) {
  if (!spend())
    return Root::Unknown;
  E = E->IgnoreParens();
  if (isa<CXXThisExpr>(E))
    return isa<CXXConstructorDecl>(Function) ? Root::Local : Root::External;
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
      return lvalue(Unary->getSubExpr());
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

// Entry points.

static CallEffect notUnderstood() { return {CallEffect::Kind::Unknown, "", refuse(RefusalId::UnknownCall, {})}; }

CallEffect summariseBody(ASTContext &Context, const FunctionDecl &Callee, const ContainerTable &Containers,
                         SummaryBudget &Budget) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Callee.getBody(Definition);
  if (!Body || Definition->hasAttr<WeakAttr>() || Definition->isVariadic() || isa<CXXDestructorDecl>(Definition) ||
      is_contained(Budget.Active, Definition) || Budget.Active.size() >= SummaryBudget::MaximumDepth)
    return notUnderstood();
  for (const ParmVarDecl *P : Definition->parameters())
    if (!isHarmlessDestruction(P->getType(), Containers))
      return notUnderstood();
  Budget.Active.push_back(Definition);
  CallEffect Effect = BodyReader(Context, Containers, Budget, *Definition).read(*Body);
  Budget.Active.pop_back();
  return Effect;
}

CallEffect summariseConstructor(ASTContext &Context, const CXXConstructorDecl &Constructor,
                                const ContainerTable &Containers, SummaryBudget &Budget) {
  return summariseBody(Context, Constructor, Containers, Budget);
}

bool isConstantData(const VarDecl &V) {
  if (V.isConstexpr())
    return true;
  const Expr *Init = V.getAnyInitializer();
  QualType Type = V.getType();
  return Init && !Type->isReferenceType() && Type.isConstantStorage(V.getASTContext(), false, true) &&
         !Type.isVolatileQualified() && !Init->isValueDependent() && V.hasConstantInitialization();
}

bool isHarmlessDestruction(QualType Type, const ContainerTable &Containers) {
  if (Type->isReferenceType())
    return true;
  const CXXRecordDecl *Class = QualType(Type->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return true;
  if (findContainer(Containers, Class)) {
    // Gives back memory, after the destruction of the elements.
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!S || S->getTemplateArgs().size() == 0 || S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return true;
    return isHarmlessDestruction(S->getTemplateArgs()[0].getAsType(), Containers);
  }
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  if (!Destructor)
    return false;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Destructor->getBody());
  if (!Destructor->isDefaulted() && !(Body && Body->body_empty()))
    return false;
  return all_of(Class->bases(),
                [&](const CXXBaseSpecifier &B) { return isHarmlessDestruction(B.getType(), Containers); }) &&
         all_of(Class->fields(), [&](const FieldDecl *F) { return isHarmlessDestruction(F->getType(), Containers); });
}

} // namespace loopfuse
