//===- InlineBody.cpp - functions that are read in place --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/InlineBody.h"
#include "Frontend/Assertions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// Reads expressions of one function's body: false of all that has an effect or is not known.
class PlainExpression {
public:
  PlainExpression(ASTContext &Context, const ContainerTable &Containers, SummaryBudget &Budget)
      : Context(Context), Containers(Containers), Budget(Budget) {}

  bool isPlain(const Expr *E);
  bool isAssignment(const Expr &E);

private:
  bool children(const Expr &E) {
    return all_of(E.children(), [&](const Stmt *Child) {
      const auto *Part = dyn_cast_or_null<Expr>(Child);
      return Part && isPlain(Part);
    });
  }
  bool variable(const ValueDecl &D) const;
  bool cast(const CastExpr &E);
  bool call(const CallExpr &E);

  ASTContext &Context;
  const ContainerTable &Containers;
  SummaryBudget &Budget;
};
} // namespace

bool PlainExpression::variable(const ValueDecl &D) const {
  if (isa<EnumConstantDecl, FunctionDecl, TemplateParamObjectDecl>(D))
    return true;
  const auto *V = dyn_cast<VarDecl>(&D);
  // A thread's own variable, and a function's that is initialised on the way, are not to be named elsewhere.
  return V && (isa<ParmVarDecl>(V) ||
               (V->hasGlobalStorage() && !V->isStaticLocal() && !V->getTLSKind() && !V->getType()->isReferenceType()));
}

bool PlainExpression::cast(const CastExpr &E) {
  switch (E.getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_ConstructorConversion:
  case CK_NullToPointer:
  case CK_PointerToBoolean:
  case CK_ToVoid:
    return isPlain(E.getSubExpr());
  default:
    return false;
  }
}

bool PlainExpression::call(const CallExpr &E) {
  CallEffect Effect = classifyCall(Context, E, Containers, Budget);
  switch (Effect.Effect) {
  case CallEffect::Kind::Pure:
  case CallEffect::Kind::ReadsArguments:
  case CallEffect::Kind::Element:
  case CallEffect::Kind::Size:
    return children(E);
  case CallEffect::Kind::Inline: {
    auto Body = inlineBody(Context, E, Containers, Budget);
    return Body && !Body->Writes && children(E);
  }
  case CallEffect::Kind::WritesArguments:
  case CallEffect::Kind::Unknown:
    return false;
  }
  llvm_unreachable("covered switch");
}

bool PlainExpression::isPlain(const Expr *E) {
  if (!Budget.Nodes || !Budget.Nodes--)
    return false;
  E = E->IgnoreParens();
  QualType T = E->getType();
  if (E->containsErrors() || E->isTypeDependent() || E->isValueDependent() || T.isVolatileQualified() ||
      T->isAtomicType())
    return false;
  // What a lambda captures is seen to by the caller: see capturesVariablesOnly.
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return Name->refersToEnclosingVariableOrCapture() ? isa<VarDecl>(Name->getDecl()) : variable(*Name->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const ValueDecl &D = *Member->getMemberDecl();
    return (isa<FieldDecl, CXXMethodDecl>(D) || variable(D)) && isPlain(Member->getBase());
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(*C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(*C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return !U->isIncrementDecrementOp() && U->getOpcode() != UO_Coawait && isPlain(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && !B->isPtrMemOp() && B->getOpcode() != BO_Comma && children(*B);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return !Construct->getType().isDestructedType() && isHarmlessConstruction(*Construct, Containers, Budget) &&
           children(*Construct);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return isPlain(Default->getExpr());
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXThisExpr,
          UnaryExprOrTypeTraitExpr, CXXScalarValueInitExpr, ImplicitValueInitExpr>(E))
    return true;
  return isa<ArraySubscriptExpr, ConditionalOperator, ConstantExpr, MaterializeTemporaryExpr, ExprWithCleanups,
             SubstNonTypeTemplateParmExpr, InitListExpr>(E) &&
         children(*E);
}

/// Whether the object that is named is (a part of) a parameter: a copy, of which the caller knows nothing.
static bool isCopy(const Expr &Given) {
  const Expr *E = Given.IgnoreParenImpCasts();
  while (true) {
    if (const auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow())
      E = Member->getBase()->IgnoreParenImpCasts();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase()->IgnoreParens();
    else if (const auto *Decay = dyn_cast<CastExpr>(E); Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      E = Decay->getSubExpr()->IgnoreParens();
    else
      break;
  }
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  return Name && isa<ParmVarDecl>(Name->getDecl()) && !Name->getDecl()->getType()->isReferenceType();
}

bool PlainExpression::isAssignment(const Expr &E) {
  const auto *B = dyn_cast<BinaryOperator>(E.IgnoreParens());
  return B && B->isAssignmentOp() && isPlain(B->getLHS()) && isPlain(B->getRHS()) && !isCopy(*B->getLHS());
}

bool isDispatched(const CallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (!Method || !Method->isVirtual() || Method->hasAttr<FinalAttr>() || Method->getParent()->isEffectivelyFinal())
    return false;
  const auto *Member = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  return !Member || !Member->hasQualifier();
}

/// Whether a lambda's captures stand for variables around it, and calls do not change the copies.
static bool capturesVariablesOnly(const CXXMethodDecl &Call) {
  return Call.getParent()->capture_size() == 0 ||
         (Call.isConst() && all_of(Call.getParent()->captures(), [](const LambdaCapture &C) {
            return C.capturesVariable() && !C.isPackExpansion() && isa<VarDecl>(C.getCapturedVar()) &&
                   !C.getCapturedVar()->isInitCapture();
          }));
}

/// Whether this is a function whose body is worth reading. The library's classes are known by the container table, and
/// what they are made of is nobody's business.
static bool isCandidate(const ASTContext &Context, const FunctionDecl &Definition, const ContainerTable &Containers) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Definition);
  if (Definition.isInStdNamespace() || Context.getSourceManager().isInSystemHeader(Definition.getLocation()) ||
      Definition.hasAttr<WeakAttr>() || Definition.isVariadic() || Definition.isNoReturn() ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(Definition))
    return false;
  if (Method && (findContainer(Containers, Method->getParent()) || Method->isExplicitObjectMemberFunction() ||
                 (Method->getParent()->isLambda() && !capturesVariablesOnly(*Method))))
    return false;
  return all_of(Definition.parameters(), [&](const ParmVarDecl *P) {
    QualType T = P->getType();
    return T->isReferenceType() || (!T.isVolatileQualified() && !T->isAtomicType() && !T.isDestructedType() &&
                                    T.isTriviallyCopyableType(Context));
  });
}

const ReturnStmt *earlyReturn(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  if (!If || If->getInit() || If->getConditionVariable() || If->getElse() ||
      If->getStatementKind() != IfStatementKind::Ordinary)
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
    Then = Block->body_front();
  return dyn_cast<ReturnStmt>(Then);
}

std::optional<InlineBody> inlineBody(ASTContext &Context, const CallExpr &Call, const ContainerTable &Containers,
                                     SummaryBudget &Budget) {
  const FunctionDecl *Definition = nullptr;
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Block =
      Callee && !Call.isTypeDependent() ? dyn_cast_or_null<CompoundStmt>(Callee->getBody(Definition)) : nullptr;
  if (!Block || isa<CUDAKernelCallExpr>(Call) || isDispatched(Call) || !isCandidate(Context, *Definition, Containers) ||
      is_contained(Budget.Active, Definition) || Budget.Active.size() >= SummaryBudget::MaximumDepth)
    return std::nullopt;
  InlineBody Body;
  Body.Function = Definition;
  for (const Stmt *S : Block->body()) {
    if (isa<NullStmt>(S))
      continue;
    if (Body.Result)
      return std::nullopt;
    if (const Expr *Condition = assertedCondition(Context, *S)) {
      Body.Before.push_back(Condition);
      continue;
    }
    if (const ReturnStmt *Early = earlyReturn(*S)) {
      Body.LeavesEarly = true;
      Body.Before.push_back(cast<IfStmt>(S)->getCond());
      if (Early->getRetValue())
        Body.Before.push_back(Early->getRetValue());
      continue;
    }
    const auto *Return = dyn_cast<ReturnStmt>(S);
    Body.Result = Return ? Return->getRetValue() : dyn_cast<Expr>(S);
    if (!Body.Result || (!Return && !Definition->getReturnType()->isVoidType()))
      return std::nullopt;
  }
  if (!Body.Result || (Body.LeavesEarly && Definition->getReturnType()->isReferenceType()))
    return std::nullopt;
  Budget.Active.push_back(Definition);
  PlainExpression Reader(Context, Containers, Budget);
  Body.Writes = Reader.isAssignment(*Body.Result);
  bool IsKnown = (Body.Writes || Reader.isPlain(Body.Result)) &&
                 all_of(Body.Before, [&](const Expr *E) { return Reader.isPlain(E); });
  Budget.Active.pop_back();
  return IsKnown ? std::optional(Body) : std::nullopt;
}

} // namespace loopfuse
