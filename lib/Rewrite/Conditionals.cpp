//===- Conditionals.cpp - text between #if and #endif ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Conditionals.h"

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

bool hasDirective(const FileText &File, TextRange Within) { return any_of(File.tokens(Within), isDirective); }

} // namespace loopfuse
