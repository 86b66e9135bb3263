//===- Positions.cpp - iterators as elements of a sequence ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Positions.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

const Expr &withoutImplicit(const Expr &E) {
  for (const Expr *At = &E;;) {
    const Expr *Inner = At->IgnoreParenImpCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Inner))
      Inner = Cleanups->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    if (Inner == At)
      return *At;
    At = Inner;
  }
}

bool isSameExpression(const ASTContext &Context, const Expr &A, const Expr &B) {
  FoldingSetNodeID Left, Right;
  withoutImplicit(A).Profile(Left, Context, /*Canonical=*/true);
  withoutImplicit(B).Profile(Right, Context, /*Canonical=*/true);
  return Left == Right;
}

std::optional<int64_t> literalValue(const Expr &E) {
  const Expr &Value = withoutImplicit(E);
  if (const auto *Minus = dyn_cast<UnaryOperator>(&Value); Minus && Minus->getOpcode() == UO_Minus) {
    std::optional<int64_t> Positive = literalValue(*Minus->getSubExpr());
    return Positive ? std::optional(-*Positive) : std::nullopt;
  }
  const auto *Literal = dyn_cast<IntegerLiteral>(&Value);
  // Far from where a sum of some could overflow.
  if (!Literal || Literal->getValue().getActiveBits() > 30)
    return std::nullopt;
  return static_cast<int64_t>(Literal->getValue().getZExtValue());
}

/// "v", "s.v", "this->v": a name, not a computation.
static bool isPlainObject(const Expr &E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    return isa<VarDecl>(Ref->getDecl()) && !Ref->refersToEnclosingVariableOrCapture();
  const auto *Member = dyn_cast<MemberExpr>(&E);
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return false;
  const Expr &Base = withoutImplicit(*Member->getBase());
  return isa<CXXThisExpr>(Base) || (!Member->isArrow() && isPlainObject(Base));
}

/// The type of a standard container's elements; null of what is none.
static QualType elementOf(const ContainerTable &Containers, QualType Type) {
  const ContainerClass *Class = findContainer(Containers, Type);
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !S || !StringRef(Class->Name).starts_with("std::") || Class->Size.empty() ||
      Class->ElementAccess.empty() || S->getTemplateArgs().size() == 0 ||
      S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return QualType();
  return S->getTemplateArgs()[0].getAsType();
}

std::optional<Position> positionIn(const ASTContext &Context, const ContainerTable &Containers, const Expr &Range,
                                   bool AtEnd) {
  Position P;
  P.Object = &withoutImplicit(Range);
  P.FromEnd = AtEnd;
  if (!isPlainObject(*P.Object))
    return std::nullopt;
  if (const ConstantArrayType *A = Context.getAsConstantArrayType(P.Object->getType()))
    P.Element = A->getElementType();
  else
    P.Element = elementOf(Containers, P.Object->getType());
  return P.Element.isNull() ? std::nullopt : std::optional(P);
}

/// A pointer, or an array that decays, by its name.
static std::optional<Position> pointerPosition(const ASTContext &Context, const Expr &E) {
  Position P;
  P.Object = &E;
  if (!isPlainObject(E))
    return std::nullopt;
  if (E.getType()->isPointerType())
    P.Element = E.getType()->getPointeeType();
  else if (const clang::ArrayType *A = Context.getAsArrayType(E.getType()))
    P.Element = A->getElementType();
  return P.Element.isNull() || P.Element->isVoidType() || P.Element->isFunctionType() ? std::nullopt : std::optional(P);
}

static bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) { return is_contained(Names, Name); }

/// "v.begin()", "std::end(a)".
static std::optional<Position> calledPosition(const ASTContext &Context, const ContainerTable &Containers,
                                              const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || !StringRef(qualifiedName(*F)).starts_with("std::"))
    return std::nullopt;
  const Expr *Range = nullptr;
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call)) {
    const auto *Named = dyn_cast<MemberExpr>(Method->getCallee()->IgnoreParens());
    bool IsDirect = Named && (!Named->isArrow() || isa<CXXThisExpr>(Named->getBase()->IgnoreParenImpCasts()));
    Range = IsDirect && Call.getNumArgs() == 0 ? Method->getImplicitObjectArgument() : nullptr;
  } else if (Call.getNumArgs() == 1) {
    Range = Call.getArg(0);
  }
  bool AtEnd = isOneOf(F->getName(), {"end", "cend"});
  if (!Range || !(AtEnd || isOneOf(F->getName(), {"begin", "cbegin", "data"})))
    return std::nullopt;
  return positionIn(Context, Containers, *Range, AtEnd);
}

/// What a sum adds to a position; no calls but those that tell a size.
static bool isPlainOffset(const ContainerTable &Containers, const Expr &E) {
  return E.getType()->isIntegerType() && !anyStmt(E, [&](const Stmt &S) {
           if (const auto *Call = dyn_cast<CXXMemberCallExpr>(&S)) {
             const ContainerClass *Class = findContainer(Containers, Call->getRecordDecl());
             return !Class || !Call->getMethodDecl()->getIdentifier() ||
                    !is_contained(Class->Size, Call->getMethodDecl()->getName());
           }
           const auto *Unary = dyn_cast<UnaryOperator>(&S);
           const auto *Binary = dyn_cast<BinaryOperator>(&S);
           return !isa<DeclRefExpr, MemberExpr, IntegerLiteral, ImplicitCastExpr, ParenExpr, CXXStaticCastExpr,
                       CStyleCastExpr, CXXFunctionalCastExpr, CXXThisExpr>(S) &&
                  !(Unary && Unary->getOpcode() == UO_Minus) &&
                  !(Binary && !Binary->isAssignmentOp() && Binary->isAdditiveOp()) &&
                  !(Binary && Binary->isMultiplicativeOp());
         });
}

static std::optional<Position> movedBy(const ContainerTable &Containers, Position P, const Expr &Offset, bool Down) {
  if (std::optional<int64_t> Literal = literalValue(Offset)) {
    P.Constant += Down ? -*Literal : *Literal;
    return P;
  }
  if (P.Added || P.Constant || Down || !isPlainOffset(Containers, Offset))
    return std::nullopt;
  P.Added = &withoutImplicit(Offset);
  return P;
}

std::optional<Position> readPosition(const ASTContext &Context, const ContainerTable &Containers,
                                     const Expr &Iterator) {
  const Expr &E = withoutImplicit(Iterator);
  const Expr *Left = nullptr, *Right = nullptr;
  bool Down = false;
  if (const auto *Sum = dyn_cast<BinaryOperator>(&E);
      Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType()) {
    Left = Sum->getLHS(), Right = Sum->getRHS(), Down = Sum->getOpcode() == BO_Sub;
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
             Operator && Operator->getNumArgs() == 2 && Operator->getDirectCallee() &&
             Operator->getArg(1)->getType()->isIntegerType() &&
             (Operator->getOperator() == OO_Plus || Operator->getOperator() == OO_Minus)) {
    Left = Operator->getArg(0), Right = Operator->getArg(1), Down = Operator->getOperator() == OO_Minus;
  }
  if (Left) {
    std::optional<Position> From = readPosition(Context, Containers, *Left);
    return From ? movedBy(Containers, *From, *Right, Down) : std::nullopt;
  }
  // A copy, or an iterator to constant elements made of another one.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&E); Construct && Construct->getNumArgs() == 1)
    return readPosition(Context, Containers, *Construct->getArg(0));
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    return calledPosition(Context, Containers, *Call);
  return pointerPosition(Context, E);
}

bool keepsValueInCalls(const VarDecl &V, const FunctionDecl &Caller) {
  if (V.getType()->isReferenceType() || V.getType().isVolatileQualified())
    return false;
  if (V.getType().isConstQualified())
    return true;
  if (!V.hasLocalStorage() || V.getDeclContext() != &Caller || !Caller.getBody())
    return false;
  const Stmt &Body = *Caller.getBody();
  // Mentions that only read, set, or hand the variable to a lambda, in which the same is asked of it.
  DenseSet<const Expr *> Reads, Sets, Captures;
  anyStmt(Body, [&](const Stmt &S) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
        Cast && (Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_ArrayToPointerDecay))
      Reads.insert(Cast->getSubExpr()->IgnoreParens());
    else if (const Expr *Set = setBy(S))
      Sets.insert(Set);
    else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S))
      for (const Expr *Init : Lambda->capture_inits())
        if (Init)
          Captures.insert(Init);
    return false;
  });
  return !anyStmt(Body, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    if (!Ref || Ref->getDecl() != &V || Reads.contains(Ref) || Captures.contains(Ref))
      return false;
    return Ref->refersToEnclosingVariableOrCapture() || !Sets.contains(Ref);
  });
}

bool keepsValueInCalls(const Expr &E, const FunctionDecl &Caller) {
  return !anyStmt(E, [&](const Stmt &S) {
    if (isa<MemberExpr>(S))
      return !isa<CXXMethodDecl>(cast<MemberExpr>(S).getMemberDecl());
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V)
      return false;
    // A container is asked for its size alone, which nobody changes who is understood.
    return !V->getType().getNonReferenceType()->isRecordType() && !keepsValueInCalls(*V, Caller);
  });
}

} // namespace loopfuse
