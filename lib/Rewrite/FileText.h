//===- FileText.h - one source file as bytes and tokens --------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_FILETEXT_H
#define LOOPFUSE_REWRITE_FILETEXT_H

#include "Support/SourceSpan.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// A half-open range of byte offsets in one file.
struct TextRange {
  unsigned Begin = 0;
  unsigned End = 0;
  unsigned size() const { return End - Begin; }
  bool contains(unsigned Offset) const { return Begin <= Offset && Offset < End; }
  bool contains(TextRange R) const { return Begin <= R.Begin && R.End <= End; }
  friend bool operator==(const TextRange &, const TextRange &) = default;
};

/// A token of the text as it stands, without preprocessing. Comments are tokens too.
struct RawToken {
  clang::tok::TokenKind Kind = clang::tok::unknown;
  TextRange Range;
  bool StartsLine = false; ///< First on its line.
  bool isComment() const { return Kind == clang::tok::comment; }
};

/// The tokens of \p Text that begin inside \p Within. \p Text must be followed by a zero byte, as a file buffer is.
std::vector<RawToken> rawTokens(llvm::StringRef Text, TextRange Within, const clang::LangOptions &LangOpts);

/// The file that an edit goes to. All questions are answered with std::nullopt where a macro is involved or another
/// file.
class FileText {
public:
  FileText(const clang::ASTContext &Context, clang::FileID File, std::string Path);

  llvm::StringRef text() const { return Text; }
  llvm::StringRef slice(TextRange R) const { return Text.slice(R.Begin, R.End); }
  SourceSpan span(TextRange R) const;
  const std::string &path() const { return Path; }
  const clang::ASTContext &context() const { return Context; }
  const clang::LangOptions &langOpts() const { return Context.getLangOpts(); }

  std::optional<unsigned> offset(clang::SourceLocation Loc) const;
  std::optional<TextRange> token(clang::SourceLocation Loc) const;
  /// Of all tokens from the first to the last.
  std::optional<TextRange> range(clang::SourceRange Tokens) const;
  /// The same, but for what begins and ends with whole macros, too: as it stands in the file.
  std::optional<TextRange> writtenRange(clang::SourceRange Tokens) const;

  std::vector<RawToken> tokens(TextRange Within) const { return rawTokens(Text, Within, langOpts()); }
  /// Of the type specifier of a variable's declaration (which may be a macro), without what its declarator adds: `const
  /// double` of "const double *p[3]".
  std::optional<TextRange> typeSpecifier(const clang::DeclaratorDecl &D) const;
  /// The first token behind \p Offset that is no comment, or one of kind eof.
  RawToken tokenAfter(unsigned Offset) const;

private:
  const clang::ASTContext &Context;
  clang::FileID File;
  std::string Path;
  llvm::StringRef Text;
};

} // namespace loopfuse

#endif
