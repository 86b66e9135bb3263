//===- SourceSpan.h - a place in the user's text ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_SOURCESPAN_H
#define LOOPFUSE_SUPPORT_SOURCESPAN_H

#include <string>

namespace loopfuse {

/// A half-open range of bytes [Offset, Offset + Length) of one file, with the line and column (both from 1, columns
/// in bytes) of its first byte. Always a *file* location: never inside a macro. An empty File means "no place".
struct SourceSpan {
  std::string File; ///< Absolute real path.
  unsigned Offset = 0;
  unsigned Length = 0;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0; ///< Line of the last byte.

  bool isValid() const { return !File.empty(); }
  unsigned end() const { return Offset + Length; }
  friend bool operator==(const SourceSpan &, const SourceSpan &) = default;
};

} // namespace loopfuse

#endif
