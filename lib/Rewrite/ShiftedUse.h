//===- ShiftedUse.h - a sum in a variable's place --------------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_SHIFTEDUSE_H
#define LOOPFUSE_REWRITE_SHIFTEDUSE_H

#include "Rewrite/Mentions.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// "i", "i + 1", "i - 1".
std::string sumText(llvm::StringRef Name, int64_t Addend, llvm::StringRef Before = " ", llvm::StringRef Behind = " ");

/// Writes the variable \p Name minus \p Shift in the place of \p Use, a plain read of a variable of the same type whose
/// value that is. With a shift of 1 "k" becomes "i - 1", "k + 1" becomes "i", "2 - k" becomes "3 - i". Parentheses go
/// where they are not needed any more and come where they are. The value is the same, and so is its type; no sum in
/// between leaves the type if none did before.
std::vector<TextPatch::Replacement> shiftedUse(const FileText &File, const Mention &Use, llvm::StringRef Name,
                                               int64_t Shift);

} // namespace loopfuse

#endif
