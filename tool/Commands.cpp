//===- Commands.cpp - what the subcommands do -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "API/Apply.h"
#include "API/MakeReport.h"
#include "FilterFindings.h"
#include "Interrupt.h"
#include "NextStep.h"
#include "Report/Diagnostics.h"
#include "Report/Explain.h"
#include "Report/Fingerprints.h"
#include "Report/Json.h"
#include "Report/RulePages.h"
#include "Report/ScanTable.h"
#include "Report/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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
      : O(O), Configs(O.Settings), Scope(Work, Configs, Asked), Exec(Work, Scope, executorOptions()),
        Lines([this](StringRef File) -> std::optional<std::string> {
          std::optional<StringRef> Text = Exec.texts().original(File);
          return Text ? std::optional<std::string>(Text->str()) : std::nullopt;
        }),
        Context{Lines, workingDirectory()}, FileOut(Written),
        Out(O.OutputFile.empty() ? static_cast<raw_ostream &>(outs()) : FileOut) {}

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
      errs() << "\r\033[K";
  }

  void atLeast(ExitCode Code) { Exit = std::max(Exit, Code); }

  /// Loads the project and selects units. False after an error, which is printed.
  bool prepare();
  /// The same from the parts of a run.
  bool readParts();
  /// Analyses what is asked for. False after an error in a configuration file.
  bool analyse(bool WithFurtherReaders);
  std::map<unsigned, UnitAnalysis> furtherReaders();
  std::map<unsigned, UnitAnalysis> furtherReadersAmongParts();
  bool configurationIsGood();
  void printParseErrors();
  void applyFailOn(ArrayRef<Finding> Fusable, ArrayRef<Finding> Refused);
  void summary(const Twine &What, unsigned Suppressed);
  /// The last line: a command, and what it does.
  void next(const Twine &Command, StringRef What);
  /// The folder that paths in files for other tools are relative to: the project's, or the working directory around it.
  std::string reportFolder() const {
    return displayPath(Work.Root, Context.WorkingDirectory) == Work.Root ? Work.Root : Context.WorkingDirectory;
  }
  /// Analyses, and makes Run of what counts. False after an error.
  bool findAll();
  void printRun();
  void writeOutput();

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
  raw_string_ostream FileOut;
  raw_ostream &Out; ///< Results.
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
  Expected<std::optional<ChangedLines>> Changed = readChanges(O, Work.Root);
  if (!Changed) {
    printError(toString(Changed.takeError()));
    return false;
  }
  Changes = std::move(*Changed);
  bool OnlyChanged = Changes && O.Project.Sources.empty();
  Expected<Selection> Selected =
      OnlyChanged ? selectReaders(Work, Changes->files(), O.Jobs) : selectUnits(Work, O.Project.Sources, O.Jobs);
  if (!Selected) {
    printError(toString(Selected.takeError()));
    return false;
  }
  Whole = std::move(*Selected);
  Asked = O.Part ? partOf(Whole, *O.Part) : Whole;
  Scope.Print = O.Print;
  Scope.IslOperations = O.IslOperations;
  Scope.CountSources = O.Run == Command::Scan;
  Scope.TryEdits = carriesEdits(O.Format) || O.Part;
  Scope.KeepProofs = O.Run == Command::Fix || O.Run == Command::Diff || Scope.TryEdits;
  return true;
}

bool Session::readParts() {
  std::vector<std::pair<std::string, std::string>> Texts;
  for (const std::string &File : O.Project.Sources) {
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer) {
      printError("cannot read '" + File + "': " + Buffer.getError().message());
      return false;
    }
    Texts.push_back({File, (*Buffer)->getBuffer().str()});
  }
  if (Texts.empty()) {
    printError("merge needs the files that runs with --shard wrote");
    return false;
  }
  SmallString<256> Root;
  if (!O.Project.ProjectRoot.empty() && sys::fs::real_path(O.Project.ProjectRoot, Root)) {
    printError("the project root '" + O.Project.ProjectRoot + "' is not a folder");
    return false;
  }
  Expected<MergedShards> Merged = mergeShards(Texts, Root, Scope.pool());
  if (!Merged) {
    printError(toString(Merged.takeError()));
    return false;
  }
  Work = std::move(Merged->Work);
  Asked = std::move(Merged->Asked);
  Read = std::move(Merged->Results);
  Scope.TryEdits = carriesEdits(O.Format);
  for (unsigned Unit : Asked.Units) {
    Results.insert(Read.extract(Unit));
    // Forms without edits tell what is found, not what came of trying it.
    if (!Scope.TryEdits)
      Results[Unit].Trials.clear();
  }
  Expected<std::optional<ChangedLines>> Changed = readChanges(O, Work.Root);
  if (!Changed) {
    printError(toString(Changed.takeError()));
    return false;
  }
  Changes = std::move(*Changed);
  return true;
}

std::map<unsigned, UnitAnalysis> Session::furtherReaders() {
  std::vector<unsigned> Others = Exec.furtherReaders(Report, Results);
  // What other parts are asked, they do.
  erase_if(Others, [&](unsigned Unit) { return is_contained(Whole.Units, Unit); });
  return Exec.analyse(Others, {}, {});
}

std::map<unsigned, UnitAnalysis> Session::furtherReadersAmongParts() {
  std::map<unsigned, UnitAnalysis> Found;
  for (const ProjectFinding &M : Report.Findings)
    for (const TextEdit &E : M.Result.Edits)
      for (auto It = Read.begin(); It != Read.end();) {
        auto Here = It++;
        if (!Work.MainFiles.contains(E.File) && Here->second.Parse.Files.count(E.File))
          Found.insert(Read.extract(Here));
      }
  return Found;
}

bool Session::configurationIsGood() {
  std::vector<std::string> Errors = Configs.errors();
  for (const std::string &E : Errors)
    errs() << E << '\n';
  return Errors.empty();
}

bool Session::analyse(bool WithFurtherReaders) {
  for (unsigned U : Asked.Units)
    Configs.settingsOf(Work.Units[U].File);
  if (!configurationIsGood())
    return false;
  auto MakeReport = [&] {
    Report = Exec.report(Results, Asked, [&](StringRef File) { return Exec.texts().original(File); });
    for (auto *Findings : {&Report.Findings, &Report.Hidden})
      erase_if(*Findings, [&](const ProjectFinding &M) { return Changes && !Changes->touches(M.Result); });
    Report.Suppressed = Report.Hidden.size();
  };
  if (O.Run != Command::Merge)
    Results = Exec.analyse(Asked.Units, {}, {});
  MakeReport();
  while (WithFurtherReaders) {
    auto Others = O.Run == Command::Merge ? furtherReadersAmongParts() : furtherReaders();
    if (Others.empty())
      break;
    Results.merge(Others);
    MakeReport();
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
  for (const ReportedFinding &R : Run.Findings)
    if (!R.IsSuppressed)
      (R.Result.Refused ? Refused : Fusable).push_back(R.Result);
}

bool Session::findAll() {
  // Edits of headers need the consent of all who read them.
  if (!analyse(Scope.TryEdits)) {
    atLeast(ExitUsage);
    return false;
  }
  Run = makeRunReport(Work, Report, Results, LOOPFUSE_VERSION);
  ReportContext Relative{Lines, reportFolder()};
  setFingerprints(Run.Findings, Relative);
  // Of a header, other units may see what the chosen ones do not.
  auto WasRead = [&](StringRef File) {
    std::string Path = JsonPaths{Relative.WorkingDirectory}.read(File);
    return !sys::fs::exists(Path) || any_of(Asked.Units, [&](unsigned U) {
      return Work.Units[U].File == Path || (O.Project.Sources.empty() && Results.at(U).Parse.Files.count(Path) != 0);
    });
  };
  Expected<std::string> News = useBaseline(O, Run, Relative, WasRead);
  if (!News) {
    printError(toString(News.takeError()));
    atLeast(ExitUsage);
    return false;
  }
  BaselineNews = std::move(*News);
  if (any_of(Run.Findings, [](const ReportedFinding &R) {
        return R.Result.Refused && R.Result.Refused->Id == RefusalId::RecheckFailed;
      }))
    atLeast(ExitConflict);
  return true;
}

/// The form for other tools.
void Session::printRun() {
  RunReport Shown = Run;
  if (!O.Refusals)
    erase_if(Shown.Findings, [](const ReportedFinding &R) {
      return R.Result.Refused && R.Result.Refused->Id != RefusalId::RecheckFailed;
    });
  ReportContext Relative{Lines, reportFolder()};
  render(Out, O.Format, Shown, Relative);
}

void Session::writeOutput() {
  if (O.OutputFile.empty())
    return;
  Error E = writeToOutput(O.OutputFile, [&](raw_ostream &OS) {
    OS << Written;
    return Error::success();
  });
  if (!E)
    return;
  printError("cannot write '" + O.OutputFile + "': " + toString(std::move(E)));
  atLeast(ExitConflict);
}

void Session::next(const Twine &Command, StringRef What) {
  if (!O.Quiet && !outs().has_error())
    errs() << "next: " << Command << "   " << What << '\n';
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
  if (Cache)
    errs() << ", " << Cache->hits() << " of them from the cache";
  if (Failed)
    errs() << ", " << Failed << " of them with errors";
  errs() << '\n';
}

void Session::check() {
  if (!findAll())
    return;
  if (O.Part) {
    std::string Options = LOOPFUSE_VERSION " " + std::to_string(O.IslOperations) + " " + dumpConfig(O.Settings);
    Out << shardText(Work, Whole, *O.Part, Results, Options);
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
          Report.Suppressed);
  if (O.Run == Command::Merge)
    return;
  if (!Fusable.empty())
    next(nextCommand(O, "diff"), "shows them as a patch");
  else if (!Refused.empty())
    next(nextCommand(O, "explain",
                     displayPath(Refused.front().Place.File, Context.WorkingDirectory) + ":" +
                         std::to_string(Refused.front().Place.Line)),
         "says why not");
}

void Session::explain() {
  if (!findAll())
    return;
  SmallString<256> File;
  sys::fs::real_path(O.ExplainFile, File);
  bool Any = false;
  bool Fusable = false;
  for (const ReportedFinding &R : Run.Findings)
    if (!R.IsSuppressed && coversLine(R.Result, File, O.ExplainLine)) {
      printExplanation(Out, R.Result, Context);
      Any = true;
      Fusable |= !R.Result.Refused;
    }
  outs().flush();
  if (Fusable)
    next(nextCommand(O, "diff", O.ExplainFile), "shows it as a patch");
  if (!Any && Exit == ExitOk)
    outs() << displayPath(File, Context.WorkingDirectory) << ':' << O.ExplainLine
           << ": no two loops stand side by side here\n";
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
  auto Best = max_element(Fusable, [](const Finding &A, const Finding &B) { return A.BytesSaved < B.BytesSaved; });
  if (Best != Fusable.end())
    next(nextCommand(O, "explain",
                     displayPath(Best->Place.File, Context.WorkingDirectory) + ":" + std::to_string(Best->Place.Line)),
         "says what the first one is");
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
  if (!analyse(true))
    return atLeast(ExitUsage);
  FixReport Fixes = applyFusions(Exec, Results, Asked);
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
  if (!Fixes.Left.empty())
    next(nextCommand(O, "check --refusals"), "says why the others were not");
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
  if (!analyse(true))
    return atLeast(ExitUsage);
  FixReport Fixes = applyFusions(Exec, Results, Asked);
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
    return ExitOk;
  }
  if (O.Run == Command::DumpConfig || O.Run == Command::VerifyConfig)
    return runConfig(O);
  return Session(O).run();
}

} // namespace loopfuse
