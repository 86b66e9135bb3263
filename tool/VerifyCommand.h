//===- VerifyCommand.h - fusions that the user's tests turn down --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_VERIFYCOMMAND_H
#define LOOPFUSE_TOOL_VERIFYCOMMAND_H

#include "API/Apply.h"

namespace loopfuse {

/// What a fusion is known by whichever others are made: its place on disk and what it is.
std::string fusionKey(const Finding &F);

/// Finds out which fusions break the user's tests, by making some and running them.
class TestedFusions {
public:
  using Fuse = std::function<FixReport(const std::function<std::string(const Finding &)> &Veto)>;
  using RunTests = std::function<bool(size_t Fusions)>;

  /// \p Make carries out in memory all fusions that the veto leaves; \p Run tells whether the tests pass with what is
  /// on disk now.
  TestedFusions(Fuse Make, RunTests Run) : Make(std::move(Make)), Run(std::move(Run)) {}

  /// \p All has been carried out in memory. Writes what passes the tests, and nothing if none does; the error is of
  /// writing. Fusions that break the tests are among Left of \p All afterwards.
  llvm::Error settle(FixReport &All);

private:
  /// Puts the texts of \p R on disk, whatever is there of an earlier trial.
  llvm::Error write(const FixReport &R);
  /// Makes the first \p Count of Allowed.
  FixReport make(size_t Count) const;
  llvm::Expected<bool> passes(const FixReport &R);

  Fuse Make;
  RunTests Run;
  std::vector<std::string> Allowed;                                  ///< By their keys, in order.
  std::map<std::string, std::pair<std::string, std::string>> OnDisk; ///< By file: the original text and today's.
};

} // namespace loopfuse

#endif
