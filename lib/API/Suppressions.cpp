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

using namespace llvm;

namespace loopfuse {

/// The marks of a line, from left to right.
void Suppressions::addMarks(StringRef Text, unsigned Line) {
  for (size_t At = Text.find("NOLINT"); At != StringRef::npos; At = Text.find("NOLINT", At + 1)) {
    if (At > 0 && (isAlnum(Text[At - 1]) || Text[At - 1] == '_'))
      continue;
    StringRef Rest = Text.drop_front(At + StringRef("NOLINT").size());
    Mark M;
    M.Line = Line;
    M.Column = At + 1;
    if (Rest.consume_front("NEXTLINE"))
      M.What = Kind::NextLine;
    else if (Rest.consume_front("BEGIN"))
      M.What = Kind::Begin;
    else if (Rest.consume_front("END"))
      M.What = Kind::End;
    else if (!Rest.empty() && (isAlnum(Rest.front()) || Rest.front() == '_'))
      continue;
    if (Rest.starts_with("(") && Rest.contains(')'))
      M.Checks = Rest.drop_front().take_until([](char C) { return C == ')'; });
    Marks.push_back(M);
  }
}

Suppressions::Suppressions(StringRef Text) {
  unsigned Line = 1;
  // From one line that holds a mark to the next.
  for (size_t At = Text.find("NOLINT"), Begin = 0; At != StringRef::npos; At = Text.find("NOLINT", Begin)) {
    Line += Text.slice(Begin, At).count('\n');
    size_t LineBegin = Text.take_front(At).rfind('\n') + 1; // npos + 1 is 0.
    Begin = std::min(Text.find('\n', At), Text.size());
    addMarks(Text.slice(LineBegin, Begin), Line);
  }
  pairBlocks();
}

void Suppressions::pairBlocks() {
  std::vector<Mark> Open;
  for (const Mark &M : Marks) {
    if (M.What == Kind::Begin) {
      Open.push_back(M);
    } else if (M.What == Kind::End && !Open.empty() && Open.back().Checks == M.Checks) {
      Blocks.push_back({Open.back(), M.Line});
      Open.pop_back();
    } else if (M.What == Kind::End) {
      Alone.push_back({false, M.Line, M.Column});
    }
  }
  for (const Mark &M : Open)
    Alone.push_back({true, M.Line, M.Column});
  sort(Alone, [](const Unmatched &A, const Unmatched &B) {
    return std::pair(A.Line, A.Column) < std::pair(B.Line, B.Column);
  });
}

bool Suppressions::names(const Mark &M, StringRef Check) {
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

bool Suppressions::covers(unsigned Line, StringRef Check) const {
  auto IsOnLine = [&](const Mark &M) {
    return (M.What == Kind::Line && M.Line == Line) || (M.What == Kind::NextLine && M.Line + 1 == Line);
  };
  return any_of(Marks, [&](const Mark &M) { return IsOnLine(M) && names(M, Check); }) ||
         any_of(Blocks,
                [&](const Block &B) { return B.Begin.Line <= Line && Line <= B.LastLine && names(B.Begin, Check); });
}

bool Suppressions::covers(const SourceSpan &Header, StringRef Check) const {
  if (Marks.empty())
    return false;
  for (unsigned Line = Header.Line; Line <= std::max(Header.Line, Header.EndLine); ++Line)
    if (covers(Line, Check))
      return true;
  return false;
}

bool Suppressions::covers(const Finding &F) const {
  auto Covers = [&](const SourceSpan &Header) { return covers(Header, F.check()); };
  return F.Loops.empty() ? Covers(F.Place) : any_of(F.Loops, Covers);
}

} // namespace loopfuse
