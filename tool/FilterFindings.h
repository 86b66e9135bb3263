//===- FilterFindings.h - which findings count ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_FILTERFINDINGS_H
#define LOOPFUSE_TOOL_FILTERFINDINGS_H

#include "Options.h"
#include "Report/Baseline.h"
#include "Report/ChangedLines.h"

namespace loopfuse {

/// What --diff-base or --diff say; std::nullopt if neither is given.
llvm::Expected<std::optional<ChangedLines>> readChanges(const Options &O, llvm::StringRef Root);

struct BaselineResult {
  std::string News;                   ///< What to tell; "" without a baseline.
  std::optional<std::string> ToWrite; ///< The file's new text.
};

/// Does with --baseline what is asked for. Takes the findings it names out of \p Run, all if it is to be written.
/// \p WasRead: whether a file was analysed, or is gone.
llvm::Expected<BaselineResult> useBaseline(const Options &O, RunReport &Run, const ReportContext &Context,
                                           llvm::function_ref<bool(llvm::StringRef File)> WasRead);

} // namespace loopfuse

#endif
