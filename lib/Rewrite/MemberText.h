//===- MemberText.h - where the members of a region stand in the text -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_MEMBERTEXT_H
#define LOOPFUSE_REWRITE_MEMBERTEXT_H

#include "Frontend/ExtractScop.h"
#include "Model/FusionPlan.h"
#include "Rewrite/FileText.h"
#include <variant>

namespace clang {
class IfStmt;
} // namespace clang

namespace loopfuse {

/// A member with the comments that belong to it: those in front of it, and those behind it on its last line unless the
/// next member begins there too.
struct MemberText {
  unsigned Member = 0;
  TextRange Statement;            ///< From its first token (of a loop: `for`) to its semicolon or brace.
  TextRange Whole;                ///< With its comments and the directives in front.
  std::vector<TextRange> Leading; ///< The comments in front.
  std::vector<TextRange> Directives;
};

/// A `continue` that is to end no more than its own body, behind which another one is merged.
struct OwnContinue {
  /// "if (c) continue;", of which the rest goes under the opposite of c. Null: the body goes into a block that runs
  /// once.
  const clang::IfStmt *Skip = nullptr;
  TextRange Front; ///< Of Content, what stands in front of Skip,
  TextRange Rest;  ///< and behind it.
};

/// The body of the innermost merged loop of a nest.
struct BodyText {
  unsigned Member = 0;
  std::vector<const clang::Stmt *> Loops; ///< The merged loops, outermost first.
  const clang::Stmt *Body = nullptr;
  bool Braced = false;
  unsigned HeaderEnd = 0; ///< Behind the `)` of the innermost merged loop.
  TextRange Open;         ///< Braced: `{` and `}`, digraphs included.
  TextRange Close;
  /// What the body holds: of a braced one the tokens and comments between the braces, but for a comment on the line
  /// of `{` that the line ends with; of another the statement with the comments behind it on its line. May be empty.
  TextRange Content;
  std::vector<TextRange> Before; ///< Comments of the nest between its `for` and Content.
  std::vector<TextRange> After;  ///< Comments of the nest between Content and the nest's end.
  std::optional<OwnContinue> Continue;
};

/// The members from the first of the group to its last, in order, all of one file. Refuses macros, attributes and
/// directives, but for loop directives that all members of the group share.
std::variant<std::vector<MemberText>, Refusal> membersOf(const FileText &File, const ExtractedRegion &Region,
                                                         const FusionGroup &Group);

/// Refuses `break` of a merged loop, and what is not made of plain tokens. \p IsLast: nothing is merged behind it.
std::variant<BodyText, Refusal> bodyOf(const FileText &File, const ExtractedRegion &Region, const MemberText &Member,
                                       unsigned Depth, bool IsLast);

/// \p Statement with the comments behind it on its last line, unless another statement follows there.
TextRange withTrailingComments(const FileText &File, TextRange Statement);

} // namespace loopfuse

#endif
