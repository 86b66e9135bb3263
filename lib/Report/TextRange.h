//===- TextRange.h - places as other tools count them -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_TEXTRANGE_H
#define LOOPFUSE_REPORT_TEXTRANGE_H

#include "Report/SourceLines.h"
#include "Support/SourceSpan.h"

namespace loopfuse {

enum class ColumnUnit { Bytes, CodePoints };

/// Lines and columns from 1; the end is behind the last character.
struct TextRange {
  unsigned Line = 1, Column = 1, EndLine = 1, EndColumn = 1;
};

TextRange rangeOf(SourceLines &Lines, llvm::StringRef File, unsigned Offset, unsigned Length, ColumnUnit Unit);
TextRange rangeOf(SourceLines &Lines, const SourceSpan &Place, ColumnUnit Unit);

} // namespace loopfuse

#endif
