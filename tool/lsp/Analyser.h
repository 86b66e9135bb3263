//===- Analyser.h - findings of an open file --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_ANALYSER_H
#define LOOPFUSE_TOOL_LSP_ANALYSER_H

#include "API/ReplaceFiles.h"
#include "LastGlance.h"
#include "Positions.h"
#include "Preambles.h"
#include "Report/Finding.h"
#include "Units.h"

namespace loopfuse::lsp {

/// What is known of one version of an open file.
struct DocumentReport {
  int64_t Version = 0;
  bool IsChecked = false;        ///< The edits that are there passed their re-check; a glance leaves all out.
  bool IsPartial = false;        ///< Only the function that was changed was looked at; the rest is from before.
  std::vector<Finding> Findings; ///< Of the file alone.
  /// Those that only a test at run time makes possible; unset until somebody asks.
  std::optional<std::vector<Finding>> Guarded;
  std::vector<FileChange> Fixed; ///< What `fix` would make of it, and of files that must change with it.
  std::vector<std::string> ConfigErrors;
  std::map<std::string, std::shared_ptr<const Positions>> Texts; ///< Of all files that something above speaks of.
};

/// Whether a test for overlap at run time might help somewhere.
bool mayBeGuarded(const DocumentReport &Report);

/// Whether nobody waits for the result any more. Asked before each parse.
using StaleTest = std::function<bool()>;

/// Analyses open files, for one thread.
class Analyser {
public:
  /// Fast: with precompiled includes, and nothing is tried out.
  DocumentReport glance(const Snapshot &S, const StaleTest &IsStale);
  /// As `loopfuse fix` does it, in memory.
  DocumentReport check(const Snapshot &S, const StaleTest &IsStale);
  /// \p Checked with what could be fused besides under --alias=guard.
  DocumentReport guard(const Snapshot &S, const DocumentReport &Checked, const StaleTest &IsStale);
  void forget(llvm::StringRef Path) {
    Includes.forget(Path);
    Last.erase(Path.str());
  }

private:
  UnitFinder Units;
  Preambles Includes;
  std::map<std::string, Glance> Last; ///< By path, of texts without errors.
};

} // namespace loopfuse::lsp

#endif
