//===- Conditionals.h - text between #if and #endif ------------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_CONDITIONALS_H
#define LOOPFUSE_REWRITE_CONDITIONALS_H

#include "Rewrite/FileText.h"
#include "llvm/ADT/StringSet.h"

namespace loopfuse {

/// The sections between #if, #else and #endif of \p Within that \p Offset lies in, each named by the offset of the
/// directive it begins with. Two pieces of text with the same sections are compiled together or not at all.
std::vector<unsigned> conditionalSections(const FileText &File, TextRange Within, unsigned Offset);

/// The identifiers in the text of conditionals that begin in \p Within and end in it behind \p Offset, all branches.
llvm::StringSet<> namesInConditionals(const FileText &File, TextRange Within, unsigned Offset);

bool hasDirective(const FileText &File, TextRange Within);

} // namespace loopfuse

#endif
