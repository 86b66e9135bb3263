//===- UnifiedDiff.cpp - two texts as a patch -------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/UnifiedDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// Myers' divide and conquer: finds a snake in the middle of a shortest edit script, then does both sides of it.
class LineDiff {
public:
  LineDiff(ArrayRef<StringRef> Old, ArrayRef<StringRef> New)
      : Old(Old), New(New), Zero(New.size() + 1), Forward(Old.size() + New.size() + 3), Backward(Forward.size()) {}

  std::vector<LineChange> run() {
    compare(0, Old.size(), 0, New.size());
    return std::move(Changes);
  }

private:
  /// A run of equal lines: Old[FromX, ToX) and New[FromY, ToY).
  struct Snake {
    size_t FromX, FromY, ToX, ToY;
  };

  void compare(size_t OldBegin, size_t OldEnd, size_t NewBegin, size_t NewEnd) {
    while (OldBegin < OldEnd && NewBegin < NewEnd && Old[OldBegin] == New[NewBegin])
      ++OldBegin, ++NewBegin;
    while (OldBegin < OldEnd && NewBegin < NewEnd && Old[OldEnd - 1] == New[NewEnd - 1])
      --OldEnd, --NewEnd;
    if (OldBegin == OldEnd && NewBegin == NewEnd)
      return;
    if (OldBegin == OldEnd || NewBegin == NewEnd)
      return change({OldBegin, OldEnd, NewBegin, NewEnd});
    // No line in common at either end and neither side empty: the script has two steps at least, so both sides of the
    // snake are smaller than the whole.
    Snake S = middleSnake(OldBegin, NewBegin, OldEnd - OldBegin, NewEnd - NewBegin);
    compare(OldBegin, S.FromX, NewBegin, S.FromY);
    compare(S.ToX, OldEnd, S.ToY, NewEnd);
  }

  void change(LineChange C) {
    if (!Changes.empty() && Changes.back().OldEnd == C.OldBegin && Changes.back().NewEnd == C.NewBegin) {
      Changes.back().OldEnd = C.OldEnd;
      Changes.back().NewEnd = C.NewEnd;
    } else {
      Changes.push_back(C);
    }
  }

  /// Extends the furthest paths of \p D steps from both ends by turns until they meet. Diagonal k holds the points with
  /// x - y = k; k beyond [-M, N] lies outside the grid.
  Snake middleSnake(size_t X0, size_t Y0, ptrdiff_t N, ptrdiff_t M) {
    const ptrdiff_t Delta = N - M;
    Forward[Zero + 1] = Backward[Zero + 1] = 0;
    for (ptrdiff_t D = 0;; ++D)
      for (bool IsForward : {true, false}) {
        auto *Mine = &(IsForward ? Forward : Backward)[Zero], *Other = &(IsForward ? Backward : Forward)[Zero];
        ptrdiff_t OtherSteps = IsForward ? D - 1 : D;
        for (ptrdiff_t K = -(D - 2 * std::max<ptrdiff_t>(0, D - M)); K <= D - 2 * std::max<ptrdiff_t>(0, D - N);
             K += 2) {
          ptrdiff_t X = K == -D || (K != D && Mine[K - 1] < Mine[K + 1]) ? Mine[K + 1] : Mine[K - 1] + 1;
          ptrdiff_t Y = X - K, FromX = X, FromY = Y;
          while (X < N && Y < M &&
                 (IsForward ? Old[X0 + X] == New[Y0 + Y] : Old[X0 + N - 1 - X] == New[Y0 + M - 1 - Y]))
            ++X, ++Y;
          Mine[K] = X;
          ptrdiff_t Mirror = Delta - K;
          if ((Delta % 2 != 0) != IsForward || Mirror < -OtherSteps || Mirror > OtherSteps || X + Other[Mirror] < N)
            continue;
          if (IsForward)
            return {X0 + FromX, Y0 + FromY, X0 + X, Y0 + Y};
          return {X0 + N - X, Y0 + M - Y, X0 + N - FromX, Y0 + M - FromY};
        }
      }
  }

  ArrayRef<StringRef> Old, New;
  size_t Zero;                              ///< Where diagonal 0 lies in the two vectors.
  std::vector<ptrdiff_t> Forward, Backward; ///< By diagonal: how far along Old the furthest path has come.
  std::vector<LineChange> Changes;
};

} // namespace

std::vector<LineChange> diffLines(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) { return LineDiff(Old, New).run(); }

std::vector<StringRef> splitLines(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Lines.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Lines;
}

static void addLine(std::string &Out, char Sign, StringRef Line) {
  Out += Sign;
  Out += Line;
  if (!Line.ends_with("\n"))
    Out += "\n\\ No newline at end of file\n";
}

/// "12,3"; an empty range names the line in front of it.
static std::string hunkRange(size_t Begin, size_t Count) {
  if (Count == 1)
    return utostr(Begin + 1);
  return (Twine(Count == 0 ? Begin : Begin + 1) + "," + Twine(Count)).str();
}

static constexpr size_t ContextLines = 3;

/// Writes the changes [First, Last), which are so near each other that their contexts meet, as one hunk.
static void addHunk(std::string &Out, ArrayRef<LineChange> Changes, ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  size_t Lead = std::min(ContextLines, Changes.front().OldBegin);
  size_t Trail = std::min(ContextLines, Old.size() - Changes.back().OldEnd);
  size_t OldBegin = Changes.front().OldBegin - Lead, NewBegin = Changes.front().NewBegin - Lead;
  size_t OldEnd = Changes.back().OldEnd + Trail, NewEnd = Changes.back().NewEnd + Trail;
  Out += formatv("@@ -{0} +{1} @@\n", hunkRange(OldBegin, OldEnd - OldBegin), hunkRange(NewBegin, NewEnd - NewBegin));
  size_t At = OldBegin;
  for (const LineChange &C : Changes) {
    for (; At < C.OldBegin; ++At)
      addLine(Out, ' ', Old[At]);
    for (; At < C.OldEnd; ++At)
      addLine(Out, '-', Old[At]);
    for (size_t I = C.NewBegin; I < C.NewEnd; ++I)
      addLine(Out, '+', New[I]);
  }
  for (; At < OldEnd; ++At)
    addLine(Out, ' ', Old[At]);
}

/// A name as git and `patch` read it: one with quotes, backslashes or control characters stands in quotes.
static std::string patchName(const Twine &Path) {
  std::string Name = Path.str(), Quoted;
  bool IsOdd = false;
  for (char C : Name) {
    bool IsControl = static_cast<unsigned char>(C) < 32 || C == 127;
    IsOdd |= IsControl || C == '"' || C == '\\';
    if (IsControl)
      Quoted += formatv("\\{0}{1}{2}", C >> 6, C >> 3 & 7, C & 7).str();
    else
      Quoted += (C == '"' || C == '\\' ? "\\" : "") + std::string(1, C);
  }
  if (IsOdd)
    return '"' + Quoted + '"';
  // One with blanks ends at a tab, or `patch` reads on for a date.
  return Name + (StringRef(Name).contains(' ') ? "\t" : "");
}

std::string unifiedDiff(StringRef Path, StringRef OldText, StringRef NewText) {
  std::vector<StringRef> Old = splitLines(OldText), New = splitLines(NewText);
  std::vector<LineChange> Changes = diffLines(Old, New);
  if (Changes.empty())
    return "";
  std::string Out = "--- " + patchName("a/" + Path) + "\n+++ " + patchName("b/" + Path) + "\n";
  for (size_t First = 0; First < Changes.size();) {
    size_t Last = First + 1;
    while (Last < Changes.size() && Changes[Last].OldBegin - Changes[Last - 1].OldEnd <= 2 * ContextLines)
      ++Last;
    addHunk(Out, ArrayRef(Changes).slice(First, Last - First), Old, New);
    First = Last;
  }
  return Out;
}

void printDiff(raw_ostream &OS, StringRef Diff) {
  for (StringRef Line : splitLines(Diff)) {
    if (Line.starts_with("--- ") || Line.starts_with("+++ "))
      OS.changeColor(raw_ostream::SAVEDCOLOR, true);
    else if (Line.starts_with("@@"))
      OS.changeColor(raw_ostream::CYAN);
    else if (Line.starts_with("+"))
      OS.changeColor(raw_ostream::GREEN);
    else if (Line.starts_with("-"))
      OS.changeColor(raw_ostream::RED);
    bool EndsLine = Line.consume_back("\n");
    OS << Line;
    OS.resetColor();
    if (EndsLine)
      OS << '\n';
  }
}

} // namespace loopfuse
