//===- RowText.h - where the parts of a row loop stand ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_ROWTEXT_H
#define LOOPFUSE_REWRITE_ROWTEXT_H

#include "Rewrite/Assemble.h"
#include "Rewrite/LoopVariables.h"
#include "Rewrite/PlainHeader.h"
#include "Rewrite/StripLoops.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// A part of the body of a row loop: a nest, or statements that stand side by side.
struct RowPart {
  TextRange Text;                        ///< With the comments in front and behind; of statements that go, without.
  const clang::ForStmt *Nest = nullptr;  ///< Its outermost loop.
  const clang::ForStmt *Inner = nullptr; ///< And its innermost one.
  bool IsSimple = false;                 ///< One expression statement.
  bool BlankLineInFront = false;
};

/// A variable of the body that becomes a buffer.
struct RowBuffer {
  const clang::VarDecl *Variable = nullptr;
  std::string Type;
};

/// One row loop of the group, before anything is changed.
struct RowText {
  const RowLoop *Plan = nullptr;
  bool IsMerged = false;
  unsigned Body = 0; ///< The fused body that it stands in, or is.
  const clang::ForStmt *Loop = nullptr;
  const clang::Stmt *Parent =
      nullptr;     ///< The loop around it whose whole body it is, without braces; null: there is none.
  TextRange Whole; ///< From `for` to the last brace or semicolon.
  TextRange Own;   ///< Its header.
  PlainHeader Header;
  std::vector<TextRange> Leading; ///< Comments between the header and the first part.
  std::vector<RowPart> Parts;
  TextRange Rest; ///< What stands in the body behind the last part: comments, what is merged into it.
  std::vector<RowBuffer> Buffers;
  bool NeedsBlock = false; ///< The names of its buffers mean something else beside it.
  // What is written.
  StripFrame Strip;                  ///< Empty of a whole row.
  std::string Length;                ///< "strip", "W"
  std::string Element;               ///< "[x - x0]"
  std::vector<std::string> Declared; ///< "float acc[strip];"
};

/// Reads the row loops of the group. Refuses what cannot be written: headers that are not of the plain form,
/// reductions inside other statements, declarations of several variables, names that collide.
std::variant<std::vector<RowText>, Refusal> readRows(const VariableContext &Context, llvm::ArrayRef<FusedBody> Bodies);

} // namespace loopfuse

#endif
