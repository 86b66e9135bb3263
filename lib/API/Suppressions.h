//===- Suppressions.h - NOLINT comments -------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_SUPPRESSIONS_H
#define LOOPFUSE_API_SUPPRESSIONS_H

#include "Report/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace loopfuse {

/// The NOLINT comments of a file, by the rules of clang-tidy: `NOLINT` holds for its own line, `NOLINTNEXTLINE` for the
/// one below, `NOLINTBEGIN` … `NOLINTEND` for those between. A list in parentheses names checks, with `*` for any text,
/// `loopfuse` alone all of ours; without one all checks are off. A `NOLINTBEGIN` without its `NOLINTEND`, which has the
/// same list, suppresses nothing.
class Suppressions {
public:
  /// \p Text, the whole file's, must outlive the result.
  explicit Suppressions(llvm::StringRef Text);

  /// Whether \p Check is off on line \p Line (from 1).
  bool covers(unsigned Line, llvm::StringRef Check) const;

  /// Whether it is off on a line of \p Header.
  bool covers(const SourceSpan &Header, llvm::StringRef Check) const;

  /// Whether the header of any of \p F's loops, which are in the file, is suppressed.
  bool covers(const Finding &F) const;

  /// A `NOLINTBEGIN` or a `NOLINTEND` without the other.
  struct Unmatched {
    bool IsBegin = false;
    unsigned Line = 0;
    unsigned Column = 0; ///< Byte, from 1.
  };
  llvm::ArrayRef<Unmatched> unmatched() const { return Alone; }

private:
  enum class Kind { Line, NextLine, Begin, End };
  struct Mark {
    Kind What = Kind::Line;
    std::optional<llvm::StringRef> Checks; ///< What stands in parentheses.
    unsigned Line = 0;
    unsigned Column = 0;
  };
  struct Block {
    Mark Begin;
    unsigned LastLine = 0;
  };
  void addMarks(llvm::StringRef Text, unsigned Line);
  void pairBlocks();
  static bool names(const Mark &M, llvm::StringRef Check);

  std::vector<Mark> Marks; ///< In textual order.
  std::vector<Block> Blocks;
  std::vector<Unmatched> Alone; ///< In textual order.
};

} // namespace loopfuse

#endif
