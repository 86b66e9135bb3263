//===- Commands.cpp - what the subcommands do -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "API/Apply.h"
#include "Interrupt.h"
#include "Report/Diagnostics.h"
#include "Report/Explain.h"
#include "Report/ScanTable.h"
#include "Report/UnifiedDiff.h"
#include "lsp/Server.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace llvm;

namespace loopfuse {

namespace {

/// One run of the tool.
class Session {
public:
  explicit Session(const Options &O)
      : O(O), Configs(O.Settings), Scope(Work, Configs, Asked), Exec(Work, Scope, {O.Jobs, progress()}),
        Lines([this](StringRef File) -> std::optional<std::string> {
          std::optional<StringRef> Text = Exec.texts().original(File);
          return Text ? std::optional<std::string>(Text->str()) : std::nullopt;
        }),
        Context{Lines, workingDirectory()} {}

  ExitCode run();

private:
  static std::string workingDirectory() {
    SmallString<256> Path, Real;
    sys::fs::current_path(Path);
    return std::string(sys::fs::real_path(Path, Real) ? Path : Real);
  }

  std::function<void(size_t, size_t, StringRef)> progress() {
    if (O.Quiet || !sys::Process::StandardErrIsDisplayed())
      return nullptr;
    return [this](size_t Number, size_t Total, StringRef File) {
      errs() << "\r\033[K[" << Number << '/' << Total << "] " << displayPath(File, Context.WorkingDirectory);
      ProgressShown = true;
    };
  }

  void clearProgress() {
    if (std::exchange(ProgressShown, false))
      errs() << "\r\033[K";
  }

  void atLeast(ExitCode Code) { Exit = std::max(Exit, Code); }

  /// Loads the project and selects units. False after an error, which is printed.
  bool prepare();
  /// Analyses what is asked for, and whoever has a say in it. False after an error in a configuration file.
  bool analyse();
  bool configurationIsGood();
  void printParseErrors();
  void applyFailOn(ArrayRef<Finding> Fusable, ArrayRef<Finding> Refused);
  void summary(const Twine &What, unsigned Suppressed);

  void check();
  void explain();
  void scan();
  void fix();
  void diff();
  void writeChanges(const FixReport &Fixes, std::vector<std::string> &Unwritten);
  void split(std::vector<Finding> &Fusable, std::vector<Finding> &Refused) const;

  const Options &O;
  Project Work;
  Selection Asked;
  ConfigTree Configs;
  AnalysisScope Scope;
  Executor Exec;
  SourceLines Lines;
  ReportContext Context;
  std::map<unsigned, UnitAnalysis> Results;
  ProjectReport Report;
  bool ProgressShown = false;
  ExitCode Exit = ExitOk;
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

} // namespace

static void printError(const Twine &Message) {
  errs() << "loopfuse: ";
  errs().changeColor(raw_ostream::RED, true) << "error: ";
  errs().resetColor() << Message << '\n';
}

bool Session::prepare() {
  Expected<Project> Loaded = loadProject(O.Project);
  if (!Loaded) {
    printError(toString(Loaded.takeError()));
    return false;
  }
  Work = std::move(*Loaded);
  Expected<Selection> Selected = selectUnits(Work, O.Project.Sources, O.Jobs);
  if (!Selected) {
    printError(toString(Selected.takeError()));
    return false;
  }
  Asked = std::move(*Selected);
  Scope.Print = O.Print;
  Scope.IslOperations = O.IslOperations;
  Scope.CountSources = O.Run == Command::Scan;
  Scope.KeepProofs = O.Run == Command::Fix || O.Run == Command::Diff;
  return true;
}

bool Session::configurationIsGood() {
  std::vector<std::string> Errors = Configs.errors();
  for (const std::string &E : Errors)
    errs() << E << '\n';
  return Errors.empty();
}

bool Session::analyse() {
  for (unsigned U : Asked.Units)
    Configs.settingsOf(Work.Units[U].File);
  if (!configurationIsGood())
    return false;
  auto TextOf = [&](StringRef File) { return Exec.texts().original(File); };
  Results = Exec.analyse(Asked.Units, {}, {});
  Report = Exec.report(Results, Asked, TextOf);
  // All commands say the same: a fusion in a header is none where another unit that reads it disagrees.
  while (O.Print == PrintStage::None) {
    std::vector<unsigned> Others = Exec.furtherReaders(Report, Results);
    if (Others.empty())
      break;
    Results.merge(Exec.analyse(Others, {}, {}));
    Report = Exec.report(Results, Asked, TextOf);
  }
  clearProgress();
  if (!configurationIsGood())
    return false;
  printParseErrors();
  return true;
}

void Session::printParseErrors() {
  for (const auto &[Unit, Result] : Results) {
    if (Result.Parse.Succeeded)
      continue;
    atLeast(ExitParse);
    const ParseError &E = Result.Parse.Errors.front();
    std::string File = E.File.empty() ? Work.Units[Unit].File : E.File;
    errs() << displayPath(File, Context.WorkingDirectory) << ':';
    if (E.Line)
      errs() << E.Line << ':' << E.Column << ':';
    errs() << ' ';
    errs().changeColor(raw_ostream::RED, true) << "error: ";
    errs().resetColor() << E.Text;
    if (File != Work.Units[Unit].File)
      errs() << " (in " << displayPath(Work.Units[Unit].File, Context.WorkingDirectory) << ")";
    errs() << '\n';
  }
}

void Session::split(std::vector<Finding> &Fusable, std::vector<Finding> &Refused) const {
  for (const ProjectFinding &M : Report.Findings)
    (M.Result.Refused ? Refused : Fusable).push_back(M.Result);
}

void Session::applyFailOn(ArrayRef<Finding> Fusable, ArrayRef<Finding> Refused) {
  auto Fails = [&](const Finding &F, FailOn Kind) {
    FailOn Asked = Configs.settingsOf(F.Place.File)->Fail;
    return Asked == Kind || Asked == FailOn::Any;
  };
  if (any_of(Fusable, [&](const Finding &F) { return Fails(F, FailOn::Fusable); }) ||
      any_of(Refused, [&](const Finding &F) { return Fails(F, FailOn::Refused); }))
    atLeast(ExitFindings);
}

void Session::summary(const Twine &What, unsigned Suppressed) {
  if (O.Quiet)
    return;
  outs().flush();
  errs() << What;
  if (Suppressed)
    errs() << ", " << Suppressed << " suppressed (NOLINT)";
  size_t Failed = count_if(Results, [](const auto &R) { return !R.second.Parse.Succeeded; });
  errs() << "; " << plural(Results.size(), "file") << " analysed";
  if (Failed)
    errs() << ", " << Failed << " of them with errors";
  errs() << '\n';
}

void Session::check() {
  if (!analyse())
    return atLeast(ExitUsage);
  if (O.Print != PrintStage::None) {
    for (const auto &[Unit, Result] : Results)
      outs() << Result.Dump;
    return;
  }
  std::vector<Finding> Fusable, Refused;
  split(Fusable, Refused);
  for (const ProjectFinding &M : Report.Findings)
    if (!M.Result.Refused || O.Refusals)
      printDiagnostic(outs(), M.Result, Context);
  applyFailOn(Fusable, Refused);
  summary(plural(Fusable.size(), "fusion") + " possible, " + Twine(Refused.size()) + " refused" +
              (Refused.empty() || O.Refusals ? "" : " (--refusals lists them)"),
          Report.Suppressed.size());
}

void Session::explain() {
  if (!analyse())
    return atLeast(ExitUsage);
  SmallString<256> File;
  sys::fs::real_path(O.ExplainFile, File);
  bool Any = false;
  for (const ProjectFinding &M : Report.Findings)
    if (coversLine(M.Result, File, O.ExplainLine)) {
      printExplanation(outs(), M.Result, Context);
      Any = true;
    }
  for (const Finding &F : Report.Suppressed)
    if (coversLine(F, File, O.ExplainLine)) {
      outs() << displayPath(File, Context.WorkingDirectory) << ':' << O.ExplainLine
             << ": suppressed by a NOLINT comment; without it:\n";
      printExplanation(outs(), F, Context);
      Any = true;
    }
  if (!Any && Exit == ExitOk)
    outs() << displayPath(File, Context.WorkingDirectory) << ':' << O.ExplainLine
           << ": no two loops stand side by side here\n";
}

void Session::scan() {
  if (!analyse())
    return atLeast(ExitUsage);
  std::vector<Finding> Fusable, Refused;
  split(Fusable, Refused);
  printRanking(outs(), Fusable, Context.WorkingDirectory);
  if (O.Refusals)
    for (const Finding &F : Refused)
      printDiagnostic(outs(), F, Context);

  std::vector<Finding> Both = Fusable;
  Both.insert(Both.end(), Refused.begin(), Refused.end());
  Statistics Counts = countFindings(Both);
  Counts.Files = Results.size();
  for (const auto &[Unit, Result] : Results) {
    Counts.Functions += Result.Functions;
    Counts.Loops += Result.Loops;
  }
  std::chrono::duration<double> Seconds = std::chrono::steady_clock::now() - Start;
  outs() << closingLine(Counts, Seconds.count()) << '\n';
  applyFailOn(Fusable, Refused);
}

void Session::writeChanges(const FixReport &Fixes, std::vector<std::string> &Unwritten) {
  for (const std::vector<FileChange> &Together : Fixes.Changes) {
    HeldInterrupts Held;
    if (Error E = replaceFiles(Together)) {
      printError(toString(std::move(E)));
      atLeast(ExitConflict);
      for (const FileChange &C : Together)
        Unwritten.push_back(C.File);
    } else {
      setWriting(Writing::Some);
    }
  }
  if (Unwritten.empty() && !Fixes.Changes.empty())
    setWriting(Writing::All);
}

void Session::fix() {
  if (!analyse())
    return atLeast(ExitUsage);
  FixReport Fixes = applyFusions(Exec, Results, Asked, O.ChecksVectors);
  clearProgress();
  if (Fixes.RecheckFailures)
    atLeast(ExitConflict);
  // The texts on disk are read for the messages before they are replaced.
  for (const Finding &F : Fixes.Applied)
    Lines.line(F.Place.File, F.Place.Line);
  std::vector<std::string> Unwritten;
  writeChanges(Fixes, Unwritten);

  std::vector<Finding> Done, NotDone;
  for (const Finding &F : Fixes.Applied)
    (is_contained(Unwritten, F.Place.File) ? NotDone : Done).push_back(F);
  for (Finding &F : Done) {
    F.Notes.push_back({{}, "fused"});
    printDiagnostic(outs(), F, Context);
  }
  for (const Finding &F : Fixes.Left)
    if (O.Refusals || F.Refused->Id == RefusalId::RecheckFailed)
      printDiagnostic(outs(), F, Context);
  applyFailOn(NotDone, Fixes.Left);
  size_t Files = 0;
  for (const std::vector<FileChange> &Together : Fixes.Changes)
    Files += Together.size();
  summary(plural(Done.size(), "fusion") + " made in " + plural(Files - Unwritten.size(), "file") + ", " +
              Twine(Fixes.Left.size()) + " refused",
          Fixes.Suppressed);
}

/// The folder that the patch's paths are relative to: the nearest of these that holds all changed files.
static std::string patchBase(ArrayRef<StringRef> Candidates, const FixReport &Fixes) {
  for (StringRef Base : Candidates)
    if (all_of(Fixes.Changes, [&](const auto &Together) {
          return all_of(Together, [&](const FileChange &C) { return displayPath(C.File, Base) != C.File; });
        }))
      return Base.str();
  return "/";
}

void Session::diff() {
  if (!analyse())
    return atLeast(ExitUsage);
  FixReport Fixes = applyFusions(Exec, Results, Asked, O.ChecksVectors);
  clearProgress();
  if (Fixes.RecheckFailures)
    atLeast(ExitConflict);
  std::string Base = patchBase({Context.WorkingDirectory, Work.Root}, Fixes);
  std::vector<const FileChange *> Changes;
  for (const std::vector<FileChange> &Together : Fixes.Changes)
    for (const FileChange &C : Together)
      Changes.push_back(&C);
  sort(Changes, [](const FileChange *A, const FileChange *B) { return A->File < B->File; });
  for (const FileChange *C : Changes)
    printDiff(outs(), unifiedDiff(displayPath(C->File, Base), C->Before, C->After));
  for (const Finding &F : Fixes.Left)
    if (F.Refused->Id == RefusalId::RecheckFailed)
      printDiagnostic(errs(), F, Context);
  applyFailOn(Fixes.Applied, Fixes.Left);
  summary(plural(Fixes.Applied.size(), "fusion") + " in " + plural(Changes.size(), "file") + ", " +
              Twine(Fixes.Left.size()) + " refused",
          Fixes.Suppressed);
}

ExitCode Session::run() {
  if (!prepare())
    return ExitUsage;
  switch (O.Run) {
  case Command::Fix:
    fix();
    break;
  case Command::Diff:
    diff();
    break;
  case Command::Explain:
    explain();
    break;
  case Command::Scan:
    scan();
    break;
  default:
    check();
  }
  return Exit;
}

/// --dump-config and --verify-config look at configuration files alone: no database is needed.
static ExitCode runConfig(const Options &O) {
  std::vector<std::string> Places = O.Project.Sources;
  if (Places.empty())
    Places.push_back(".");
  ConfigTree Configs(O.Settings);
  std::string Dump;
  for (const std::string &Place : Places) {
    SmallString<256> Path;
    if (std::error_code EC = sys::fs::real_path(Place, Path)) {
      printError("'" + Place + "': " + EC.message());
      return ExitUsage;
    }
    if (sys::fs::is_directory(Path))
      sys::path::append(Path, "x");
    std::shared_ptr<const FileSettings> Settings = Configs.settingsOf(Path);
    if (Dump.empty())
      Dump = dumpConfig(Settings->Values);
  }
  std::vector<std::string> Errors = Configs.errors();
  for (const std::string &E : Errors)
    errs() << E << '\n';
  if (!Errors.empty())
    return ExitUsage;
  outs() << (O.Run == Command::DumpConfig ? Dump : "No configuration errors found.\n");
  return ExitOk;
}

ExitCode runCommand(const Options &O) {
  bool Wanted = O.Colours == Colour::Always || (O.Colours == Colour::Auto && !sys::Process::GetEnv("NO_COLOR"));
  bool Forced = O.Colours == Colour::Always;
  outs().enable_colors(Wanted && (Forced || sys::Process::StandardOutHasColors()));
  errs().enable_colors(Wanted && (Forced || sys::Process::StandardErrHasColors()));
  if (O.Run == Command::DumpConfig || O.Run == Command::VerifyConfig)
    return runConfig(O);
  if (O.Run == Command::Lsp)
    return lsp::serve({LOOPFUSE_VERSION, O.Project.Commands.ResourceDirectory, O.Project.BuildPath, O.Settings})
               ? ExitOk
               : ExitFindings;
  return Session(O).run();
}

} // namespace loopfuse
