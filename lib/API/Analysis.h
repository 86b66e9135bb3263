//===- Analysis.h - one translation unit on behalf of a project --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_ANALYSIS_H
#define LOOPFUSE_API_ANALYSIS_H

#include "API/CheckRegion.h"
#include "API/Config.h"
#include "API/FindingPool.h"
#include "API/ParseUnit.h"
#include "API/Project.h"

namespace loopfuse {

/// What holds for all units of a run. Shared by the threads.
class AnalysisScope {
public:
  AnalysisScope(const Project &P, const ConfigTree &Configs, const Selection &Asked)
      : P(P), Configs(Configs), Asked(Asked) {}

  /// Whether findings in the file are asked for: the same answer whatever unit asks, so that all units that see a
  /// header analyse it.
  bool wants(llvm::StringRef File) const;
  const ConfigTree &configs() const { return Configs; }

  PrintStage Print = PrintStage::None;
  unsigned long IslOperations = FuseOptions().IslOperations; ///< Quota of one proof.
  bool CountSources = false;                                 ///< Also count functions and loops.
  bool KeepProofs = false;                                   ///< What the re-check of edited text needs.
  bool TryEdits = false; ///< Also re-check what the edits of a unit's findings lead to. Needs the proofs.
  UnitParser Parse = parseUnit;

  FindingPool &pool() const { return Pool; }

private:
  const Project &P;
  const ConfigTree &Configs;
  const Selection &Asked;
  mutable FindingPool Pool;
};

/// What came of a finding's edits when they were carried out in one unit, beside as many of its other findings' as go
/// together.
struct EditTrial {
  bool Passed = false;
  std::string Failure; ///< Why they were turned down; "" if they passed or were not tried.
};

struct UnitAnalysis {
  ParsedUnit Parse;
  std::vector<std::shared_ptr<const Finding>> Findings;
  std::vector<ProvedFusion> Fusions; ///< Their Finding counts in Findings; none unless the scope keeps proofs.
  std::vector<std::shared_ptr<const Finding>> Suppressed; ///< Fusions that a comment in their loops took away.
  std::string Dump;
  std::map<std::string, SourceCounts> Counts;            ///< By file.
  std::vector<EditTrial> Trials;                         ///< Per finding; none unless the scope asked.
  std::vector<std::optional<std::string>> CheckFailures; ///< Per check: why it failed.
};

/// Parses a unit, does the checks and runs the pipeline over every file that is wanted, with that file's settings.
UnitAnalysis analyseUnit(const AnalysisScope &Scope, const UnitCommand &Command, const FileOverlay &Overlay,
                         llvm::ArrayRef<RegionCheck> Checks);

} // namespace loopfuse

#endif
