//===- SameStatements.cpp - do two statements say the same? ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/SameStatements.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Nodes that say all they say by their class, their type and their parts.
static bool isPlainNode(const Stmt &S) {
  return isa<CompoundStmt, ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt, CaseStmt, DefaultStmt, BreakStmt,
             ContinueStmt, NullStmt, ParenExpr, ArraySubscriptExpr, ConditionalOperator, BinaryConditionalOperator,
             CallExpr, CXXRewrittenBinaryOperator, CXXThisExpr, CXXNullPtrLiteralExpr, ImplicitValueInitExpr,
             MaterializeTemporaryExpr, ConstantExpr, InitListExpr, CXXScalarValueInitExpr, OpaqueValueExpr,
             CXXBindTemporaryExpr, CompoundLiteralExpr, ExprWithCleanups>(S);
}

/// References, pointers and functions with what they lead to or give, const taken away.
static QualType withoutConst(const ASTContext &Context, QualType Type) {
  Type = Type.getCanonicalType();
  if (const auto *Function = Type->getAs<FunctionProtoType>()) {
    FunctionProtoType::ExtProtoInfo Info = Function->getExtProtoInfo();
    Info.TypeQuals.removeConst();
    return Context.getFunctionType(withoutConst(Context, Function->getReturnType()), Function->getParamTypes(), Info);
  }
  if (const auto *Pointer = Type->getAs<clang::PointerType>())
    return Context.getPointerType(withoutConst(Context, Pointer->getPointeeType()));
  if (const auto *Reference = Type->getAs<LValueReferenceType>())
    return Context.getLValueReferenceType(withoutConst(Context, Reference->getPointeeType()));
  if (Type.isVolatileQualified() || Type->isArrayType())
    return Type;
  return Type.getUnqualifiedType();
}

bool SameStatements::sameType(QualType A, QualType B) const {
  if (A.isNull() || B.isNull())
    return A.isNull() == B.isNull();
  return A.getCanonicalType() == B.getCanonicalType() || withoutConst(Context, A) == withoutConst(Context, B);
}

/// The const and the other overload of one method of a class of the standard library: they give the same element.
static bool isConstOverload(const ASTContext &Context, const ValueDecl *A, const ValueDecl *B) {
  const auto *M = dyn_cast<CXXMethodDecl>(A), *N = dyn_cast<CXXMethodDecl>(B);
  return M && N && M->getParent()->getCanonicalDecl() == N->getParent()->getCanonicalDecl() &&
         M->getParent()->isInStdNamespace() && M->getDeclName() == N->getDeclName() && M->isConst() != N->isConst() &&
         std::equal(M->param_begin(), M->param_end(), N->param_begin(), N->param_end(),
                    [&](const ParmVarDecl *P, const ParmVarDecl *Q) {
                      return Context.hasSameType(P->getType(), Q->getType());
                    });
}

bool SameStatements::sameDecl(const ValueDecl *A, const ValueDecl *B) const {
  if (auto It = Pairs.find(A); It != Pairs.end())
    return It->second == B;
  return A->getCanonicalDecl() == B->getCanonicalDecl() || isConstOverload(Context, A, B);
}

static bool isLine(const ASTContext &Context, const IntegerLiteral &E) {
  SourceLocation At = E.getLocation();
  return At.isMacroID() &&
         Lexer::getImmediateMacroName(At, Context.getSourceManager(), Context.getLangOpts()) == "__LINE__";
}

bool SameStatements::sameNode(const Stmt &A, const Stmt &B) const {
  if (A.getStmtClass() != B.getStmtClass())
    return false;
  if (const auto *E = dyn_cast<Expr>(&A)) {
    const auto &F = cast<Expr>(B);
    if (!sameType(E->getType(), F.getType()) || E->getValueKind() != F.getValueKind() ||
        !(E->getFPFeaturesInEffect(Context.getLangOpts()) == F.getFPFeaturesInEffect(Context.getLangOpts())))
      return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&A))
    return sameDecl(Ref->getDecl(), cast<DeclRefExpr>(B).getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(&A)) {
    const auto &Other = cast<MemberExpr>(B);
    return sameDecl(Member->getMemberDecl(), Other.getMemberDecl()) && Member->isArrow() == Other.isArrow() &&
           Member->hasQualifier() == Other.hasQualifier();
  }
  if (const auto *Operator = dyn_cast<BinaryOperator>(&A))
    return Operator->getOpcode() == cast<BinaryOperator>(B).getOpcode();
  if (const auto *If = dyn_cast<IfStmt>(&A))
    return If->getStatementKind() == cast<IfStmt>(B).getStatementKind();
  if (const auto *Operator = dyn_cast<UnaryOperator>(&A))
    return Operator->getOpcode() == cast<UnaryOperator>(B).getOpcode();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&A))
    return Operator->getOperator() == cast<CXXOperatorCallExpr>(B).getOperator();
  if (const auto *Cast = dyn_cast<CastExpr>(&A))
    return Cast->getCastKind() == cast<CastExpr>(B).getCastKind() &&
           isa<ImplicitCastExpr, CStyleCastExpr, CXXNamedCastExpr, CXXFunctionalCastExpr>(Cast) &&
           Cast->getCastKind() != CK_Dynamic;
  if (const auto *Integer = dyn_cast<IntegerLiteral>(&A))
    return Integer->getValue() == cast<IntegerLiteral>(B).getValue() ||
           (IgnoresLines && isLine(Context, *Integer) && isLine(Context, cast<IntegerLiteral>(B)));
  if (const auto *Float = dyn_cast<FloatingLiteral>(&A))
    return Float->getValue().bitwiseIsEqual(cast<FloatingLiteral>(B).getValue());
  if (const auto *Character = dyn_cast<CharacterLiteral>(&A))
    return Character->getValue() == cast<CharacterLiteral>(B).getValue();
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(&A))
    return Bool->getValue() == cast<CXXBoolLiteralExpr>(B).getValue();
  if (const auto *String = dyn_cast<clang::StringLiteral>(&A))
    return String->getBytes() == cast<clang::StringLiteral>(B).getBytes();
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(&A)) {
    const auto &Other = cast<UnaryExprOrTypeTraitExpr>(B);
    return Size->getKind() == Other.getKind() && Size->isArgumentType() == Other.isArgumentType() &&
           Size->getTypeOfArgument().getCanonicalType() == Other.getTypeOfArgument().getCanonicalType();
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&A))
    return Construct->getConstructor() == cast<CXXConstructExpr>(B).getConstructor();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&A))
    return Default->getParam() == cast<CXXDefaultArgExpr>(B).getParam() &&
           !anyStmt(*Default->getExpr(), [](const Stmt &S) { return isa<SourceLocExpr>(S); }); // Of the call's place.
  return isPlainNode(A);
}

bool SameStatements::sameVariable(const VarDecl &A, const VarDecl &B) {
  // "extern int width;" makes no variable: its name says which one it is.
  if (A.hasGlobalStorage() || B.hasGlobalStorage())
    return A.getCanonicalDecl() == B.getCanonicalDecl();
  if (!sameType(A.getType(), B.getType()) || A.getStorageClass() != B.getStorageClass() ||
      A.isConstexpr() != B.isConstexpr() || A.getInitStyle() != B.getInitStyle() || A.getTLSKind() != B.getTLSKind() ||
      A.getType()->isVariablyModifiedType() || isa<DecompositionDecl>(A) || isa<DecompositionDecl>(B))
    return false;
  pair(A, B); // It may name itself.
  return same(A.getInit(), B.getInit());
}

bool SameStatements::sameDeclarations(const DeclStmt &A, const DeclStmt &B) {
  return std::equal(A.decl_begin(), A.decl_end(), B.decl_begin(), B.decl_end(), [&](const Decl *D, const Decl *E) {
    const auto *V = dyn_cast<VarDecl>(D), *W = dyn_cast<VarDecl>(E);
    return V && W && sameVariable(*V, *W);
  });
}

bool SameStatements::isLiteralForVariable(const Stmt &A, const Stmt &B) const {
  const auto *Read = dyn_cast<ImplicitCastExpr>(&A);
  const auto *Ref = Read && Read->getCastKind() == CK_LValueToRValue
                        ? dyn_cast<DeclRefExpr>(Read->getSubExpr()->IgnoreParens())
                        : nullptr;
  auto It = Ref ? Literals.find(Ref->getDecl()) : Literals.end();
  return It != Literals.end() && isa<IntegerLiteral, FloatingLiteral>(B) && spellingOf(Context, B) == It->second &&
         Context.hasSameUnqualifiedType(Ref->getType(), cast<Expr>(B).getType());
}

/// "p", read, against "a", an array that decays.
bool SameStatements::isArrayForPointer(const Stmt &A, const Stmt &B) const {
  const auto *Read = dyn_cast<ImplicitCastExpr>(&A), *Decay = dyn_cast<ImplicitCastExpr>(&B);
  if (!Read || !Decay || Read->getCastKind() != CK_LValueToRValue || Decay->getCastKind() != CK_ArrayToPointerDecay)
    return false;
  const auto *Pointer = dyn_cast<DeclRefExpr>(Read->getSubExpr()->IgnoreParens());
  const auto *Array = dyn_cast<DeclRefExpr>(Decay->getSubExpr()->IgnoreParens());
  return Pointer && Array && sameDecl(Pointer->getDecl(), Array->getDecl()) &&
         sameType(Read->getType(), Decay->getType());
}

/// Without conversions that only add const.
static const Stmt *withoutQualification(const Stmt *S) {
  while (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(S)) {
    if (Cast->getCastKind() != CK_NoOp)
      break;
    S = Cast->getSubExpr();
  }
  return S;
}

/// Clauses that say all they say by their kind, their lists and their operands. Of others nothing is known.
static bool saySame(const OMPClause &A, const OMPClause &B) {
  if (A.getClauseKind() != B.getClauseKind())
    return false;
  if (const auto *Schedule = dyn_cast<OMPScheduleClause>(&A)) {
    const auto &Other = cast<OMPScheduleClause>(B);
    return Schedule->getScheduleKind() == Other.getScheduleKind() &&
           Schedule->getFirstScheduleModifier() == Other.getFirstScheduleModifier() &&
           Schedule->getSecondScheduleModifier() == Other.getSecondScheduleModifier();
  }
  if (const auto *Default = dyn_cast<OMPDefaultClause>(&A))
    return Default->getDefaultKind() == cast<OMPDefaultClause>(B).getDefaultKind();
  if (const auto *Reduction = dyn_cast<OMPReductionClause>(&A)) {
    const auto &Other = cast<OMPReductionClause>(B);
    return Reduction->getNameInfo().getName() == Other.getNameInfo().getName() &&
           Reduction->getModifier() == Other.getModifier();
  }
  if (const auto *Last = dyn_cast<OMPLastprivateClause>(&A))
    return Last->getKind() == cast<OMPLastprivateClause>(B).getKind();
  return isa<OMPPrivateClause, OMPFirstprivateClause, OMPSharedClause, OMPNumThreadsClause, OMPCollapseClause,
             OMPNowaitClause>(A);
}

bool SameStatements::sameDirectives(const OMPExecutableDirective &A, const OMPExecutableDirective &B) {
  const Stmt &Loop = loopUnder(A), &Other = loopUnder(B);
  return A.getStmtClass() == B.getStmtClass() && &Loop != &A && &Other != &B &&
         std::equal(A.clauses().begin(), A.clauses().end(), B.clauses().begin(), B.clauses().end(),
                    [&](const OMPClause *P, const OMPClause *Q) {
                      auto Left = P->children(), Right = Q->children();
                      return saySame(*P, *Q) && std::equal(Left.begin(), Left.end(), Right.begin(), Right.end(),
                                                           [&](const Stmt *X, const Stmt *Y) { return same(X, Y); });
                    }) &&
         same(&Loop, &Other);
}

bool SameStatements::same(const Stmt *A, const Stmt *B) {
  A = withoutQualification(A);
  B = withoutQualification(B);
  if (!A || !B)
    return A == B;
  if (isArrayForPointer(*A, *B) || isLiteralForVariable(*A, *B))
    return true;
  if (const auto *Declaration = dyn_cast<DeclStmt>(A))
    return isa<DeclStmt>(B) && sameDeclarations(*Declaration, *cast<DeclStmt>(B));
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(A))
    return isa<OMPExecutableDirective>(B) && sameDirectives(*Directive, *cast<OMPExecutableDirective>(B));
  return sameNode(*A, *B) && std::equal(A->child_begin(), A->child_end(), B->child_begin(), B->child_end(),
                                        [&](const Stmt *P, const Stmt *Q) { return same(P, Q); });
}

} // namespace loopfuse
