//===- Executor.h - many translation units, several threads -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_EXECUTOR_H
#define LOOPFUSE_API_EXECUTOR_H

#include "API/FindingsCache.h"
#include "API/MergeUnits.h"
#include "llvm/ADT/StringMap.h"

namespace loopfuse {

/// The texts of the user's files as they were on disk when they were first asked for, or as an editor has them.
class SourceTexts {
public:
  void set(llvm::StringRef File, std::string Text) { Texts[File] = std::move(Text); }
  /// std::nullopt if the file cannot be read.
  std::optional<llvm::StringRef> original(llvm::StringRef File);

private:
  llvm::StringMap<std::optional<std::string>> Texts;
};

struct ExecutorOptions {
  unsigned Jobs = 1;
  FindingsCache *Cache = nullptr; ///< Asked first, for the texts on disk and where no proofs are needed.
  std::shared_ptr<FileQuestions> Recorder = nullptr; ///< Of what is asked of the disk; for runs over one unit only.
  /// Called before a unit is parsed, from any thread but never from two at once.
  std::function<void(size_t Number, size_t Total, llvm::StringRef File)> Progress = nullptr;
  FileOverlay Unsaved = {}; ///< What an editor has of files, where it is not what is on disk.
};

/// What is known of a project after all its units were analysed.
struct ProjectReport {
  std::vector<ProjectFinding> Findings;   ///< Sorted; nothing that is suppressed or not asked for.
  std::vector<ProjectFinding> Suppressed; ///< Those that a NOLINT comment took away; sorted, without edits.
};

/// Runs the analysis over units in parallel. Results never depend on the number of threads.
class Executor {
public:
  Executor(const Project &P, const AnalysisScope &Scope, ExecutorOptions Options)
      : P(P), Scope(Scope), Options(std::move(Options)) {}

  const Project &project() const { return P; }
  const AnalysisScope &scope() const { return Scope; }
  SourceTexts &texts() { return Texts; }
  unsigned jobs() const { return Options.Jobs; }
  const FileOverlay &unsaved() const { return Options.Unsaved; }
  /// The same, where all that the disk is asked is written down.
  FileOverlay overlay() const {
    FileOverlay Overlay = Options.Unsaved;
    Overlay.recordIn(Options.Recorder);
    return Overlay;
  }

  /// The analyses of \p Units over the overlay's texts; \p Checks by unit. Edits are tried on the text on disk alone.
  std::map<unsigned, UnitAnalysis> analyse(llvm::ArrayRef<unsigned> Units, const FileOverlay &Overlay,
                                           const std::map<unsigned, std::vector<RegionCheck>> &Checks);

  /// Merges the results; takes away what is suppressed, not among the checks asked for or (if \p Asked is given) known
  /// only from units that were not; refuses what lies in files that must not be edited. \p TextOf gives the text that
  /// was analysed.
  ProjectReport report(const std::map<unsigned, UnitAnalysis> &Results, const Selection &Asked,
                       llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)> TextOf);

  /// The units not yet in \p Results that include a header which a fusion in \p Report would change. Their view of it
  /// counts too.
  std::vector<unsigned> furtherReaders(const ProjectReport &Report, const std::map<unsigned, UnitAnalysis> &Results);

private:
  /// One unit as it is on disk.
  UnitAnalysis analyseOnDisk(unsigned Unit, llvm::ArrayRef<RegionCheck> Checks);

  const Project &P;
  const AnalysisScope &Scope;
  ExecutorOptions Options;
  SourceTexts Texts;
  size_t Started = 0, Total = 0;
};

} // namespace loopfuse

#endif
