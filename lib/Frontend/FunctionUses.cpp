//===- FunctionUses.cpp - who names a function of one unit ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FunctionUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class UseCounter : public RecursiveASTVisitor<UseCounter> {
public:
  explicit UseCounter(const FunctionDecl &F) : Canonical(F.getCanonicalDecl()) {}
  unsigned Uses = 0;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Uses += E->getDecl()->getCanonicalDecl() == Canonical;
    return true;
  }
  /// In templates a name may stand for any function that is called so.
  bool VisitOverloadExpr(OverloadExpr *E) {
    Uses += any_of(E->decls(), [&](const NamedDecl *D) { return D->getCanonicalDecl() == Canonical; });
    return true;
  }

private:
  const Decl *Canonical;
};
} // namespace

std::optional<unsigned> usesOfStatic(ASTContext &Context, const FunctionDecl &F) {
  const SourceManager &Sources = Context.getSourceManager();
  if (F.getFormalLinkage() != Linkage::Internal || isa<CXXMethodDecl>(F) || F.isInlineSpecified() ||
      F.getTemplatedKind() != FunctionDecl::TK_NonTemplate || !Sources.isInMainFile(F.getLocation()) ||
      F.hasAttr<UnusedAttr>() || F.hasAttr<UsedAttr>())
    return std::nullopt;
  UseCounter Counter(F);
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!Sources.isInSystemHeader(D->getLocation()))
      Counter.TraverseDecl(D);
  return Counter.Uses;
}

} // namespace loopfuse
