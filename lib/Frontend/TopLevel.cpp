//===- TopLevel.cpp - a unit's outermost declarations -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/TopLevel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace loopfuse {

std::vector<Decl *> topLevelDeclarations(const ASTContext &Context) {
  std::vector<Decl *> Scope = Context.getTraversalScope();
  if (Scope.size() != 1 || !isa<TranslationUnitDecl>(Scope.front()))
    return Scope;
  auto All = Context.getTranslationUnitDecl()->decls();
  return {All.begin(), All.end()};
}

void limitToParsedText(ASTContext &Context) {
  std::vector<Decl *> Parsed;
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile())
      Parsed.push_back(D);
  Context.setTraversalScope(Parsed);
}

} // namespace loopfuse
