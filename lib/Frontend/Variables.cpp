//===- Variables.cpp - how a function uses its variables --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Variables.h"
#include "Frontend/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

FunctionVariables::FunctionVariables(ASTContext &Context, const FunctionDecl &Function,
                                     const ContainerTable &Containers, ArrayRef<const FunctionDecl *> Kernels)
    : Table(std::make_shared<const UseTable>(collectUses(Context, Function, Containers, Kernels))) {}

static ArrayRef<VariableUse> usesOf(const UseTable &Table, const VarDecl &V) {
  auto Found = Table.Uses.find(&V);
  return Found == Table.Uses.end() ? ArrayRef<VariableUse>() : ArrayRef(Found->second);
}

/// A local or parameter of this function: all mentions are in the table, and each call has its own.
bool FunctionVariables::isOwn(const VarDecl &V) const {
  return Table->IsComplete && V.hasLocalStorage() && Table->Declared.contains(&V);
}

/// Objects declared const are never written ([dcl.type.cv]/4), mutable members apart.
static bool isConstantObject(const VarDecl &V) {
  const CXXRecordDecl *Class = V.getType()->getAsCXXRecordDecl();
  return V.getType().isConstQualified() && !V.getType().isVolatileQualified() &&
         !(Class && Class->hasDefinition() && Class->hasMutableFields());
}

bool FunctionVariables::isModified(const VarDecl &V) const {
  if (isConstantObject(V))
    return false;
  return !isOwn(V) || any_of(usesOf(*Table, V), [](const VariableUse &U) { return U.Modifies; });
}

bool FunctionVariables::isModifiedIn(const VarDecl &V, const Stmt &S) const {
  auto Found = Table->Positions.find(&S);
  if (Found == Table->Positions.end() || !Table->IsComplete)
    return isModified(V);
  return any_of(usesOf(*Table, V), [&](const VariableUse &U) { return U.Modifies && Found->second.contains(U.Order); });
}

bool FunctionVariables::escapes(const VarDecl &V) const {
  return !isOwn(V) || V.getType()->isReferenceType() ||
         any_of(usesOf(*Table, V), [](const VariableUse &U) { return U.Escapes; });
}

const Expr *FunctionVariables::onlyValue(const VarDecl &V) const {
  if (!isOwn(V) || isa<ParmVarDecl>(V) || V.getType()->isReferenceType() || V.isCXXForRangeDecl() || isModified(V))
    return nullptr;
  if (any_of(usesOf(*Table, V), [](const VariableUse &U) { return U.Allocates; }))
    return nullptr; // Null in front of the allocation.
  return isConstantObject(V) || !escapes(V) ? V.getInit() : nullptr;
}

bool FunctionVariables::isNameUsed(StringRef Name) const { return Table->Names.contains(Name); }

static const Stmt *loopBody(const Stmt &S) {
  if (const auto *For = dyn_cast<ForStmt>(&S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&S))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(&S))
    return Do->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S))
    return Range->getBody();
  return nullptr;
}

bool FunctionVariables::isDeadAfter(const VarDecl &V, const Region &R, const Stmt &First, const Stmt &Last) const {
  auto Position = [&](const Stmt &S) { return Table->Positions.lookup(&S); };
  UseTable::Interval Begin = Position(First), End = Position(Last);
  if (!isOwn(V) || escapes(V) || Table->HasJumps || !Begin.End || !End.End)
    return false;
  auto IsUsedBetween = [&](unsigned From, unsigned To) {
    return any_of(usesOf(*Table, V),
                  [&](const VariableUse &U) { return !U.Releases && From <= U.Order && U.Order < To; });
  };
  if (IsUsedBetween(End.End, ~0u))
    return false;
  // A loop around them comes back to its own beginning, with the old value unless the variable is new each time.
  unsigned DeclaredAt = Table->Declared.lookup(&V);
  for (const Stmt *S : R.Enclosing) {
    const Stmt *Body = loopBody(*S);
    if (Body && !Position(*Body).contains(DeclaredAt) && IsUsedBetween(Position(*S).Begin, Begin.Begin))
      return false;
  }
  return true;
}

} // namespace loopfuse
