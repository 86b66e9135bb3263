//===- Apply.h - fusions carried out until nothing is left to do --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_APPLY_H
#define LOOPFUSE_API_APPLY_H

#include "API/CompareRuns.h"
#include "API/Executor.h"
#include "API/ReplaceFiles.h"

namespace loopfuse {

/// What `fix` would do. Nothing is written yet.
struct FixReport {
  std::vector<Finding>
      Applied; ///< Sorted; places are those of the text on disk, edits those of the round it took part in.
  std::vector<Finding> Left; ///< Refused ones of the final text that were refused in the original too, and those that
                             ///< failed their re-check. Places as above.
  /// Those of Applied that need no other one to be made first, in no order: places and edits are of the text as it was.
  std::vector<Finding> FirstRound;
  unsigned Suppressed = 0;
  unsigned RecheckFailures = 0;
  unsigned RunsAlike = 0,
           NotRun = 0; ///< Of Applied, where functions were run: those that did the same, and the others.
  /// Files that must change together, since a fusion edits several of them.
  std::vector<std::vector<FileChange>> Changes;
};

/// What is asked of a fusion besides its proof and its re-check.
struct ApplyOptions {
  bool ChecksVectors = false; ///< The compilers are asked, and a fusion that loses vectors is given up as well.
  /// Runs edited functions before and after: compareRuns, or a stand-in for it. A fusion that makes a difference is
  /// given up.
  std::function<std::vector<RunVerdict>(const UnitCommand &Command, const ChangedTexts &Before,
                                        const ChangedTexts &After, llvm::ArrayRef<EditedPlace> Places)>
      Runs = nullptr;
  /// Why a fusion, with its places in the text on disk, is not to be made; "" if it may.
  std::function<std::string(const Finding &F)> Veto = nullptr;
};

/// Carries out all fusions in memory: applies those of one round, parses the units that read a changed file again,
/// compares every changed region with what was proved about it, gives up those that fail, and starts again with the new
/// text until there is nothing to fuse. \p Results are the analyses of the text on disk, of Asked and of all further
/// readers of headers.
FixReport applyFusions(Executor &Exec, std::map<unsigned, UnitAnalysis> Results, const Selection &Asked,
                       const ApplyOptions &Options = {});

/// Carries out the findings of one unit in memory, as many as go together, and does the re-checks: what came of each.
/// \p Result is the unit's analysis, with proofs; what is asked of the disk goes to \p Recorder, if there is one.
std::vector<EditTrial> tryEdits(const Project &P, const AnalysisScope &Scope, unsigned Unit, const UnitAnalysis &Result,
                                std::shared_ptr<FileQuestions> Recorder);

} // namespace loopfuse

#endif
