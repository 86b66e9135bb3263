//===- Format.h - the project's own formatting of changed lines -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_FORMAT_H
#define LOOPFUSE_REWRITE_FORMAT_H

#include "Rewrite/FileText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// The replacements with the lines they change formatted, if a .clang-format file is in the file's folder or above it.
/// Only blanks and line breaks are ever changed by that: a style that would also add braces, sort or re-flow comments
/// is not followed there.
std::vector<TextPatch::Replacement> formatted(const FileText &File, std::vector<TextPatch::Replacement> Replacements);

} // namespace loopfuse

#endif
