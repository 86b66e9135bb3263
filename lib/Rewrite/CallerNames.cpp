//===- CallerNames.cpp - names for variables that come into a function ----===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/CallerNames.h"
#include "Frontend/AnyStmt.h"
#include "Model/OmpDirective.h"
#include "Rewrite/Mentions.h"
#include "clang/Basic/CharInfo.h"

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

/// Where OpenMP directives say how threads share \p V, which stands in no part of the AST if they are not in force.
static void addDirectives(const FileText &File, const VarDecl &V, TextRange Within, std::vector<Mention> &Uses) {
  std::vector<RawToken> Tokens = File.tokens(Within);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].Kind != tok::hash || !Tokens[I].StartsLine)
      continue;
    size_t End = I + 1;
    while (End < Tokens.size() && !Tokens[End].StartsLine)
      ++End;
    TextRange Line{Tokens[I].Range.Begin, Tokens[End - 1].Range.End};
    std::optional<OmpDirective> Directive = parseOmpDirective(File.slice(Line));
    const OmpClause *Clause = Directive ? Directive->clauseOf(V.getName()) : nullptr;
    for (; Clause && I < End; ++I) {
      unsigned At = Tokens[I].Range.Begin - Line.Begin;
      bool IsInList = At > Clause->Begin && At < Clause->End;
      if (IsInList && File.slice(Tokens[I].Range) == V.getName() &&
          none_of(Uses, [&](const Mention &Use) { return Use.Place && Use.Place->Begin == Tokens[I].Range.Begin; })) {
        Uses.emplace_back();
        Uses.back().Place = Tokens[I].Range;
      }
    }
    I = End - 1;
  }
}

bool renameVariable(const FileText &File, const VarDecl &V, StringRef Name, const Stmt &Body, TextRange Within,
                    TextPatch &Patch) {
  if (Name == V.getName())
    return true; // Wherever it stands.
  std::vector<Mention> Uses = mentionsOf(File, V, Body);
  if (!isa<ParmVarDecl>(V)) {
    Uses.emplace_back();
    Uses.back().Place = File.token(V.getLocation());
  }
  if (isAsciiIdentifierStart(Name.front())) // No list may hold a literal.
    addDirectives(File, V, Within, Uses);
  if (!areReplaceable(File, V, Uses, Within))
    return false;
  for (const Mention &Use : Uses)
    Patch.replace(*Use.Place, Name.str());
  return true;
}

} // namespace loopfuse
