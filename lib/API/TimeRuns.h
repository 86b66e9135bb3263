//===- TimeRuns.h - functions timed before and after a fusion ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `measure`: as CompareRuns, with the unit's own flags, and sizes from what
// fits into the first cache up to what does not fit into any.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_TIMERUNS_H
#define LOOPFUSE_API_TIMERUNS_H

#include "API/CompilerRemarks.h"

namespace loopfuse {

struct RunTime {
  long Size = 0;      ///< What the function's integers were.
  uint64_t Bytes = 0; ///< Of memory that the text before touches.
  double SecondsBefore = 0, SecondsAfter = 0;
};

struct RunTimes {
  std::string Function; ///< Its name; "" if none was found.
  std::string Why;      ///< It could not be timed; else "".
  std::vector<RunTime> Times;
};

/// Times the function at a place of the text before, of a template the first instance that can be called.
RunTimes timeRuns(const UnitCommand &Command, const ChangedTexts &Before, const ChangedTexts &After,
                  llvm::StringRef File, unsigned Offset);

/// What the driver of times prints.
RunTimes readTimes(llvm::StringRef Output);

} // namespace loopfuse

#endif
