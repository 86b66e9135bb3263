//===- Mentions.h - where a body uses a variable, and in what way -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_MENTIONS_H
#define LOOPFUSE_REWRITE_MENTIONS_H

#include "Rewrite/FileText.h"

namespace loopfuse {

/// One reference to a variable.
struct Mention {
  const clang::DeclRefExpr *Ref = nullptr;
  std::vector<const clang::Stmt *> Parents; ///< Innermost first, up to the statement that was asked for.
  bool InCapture = false;                   ///< In the capture list of a lambda.
  std::optional<TextRange> Place;           ///< Not where a macro is involved.

  bool isPlainRead() const;    ///< Its value is read, and that is all.
  bool isBuiltinIndex() const; ///< It is the whole index of a built-in subscript.
};

std::vector<Mention> mentionsOf(const FileText &File, const clang::ValueDecl &V, const clang::Stmt &Body);

/// Whether the uses are all that \p Within mentions by the variable's name, each of them in the file itself: they can
/// be replaced one by one.
bool areReplaceable(const FileText &File, const clang::ValueDecl &V, llvm::ArrayRef<Mention> Uses, TextRange Within);

} // namespace loopfuse

#endif
