//===- FileText.cpp - one source file as bytes and tokens -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FileText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::vector<RawToken> rawTokens(StringRef Text, TextRange Within, const LangOptions &LangOpts) {
  std::vector<RawToken> Out;
  if (Within.Begin >= Within.End)
    return Out;
  Lexer Lex(SourceLocation(), LangOpts, Text.begin(), Text.begin() + Within.Begin, Text.end());
  Lex.SetCommentRetentionState(true);
  // A lexer believes that it begins a line.
  size_t LineStart = Text.take_front(Within.Begin).rfind('\n');
  LineStart = LineStart == StringRef::npos ? 0 : LineStart + 1;
  bool InsideLine = !Text.slice(LineStart, Within.Begin).trim(" \t").empty();
  Token Tok;
  for (bool First = true;; First = false) {
    Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      return Out;
    unsigned End = Lex.getBufferLocation() - Text.begin();
    unsigned Begin = End - Tok.getLength();
    if (Begin >= Within.End)
      return Out;
    bool StartsLine = Tok.isAtStartOfLine();
    if (First && InsideLine && !Text.slice(Within.Begin, Begin).contains('\n'))
      StartsLine = false;
    Out.push_back({Tok.getKind(), {Begin, End}, StartsLine});
  }
}

FileText::FileText(const ASTContext &Context, FileID File, std::string Path)
    : Context(Context), File(File), Path(std::move(Path)), Text(Context.getSourceManager().getBufferData(File)) {}

SourceSpan FileText::span(TextRange R) const {
  const SourceManager &Sources = Context.getSourceManager();
  SourceSpan S{Path, R.Begin, R.size(), 0, 0, 0};
  S.Line = Sources.getLineNumber(File, R.Begin);
  S.Column = Sources.getColumnNumber(File, R.Begin);
  S.EndLine = Sources.getLineNumber(File, R.size() ? R.End - 1 : R.Begin);
  return S;
}

std::optional<unsigned> FileText::offset(SourceLocation Loc) const {
  if (Loc.isInvalid() || Loc.isMacroID())
    return std::nullopt;
  auto [F, Offset] = Context.getSourceManager().getDecomposedLoc(Loc);
  if (F != File)
    return std::nullopt;
  return Offset;
}

std::optional<TextRange> FileText::token(SourceLocation Loc) const {
  std::optional<unsigned> Begin = offset(Loc);
  if (!Begin)
    return std::nullopt;
  return TextRange{*Begin, *Begin + Lexer::MeasureTokenLength(Loc, Context.getSourceManager(), langOpts())};
}

std::optional<TextRange> FileText::range(SourceRange Tokens) const {
  std::optional<unsigned> Begin = offset(Tokens.getBegin());
  std::optional<TextRange> Last = token(Tokens.getEnd());
  if (!Begin || !Last || Last->End < *Begin)
    return std::nullopt;
  return TextRange{*Begin, Last->End};
}

std::optional<TextRange> FileText::writtenRange(SourceRange Tokens) const {
  const SourceManager &Sources = Context.getSourceManager();
  for (SourceLocation Loc : {Tokens.getBegin(), Tokens.getEnd()})
    for (; Loc.isMacroID(); Loc = Sources.getImmediateMacroCallerLoc(Loc))
      if (Sources.isMacroArgExpansion(Loc))
        return std::nullopt; // The macro may do more with it.
  CharSourceRange Written = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Tokens), Sources, langOpts());
  std::optional<unsigned> Begin = offset(Written.getBegin()), End = offset(Written.getEnd());
  return Begin && End ? std::optional(TextRange{*Begin, *End}) : std::nullopt;
}

std::optional<TextRange> FileText::typeSpecifier(const DeclaratorDecl &D) const {
  const TypeSourceInfo *Info = D.getTypeSourceInfo();
  if (!Info)
    return std::nullopt;
  TypeLoc Loc = Info->getTypeLoc();
  while (true) {
    TypeLoc Inner = Loc.getUnqualifiedLoc();
    if (auto Pointer = Inner.getAs<PointerTypeLoc>())
      Loc = Pointer.getPointeeLoc();
    else if (auto Reference = Inner.getAs<ReferenceTypeLoc>())
      Loc = Reference.getPointeeLoc();
    else if (auto Array = Inner.getAs<ArrayTypeLoc>())
      Loc = Array.getElementLoc();
    else if (auto Paren = Inner.getAs<ParenTypeLoc>())
      Loc = Paren.getInnerLoc();
    else
      break;
  }
  std::optional<TextRange> Type = writtenRange(Loc.getSourceRange());
  // Qualifiers in front have no place of their own.
  std::optional<TextRange> First = writtenRange(D.getBeginLoc());
  if (Type && First && First->Begin < Type->Begin)
    Type->Begin = First->Begin;
  return Type;
}

RawToken FileText::tokenAfter(unsigned Offset) const {
  // Comments are skipped one by one; what follows is seldom far away.
  unsigned Limit = Offset;
  while (Limit < Text.size()) {
    Limit = std::min<size_t>(Text.size(), Limit + 256);
    for (const RawToken &T : tokens({Offset, Limit}))
      if (!T.isComment())
        return T;
  }
  return {tok::eof, {unsigned(Text.size()), unsigned(Text.size())}, true};
}

} // namespace loopfuse
