//===- SourceText.h - places and boundaries in the text ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_SOURCETEXT_H
#define LOOPFUSE_FRONTEND_SOURCETEXT_H

#include "Support/Refusal.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class FileID;
class SourceLocation;
class SourceManager;
class SourceRange;
class Stmt;
} // namespace clang

namespace loopfuse {

/// The absolute real path (symbolic links resolved) of a file; "" for what is not a file.
std::string realPath(const clang::SourceManager &Sources, clang::FileID File);
/// The loaded file whose real path is \p Path; invalid if there is none.
clang::FileID fileOf(const clang::SourceManager &Sources, llvm::StringRef Path);

/// The file range of a token range; invalid (no File) if an end of it comes from a macro or it crosses files. Text that
/// was an argument of a macro counts as from a macro: it stands in the file but must not be edited.
SourceSpan spanOf(const clang::ASTContext &Context, clang::SourceRange Tokens);
/// Of a statement as a child of a compound statement: with its semicolon. A macro call that begins or ends it belongs
/// to it as a whole; invalid if it begins or ends in the middle of an expansion.
SourceSpan statementSpan(const clang::ASTContext &Context, const clang::Stmt &S);
/// Of the header of a loop: from `for` to the closing parenthesis.
SourceSpan headerSpan(const clang::ASTContext &Context, const clang::Stmt &Loop);
/// For messages only: where a location inside a macro is expanded.
SourceSpan placeOf(const clang::ASTContext &Context, clang::SourceLocation Loc);
/// The user's text of a range ("" if it comes from a macro).
llvm::StringRef textOf(const clang::ASTContext &Context, const SourceSpan &Span);

/// Its tokens with a blank between each two, without comments.
std::string tokensOf(const clang::ASTContext &Context, const SourceSpan &Span);

/// The user's text of an expression; what Clang prints for it if it comes from a macro. For messages.
std::string spellingOf(const clang::ASTContext &Context, const clang::Stmt &S);

/// The first macro whose expansion makes up part of the loop's header or braces (or of those of a statement inside), or
/// that begins before and ends inside it (or the reverse). A macro call that is a whole expression or a whole statement
/// of the body is fine; one in the header that names the loop's variable is not.
std::optional<Refusal> macroBoundary(const clang::ASTContext &Context, const clang::Stmt &Loop);

/// A preprocessor directive (#if, #else, #endif, #pragma, #define, …) or `_Pragma` in the text between two offsets of
/// one file: the directive's text and place. Comments and string literals do not count.
std::optional<Refusal> directiveBetween(const clang::ASTContext &Context, const SourceSpan &Within);
/// What is known of the unit's macros and pragmas, filled on demand.
struct MacroPragmas {
  /// Per name, where it is defined in the text of any file: the AST does not know. Null until all files were searched.
  std::optional<llvm::StringMap<std::vector<std::pair<clang::FileID, unsigned>>>> Definitions;
  llvm::StringMap<bool> MayHoldPragma; ///< Whether the expansion may hold one.
};

/// The pragma lines directly in front of a statement (only comments and blanks in between), trimmed; "" if there are
/// none. A `_Pragma`, and a macro call that stands alone there (it may hide one), counts; so do the conditional
/// directives around them.
std::string directivesBefore(const clang::ASTContext &Context, const SourceSpan &Statement, MacroPragmas &Macros);

} // namespace loopfuse

#endif
