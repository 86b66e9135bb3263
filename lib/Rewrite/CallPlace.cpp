//===- CallPlace.cpp - the lines that a call's statement stands on --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/CallPlace.h"
#include "Frontend/SourceText.h"
#include "Rewrite/Indent.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether a line comment in front of \p Behind would swallow nothing but comments.
static bool hasRestOfLine(StringRef Behind) {
  StringRef Rest = Behind.take_until([](char C) { return C == '\n'; }).trim();
  if (Rest.ends_with("\\") || Rest.ends_with("?\?/"))
    return false;
  return Rest.empty() || Rest.starts_with("//") || (Rest.starts_with("/*") && Rest.find("*/") == Rest.size() - 2);
}

std::variant<SourceSpan, std::string> placeOfCall(const FileText &File, const Stmt &Statement) {
  SourceSpan Span = statementSpan(File.context(), Statement);
  if (Span.File != File.path())
    return "the call comes from a macro";
  if (directiveBetween(File.context(), Span))
    return "a directive stands in the call";
  if (!startsLine(File.text(), Span.Offset) || !hasRestOfLine(File.text().substr(Span.end())))
    return "the call shares its line with something else";
  return Span;
}

std::string commentsBeside(const FileText &File, TextRange Whole, ArrayRef<TextRange> Kept, StringRef NewLine) {
  std::string Text;
  for (const RawToken &T : File.tokens(Whole))
    if (T.isComment() && none_of(Kept, [&](TextRange K) { return K.contains(T.Range); }))
      Text += (File.slice(T.Range).rtrim() + NewLine).str();
  return Text;
}

} // namespace loopfuse
