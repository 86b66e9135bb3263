//===- SourceText.cpp - places in the text ----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string realPath(const SourceManager &Sources, FileID File) {
  OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  if (!Entry)
    return "";
  FileManager &Files = Sources.getFileManager();
  SmallString<256> Path = Files.getCanonicalName(*Entry);
  Files.makeAbsolutePath(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

/// The bytes [Begin, End) of one file.
static SourceSpan makeSpan(const SourceManager &Sources, FileID File, unsigned Begin, unsigned End) {
  SourceSpan S;
  S.File = realPath(Sources, File);
  if (S.File.empty() || End < Begin)
    return {};
  S.Offset = Begin;
  S.Length = End - Begin;
  S.Line = Sources.getLineNumber(File, Begin);
  S.Column = Sources.getColumnNumber(File, Begin);
  S.EndLine = Sources.getLineNumber(File, End > Begin ? End - 1 : Begin);
  return S;
}

/// From the first byte of the token at \p Begin to the last one of the token at \p Last: file locations.
static SourceSpan fileSpan(const ASTContext &Context, SourceLocation Begin, SourceLocation Last) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Begin.isInvalid() || Last.isInvalid() || Begin.isMacroID() || Last.isMacroID())
    return {};
  auto [File, Offset] = Sources.getDecomposedLoc(Begin);
  auto [LastFile, LastOffset] = Sources.getDecomposedLoc(Last);
  if (File != LastFile)
    return {};
  return makeSpan(Sources, File, Offset, LastOffset + Lexer::MeasureTokenLength(Last, Sources, Context.getLangOpts()));
}

SourceSpan spanOf(const ASTContext &Context, SourceRange Tokens) {
  return fileSpan(Context, Tokens.getBegin(), Tokens.getEnd());
}

/// The statement whose end is the end of \p S: the body of a loop, the last branch of an `if`.
static const Stmt *lastPart(const Stmt *S) {
  while (true) {
    const Stmt *Next = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(S))
      Next = For->getBody();
    else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
      Next = Range->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Next = While->getBody();
    else if (const auto *If = dyn_cast<IfStmt>(S))
      Next = If->getElse() ? If->getElse() : If->getThen();
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Next = Switch->getBody();
    else if (const auto *Case = dyn_cast<SwitchCase>(S))
      Next = Case->getSubStmt();
    else if (const auto *Label = dyn_cast<LabelStmt>(S))
      Next = Label->getSubStmt();
    else if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      Next = Attributed->getSubStmt();
    else if (const auto *Canonical = dyn_cast<OMPCanonicalLoop>(S))
      Next = Canonical->getLoopStmt();
    else if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      Next = Directive->hasAssociatedStmt() ? Directive->getRawStmt() : nullptr;
    else if (const auto *Captured = dyn_cast<CapturedStmt>(S))
      Next = Captured->getCapturedStmt();
    if (!Next)
      return S;
    S = Next;
  }
}

/// Whether the range of a statement of this kind has no semicolon that belongs to it behind its last token.
static bool includesItsEnd(const Stmt &S) {
  return isa<CompoundStmt, NullStmt, DeclStmt, CXXTryStmt, OMPExecutableDirective>(S);
}

/// \p Loc, or where the macro call is whose first (or last) token it is; invalid inside an expansion.
static SourceLocation outsideMacro(const ASTContext &Context, SourceLocation Loc, bool AtEnd) {
  if (Loc.isInvalid() || Loc.isFileID())
    return Loc;
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation File;
  bool IsWhole = AtEnd ? Lexer::isAtEndOfMacroExpansion(Loc, Sources, Context.getLangOpts(), &File)
                       : Lexer::isAtStartOfMacroExpansion(Loc, Sources, Context.getLangOpts(), &File);
  return IsWhole && File.isFileID() ? File : SourceLocation();
}

SourceSpan statementSpan(const ASTContext &Context, const Stmt &S) {
  SourceLocation Begin = outsideMacro(Context, S.getBeginLoc(), false);
  const Stmt &Last = *lastPart(&S);
  SourceLocation End = outsideMacro(Context, Last.getEndLoc(), true);
  if (Begin.isInvalid() || End.isInvalid())
    return {};
  if (!includesItsEnd(Last)) {
    std::optional<Token> Next = Lexer::findNextToken(End, Context.getSourceManager(), Context.getLangOpts());
    if (!Next || Next->isNot(tok::semi))
      return {};
    End = Next->getLocation();
  }
  return fileSpan(Context, Begin, End);
}

SourceSpan headerSpan(const ASTContext &Context, const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return fileSpan(Context, For->getForLoc(), For->getRParenLoc());
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return fileSpan(Context, Range->getForLoc(), Range->getRParenLoc());
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return fileSpan(Context, While->getWhileLoc(), While->getRParenLoc());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(&Loop))
    return headerSpan(Context, *Attributed->getSubStmt());
  if (const auto *Canonical = dyn_cast<OMPCanonicalLoop>(&Loop))
    return headerSpan(Context, *Canonical->getLoopStmt());
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(&Loop); Directive && Directive->hasAssociatedStmt())
    return headerSpan(Context, *Directive->getRawStmt());
  if (const auto *Captured = dyn_cast<CapturedStmt>(&Loop))
    return headerSpan(Context, *Captured->getCapturedStmt());
  return {};
}

SourceSpan placeOf(const ASTContext &Context, SourceLocation Loc) {
  if (Loc.isInvalid())
    return {};
  SourceLocation File = Context.getSourceManager().getFileLoc(Loc);
  return fileSpan(Context, File, File);
}

FileID fileOf(const SourceManager &Sources, StringRef Path) {
  FileID Main = Sources.getMainFileID();
  if (realPath(Sources, Main) == Path)
    return Main;
  if (OptionalFileEntryRef Entry = Sources.getFileManager().getOptionalFileRef(Path))
    if (FileID File = Sources.translateFile(*Entry); File.isValid())
      return File;
  for (unsigned I = 0, N = Sources.local_sloc_entry_size(); I < N; ++I)
    if (const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I); Entry.isFile()) {
      FileID File = Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      if (realPath(Sources, File) == Path)
        return File;
    }
  return FileID();
}

StringRef textOf(const ASTContext &Context, const SourceSpan &Span) {
  if (!Span.isValid())
    return "";
  const SourceManager &Sources = Context.getSourceManager();
  FileID File = fileOf(Sources, Span.File);
  if (File.isInvalid())
    return "";
  StringRef Text = Sources.getBufferData(File);
  return Span.end() <= Text.size() ? Text.substr(Span.Offset, Span.Length) : StringRef();
}

std::string tokensOf(const ASTContext &Context, const SourceSpan &Span) {
  StringRef Text = textOf(Context, Span);
  if (Text.empty())
    return "";
  // A lexer wants the end of the buffer.
  const SourceManager &Sources = Context.getSourceManager();
  const char *End = Sources.getBufferData(fileOf(Sources, Span.File)).end();
  Lexer Lex(SourceLocation(), Context.getLangOpts(), Text.begin(), Text.begin(), End);
  std::string Out;
  Token T;
  for (Lex.LexFromRawLexer(T); T.isNot(tok::eof) && Lex.getBufferLocation() <= Text.end(); Lex.LexFromRawLexer(T)) {
    if (!Out.empty())
      Out += ' ';
    Out.append(Lex.getBufferLocation() - T.getLength(), T.getLength());
  }
  return Out;
}

std::string spellingOf(const ASTContext &Context, const Stmt &S) {
  StringRef Text = Lexer::getSourceText(CharSourceRange::getTokenRange(S.getSourceRange()), Context.getSourceManager(),
                                        Context.getLangOpts());
  if (!Text.empty())
    return Text.str();
  std::string Printed;
  raw_string_ostream Out(Printed);
  S.printPretty(Out, nullptr, PrintingPolicy(Context.getLangOpts()));
  return Printed;
}

} // namespace loopfuse
