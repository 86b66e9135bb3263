//===- Declarators.h - variables taken out of a declaration ----*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_DECLARATORS_H
#define LOOPFUSE_REWRITE_DECLARATORS_H

#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// How a declaration loses some of its variables.
struct DeclarationCut {
  std::optional<TextRange> Whole;           ///< It goes as a whole, with the comments behind it.
  std::vector<TextPatch::Replacement> Cuts; ///< Else: these are made in it.
};

/// The variables \p Gone are no longer declared, the others of \p S are. Comments go or stay with the declarator they
/// belong to: the one behind them; in a list with one a line, and at a line's end, the one in front. Nothing if the
/// text does not allow it.
std::optional<DeclarationCut> cutDeclaration(const FileText &File, const clang::DeclStmt &S,
                                             llvm::ArrayRef<const clang::Decl *> Gone);

} // namespace loopfuse

#endif
