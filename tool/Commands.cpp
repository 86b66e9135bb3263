//===- Commands.cpp - what the subcommands do -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "API/RunProgram.h"
#include "Interrupt.h"
#include "MachineCommand.h"
#include "NextStep.h"
#include "Report/Explain.h"
#include "Report/RulePages.h"
#include "Report/ScanTable.h"
#include "Report/UnifiedDiff.h"
#include "Session.h"
#include "Tour.h"
#include "VerifyCommand.h"
#include "lsp/Server.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace loopfuse {

void Session::check() {
  if (!findAll())
    return;
  if (O.Part) {
    std::string Options = LOOPFUSE_VERSION " " + std::to_string(O.IslOperations) + " " + dumpConfig(O.Settings);
    Out << shardText(Work, Whole, *O.Part, Results, Options);
    if (!O.OutputFile.empty())
      next("loopfuse merge " + quoted(O.OutputFile) + " …", "puts the parts together once all are there");
    return;
  }
  if (O.Print != PrintStage::None) {
    for (const auto &[Unit, Result] : Results)
      Out << Result.Dump;
    return;
  }
  std::vector<Finding> Fusable, Refused;
  split(Fusable, Refused);
  if (O.Format != OutputFormat::Text)
    printRun();
  else
    for (const ReportedFinding &R : Run.Findings)
      if (!R.IsSuppressed && (!R.Result.Refused || O.Refusals))
        printDiagnostic(Out, R.Result, Context);
  applyFailOn(Fusable, Refused);
  summary(plural(Fusable.size(), "fusion") + " possible, " + Twine(Refused.size()) + " refused" +
              (Refused.empty() || O.Refusals ? "" : " (--refusals lists them)") + BaselineNews,
          count_if(Run.Findings, [](const ReportedFinding &R) { return R.IsSuppressed; }));
  if (O.Run == Command::Merge) {
    // The parts are no sources, and of the database they know nothing.
    if (!Fusable.empty())
      next(nextCommand(O, "explain", placeOf(Fusable.front())), "says what the first one is");
  } else if (!Fusable.empty()) {
    next(nextCommand(O, "diff"), "shows them as a patch");
  } else if (!Refused.empty()) {
    next(nextCommand(O, "explain", placeOf(Refused.front())), "says why not");
  } else {
    nextWhereNothingIs(0);
  }
}

std::string Session::placeOf(const Finding &F) const {
  return displayPath(F.Place.File, Context.WorkingDirectory) + ":" + std::to_string(F.Place.Line);
}

void Session::explain() {
  if (!findAll())
    return;
  SmallString<256> File;
  sys::fs::real_path(O.ExplainFile, File);
  bool Any = false;
  bool Fusable = false;
  std::optional<RefusalId> Why;
  for (const ReportedFinding &R : Run.Findings)
    if (!R.IsSuppressed && coversLine(R.Result, File, O.ExplainLine)) {
      printExplanation(Out, R.Result, Context);
      Any = true;
      Fusable |= !R.Result.Refused;
      if (R.Result.Refused && !Why)
        Why = R.Result.Refused->Id;
    }
  for (const ReportedFinding &R : Run.Findings)
    if (R.IsSuppressed && coversLine(R.Result, File, O.ExplainLine)) {
      outs() << displayPath(File, Context.WorkingDirectory) << ':' << O.ExplainLine
             << ": suppressed by a NOLINT comment; without it:\n";
      printExplanation(outs(), R.Result, Context);
      Any = true;
    }
  outs().flush();
  if (!Any && Exit == ExitOk) {
    outs() << displayPath(File, Context.WorkingDirectory) << ':' << O.ExplainLine
           << ": no two loops stand side by side here\n";
    outs().flush();
  }
  if (Fusable)
    next(nextCommand(O, "diff", O.ExplainFile), "shows it as a patch");
  else if (Why)
    next("loopfuse explain " + Twine(refusalName(*Why)), "is the page of that reason: what would help");
  else
    next(nextCommand(O, "check --refusals", O.ExplainFile), "lists the loops that do, and why some are not fused");
}

void Session::scan() {
  if (!findAll())
    return;
  std::vector<Finding> Fusable, Refused;
  split(Fusable, Refused);
  applyFailOn(Fusable, Refused);
  if (O.Format != OutputFormat::Text)
    return printRun();
  printRanking(Out, Fusable, Context.WorkingDirectory);
  if (O.Refusals)
    for (const Finding &F : Refused)
      printDiagnostic(Out, F, Context);

  std::vector<Finding> Both = Fusable;
  Both.insert(Both.end(), Refused.begin(), Refused.end());
  Statistics Counts = countFindings(Both);
  Counts.Files = Results.size();
  std::map<StringRef, SourceCounts> ByFile; // Each file once, as its first reader has it.
  for (const auto &[Unit, Result] : Results)
    for (const auto &[File, InFile] : Result.Counts)
      ByFile.try_emplace(File, InFile);
  for (const auto &[File, InFile] : ByFile) {
    Counts.Functions += InFile.Functions;
    Counts.Loops += InFile.Loops;
  }
  std::chrono::duration<double> Seconds = std::chrono::steady_clock::now() - Start;
  Out << closingLine(Counts, Seconds.count()) << '\n';
  outs().flush();
  auto Best = max_element(Fusable, [](const Finding &A, const Finding &B) { return savesMore(B, A); });
  if (Best != Fusable.end())
    next(nextCommand(O, "explain", placeOf(*Best)), "says what the first one is");
  else
    nextWhereNothingIs(O.Refusals ? 0 : Refused.size());
}

/// --verify-cmd: the user's tests, in the working directory.
static bool testsPass(const Options &O, StringRef Folder) {
  ProgramRun Run = runProgram(Folder, "/bin/sh", {"-c", O.VerifyCommand});
  return Run.Error.empty() && Run.Code == 0;
}

bool Session::settleByTests(FixReport &Fixes) {
  auto Veto = [this](const auto &Why) {
    ApplyOptions Options = applyOptions();
    Options.Runs = nullptr; // They were run.
    Options.Veto = Why;
    return applyFusions(Exec, Results, Asked, Options);
  };
  auto Test = [this](size_t Fusions) {
    bool Passed = testsPass(O, Context.WorkingDirectory);
    if (!O.Quiet)
      errs() << "tests " << (Passed ? "pass" : "fail") << " with " << plural(Fusions, "fusion") << '\n';
    return Passed;
  };
  size_t Before = Fixes.Applied.size();
  setWriting(Writing::Some);
  if (Error E = TestedFusions(Veto, Test).settle(Fixes)) {
    printError(toString(std::move(E)));
    atLeast(ExitConflict);
    return false;
  }
  if (Fixes.Applied.size() < Before)
    atLeast(ExitConflict);
  return true;
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

ApplyOptions Session::applyOptions() const {
  ApplyOptions Out;
  Out.ChecksVectors = O.ChecksVectors;
  if (O.Verifies)
    Out.Runs = compareRuns;
  return Out;
}

std::optional<FixReport> Session::makeInMemory() {
  if (!analyse()) {
    atLeast(ExitUsage);
    return std::nullopt;
  }
  FixReport Fixes = applyFusions(Exec, Results, Asked, applyOptions());
  clearProgress();
  if (Fixes.RecheckFailures)
    atLeast(ExitConflict);
  IsDone = true;
  return Fixes;
}

void Session::printLeft(const FixReport &Fixes) {
  for (const Finding &F : Fixes.Left)
    if (O.Refusals || F.Refused->Id == RefusalId::RecheckFailed)
      printDiagnostic(outs(), F, Context);
}

void Session::verify() {
  std::optional<FixReport> Made = makeInMemory();
  if (!Made)
    return;
  FixReport &Fixes = *Made;
  for (const Finding &F : Fixes.Applied)
    printDiagnostic(outs(), F, Context);
  printLeft(Fixes);
  applyFailOn(Fixes.Applied, Fixes.Left);
  summary(plural(Fixes.RunsAlike, "fusion") + " verified, " + Twine(Fixes.NotRun) + " not verified, " +
              Twine(Fixes.RecheckFailures) + " turned down",
          Fixes.Suppressed);
  if (Fixes.RunsAlike)
    next(nextCommand(O, "fix"), "makes them");
}

void Session::fix() {
  if (!O.VerifyCommand.empty() && !testsPass(O, Context.WorkingDirectory)) {
    printError("'" + O.VerifyCommand + "' fails before anything is changed");
    return atLeast(ExitUsage);
  }
  std::optional<FixReport> Made = makeInMemory();
  if (!Made)
    return;
  FixReport &Fixes = *Made;
  // The texts on disk are read for the messages before they are replaced.
  for (const Finding &F : Fixes.Applied)
    Lines.line(F.Place.File, F.Place.Line);
  std::vector<std::string> Unwritten;
  if (O.VerifyCommand.empty())
    writeChanges(Fixes, Unwritten);
  else if (!Fixes.Applied.empty() && !settleByTests(Fixes))
    return;

  std::vector<Finding> Done, NotDone;
  for (const Finding &F : Fixes.Applied)
    (is_contained(Unwritten, F.Place.File) ? NotDone : Done).push_back(F);
  for (Finding &F : Done) {
    F.Notes.push_back({{}, "fused"});
    printDiagnostic(outs(), F, Context);
  }
  printLeft(Fixes);
  applyFailOn(NotDone, Fixes.Left);
  size_t Files = 0;
  for (const std::vector<FileChange> &Together : Fixes.Changes)
    Files += Together.size();
  summary(plural(Done.size(), "fusion") + " made in " + plural(Files - Unwritten.size(), "file") + ", " +
              Twine(Fixes.Left.size()) + " refused",
          Fixes.Suppressed);
  if (!Fixes.Left.empty() && !O.Refusals)
    next(nextCommand(O, "check --refusals"), "says why the others were not");
  else if (Files && sys::fs::exists(Work.Root + "/.git"))
    next("git -C " + quoted(Work.Root) + " diff", "shows what was changed");
  else if (Files)
    next(nextCommand(O, "check"), "finds what is left");
  else
    nextWhereNothingIs(0);
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
  std::optional<FixReport> Made = makeInMemory();
  if (!Made)
    return;
  FixReport &Fixes = *Made;
  std::string Base = patchBase({Context.WorkingDirectory, Work.Root}, Fixes);
  std::vector<const FileChange *> Changes;
  for (const std::vector<FileChange> &Together : Fixes.Changes)
    for (const FileChange &C : Together)
      Changes.push_back(&C);
  sort(Changes, [](const FileChange *A, const FileChange *B) { return A->File < B->File; });
  for (const FileChange *C : Changes)
    printDiff(Out, unifiedDiff(displayPath(C->File, Base), C->Before, C->After));
  for (const Finding &F : Fixes.Left)
    if (F.Refused->Id == RefusalId::RecheckFailed)
      printDiagnostic(errs(), F, Context);
  applyFailOn(Fixes.Applied, Fixes.Left);
  summary(plural(Fixes.Applied.size(), "fusion") + " in " + plural(Changes.size(), "file") + ", " +
              Twine(Fixes.Left.size()) + " refused",
          Fixes.Suppressed);
  if (!Fixes.Applied.empty())
    next(nextCommand(O, "fix"), "writes them into the files");
  else
    nextWhereNothingIs(Fixes.Left.size());
}

ExitCode Session::run() {
  if (!(O.Run == Command::Merge ? readParts() : prepare()))
    return ExitUsage;
  switch (O.Run) {
  case Command::Fix:
    fix();
    break;
  case Command::Diff:
    diff();
    break;
  case Command::Verify:
    verify();
    break;
  case Command::Measure:
    measure();
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
  writeOutput();
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
  outs().flush();
  if (!O.Quiet)
    errs() << "next: " << nextCommand(O, "check") << "   finds loops by this configuration\n";
  return ExitOk;
}

ExitCode runCommand(const Options &O) {
  bool Wanted = O.Colours == Colour::Always || (O.Colours == Colour::Auto && !sys::Process::GetEnv("NO_COLOR"));
  bool Forced = O.Colours == Colour::Always;
  outs().enable_colors(Wanted && (Forced || sys::Process::StandardOutHasColors()));
  errs().enable_colors(Wanted && (Forced || sys::Process::StandardErrHasColors()));
  if (O.Run == Command::ExplainRule) {
    std::optional<RulePage> Page = rulePage(O.ExplainRule);
    outs() << O.ExplainRule << ": " << Page->Summary << "\n\n" << Page->Markdown << '\n';
    outs().flush();
    if (!O.Quiet)
      errs() << "next: " << nextCommand(O, "check --refusals")
             << "   lists what is not fused for a reason, and what is\n";
    return ExitOk;
  }
  if (O.Run == Command::DumpConfig || O.Run == Command::VerifyConfig)
    return runConfig(O);
  if (O.Run == Command::Lsp)
    return lsp::serve({LOOPFUSE_VERSION, O.Project.Commands.ResourceDirectory, O.Project.BuildPath, O.Settings})
               ? ExitOk
               : ExitFindings;
  if (O.Run == Command::Machine)
    return runMachine(O);
  if (O.Run == Command::Tour)
    return runTour(O);
  return Session(O).run();
}

} // namespace loopfuse
