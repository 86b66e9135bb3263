//===- UnifiedDiff.h - two texts as a patch ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_UNIFIEDDIFF_H
#define LOOPFUSE_REPORT_UNIFIEDDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace loopfuse {

/// A run of lines that differ: Old[OldBegin, OldEnd) becomes New[NewBegin, NewEnd).
struct LineChange {
  size_t OldBegin, OldEnd, NewBegin, NewEnd;
  friend bool operator==(const LineChange &, const LineChange &) = default;
};

/// The differences of two sequences of lines, in order, not touching each other. Fewest lines changed: Myers, "An
/// O(ND) Difference Algorithm and Its Variations" (1986), section 4b (linear space).
std::vector<LineChange> diffLines(llvm::ArrayRef<llvm::StringRef> Old, llvm::ArrayRef<llvm::StringRef> New);

/// The lines of a text with their line ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef Text);

/// A patch that `patch -p1` and `git apply` take, with three lines of context; "" if the texts are equal. Line ends and
/// a missing last one are kept. \p Path is relative and gets the usual prefixes "a/" and "b/".
std::string unifiedDiff(llvm::StringRef Path, llvm::StringRef Old, llvm::StringRef New);

/// Writes a patch with git's colours, if \p OS has them enabled.
void printDiff(llvm::raw_ostream &OS, llvm::StringRef Diff);

} // namespace loopfuse

#endif
