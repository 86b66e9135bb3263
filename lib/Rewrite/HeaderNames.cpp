//===- HeaderNames.cpp - what the headers of loops declare ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/HeaderNames.h"
#include "Rewrite/Mentions.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static SmallVector<const NamedDecl *> headerDeclarations(const Stmt &Loop) {
  SmallVector<const NamedDecl *> Out;
  auto Add = [&](const Stmt *Declaration) {
    const auto *S = dyn_cast_or_null<DeclStmt>(Declaration);
    if (!S)
      return;
    for (const Decl *D : S->decls()) {
      if (const auto *Named = dyn_cast<NamedDecl>(D); Named && Named->getIdentifier())
        Out.push_back(Named);
      if (const auto *Pattern = dyn_cast<DecompositionDecl>(D))
        llvm::append_range(Out, Pattern->bindings());
    }
  };
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    Add(For->getInit());
    Add(For->getConditionVariableDeclStmt());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    Add(Range->getInit());
    Add(Range->getLoopVarStmt());
  }
  return Out;
}

StringSet<> headerNames(const Stmt &Loop) {
  StringSet<> Names;
  for (const NamedDecl *D : headerDeclarations(Loop))
    Names.insert(D->getName());
  return Names;
}

static bool isOnlyRead(const FileText &File, const VarDecl &V, const Stmt &Loop) {
  return llvm::all_of(mentionsOf(File, V, Loop), [](const Mention &M) { return M.isPlainRead(); });
}

static std::optional<StringRef> initialText(const FileText &File, const VarDecl &V) {
  std::optional<TextRange> R = V.getInit() ? File.range(V.getInit()->getSourceRange()) : std::nullopt;
  return R ? std::optional(File.slice(*R)) : std::nullopt;
}

/// Whether both are constants that begin with the same text, which names the same things in both headers.
static bool sameConstant(const FileText &File, const VarDecl &A, const Stmt &LoopOfA, const VarDecl &B,
                         const Stmt &LoopOfB) {
  return A.getName() == B.getName() && A.getType().getCanonicalType() == B.getType().getCanonicalType() &&
         !A.getType()->isReferenceType() && initialText(File, A) && initialText(File, A) == initialText(File, B) &&
         isOnlyRead(File, A, LoopOfA) && isOnlyRead(File, B, LoopOfB);
}

std::string nameChangedByHeaders(const FileText &File, const BodyText &Kept, const BodyText &Moved,
                                 const NameUse &MovedNames, ArrayRef<const VarDecl *> LoopVariables) {
  std::vector<const ValueDecl *> Known(LoopVariables.begin(), LoopVariables.end());
  for (const VarDecl *V : LoopVariables)
    if (const auto *Pattern = dyn_cast<DecompositionDecl>(V))
      llvm::append_range(Known, Pattern->bindings());
  for (size_t Level = 0; Level < Kept.Loops.size(); ++Level)
    for (const NamedDecl *K : headerDeclarations(*Kept.Loops[Level]))
      for (const NamedDecl *M : headerDeclarations(*Moved.Loops[Level])) {
        const auto *KeptVar = dyn_cast<VarDecl>(K), *MovedVar = dyn_cast<VarDecl>(M);
        if (KeptVar && MovedVar && sameConstant(File, *KeptVar, *Kept.Loops[Level], *MovedVar, *Moved.Loops[Level]))
          Known.push_back(MovedVar);
      }
  for (const BodyText *Body : {&Kept, &Moved})
    for (const Stmt *Loop : Body->Loops)
      for (const NamedDecl *D : headerDeclarations(*Loop))
        if (!llvm::is_contained(LoopVariables, D) && MovedNames.needs(D->getName(), Known))
          return D->getName().str();
  return "";
}

} // namespace loopfuse
