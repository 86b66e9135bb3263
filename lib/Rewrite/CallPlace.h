//===- CallPlace.h - the lines that a call's statement stands on -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_CALLPLACE_H
#define LOOPFUSE_REWRITE_CALLPLACE_H

#include "Rewrite/FileText.h"
#include <variant>

namespace loopfuse {

/// The text of a statement that has its lines for itself, but for comments behind it; or why other statements cannot
/// take its place.
std::variant<SourceSpan, std::string> placeOfCall(const FileText &File, const clang::Stmt &Statement);

/// The comments of \p Whole that stand in none of the pieces that are \p Kept, each on a line of its own, with \p
/// NewLine behind it.
std::string commentsBeside(const FileText &File, TextRange Whole, llvm::ArrayRef<TextRange> Kept,
                           llvm::StringRef NewLine);

} // namespace loopfuse

#endif
