//===- Session.h - one run of the tool --------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_SESSION_H
#define LOOPFUSE_TOOL_SESSION_H

#include "API/Apply.h"
#include "API/MakeReport.h"
#include "FilterFindings.h"
#include "Report/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace loopfuse {

/// One line on standard error.
void printError(const llvm::Twine &Message);

/// One run of the tool.
class Session {
public:
  explicit Session(const Options &O)
      : O(O), Configs(O.Settings), Scope(Work, Configs, Asked), Exec(Work, Scope, executorOptions()),
        Lines([this](llvm::StringRef File) -> std::optional<std::string> {
          std::optional<llvm::StringRef> Text = Exec.texts().original(File);
          return Text ? std::optional<std::string>(Text->str()) : std::nullopt;
        }),
        Context{Lines, workingDirectory()}, FileOut(Written),
        Out(O.OutputFile.empty() ? static_cast<llvm::raw_ostream &>(llvm::outs()) : FileOut) {}

  ExitCode run();

private:
  static std::string workingDirectory() {
    llvm::SmallString<256> Path, Real;
    llvm::sys::fs::current_path(Path);
    return std::string(llvm::sys::fs::real_path(Path, Real) ? Path : Real);
  }

  std::function<void(size_t, size_t, llvm::StringRef)> progress() {
    if (O.Quiet || !llvm::sys::Process::StandardErrIsDisplayed())
      return nullptr;
    return [this](size_t Number, size_t Total, llvm::StringRef File) {
      llvm::errs() << "\r\033[K[" << Number << '/' << Total << "] " << displayPath(File, Context.WorkingDirectory);
      ProgressShown = true;
    };
  }

  ExecutorOptions executorOptions() {
    if (!O.CacheFolder.empty() && O.Print == PrintStage::None)
      Cache.emplace(O.CacheFolder, O.CacheSalt);
    ExecutorOptions Options;
    Options.Jobs = O.Jobs;
    Options.Cache = Cache ? &*Cache : nullptr;
    Options.Progress = progress();
    return Options;
  }

  void clearProgress() {
    if (std::exchange(ProgressShown, false))
      llvm::errs() << "\r\033[K";
  }

  void atLeast(ExitCode Code) { Exit = std::max(Exit, Code); }

  /// Loads the project and selects units. False after an error, which is printed.
  bool prepare();
  /// The same from the parts of a run.
  bool readParts();
  /// Analyses what is asked for, and whoever has a say in it. False after an error in a configuration file.
  bool analyse();
  std::map<unsigned, UnitAnalysis> furtherReaders();
  std::map<unsigned, UnitAnalysis> furtherReadersAmongParts();
  bool configurationIsGood();
  void printParseErrors();
  /// Of files with findings: comments that were to suppress some, and do not.
  void printUnmatchedComments();
  void applyFailOn(llvm::ArrayRef<Finding> Fusable, llvm::ArrayRef<Finding> Refused);
  void summary(const llvm::Twine &What, unsigned Suppressed);
  /// The last line: a command, and what it does.
  void next(const llvm::Twine &Command, llvm::StringRef What);
  /// The same where there is nothing to fuse.
  void nextWhereNothingIs(size_t Refused);
  /// The same where the project has no database.
  void sayHowToMakeDatabase();
  /// The folder that paths in files for other tools are relative to: the project's, or the working directory around it.
  std::string reportFolder() const {
    return displayPath(Work.Root, Context.WorkingDirectory) == Work.Root ? Work.Root : Context.WorkingDirectory;
  }
  /// Analyses, and makes Run of what counts. False after an error.
  bool findAll();
  /// Whether the finding is on lines that --diff-base or --diff ask for.
  bool counts(const Finding &F) const { return !Changes || Changes->touches(F); }
  void printRun();
  void writeOutput();

  /// "FILE:LINE", as people are shown it.
  std::string placeOf(const Finding &F) const;

  void check();
  void explain();
  void scan();
  void fix();
  void diff();
  void verify();
  void measure();
  /// Analyses, and makes all fusions in memory; nothing where the input is wrong, which is told.
  std::optional<FixReport> makeInMemory();
  /// The refusals that the user asked for, and always those of the re-check.
  void printLeft(const FixReport &Fixes);
  /// What `fix`, `diff` and `verify` ask of fusions.
  ApplyOptions applyOptions() const;
  /// Writes the fusions that the user's tests pass with. False after an error, which is printed.
  bool settleByTests(FixReport &Fixes);
  void writeChanges(const FixReport &Fixes, std::vector<std::string> &Unwritten);
  void split(std::vector<Finding> &Fusable, std::vector<Finding> &Refused) const;

  const Options &O;
  Project Work;
  Selection Asked;
  ConfigTree Configs;
  AnalysisScope Scope;
  std::optional<FindingsCache> Cache;
  Executor Exec;
  SourceLines Lines;
  ReportContext Context;
  Selection Whole; ///< What all parts of the run are asked, where this is one.
  std::map<unsigned, UnitAnalysis> Results;
  std::map<unsigned, UnitAnalysis> Read; ///< What parts of a run hold besides.
  ProjectReport Report;
  RunReport Run;
  std::optional<ChangedLines> Changes; ///< Where findings count; unset: everywhere.
  std::string BaselineNews;            ///< For the summary.
  std::string Written;                 ///< For --output.
  llvm::raw_string_ostream FileOut;
  llvm::raw_ostream &Out; ///< Results.
  bool ProgressShown = false;
  bool IsDone = false; ///< Whether there is a report that may take the place of an older one.
  ExitCode Exit = ExitOk;
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

} // namespace loopfuse

#endif
