//===- SourceText.h - places and boundaries in the text ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_SOURCETEXT_H
#define LOOPFUSE_FRONTEND_SOURCETEXT_H

#include "Support/Refusal.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class SourceLocation;
class SourceRange;
class Stmt;
} // namespace clang

namespace loopfuse {

/// The file range of a token range; invalid (no File) if any of it comes from a macro or it crosses files.
SourceSpan spanOf(const clang::ASTContext &Context, clang::SourceRange Tokens);
/// Of a statement as a child of a compound statement: with its semicolon.
SourceSpan statementSpan(const clang::ASTContext &Context, const clang::Stmt &S);
/// Of the header of a loop: from `for` to the closing parenthesis.
SourceSpan headerSpan(const clang::ASTContext &Context, const clang::Stmt &Loop);
/// For messages only: where a location inside a macro is expanded.
SourceSpan placeOf(const clang::ASTContext &Context, clang::SourceLocation Loc);
/// The user's text of a range ("" if it comes from a macro).
llvm::StringRef textOf(const clang::ASTContext &Context, const SourceSpan &Span);

/// The first macro whose expansion makes up part of the loop's header or braces, or that begins before and ends inside
/// it (or the reverse). A macro call that is a whole expression or a whole statement of the body is fine.
std::optional<Refusal> macroBoundary(const clang::ASTContext &Context, const clang::Stmt &Loop);

/// A preprocessor directive (#if, #else, #endif, #pragma, #define, …) or `_Pragma` in the text between two offsets of
/// one file: the directive's text and place. Comments and string literals do not count.
std::optional<Refusal> directiveBetween(const clang::ASTContext &Context, const SourceSpan &Within);
/// The pragma lines directly in front of a statement (only comments and blanks in between); "" if there are none.
std::string directivesBefore(const clang::ASTContext &Context, const SourceSpan &Statement);

/// "DO NOT EDIT", "@generated" and their kin in the first lines of a file's text.
bool isMarkedGenerated(llvm::StringRef FileText);

} // namespace loopfuse

#endif
