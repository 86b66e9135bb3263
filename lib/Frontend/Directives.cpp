//===- Directives.cpp - preprocessor directives in the text -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The AST does not hold directives, so the file's own text is lexed again, in
// raw mode: comments, string literals, continued lines and digraphs are then
// what the compiler took them for.
//
//===----------------------------------------------------------------------===//
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

/// Splits a file's text into directives, `_Pragma`s and plain tokens.
class RawText {
public:
  struct Piece {
    enum class Kind { Token, Directive, PragmaOperator } What;
    unsigned Begin;
    unsigned End;
    tok::TokenKind Token;
  };

  RawText(const ASTContext &Context, FileID File, unsigned From)
      : Context(Context), Sources(Context.getSourceManager()), File(File), Text(Sources.getBufferData(File)),
        Lex(Sources.getLocForStartOfFile(File), Context.getLangOpts(), Text.begin(), Text.begin() + From, Text.end()) {
    advance();
  }

  /// The next piece that begins before \p Limit.
  std::optional<Piece> next(unsigned Limit);
  StringRef text(const Piece &P) const { return Text.slice(P.Begin, P.End).rtrim(); }

private:
  unsigned begin() const { return Sources.getFileOffset(Current.getLocation()); }
  void advance() { Lex.LexFromRawLexer(Current); }
  bool startsDirective() const;
  Piece directive();
  Piece pragmaOperator();

  const ASTContext &Context;
  const SourceManager &Sources;
  FileID File;
  StringRef Text;
  Lexer Lex;
  Token Current;
};

} // namespace

bool RawText::startsDirective() const {
  if (Current.isNot(tok::hash) || !Current.isAtStartOfLine())
    return false;
  // The lexer takes the place it begins at for a line's start.
  StringRef Before = Text.take_front(begin());
  return Before.substr(Before.rfind('\n') + 1).find_first_of(";{}") == StringRef::npos;
}

/// Up to the end of the line, continued lines included.
RawText::Piece RawText::directive() {
  unsigned Begin = begin();
  unsigned End = Begin;
  do {
    End = begin() + Current.getLength();
    advance();
  } while (Current.isNot(tok::eof) && !Current.isAtStartOfLine());
  return {Piece::Kind::Directive, Begin, End, tok::hash};
}

RawText::Piece RawText::pragmaOperator() {
  Piece P = {Piece::Kind::PragmaOperator, begin(), begin() + Current.getLength(), tok::raw_identifier};
  advance();
  unsigned Depth = 0;
  while (Current.isNot(tok::eof)) {
    if (Current.is(tok::l_paren))
      ++Depth;
    else if (Current.is(tok::r_paren) && Depth)
      --Depth;
    else if (!Depth)
      break;
    P.End = begin() + Current.getLength();
    bool IsLast = Current.is(tok::r_paren) && !Depth;
    advance();
    if (IsLast)
      break;
  }
  return P;
}

std::optional<RawText::Piece> RawText::next(unsigned Limit) {
  if (Current.is(tok::eof) || begin() >= Limit)
    return std::nullopt;
  if (startsDirective())
    return directive();
  if (Current.is(tok::raw_identifier)) {
    std::string Name = Lexer::getSpelling(Current, Sources, Context.getLangOpts());
    if (Name == "_Pragma" || Name == "__pragma")
      return pragmaOperator();
  }
  Piece P = {Piece::Kind::Token, begin(), begin() + Current.getLength(), Current.getKind()};
  advance();
  return P;
}

std::optional<Refusal> directiveBetween(const ASTContext &Context, const SourceSpan &Within) {
  const SourceManager &Sources = Context.getSourceManager();
  FileID File = Within.isValid() ? fileOf(Sources, Within.File) : FileID();
  if (File.isInvalid() || Within.end() > Sources.getBufferData(File).size())
    return std::nullopt;
  RawText Text(Context, File, Within.Offset);
  while (std::optional<RawText::Piece> P = Text.next(Within.end())) {
    if (P->What == RawText::Piece::Kind::Token)
      continue;
    SourceSpan Place = Within;
    Place.Offset = P->Begin;
    Place.Length = Text.text(*P).size();
    Place.Line = Sources.getLineNumber(File, P->Begin);
    Place.Column = Sources.getColumnNumber(File, P->Begin);
    Place.EndLine = Sources.getLineNumber(File, Place.end() - 1);
    return refuse(RefusalId::Preprocessor, Place, {Text.text(*P).str()});
  }
  return std::nullopt;
}

/// A place in front of \p Offset that is surely outside comments and literals, with nothing but whole statements before
/// it; 0 if a look at the lines does not show one. Walks back over lines without `/*`, `*/`, raw strings and
/// continuations, so what it passes cannot lie inside a comment that is still open at \p Offset.
static unsigned restartBefore(StringRef Text, unsigned Offset) {
  StringRef Before = Text.take_front(Offset);
  while (true) {
    size_t LineStart = Before.rfind('\n') + 1;
    StringRef Line = Before.substr(LineStart).trim();
    if (!LineStart || Line.ends_with("\\") || Line.ends_with("?\?/") || Line.contains("/*") || Line.contains("*/") ||
        Line.contains("R\"") || Line.contains(")\""))
      return 0;
    bool IsDirective = Line.starts_with("#") || Line.starts_with("%:") || Line.starts_with("?\?=");
    StringRef Previous = Before.take_front(LineStart - 1).rtrim("\r");
    if (!IsDirective && !Line.empty() && StringRef(";{}").contains(Line.back()) && !Line.contains("//") &&
        !Previous.ends_with("\\") && !Previous.ends_with("?\?/"))
      return Before.size();
    Before = Before.take_front(LineStart - 1);
  }
}

namespace {

/// Reads backward what stands directly in front of a statement.
class FrontOfStatement {
public:
  FrontOfStatement(const ASTContext &Context, ArrayRef<RawText::Piece> Pieces, StringRef Text, MacroPragmas &Macros)
      : Context(Context), Pieces(Pieces), Text(Text), Macros(Macros) {}

  std::string directives() {
    while (takeOne())
      ;
    if (!HasPragma)
      return "";
    std::string Out;
    for (StringRef Line : llvm::reverse(Lines))
      Out += (Out.empty() ? "" : "\n") + Line.str();
    return Out;
  }

private:
  bool takeOne();
  bool mayBePragma(StringRef Macro);
  bool take(size_t First, bool IsPragma) {
    Lines.push_back(Text.slice(Pieces[First].Begin, Pieces.back().End).rtrim());
    HasPragma |= IsPragma;
    Pieces = Pieces.take_front(First);
    return true;
  }
  StringRef spelling(size_t I) const { return Text.slice(Pieces[I].Begin, Pieces[I].End); }
  /// The index of the token that opens what the last token closes.
  std::optional<size_t> opening(tok::TokenKind Open, tok::TokenKind Close) const;

  const ASTContext &Context;
  ArrayRef<RawText::Piece> Pieces;
  StringRef Text;
  MacroPragmas &Macros;
  SmallVector<StringRef, 4> Lines;
  bool HasPragma = false;
};

} // namespace

std::optional<size_t> FrontOfStatement::opening(tok::TokenKind Open, tok::TokenKind Close) const {
  unsigned Depth = 0;
  for (size_t I = Pieces.size(); I-- > 0;) {
    if (Pieces[I].What != RawText::Piece::Kind::Token)
      continue;
    if (Pieces[I].Token == Close)
      ++Depth;
    else if (Pieces[I].Token == Open && --Depth == 0)
      return I;
  }
  return std::nullopt;
}

/// Whether a directive is a pragma that may say something of the statement behind it. Some mark a stretch of text,
/// hold to the end of the block or steer warnings: those stay where they are.
static bool isStatementPragma(StringRef Directive) {
  StringRef Rest =
      Directive.drop_while([](char C) { return C == '#' || C == '%' || C == ':' || C == '?' || C == '='; });
  for (Rest = Rest.ltrim(); Rest.consume_front("/*"); Rest = Rest.ltrim())
    Rest = Rest.substr(Rest.find("*/")).drop_front(2);
  if (!Rest.consume_front("pragma"))
    return false;
  SmallVector<StringRef, 4> Words;
  SplitString(Rest, Words);
  static const StringRef Marks[] = {"STDC", "scop", "endscop", "region", "endregion", "mark"};
  if (Words.empty() || is_contained(Marks, Words[0]))
    return false;
  return !(Words.size() > 1 && (Words[0] == "GCC" || Words[0] == "clang") &&
           (Words[1] == "diagnostic" || Words[1] == "fp"));
}

/// Where macros are defined; one in a comment does no harm.
static const StringMap<std::vector<std::pair<FileID, unsigned>>> &definitions(const SourceManager &Sources,
                                                                              MacroPragmas &Macros) {
  if (Macros.Definitions)
    return *Macros.Definitions;
  Macros.Definitions.emplace();
  static const StringRef Define = "define";
  for (unsigned I = 1; I < Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    FileID File = Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    StringRef Text = Sources.getBufferData(File);
    for (size_t At = Text.find(Define); At != StringRef::npos; At = Text.find(Define, At + 1)) {
      StringRef Front = Text.take_front(At).rtrim(" \t");
      StringRef Line = Text.drop_front(At + Define.size());
      StringRef Name = Line.ltrim(" \t").take_while([](char C) { return isAsciiIdentifierContinue(C); });
      if (Front.ends_with("#") && !Name.empty() && Name.begin() != Line.begin())
        (*Macros.Definitions)[Name].push_back({File, static_cast<unsigned>(Name.begin() - Text.begin())});
    }
  }
  return *Macros.Definitions;
}

/// Whether the expansion of the macro may hold a pragma or anything else that is not seen in its definitions. They are
/// looked for in the text of all files: the AST does not know them. A statement behind a macro without one was not
/// touched by it: labels, attributes and conditions would stand around the statement in the AST. An empty one may be a
/// hint to the compiler on another platform.
static bool mayHoldPragma(const ASTContext &Context, StringRef Name, MacroPragmas &Macros, unsigned Depth = 0) {
  const SourceManager &Sources = Context.getSourceManager();
  static const unsigned MaximumDepth = 8;
  if (Depth > MaximumDepth || Sources.loaded_sloc_entry_size() || Name == "_Pragma" || Name == "__pragma")
    return true;
  auto It = Context.Idents.find(Name);
  if (It == Context.Idents.end() || !It->second->hadMacroDefinition())
    return Depth == 0;
  auto Defined = definitions(Sources, Macros).find(Name);
  if (Defined == Macros.Definitions->end())
    return true;
  for (auto [File, At] : Defined->second) {
    StringRef Text = Sources.getBufferData(File);
    RawText Body(Context, File, At + Name.size());
    size_t End = Text.find('\n', At);
    while (End != StringRef::npos && Text.take_front(End).rtrim("\r").ends_with("\\"))
      End = Text.find('\n', End + 1);
    bool InParameters = Text.substr(At + Name.size()).starts_with("("), IsEmpty = true;
    while (std::optional<RawText::Piece> P = Body.next(End == StringRef::npos ? Text.size() : End)) {
      if (P->What != RawText::Piece::Kind::Token || P->Token == tok::hashhash ||
          (P->Token == tok::raw_identifier && Body.text(*P) != Name &&
           mayHoldPragma(Context, Body.text(*P), Macros, Depth + 1)))
        return true;
      IsEmpty &= InParameters;
      InParameters &= P->Token != tok::r_paren;
    }
    if (IsEmpty)
      return true;
  }
  return false;
}

bool FrontOfStatement::mayBePragma(StringRef Macro) {
  auto [It, IsNew] = Macros.MayHoldPragma.try_emplace(Macro, true);
  if (IsNew)
    It->second = mayHoldPragma(Context, Macro, Macros);
  return It->second;
}

bool FrontOfStatement::takeOne() {
  using Kind = RawText::Piece::Kind;
  if (Pieces.empty())
    return false;
  const RawText::Piece &Last = Pieces.back();
  size_t Index = Pieces.size() - 1;
  if (Last.What == Kind::Directive)
    return take(Index, isStatementPragma(spelling(Index)));
  if (Last.What == Kind::PragmaOperator)
    return take(Index, true);
  if (Last.Token == tok::raw_identifier)
    return spelling(Index) != "else" && spelling(Index) != "do" && take(Index, mayBePragma(spelling(Index)));
  if (Last.Token == tok::r_paren) {
    std::optional<size_t> Open = opening(tok::l_paren, tok::r_paren);
    // Without its opening parenthesis in sight it ends the header of a loop: those hold semicolons.
    if (!Open || *Open == 0 || Pieces[*Open - 1].Token != tok::raw_identifier)
      return false;
    static const StringRef Headers[] = {"for", "while", "if", "switch", "constexpr", "catch"};
    if (is_contained(Headers, spelling(*Open - 1)))
      return false;
    bool HasPragmaInside = any_of(Pieces.drop_front(*Open), [](const RawText::Piece &P) {
      return P.What != RawText::Piece::Kind::Token; // An argument.
    });
    return take(*Open - 1, HasPragmaInside || mayBePragma(spelling(*Open - 1)));
  }
  if (Last.Token == tok::r_square) {
    std::optional<size_t> Open = opening(tok::l_square, tok::r_square);
    return Open && *Open + 1 < Pieces.size() && Pieces[*Open + 1].Token == tok::l_square && take(*Open, true);
  }
  return false;
}

std::string directivesBefore(const ASTContext &Context, const SourceSpan &Statement, MacroPragmas &Macros) {
  const SourceManager &Sources = Context.getSourceManager();
  FileID File = Statement.isValid() ? fileOf(Sources, Statement.File) : FileID();
  if (File.isInvalid() || Statement.Offset > Sources.getBufferData(File).size())
    return "";
  StringRef Text = Sources.getBufferData(File);
  RawText Raw(Context, File, restartBefore(Text, Statement.Offset));
  std::vector<RawText::Piece> Pieces;
  while (std::optional<RawText::Piece> P = Raw.next(Statement.Offset)) {
    bool EndsStatement = P->What == RawText::Piece::Kind::Token &&
                         (P->Token == tok::semi || P->Token == tok::l_brace || P->Token == tok::r_brace);
    if (EndsStatement)
      Pieces.clear();
    else
      Pieces.push_back(*P);
  }
  return FrontOfStatement(Context, Pieces, Text, Macros).directives();
}

} // namespace loopfuse
