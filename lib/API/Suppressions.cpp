//===- Suppressions.cpp - NOLINT comments ---------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Suppressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>

using namespace llvm;

namespace loopfuse {

namespace {

enum class Marker { Line, NextLine, Begin, End };

/// One NOLINT comment.
struct Mark {
  Marker Kind;
  std::optional<StringRef> Checks; ///< What stands in parentheses.
};

} // namespace

/// All marks of a line, from left to right.
static SmallVector<Mark, 1> marksOf(StringRef Line) {
  SmallVector<Mark, 1> Marks;
  for (size_t At = Line.find("NOLINT"); At != StringRef::npos; At = Line.find("NOLINT", At + 1)) {
    if (At > 0 && (isAlnum(Line[At - 1]) || Line[At - 1] == '_'))
      continue;
    StringRef Rest = Line.drop_front(At + StringRef("NOLINT").size());
    Mark M = {Marker::Line, std::nullopt};
    if (Rest.consume_front("NEXTLINE"))
      M.Kind = Marker::NextLine;
    else if (Rest.consume_front("BEGIN"))
      M.Kind = Marker::Begin;
    else if (Rest.consume_front("END"))
      M.Kind = Marker::End;
    else if (!Rest.empty() && (isAlnum(Rest.front()) || Rest.front() == '_'))
      continue;
    if (Rest.starts_with("(") && Rest.contains(')'))
      M.Checks = Rest.drop_front().take_until([](char C) { return C == ')'; });
    Marks.push_back(M);
  }
  return Marks;
}

static bool names(const Mark &M, StringRef Check) {
  if (!M.Checks)
    return true;
  SmallVector<StringRef> List;
  M.Checks->split(List, ',');
  return any_of(List, [&](StringRef Item) {
    StringRef Pattern = Item.trim();
    if (Pattern == "loopfuse")
      return true;
    auto Glob = GlobPattern::create(Pattern);
    if (!Glob) {
      consumeError(Glob.takeError());
      return false;
    }
    return Glob->match(Check);
  });
}

bool isSuppressed(StringRef Text, unsigned Line, StringRef Check) {
  // Blocks that are open, by what stands in their parentheses: an END closes a BEGIN with the same list.
  SmallVector<Mark> Open;
  unsigned Number = 1;
  for (StringRef Rest = Text; Number <= Line && !Rest.empty(); ++Number) {
    auto [This, Others] = Rest.split('\n');
    Rest = Others;
    for (const Mark &M : marksOf(This)) {
      bool Applies = (M.Kind == Marker::Line && Number == Line) || (M.Kind == Marker::NextLine && Number + 1 == Line);
      if (Applies && names(M, Check))
        return true;
      if (M.Kind == Marker::Begin)
        Open.push_back(M);
      else if (M.Kind == Marker::End && !Open.empty() && Open.back().Checks == M.Checks && Number < Line)
        Open.pop_back();
    }
  }
  return any_of(Open, [&](const Mark &M) { return names(M, Check); });
}

bool isSuppressed(StringRef Text, const Finding &F) {
  if (!Text.contains("NOLINT"))
    return false;
  auto Covers = [&](const SourceSpan &Header) {
    for (unsigned Line = Header.Line; Line <= std::max(Header.Line, Header.EndLine); ++Line)
      if (isSuppressed(Text, Line, F.check()))
        return true;
    return false;
  };
  return F.Loops.empty() ? Covers(F.Place) : any_of(F.Loops, Covers);
}

} // namespace loopfuse
