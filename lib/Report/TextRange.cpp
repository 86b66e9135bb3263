//===- TextRange.cpp - places as other tools count them -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/TextRange.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static std::pair<unsigned, unsigned> positionOf(SourceLines &Lines, StringRef File, size_t Offset, ColumnUnit Unit) {
  auto [Line, Column] = Lines.position(File, Offset);
  if (Unit == ColumnUnit::CodePoints) {
    auto IsContinuation = [](char C) { return (static_cast<unsigned char>(C) & 0xC0) == 0x80; };
    Column -= count_if(Lines.line(File, Line).take_front(Column - 1), IsContinuation);
  }
  return {Line, Column};
}

TextRange rangeOf(SourceLines &Lines, StringRef File, unsigned Offset, unsigned Length, ColumnUnit Unit) {
  auto [Line, Column] = positionOf(Lines, File, Offset, Unit);
  auto [EndLine, EndColumn] = positionOf(Lines, File, size_t(Offset) + Length, Unit);
  return {Line, Column, EndLine, EndColumn};
}

TextRange rangeOf(SourceLines &Lines, const SourceSpan &Place, ColumnUnit Unit) {
  return rangeOf(Lines, Place.File, Place.Offset, Place.Length, Unit);
}

} // namespace loopfuse
