//===- CallerNames.cpp - names for variables that come into a function ----===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/CallerNames.h"
#include "Frontend/AnyStmt.h"
#include "Rewrite/Mentions.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

void addReferredNames(const Stmt &S, StringSet<> &Out) {
  anyStmt(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Member = dyn_cast<MemberExpr>(&At);
    if (const ValueDecl *Named = Ref ? Ref->getDecl() : Member ? Member->getMemberDecl() : nullptr)
      if (Named->getIdentifier())
        Out.insert(Named->getName());
    return false;
  });
}

CallerNames::CallerNames(const FileText &File, const FunctionDecl &Caller, const FunctionVariables &Variables)
    : Fresh(File.context(), Variables) {
  std::optional<TextRange> Whole = File.writtenRange(Caller.getSourceRange());
  if (!Whole)
    return;
  for (const RawToken &T : File.tokens(*Whole))
    if (T.Kind == tok::raw_identifier)
      Mentioned.insert(File.slice(T.Range));
  addReferredNames(*Caller.getBody(), Mentioned);
  IsKnown = true;
}

std::string CallerNames::get(StringRef Wanted, const NameUse &Callee) {
  std::string Name;
  do
    Name = Fresh.get(Wanted);
  while (Mentioned.contains(Name) || (Name != Wanted && Callee.mentions(Name)));
  return Name;
}

bool renameVariable(const FileText &File, const VarDecl &V, StringRef Name, const Stmt &Body, TextRange Within,
                    TextPatch &Patch) {
  std::vector<Mention> Uses = mentionsOf(File, V, Body);
  if (!isa<ParmVarDecl>(V)) {
    Uses.emplace_back();
    Uses.back().Place = File.token(V.getLocation());
  }
  if (!areReplaceable(File, V, Uses, Within))
    return false;
  if (Name != V.getName())
    for (const Mention &Use : Uses)
      Patch.replace(*Use.Place, Name.str());
  return true;
}

} // namespace loopfuse
