//===- Removal.cpp - statements that go or move ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Assemble.h"
#include "Rewrite/Indent.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

void moveInFront(const FileText &File, const Layout &Style, ArrayRef<MovedPiece> Pieces, const MemberText &Target,
                 bool OneLine, TextPatch &Patch) {
  StringRef Text = File.text();
  std::string Indent = indentOf(Text, Target.Statement.Begin).str(), New;
  for (const MovedPiece &Piece : Pieces) {
    if (OneLine) {
      New += Patch.patched(Piece.Text) + " ";
      continue;
    }
    std::vector<std::string> Lines =
        reindented(Patch.patched(Piece.Text), indentAt(Text, Piece.Text.Begin), Indent, File.langOpts());
    for (size_t I = 0; I < Lines.size(); ++I) {
      // The last line has no '\r' of its own; a line that follows code begins with that line's blanks.
      bool Last = I + 1 == Lines.size();
      New += Lines[I] + (Last ? Style.LineEnd : "\n");
    }
    if (Piece.BlankLineBehind)
      New += Style.LineEnd;
  }
  if (!OneLine && startsLine(Text, Target.Whole.Begin)) {
    Patch.insert(lineBegin(Text, Target.Whole.Begin), New);
    return;
  }
  // In the middle of a line.
  StringRef Trimmed = StringRef(New).trim();
  bool CanStay = OneLine || (!Trimmed.contains('\n') && !Trimmed.contains("//"));
  Patch.insert(Target.Whole.Begin, Trimmed.str() + (CanStay ? " " : Style.LineEnd + Indent));
}

static bool isBlank(StringRef Text, unsigned Begin, unsigned End) { return Text.slice(Begin, End).trim().empty(); }

// Whole lines go, and one of two groups of blank lines that would meet; at a brace the group next to it.
static TextRange wholeLines(StringRef Text, TextRange R) {
  TextRange Lines{lineBegin(Text, R.Begin), nextLine(Text, R.End)};
  unsigned Above = Lines.Begin, Below = Lines.End;
  while (Above > 0 && isBlank(Text, lineBegin(Text, Above - 1), Above))
    Above = lineBegin(Text, Above - 1);
  while (Below < Text.size() && isBlank(Text, Below, nextLine(Text, Below)))
    Below = nextLine(Text, Below);
  StringRef Behind = Text.drop_front(Below).ltrim(), Front = Text.take_front(Above).rtrim();
  if (Behind.starts_with("}") || Behind.starts_with("%>")) {
    Lines.Begin = Above;
  } else if (Above != Lines.Begin || Front.ends_with("{") || Front.ends_with("<%")) {
    Lines.End = Below;
  }
  return Lines;
}

static TextRange withBlanks(const FileText &File, TextRange R) {
  StringRef Text = File.text();
  bool First = startsLine(Text, R.Begin), Last = endsLine(Text, R.End);
  if (First && Last)
    return wholeLines(Text, R);
  auto IsBlank = [&](unsigned Offset) { return Text[Offset] == ' ' || Text[Offset] == '\t'; };
  if (Last)
    while (R.Begin && IsBlank(R.Begin - 1))
      --R.Begin;
  else
    while (R.End < Text.size() && IsBlank(R.End))
      ++R.End;
  return R;
}

// The indentation of the line on which the block begins that the brace at \p Close ends.
static StringRef blockIndent(const FileText &File, unsigned Close) {
  SmallVector<unsigned> Open;
  for (const RawToken &T : File.tokens({0, Close})) {
    if (T.Kind == tok::l_brace)
      Open.push_back(T.Range.Begin);
    else if (T.Kind == tok::r_brace && !Open.empty())
      Open.pop_back();
  }
  return Open.empty() ? StringRef() : indentOf(File.text(), Open.back());
}

static void removeOne(const FileText &File, TextRange R, TextPatch &Patch) {
  TextRange Gone = withBlanks(File, R);
  RawToken Next = File.tokenAfter(Gone.End);
  // A brace behind the statement that is alone on its line now.
  if (startsLine(File.text(), R.Begin) && !endsLine(File.text(), R.End) && Next.Kind == tok::r_brace &&
      Next.Range.Begin == Gone.End)
    Patch.replace({lineBegin(File.text(), R.Begin), Gone.End}, blockIndent(File, Gone.End).str());
  else
    Patch.remove(Gone);
}

void removeStatements(const FileText &File, std::vector<TextRange> Ranges, TextPatch &Patch) {
  llvm::sort(Ranges, [](TextRange A, TextRange B) { return A.Begin < B.Begin; });
  std::vector<TextRange> Joined;
  for (TextRange R : Ranges) {
    // What has only blanks in between goes in one piece.
    if (!Joined.empty() && R.Begin <= Joined.back().End)
      Joined.back().End = std::max(Joined.back().End, R.End);
    else if (!Joined.empty() && isBlank(File.text(), Joined.back().End, R.Begin))
      Joined.back().End = R.End;
    else
      Joined.push_back(R);
  }
  for (TextRange R : Joined) {
    // "for (…) { … };": the empty statement goes too.
    for (RawToken T = File.tokenAfter(R.End); T.Kind == tok::semi && T.Range.Begin == R.End; T = File.tokenAfter(R.End))
      R.End = T.Range.End;
    removeOne(File, R, Patch);
  }
}

} // namespace loopfuse
