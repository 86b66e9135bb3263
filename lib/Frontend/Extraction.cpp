//===- Extraction.cpp - the state while one region is extracted -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extraction.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/InlineBody.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/VariableUses.h"
#include "Frontend/VectorFill.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::vector<IndexExpr> Place::subscripts() const {
  std::vector<IndexExpr> Result;
  for (const PathStep &S : Path)
    Result.push_back(S.Index);
  return Result;
}

std::vector<int64_t> Place::constantPrefix() const {
  std::vector<int64_t> Result;
  for (const PathStep &S : Path) {
    if (!S.Index.isConstant())
      break;
    Result.push_back(S.Index.value());
  }
  return Result;
}

Extraction::Extraction(const Region &R, const ExtractOptions &Options, FunctionFacts &Facts)
    : Context(*R.Context), Where(R), Containers(Options.Containers), Scalars(Options.Scalars), Facts(Facts),
      Variables(*Facts.Variables) {
  Ast.Context = R.Context;
  Ast.Compound = R.Compound;
  Ast.Function = R.Function;
  Ast.IsInstantiation = R.IsInstantiation;
}

bool Extraction::isCaptured(const VarDecl &V) const {
  if (!V.hasLocalStorage() || !Where.Function)
    return false;
  const DeclContext *Own = declaringFunction(V);
  return Own != Where.Function && !Kernels.contains(dyn_cast_or_null<FunctionDecl>(Own));
}

const BoundArgument *Extraction::boundTo(const VarDecl &V) const {
  if (!Frame)
    return nullptr;
  auto It = Frame->Arguments.find(&V);
  return It == Frame->Arguments.end() ? nullptr : &It->second;
}

bool Extraction::mayChange(const VarDecl &V) const {
  if (isCaptured(V))
    return true;
  if (!V.hasLocalStorage() || V.getType()->isReferenceType())
    return !V.getType().isConstQualified();
  return isOpen(V) || Variables.isModifiedIn(V, *Where.Compound);
}

bool Extraction::isOpen(const VarDecl &V) const {
  if (!V.hasLocalStorage() || V.getType()->isReferenceType() || isCaptured(V))
    return true;
  // Whoever was given the address for writing counts as a change, too.
  const ContainerClass *Container = findContainer(Containers, V.getType());
  bool IsHandle = V.getType()->isPointerType() || (Container && Container->Kind != ContainerClass::Storage::Value);
  return Variables.escapes(V) && (!IsHandle || Variables.isModified(V));
}

const Expr *Extraction::fixedInit(const VarDecl &V) const {
  if (!V.hasLocalStorage() || isCaptured(V) || isa<ParmVarDecl>(V) || V.getType()->isReferenceType() ||
      V.isCXXForRangeDecl() || Variables.isModified(V) || isOpen(V) ||
      (V.getIdentifier() && Scalars.contains(V.getName())))
    return nullptr;
  // A null pointer leads nowhere, and cudaMalloc may give it memory yet.
  return V.getType()->isPointerType() && isUnsetPointer(Context, V) ? nullptr : V.getInit();
}

/// The innermost statement around the region that declares \p V as its own child: all that runs between V's
/// initialisation and its uses lies in it.
static const Stmt *scopeOf(const VarDecl &V, const Region &R) {
  auto Declares = [&](const Stmt *S) {
    const auto *C = dyn_cast<CompoundStmt>(S);
    return C && any_of(C->body(), [&](const Stmt *Child) {
             const auto *D = dyn_cast<DeclStmt>(Child);
             return D && is_contained(D->decls(), &V);
           });
  };
  if (Declares(R.Compound))
    return R.Compound;
  for (const Stmt *S : reverse(R.Enclosing))
    if (Declares(S))
      return S;
  return R.Function ? R.Function->getBody() : nullptr;
}

namespace {
/// Whether an initialiser would give the same value again, anywhere in the scope of its variable.
class LastingCheck {
public:
  LastingCheck(const Extraction &X, const VarDecl &Self, const Stmt &Scope) : X(X), Self(Self), Scope(Scope) {}

  bool lasts(const Stmt &E) const {
    return !anyStmt(E, [&](const Stmt &S) { return breaks(S); });
  }

private:
  bool keepsValue(const VarDecl &V) const { return !X.isOpen(V) && !X.Variables.isModifiedIn(V, Scope); }

  bool breaks(const Stmt &S) const {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) // Unless it is loaded, only its address matters.
      return Ref->getDecl() == &Self || Ref->refersToEnclosingVariableOrCapture();
    if (const auto *Cast = dyn_cast<CastExpr>(&S); Cast && Cast->getCastKind() == CK_LValueToRValue) {
      // A loaded element or member may be written by anybody.
      const auto *Ref = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return !V || !keepsValue(*V);
    }
    // What the body of such a function reads may be written by anybody.
    SummaryBudget Budget;
    if (const auto *Call = dyn_cast<CallExpr>(&S); Call && inlineBody(X.Context, *Call, X.Containers, Budget))
      return true;
    if (isa<CallExpr, CXXConstructExpr>(&S))
      return !asksLocalsOnly(S);
    const auto *U = dyn_cast<UnaryOperator>(&S);
    const auto *B = dyn_cast<BinaryOperator>(&S);
    return (U && U->isIncrementDecrementOp()) || (B && B->isAssignmentOp());
  }

  /// What a call reads of its arguments must keep its value as well; what is reached through pointers and references
  /// may be changed by others ("v.size()" of a reference v).
  bool asksLocalsOnly(const Stmt &Call) const {
    return !anyStmt(Call, [&](const Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
        const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        return V && !keepsValue(*V);
      }
      if (const auto *M = dyn_cast<MemberExpr>(&S))
        return M->isArrow();
      if (const auto *U = dyn_cast<UnaryOperator>(&S))
        return U->getOpcode() == UO_Deref;
      return isa<ArraySubscriptExpr, CXXThisExpr>(&S);
    });
  }

  const Extraction &X;
  const VarDecl &Self;
  const Stmt &Scope;
};
} // namespace

const Expr *Extraction::lastingInit(const VarDecl &V) const {
  if (!V.hasLocalStorage() || isCaptured(V))
    return nullptr;
  const Expr *Init = V.getType()->isReferenceType() ? V.getInit() : fixedInit(V);
  if (!Init)
    return nullptr;
  const Stmt *Scope = scopeOf(V, Where);
  return Scope && LastingCheck(*this, V, *Scope).lasts(*Init) ? Init : nullptr;
}

const Expr *Extraction::lastingSize(const VarDecl &V) const {
  const auto *Scope = dyn_cast_or_null<CompoundStmt>(scopeOf(V, Where));
  const Expr *Count = Scope ? sizeAsMade(*Scope, V) : nullptr;
  return Count && !isCaptured(V) && !isOpen(V) && !Variables.isModified(V) && !DeclaredByMembers.contains(&V) &&
                 LastingCheck(*this, V, *Scope).lasts(*Count)
             ? Count
             : nullptr;
}

/// Local pointers with an initialiser of which every mention is a load or a move.
static DenseSet<const VarDecl *> findMovedPointers(const Stmt &Body) {
  DenseMap<const VarDecl *, int> NotUnderstood;
  auto Count = [&](const Expr *E, int By) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->hasLocalStorage() && V->getType()->isPointerType() && V->getInit() && !isa<ParmVarDecl>(V))
      NotUnderstood[V] += By;
  };
  anyStmt(Body, [&](const Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      Count(Ref, 1);
    else if (const auto *Cast = dyn_cast<CastExpr>(&S); Cast && Cast->getCastKind() == CK_LValueToRValue)
      Count(Cast->getSubExpr(), -1);
    else if (const auto *U = dyn_cast<UnaryOperator>(&S); U && U->isIncrementDecrementOp())
      Count(U->getSubExpr(), -1);
    else if (const auto *A = dyn_cast<CompoundAssignOperator>(&S))
      Count(A->getLHS(), -1);
    return false;
  });
  DenseSet<const VarDecl *> Moved;
  for (auto [V, Rest] : NotUnderstood)
    if (Rest == 0)
      Moved.insert(V);
  return Moved;
}

const Expr *Extraction::movedInit(const VarDecl &V) const {
  if (!V.hasLocalStorage() || !V.getType()->isPointerType() || !V.getInit() || isCaptured(V) || !Where.Function)
    return nullptr;
  if (!Facts.MovedPointers)
    Facts.MovedPointers = findMovedPointers(*Where.Function->getBody());
  if (!Facts.MovedPointers->contains(&V))
    return nullptr;
  if (isPrivate(V))
    return V.getInit();
  const Stmt *Scope = scopeOf(V, Where);
  return Scope && LastingCheck(*this, V, *Scope).lasts(*V.getInit()) ? V.getInit() : nullptr;
}

Extraction::Mark Extraction::mark() const {
  return {Model.Parameters.size(), Model.Arrays.size(), Model.Loops.size(), Model.Statements.size()};
}

void Extraction::rollBack(const Mark &M) {
  Model.Parameters.resize(M.Parameters);
  ParameterKeys.resize(M.Parameters);
  Model.Arrays.resize(M.Arrays);
  Ast.Arrays.resize(M.Arrays);
  std::erase_if(ArrayNumbers, [&](const auto &Entry) { return Entry.second >= M.Arrays; });
  Model.Loops.resize(M.Loops);
  LoopRanges.resize(M.Loops);
  Ast.Loops.resize(M.Loops);
  Ast.LoopVariables.resize(M.Loops);
  Model.Statements.resize(M.Statements);
  Ast.Statements.resize(M.Statements);
  Ast.Accesses.resize(M.Statements);
  OfAccesses.resize(M.Statements);
}

} // namespace loopfuse
