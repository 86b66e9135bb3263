//===- Blocks.cpp - blocks whose statements could do without braces -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Blocks.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CallSummaries.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

const CompoundStmt *blockWithLoop(const Stmt &S) {
  const auto *Block = dyn_cast<CompoundStmt>(&S);
  bool HasMore = Block && Block->size() > 1;
  return HasMore && any_of(Block->body(), [](const Stmt *Child) { return isa<ForStmt, CXXForRangeStmt>(Child); })
             ? Block
             : nullptr;
}

/// A plain local variable that only its name and its memory make.
static bool isOpenVariable(const Decl &D, const ContainerTable &Containers) {
  const auto *V = dyn_cast<VarDecl>(&D);
  return V && V->getIdentifier() && V->hasLocalStorage() && !V->getType()->isVariablyModifiedType() &&
         !V->hasAttr<CleanupAttr>() && isHarmlessDestruction(V->getType(), Containers);
}

bool keepsTemporaries(const Stmt &Body, const ContainerTable &Containers) {
  return anyStmt(Body, [&](const Stmt &S) {
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(&S);
    return Temporary && Temporary->getStorageDuration() != SD_FullExpression &&
           !isHarmlessDestruction(Temporary->getType(), Containers);
  });
}

bool canBeOpened(const ASTContext &Context, const CompoundStmt &Block, const ContainerTable &Containers) {
  // Before C99 declarations stand in front of all statements.
  if (!Context.getLangOpts().CPlusPlus && !Context.getLangOpts().C99)
    return false;
  for (const Stmt *Child : Block.body())
    if (const auto *Declaration = dyn_cast<DeclStmt>(Child))
      if (!all_of(Declaration->decls(), [&](const Decl *D) { return isOpenVariable(*D, Containers); }))
        return false;
  if (keepsTemporaries(Block, Containers))
    return false;
  auto IsJumpTarget = [](const Stmt &S) { return isa<LabelStmt, GotoStmt, IndirectGotoStmt, SwitchCase>(S); };
  // The cases of a `switch` inside are its own.
  return !anyStmt(Block, IsJumpTarget, [](const Stmt &S) { return !isa<SwitchStmt>(S); }) &&
         !anyStmt(Block, [](const Stmt &S) { return isa<LabelStmt, GotoStmt, IndirectGotoStmt>(S); });
}

} // namespace loopfuse
