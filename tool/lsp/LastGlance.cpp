//===- LastGlance.cpp - what a keystroke leaves as it was -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LastGlance.h"
#include "API/TextHistory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse::lsp {

TextChange changeBetween(StringRef Old, StringRef New) {
  size_t Shorter = std::min(Old.size(), New.size()), Begin = 0, Behind = 0;
  while (Begin < Shorter && Old[Begin] == New[Begin])
    ++Begin;
  while (Behind < Shorter - Begin && Old[Old.size() - 1 - Behind] == New[New.size() - 1 - Behind])
    ++Behind;
  return {unsigned(Begin), unsigned(New.size() - Behind), unsigned(Old.size() - Behind)};
}

/// The function with the change inside its braces, in namespaces too.
static FunctionDecl *functionAround(ASTContext &Context, Decl *D, const TextChange &C,
                                    std::pair<unsigned, unsigned> &Body) {
  const SourceManager &Sources = Context.getSourceManager();
  if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
    for (Decl *Child : cast<DeclContext>(D)->decls())
      if (FunctionDecl *F = functionAround(Context, Child, C, Body))
        return F;
    return nullptr;
  }
  auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->doesThisDeclarationHaveABody() || !F->getBody())
    return nullptr;
  SourceLocation Open = F->getBody()->getBeginLoc(), Close = F->getBody()->getEndLoc();
  if (Open.isMacroID() || Close.isMacroID() || !Sources.isInMainFile(Open) || !Sources.isInMainFile(Close))
    return nullptr;
  Body = {Sources.getFileOffset(Open), Sources.getFileOffset(Close)};
  return Body.first < C.Begin && C.End <= Body.second ? F : nullptr;
}

std::optional<std::pair<unsigned, unsigned>> limitToChange(ASTContext &Context, const TextChange &C) {
  std::pair<unsigned, unsigned> Body;
  for (Decl *D : Context.getTraversalScope())
    if (!isa<TranslationUnitDecl>(D))
      if (FunctionDecl *F = functionAround(Context, D, C, Body)) {
        Context.setTraversalScope({F});
        return Body;
      }
  return std::nullopt;
}

std::vector<Finding> findingsOutside(const Glance &Before, StringRef File, StringRef New, const TextChange &C,
                                     std::pair<unsigned, unsigned> Body) {
  unsigned OldEnd = Body.second - C.End + C.OldEnd;
  // The way back from the new text to the old one, so that old places become new ones.
  TextHistory Back;
  Back.add(File, New, {{File.str(), C.Begin, C.End - C.Begin, Before.Text->substr(C.Begin, C.OldEnd - C.Begin)}});
  std::vector<Finding> Kept;
  for (const Finding &F : Before.Findings)
    if (F.Place.Offset < Body.first || F.Place.Offset >= OldEnd)
      Kept.push_back(Back.inOriginalText(F, ""));
  return Kept;
}

} // namespace loopfuse::lsp
