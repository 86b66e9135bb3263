//===- Layout.h - how the user lays out loops ------------------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_LAYOUT_H
#define LOOPFUSE_REWRITE_LAYOUT_H

#include "Rewrite/FileText.h"

namespace loopfuse {

/// Taken from the code around: the loops that are edited, then their function, then the file.
struct Layout {
  std::string Unit = "  ";     ///< One level of indentation.
  bool BraceOnOwnLine = false; ///< `{` of a control statement stands on a line of its own,
  std::string BraceIndent;     ///< this much deeper than the statement,
  std::string BodyIndent;      ///< and the body this much. Empty if no such statement is there to tell.
  std::string LineEnd = "\n";
};

/// \p Loops are looked at first, in order; \p Compound is the statement list they are in.
Layout layoutAround(const FileText &File, llvm::ArrayRef<const clang::Stmt *> Loops,
                    const clang::CompoundStmt &Compound, const clang::Stmt *FunctionBody);

} // namespace loopfuse

#endif
