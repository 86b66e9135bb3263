//===- VectorFill.cpp - vectors that get their elements once ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/VectorFill.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Effects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isVector(QualType T) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && Class->getName() == "vector" && qualifiedName(*Class) == "std::vector";
}

VectorFill readVectorFill(const Stmt &S) {
  const Stmt *At = &S;
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(At))
    At = Cleanups->getSubExpr();
  const auto *Call = dyn_cast<CXXMemberCallExpr>(At);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() || !is_contained({"resize", "assign"}, Method->getName()) ||
      Call->getNumArgs() == 0 || !Method->getParamDecl(0)->getType()->isUnsignedIntegerType())
    return {};
  const auto *Object = dyn_cast<DeclRefExpr>(Call->getImplicitObjectArgument()->IgnoreParens());
  const auto *V = Object ? dyn_cast<VarDecl>(Object->getDecl()) : nullptr;
  if (!V || !isVector(V->getType()))
    return {};
  return {Call, V, Call->getArg(0)};
}

static bool isWithoutElements(const VarDecl &V) {
  const Expr *Init = V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr;
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init);
  return Construct && Construct->getConstructor()->isDefaultConstructor() &&
         all_of(Construct->arguments(), [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); });
}

VectorFill fillBehindDeclaration(const CompoundStmt &Block, const VarDecl &V) {
  if (!V.hasLocalStorage() || !isVector(V.getType()) || !isWithoutElements(V))
    return {};
  auto HoldsItOrLambda = [&](const Stmt &S) {
    return anyStmt(S, [&](const Stmt &At) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&At);
      return (Ref && Ref->getDecl() == &V) || isa<LambdaExpr, StmtExpr>(&At);
    });
  };
  bool IsDeclared = false;
  for (const Stmt *S : Block.body()) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    if (!IsDeclared) {
      IsDeclared = Declaration && is_contained(Declaration->decls(), &V);
      if (IsDeclared && HoldsItOrLambda(*S))
        return {};
      continue;
    }
    VectorFill Fill = readVectorFill(*S);
    if (Fill.Vector == &V)
      return anyStmt(*Fill.Count,
                     [&](const Stmt &At) {
                       const auto *Ref = dyn_cast<DeclRefExpr>(&At);
                       return Ref && Ref->getDecl() == &V;
                     })
                 ? VectorFill()
                 : Fill;
    if ((!Declaration && !Fill.Call) || HoldsItOrLambda(*S))
      return {};
  }
  return {};
}

const Expr *sizeAsMade(const CompoundStmt &Block, const VarDecl &V) {
  bool IsDeclared = any_of(Block.body(), [&](const Stmt *S) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    return Declaration && is_contained(Declaration->decls(), &V);
  });
  if (!IsDeclared || !V.hasLocalStorage() || !isVector(V.getType()))
    return nullptr;
  if (VectorFill Fill = fillBehindDeclaration(Block, V); Fill.Call)
    return Fill.Count;
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr);
  if (!Construct || Construct->getNumArgs() == 0 || Construct->getParenOrBraceRange().isInvalid() ||
      Construct->isStdInitListInitialization() ||
      !Construct->getConstructor()->getParamDecl(0)->getType()->isUnsignedIntegerType())
    return nullptr;
  bool NamesItself = anyStmt(*Construct, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && Ref->getDecl() == &V;
  });
  return NamesItself ? nullptr : Construct->getArg(0);
}

/// Whether evaluating it may change something besides what it makes.
static bool mayChange(ASTContext &Context, const Stmt &S, const ContainerTable &Containers) {
  return anyStmt(S, [&](const Stmt &At) {
    if (const auto *Call = dyn_cast<CallExpr>(&At)) {
      CallEffect::Kind Effect = classifyCall(Context, *Call, Containers).Effect;
      return !is_contained(
          {CallEffect::Kind::Pure, CallEffect::Kind::ReadsArguments, CallEffect::Kind::Element, CallEffect::Kind::Size},
          Effect);
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(&At))
      return !isHarmlessConstruction(*Construct, Containers);
    const auto *U = dyn_cast<UnaryOperator>(&At);
    const auto *B = dyn_cast<BinaryOperator>(&At);
    return (U && U->isIncrementDecrementOp()) || (B && B->isAssignmentOp()) ||
           isa<LambdaExpr, StmtExpr, CXXDeleteExpr, CXXNewExpr, AtomicExpr>(&At);
  });
}

bool onlyDeclaresUntil(ASTContext &Context, const CompoundStmt &Block, const VarDecl &V, const Stmt &End,
                       const ContainerTable &Containers) {
  bool IsDeclared = false;
  for (const Stmt *S : Block.body()) {
    if (S == &End)
      return IsDeclared;
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    IsDeclared |= Declaration && is_contained(Declaration->decls(), &V);
    if (!IsDeclared)
      continue;
    VectorFill Fill = readVectorFill(*S);
    if (!Declaration && !Fill.Call)
      return false;
    if (Fill.Call ? any_of(Fill.Call->arguments(), [&](const Expr *A) { return mayChange(Context, *A, Containers); })
                  : mayChange(Context, *S, Containers))
      return false;
  }
  return false;
}

} // namespace loopfuse
