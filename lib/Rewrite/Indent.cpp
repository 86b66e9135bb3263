//===- Indent.cpp - lines and their leading blanks ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Indent.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

unsigned lineBegin(StringRef Text, unsigned Offset) {
  size_t Break = Text.take_front(Offset).rfind('\n');
  return Break == StringRef::npos ? 0 : Break + 1;
}

unsigned lineEnd(StringRef Text, unsigned Offset) {
  size_t Break = std::min(Text.find('\n', Offset), Text.size());
  return Break > Offset && Text[Break - 1] == '\r' ? Break - 1 : Break;
}

unsigned nextLine(StringRef Text, unsigned Offset) {
  size_t Break = Text.find('\n', Offset);
  return Break == StringRef::npos ? Text.size() : Break + 1;
}

static StringRef leadingBlanks(StringRef Line) {
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

StringRef indentOf(StringRef Text, unsigned Offset) {
  // A byte order mark in front of the first line is no part of its indentation.
  StringRef Line = Text.drop_front(lineBegin(Text, Offset));
  Line.consume_front("\xEF\xBB\xBF");
  return leadingBlanks(Line);
}

bool startsLine(StringRef Text, unsigned Offset) {
  return Text.slice(lineBegin(Text, Offset), Offset).trim(" \t").empty();
}

bool endsLine(StringRef Text, unsigned Offset) { return Text.slice(Offset, lineEnd(Text, Offset)).trim(" \t").empty(); }

StringRef lineEndOf(StringRef Text, unsigned Offset) {
  unsigned End = lineEnd(Text, Offset);
  if (End < Text.size())
    return Text[End] == '\r' ? "\r\n" : "\n";
  return Text.contains("\r\n") ? "\r\n" : "\n";
}

static unsigned columns(StringRef Blanks) {
  unsigned Column = 0;
  for (char C : Blanks)
    Column = C == '\t' ? Column / 8 * 8 + 8 : Column + 1;
  return Column;
}

PieceIndent indentAt(StringRef Text, unsigned Offset) {
  return {indentOf(Text, Offset).str(), columns(Text.slice(lineBegin(Text, Offset), Offset))};
}

// Blanks up to \p Column, beginning as \p Like does.
static std::string blanksTo(unsigned Column, StringRef Like) {
  while (columns(Like) > Column)
    Like = Like.drop_back();
  return Like.str() + std::string(Column - columns(Like), ' ');
}

static std::string movedIndent(StringRef Blanks, const PieceIndent &Old, StringRef New) {
  unsigned Width = columns(Blanks), Line = columns(Old.Line);
  if (Old.Column > Line && Width >= Old.Column)
    return New.str() + std::string(Width - Old.Column, ' ');
  if (Blanks.consume_front(Old.Line))
    return New.str() + Blanks.str();
  unsigned Target = columns(New) + Width;
  return blanksTo(Target > Line ? Target - Line : 0, New);
}

std::vector<std::string> reindented(const std::string &Piece, const PieceIndent &Old, StringRef New,
                                    const LangOptions &LangOpts) {
  std::vector<TextRange> Literals;
  for (const RawToken &T : rawTokens(Piece, {0, unsigned(Piece.size())}, LangOpts))
    if (!T.isComment() && StringRef(Piece).slice(T.Range.Begin, T.Range.End).contains('\n'))
      Literals.push_back(T.Range);

  std::vector<std::string> Lines;
  for (size_t Begin = 0; Begin <= Piece.size();) {
    size_t End = std::min(Piece.find('\n', Begin), Piece.size());
    StringRef Line = StringRef(Piece).slice(Begin, End);
    bool InLiteral = llvm::any_of(Literals, [&](TextRange R) { return R.Begin < Begin && Begin < R.End; });
    StringRef Blanks = leadingBlanks(Line);
    if (Begin == 0)
      Lines.push_back(New.str() + Line.str());
    else if (InLiteral || Line.trim().empty())
      Lines.push_back(Line.str());
    else
      Lines.push_back(movedIndent(Blanks, Old, New) + Line.drop_front(Blanks.size()).str());
    Begin = End + 1;
  }
  return Lines;
}

std::string reindentedText(const std::string &Piece, const PieceIndent &Old, StringRef New,
                           const clang::LangOptions &LangOpts, StringRef LineEnd) {
  std::vector<std::string> Lines = reindented(Piece, Old, New, LangOpts);
  std::string Out;
  for (size_t I = 0; I < Lines.size(); ++I)
    Out += Lines[I] + (I + 1 == Lines.size() ? LineEnd.str() : "\n");
  return Out;
}

} // namespace loopfuse
