//===- SourceLines.cpp - the lines that findings point at -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace loopfuse {

const SourceLines::Cut &SourceLines::cut(StringRef File) {
  auto [It, IsNew] = Files.try_emplace(File);
  Cut &C = It->second;
  if (IsNew) {
    C.Text = TextOf(File).value_or("");
    for (size_t Begin = 0; Begin < C.Text.size();) {
      size_t End = std::min(C.Text.find('\n', Begin), C.Text.size());
      C.Lines.push_back({Begin, End - Begin});
      Begin = End + 1;
    }
  }
  return C;
}

StringRef SourceLines::text(StringRef File) { return cut(File).Text; }

std::pair<unsigned, unsigned> SourceLines::position(StringRef File, size_t Offset) {
  const Cut &C = cut(File);
  Offset = std::min(Offset, C.Text.size());
  auto Next = upper_bound(C.Lines, Offset, [](size_t At, const auto &Line) { return At < Line.first; });
  if (Next == C.Lines.begin())
    return {1, 1};
  auto [Begin, Length] = *std::prev(Next);
  unsigned Number = Next - C.Lines.begin();
  // Behind the line end of the last line a new one begins.
  if (Offset > Begin + Length)
    return {Number + 1, 1};
  return {Number, Offset - Begin + 1};
}

StringRef SourceLines::line(StringRef File, unsigned Number) {
  const Cut &C = cut(File);
  if (Number == 0 || Number > C.Lines.size())
    return "";
  auto [Offset, Length] = C.Lines[Number - 1];
  StringRef Line = StringRef(C.Text).substr(Offset, Length);
  Line.consume_back("\r");
  return Line;
}

std::string displayPath(StringRef File, StringRef WorkingDirectory) {
  StringRef Rest = File;
  StringRef Folder = WorkingDirectory.rtrim('/');
  if (Rest.consume_front(Folder) && Rest.consume_front("/") && !Rest.empty())
    return Rest.str();
  return File.str();
}

std::string plural(size_t Count, StringRef Noun) { return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str(); }

} // namespace loopfuse
