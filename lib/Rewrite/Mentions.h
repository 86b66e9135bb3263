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

  bool isPlainRead() const;      ///< Its value is read, and that is all.
  bool isBuiltinIndex() const;   ///< It is the whole index of a built-in subscript.
  bool needsParentheses() const; ///< If a sum were written in its place.
};

std::vector<Mention> mentionsOf(const FileText &File, const clang::ValueDecl &V, const clang::Stmt &Body);

/// Whether the uses are all that \p Within mentions by the variable's name, each of them in the file itself: they can
/// be replaced one by one.
bool areReplaceable(const FileText &File, const clang::ValueDecl &V, llvm::ArrayRef<Mention> Uses, TextRange Within);

/// Of a use as the left operand of `+` or `-` with a plain decimal number on the right.
struct LiteralSum {
  TextRange Whole;                      ///< "k + 1"
  std::optional<TextRange> Parentheses; ///< With those directly around it, if a plain name can do without.
  int64_t Value = 0;                    ///< 1, or -1 for `-`.
  std::string Before;                   ///< Blanks around the operator.
  std::string Behind;
};
std::optional<LiteralSum> literalSum(const FileText &File, const Mention &Use);

} // namespace loopfuse

#endif
