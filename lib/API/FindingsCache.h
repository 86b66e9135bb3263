//===- FindingsCache.h - analyses of units that did not change ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FINDINGSCACHE_H
#define LOOPFUSE_API_FINDINGSCACHE_H

#include "API/Analysis.h"
#include "API/FileQuestions.h"
#include <atomic>

namespace loopfuse {

/// A folder with the analysis of each unit, one file a command and set of options. An entry holds as long as every
/// question that the parse asked of the file system has the same answer (the texts of all files read, system headers
/// too, and what was looked for and was not there), and every file of the user's has the same settings and may be
/// edited as before. Anything wrong with an entry makes it unknown. Never used for `fix`, which needs the proofs. Safe
/// to use from many threads.
class FindingsCache {
public:
  /// \p Salt: what else results depend on: the tool's version, the environment.
  FindingsCache(std::string Folder, std::string Salt) : Folder(std::move(Folder)), Salt(std::move(Salt)) {}

  std::optional<UnitAnalysis> find(const Project &P, const AnalysisScope &Scope, const UnitCommand &Command);
  /// A failure to write is no error: the next run analyses again.
  void store(const Project &P, const AnalysisScope &Scope, const UnitCommand &Command, const UnitAnalysis &A,
             const FileQuestions &Asked);
  unsigned hits() const { return Hits; }

private:
  std::string fileFor(const AnalysisScope &Scope, const UnitCommand &Command) const;

  std::string Folder, Salt;
  PresentFiles Present;
  std::atomic<unsigned> Hits = 0;
};

} // namespace loopfuse

#endif
