//===- BodyReader.cpp - statements, values and calls ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/BodyReader.h"
#include "Frontend/Assertions.h"
#include "Frontend/ValueFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

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
  if (const Expr *Condition = assertedCondition(Context, *S))
    return statement(Condition);
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
  // Nobody sees the pointer that memcpy gives back.
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return all_of(Block->body(), [&](const Stmt *Child) {
      const auto *Call = dyn_cast<CallExpr>(Child);
      return Call && !Call->isGLValue() ? spend() && call(*Call, true) : statement(Child);
    });
  if (!isa<IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, SwitchCase, BreakStmt, ContinueStmt,
           NullStmt, AttributedStmt>(S))
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
bool BodyReader::argument(const Expr &E, CallEffect::Kind Effect, bool IsWritable, bool IsObject) {
  bool IsPointer = !E.isGLValue() && E.getType()->isAnyPointerType();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&E))
    return !E.isGLValue() && !IsPointer ? value(Default->getExpr()) : fail();
  if (!E.isGLValue() && !IsPointer)
    return value(&E);
  if (IsPointer && Effect == CallEffect::Kind::Pure)
    return value(&E);
  Root R = E.isGLValue() ? lvalue(&E) : IsObject ? object(E) : pointer(&E);
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

bool BodyReader::call(const CallExpr &E, bool IsDiscarded) {
  CallEffect Effect = classifyCall(Context, E, Containers, Budget);
  const FunctionDecl *Callee = E.getDirectCallee();
  if (Effect.Effect == CallEffect::Kind::Unknown || !Callee)
    return fail(Effect.Refused ? Effect.Refused->Id : RefusalId::UnknownCall);
  // The elements that a container owns are not part of the object the caller knows of.
  if (Effect.Effect == CallEffect::Kind::Element || Effect.Effect == CallEffect::Kind::Inline ||
      (!IsDiscarded && mayHoldPointer(E.getType(), Containers)))
    return fail();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool HasObject = Method && Method->isImplicitObjectMemberFunction();
  CallEffect::Kind Kind = Effect.Effect == CallEffect::Kind::Size ? CallEffect::Kind::ReadsArguments : Effect.Effect;
  // A pure method of a container still looks into the object.
  CallEffect::Kind ObjectKind = Kind == CallEffect::Kind::Pure ? CallEffect::Kind::ReadsArguments : Kind;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E); Member && HasObject)
    if (!argument(*Member->getImplicitObjectArgument(), ObjectKind, !Method->isConst(), true))
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

} // namespace loopfuse
