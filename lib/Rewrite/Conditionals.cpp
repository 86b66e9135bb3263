//===- Conditionals.cpp - text between #if and #endif ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Conditionals.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isDirective(const RawToken &T) { return T.Kind == tok::hash && T.StartsLine; }

std::vector<unsigned> conditionalSections(const FileText &File, TextRange Within, unsigned Offset) {
  std::vector<unsigned> Sections;
  std::vector<RawToken> Tokens = File.tokens({Within.Begin, Offset});
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (!isDirective(Tokens[I]))
      continue;
    StringRef Name = File.slice(Tokens[I + 1].Range);
    if ((Name == "endif" || Name.starts_with("el")) && !Sections.empty())
      Sections.pop_back();
    if (Name.starts_with("if") || Name.starts_with("el"))
      Sections.push_back(Tokens[I].Range.Begin);
  }
  return Sections;
}

StringSet<> namesInConditionals(const FileText &File, TextRange Within, unsigned Offset) {
  StringSet<> Names;
  std::vector<StringSet<>> Open;
  std::vector<RawToken> Tokens = File.tokens(Within);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].Kind == tok::raw_identifier && !Open.empty() &&
        File.context().Idents.get(File.slice(Tokens[I].Range)).getTokenID() == tok::identifier)
      Open.back().insert(File.slice(Tokens[I].Range));
    if (!isDirective(Tokens[I]) || I + 1 == Tokens.size())
      continue;
    StringRef Name = File.slice(Tokens[I + 1].Range);
    if (Name.starts_with("if")) {
      Open.emplace_back();
    } else if (Name == "endif" && !Open.empty()) {
      StringSet<> Closed = std::move(Open.back());
      Open.pop_back();
      StringSet<> &Outer = Open.empty() ? Names : Open.back();
      if (!Open.empty() || Tokens[I].Range.Begin >= Offset)
        for (const auto &Entry : Closed)
          Outer.insert(Entry.getKey());
    }
    while (I + 1 < Tokens.size() && !Tokens[I + 1].StartsLine)
      ++I;
  }
  return Names;
}

bool hasDirective(const FileText &File, TextRange Within) { return any_of(File.tokens(Within), isDirective); }

} // namespace loopfuse
