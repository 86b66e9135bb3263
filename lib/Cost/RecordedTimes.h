//===- RecordedTimes.h - what was measured ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `loopfuse measure --record FILE` adds lines to a file of JSON lines, one a
// fusion and size; --cost-model=recorded reads them.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_RECORDEDTIMES_H
#define LOOPFUSE_COST_RECORDEDTIMES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

struct RecordedTime {
  std::string Identity; ///< Of the fusion: Finding::Identity.
  std::string Machine;  ///< Its name.
  uint64_t Bytes = 0;   ///< Of memory that the function touches.
  double SecondsBefore = 0, SecondsAfter = 0;
  friend bool operator==(const RecordedTime &, const RecordedTime &) = default;
};

struct RecordedTimes {
  std::vector<RecordedTime> Times;

  /// Of the fusion, on the machine of that name; "" is any. Of several of one size on one machine the last counts.
  std::vector<RecordedTime> of(llvm::StringRef Identity, llvm::StringRef Machine) const;
};

/// Why what was measured speaks against a fusion; "" if it speaks for it. \p Times is not empty.
std::string slowerAsMeasured(const std::vector<RecordedTime> &Times);

/// What is wrong is told in \p Errors, a complete line each: "path:line: error: …".
std::optional<RecordedTimes> parseRecord(llvm::StringRef Text, llvm::StringRef Path, std::vector<std::string> &Errors);

/// One line, with its end.
std::string recordLine(const RecordedTime &T);

} // namespace loopfuse

#endif
