//===- ChangedLines.cpp - which lines a patch changes ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ChangedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

/// The name on a line "+++ name<tab>date"; git puts odd ones in quotes, with bytes as octal numbers.
static std::string nameOn(StringRef Line) {
  if (!Line.starts_with("\""))
    return Line.split('\t').first.rtrim('\r').str();
  std::string Out;
  for (size_t I = 1; I < Line.size() && Line[I] != '"'; ++I) {
    if (Line[I] != '\\' || I + 1 == Line.size()) {
      Out += Line[I];
      continue;
    }
    unsigned Byte = 0;
    if (!Line.substr(++I, 3).getAsInteger(8, Byte)) {
      Out += static_cast<char>(Byte);
      I += 2;
    } else {
      size_t Known = StringRef("abfnrtv").find(Line[I]);
      Out += Known == StringRef::npos ? Line[I] : "\a\b\f\n\r\t\v"[Known];
    }
  }
  return Out;
}

namespace {
/// "@@ -12,3 +14,0 @@": how many old and new lines follow, and the number of the first new one.
struct Hunk {
  unsigned OldCount = 1, NewBegin = 0, NewCount = 1;
};
} // namespace

static std::optional<Hunk> hunkOn(StringRef Line) {
  Hunk H;
  unsigned OldBegin = 0;
  if (!Line.consume_front("@@ -") || Line.consumeInteger(10, OldBegin) ||
      (Line.consume_front(",") && Line.consumeInteger(10, H.OldCount)) || !Line.consume_front(" +") ||
      Line.consumeInteger(10, H.NewBegin) || (Line.consume_front(",") && Line.consumeInteger(10, H.NewCount)) ||
      !Line.starts_with(" @@"))
    return std::nullopt;
  return H;
}

Error ChangedLines::add(StringRef Patch, function_ref<std::string(StringRef)> RealPath) {
  Changes *Now = nullptr; // None for files that are gone.
  Changes Gone;
  Hunk Left{0, 0, 0};
  unsigned Next = 0; // Number of the next new line.
  while (!Patch.empty()) {
    StringRef Line;
    std::tie(Line, Patch) = Patch.split('\n');
    if (Left.OldCount || Left.NewCount) {
      char Sign = Line.empty() ? ' ' : Line.front(); // Some tools leave out the blank of an empty line.
      if (Sign == '\\')
        continue;
      if (Sign == '+' && Left.NewCount) {
        Now->Lines.insert(Next++);
        --Left.NewCount;
      } else if (Sign == '-' && Left.OldCount) {
        Now->Gaps.insert(Next - 1);
        --Left.OldCount;
      } else if ((Sign == ' ' || Sign == '\r') && Left.OldCount && Left.NewCount) {
        ++Next;
        --Left.OldCount, --Left.NewCount;
      } else {
        return createStringError("the diff is cut short in front of '" + Line.take_front(40) + "'");
      }
    } else if (Line.consume_front("+++ ")) {
      std::string File = RealPath(nameOn(Line));
      Now = File.empty() ? &Gone : &Files[File];
    } else if (Line.starts_with("@@")) {
      std::optional<Hunk> H = hunkOn(Line);
      if (!H || !Now)
        return createStringError("the diff is not a unified one: '" + Line.take_front(40) + "'");
      Left = *H;
      // A range of no lines is named by the line in front of it.
      Next = H->NewBegin + (H->NewCount == 0);
    }
  }
  if (Left.OldCount || Left.NewCount)
    return createStringError("the diff is cut short");
  return Error::success();
}

bool ChangedLines::touches(StringRef File, unsigned FirstLine, unsigned LastLine) const {
  auto It = Files.find(File);
  if (It == Files.end())
    return false;
  const Changes &C = It->second;
  auto HasIn = [](const std::set<unsigned> &Set, unsigned First, unsigned Last) {
    auto At = Set.lower_bound(First);
    return At != Set.end() && *At <= Last;
  };
  return C.Whole || HasIn(C.Lines, FirstLine, LastLine) ||
         (FirstLine < LastLine && HasIn(C.Gaps, FirstLine, LastLine - 1));
}

bool ChangedLines::touches(const Finding &F) const {
  auto Touches = [&](const SourceSpan &S) {
    return S.isValid() && touches(S.File, S.Line, std::max(S.Line, S.EndLine));
  };
  return Touches(F.Region) || Touches(F.Place) || any_of(F.Loops, Touches);
}

std::vector<std::string> ChangedLines::files() const {
  std::vector<std::string> Out;
  for (const auto &[File, C] : Files)
    Out.push_back(File);
  return Out;
}

} // namespace loopfuse
