//===- Assemble.h - the text of the fused nest from its pieces -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_ASSEMBLE_H
#define LOOPFUSE_REWRITE_ASSEMBLE_H

#include "Rewrite/Layout.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// A body of the group with all that was decided about it.
struct FusedBody {
  BodyText Text;
  std::vector<TextRange> Leading;          ///< Comments in front of the member.
  std::vector<std::string> Outside;        ///< Declarations in front of its scope, if it has one of its own.
  std::vector<std::string> Inside;         ///< Declarations in front of its content.
  bool OwnScope = false;                   ///< Its content goes between braces of its own.
  std::vector<const clang::Stmt *> Fenced; ///< Statements of it that go into a block of their own.
};

/// Puts the bodies behind the first one into it: changes to \p Patch. The patch must already hold the changes inside
/// the bodies. With \p OneLine all stays on one line. \p Removed are the statements that will go.
void mergeBodies(const FileText &File, const Layout &Style, llvm::ArrayRef<FusedBody> Bodies, bool OneLine,
                 llvm::ArrayRef<TextRange> Removed, TextPatch &Patch);

/// A whole member that goes somewhere else.
struct MovedPiece {
  TextRange Text;
  bool BlankLineBehind = false; ///< In its new place.
};

/// Writes \p Pieces in front of \p Target.
void moveInFront(const FileText &File, const Layout &Style, llvm::ArrayRef<MovedPiece> Pieces, const MemberText &Target,
                 bool OneLine, TextPatch &Patch);

/// Takes statements away, with their lines where nothing else stands on them, and with the blank lines that would be
/// one too many.
void removeStatements(const FileText &File, std::vector<TextRange> Ranges, TextPatch &Patch);

} // namespace loopfuse

#endif
