//===- Session.cpp - what all subcommands share ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Session.h"
#include "API/Suppressions.h"
#include "API/WriteFile.h"
#include "NextStep.h"
#include "Report/Fingerprints.h"
#include "Report/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace loopfuse {

void printError(const Twine &Message) {
  errs() << "loopfuse: ";
  errs().changeColor(raw_ostream::RED, true) << "error: ";
  errs().resetColor() << Message << '\n';
}

bool Session::prepare() {
  Expected<Project> Loaded = loadProject(O.Project);
  if (!Loaded) {
    printError(toString(Loaded.takeError()));
    sayHowToMakeDatabase();
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
  Scope.TryEdits = carriesEdits(O.Format) || O.Part || O.Run == Command::Measure;
  Scope.KeepProofs = O.Run == Command::Fix || O.Run == Command::Diff || O.Run == Command::Verify || Scope.TryEdits;
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
  ProjectReport Counting = Report;
  erase_if(Counting.Findings, [&](const ProjectFinding &M) { return !counts(M.Result); });
  std::vector<unsigned> Others = Exec.furtherReaders(Counting, Results);
  // What other parts are asked, they do.
  erase_if(Others, [&](unsigned Unit) { return is_contained(Whole.Units, Unit); });
  return Exec.analyse(Others, {}, {});
}

std::map<unsigned, UnitAnalysis> Session::furtherReadersAmongParts() {
  std::map<unsigned, UnitAnalysis> Found;
  for (const ProjectFinding &M : Report.Findings)
    for (const TextEdit &E : counts(M.Result) ? M.Result.Edits : EditGroup())
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

bool Session::analyse() {
  for (unsigned U : Asked.Units)
    Configs.settingsOf(Work.Units[U].File);
  if (!configurationIsGood())
    return false;
  auto MakeReport = [&] {
    Report = Exec.report(Results, Asked, [&](StringRef File) { return Exec.texts().original(File); });
  };
  if (O.Run != Command::Merge)
    Results = Exec.analyse(Asked.Units, {}, {});
  MakeReport();
  // All commands say the same: a fusion in a header is none where another unit that reads it disagrees.
  while (O.Print == PrintStage::None) {
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
  printUnmatchedComments();
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

void Session::printUnmatchedComments() {
  std::set<std::string> Files;
  for (const ProjectFinding &M : Report.Findings)
    Files.insert(M.Result.Place.File);
  for (const std::string &File : Files) {
    std::optional<StringRef> Text = Exec.texts().original(File);
    Suppressions Comments(Text.value_or(""));
    for (const Suppressions::Unmatched &U : Comments.unmatched()) {
      errs() << displayPath(File, Context.WorkingDirectory) << ':' << U.Line << ':' << U.Column << ": ";
      errs().changeColor(raw_ostream::MAGENTA, true) << "warning: ";
      errs().resetColor() << "unmatched 'NOLINT" << (U.IsBegin ? "BEGIN" : "END") << "' comment without a "
                          << (U.IsBegin ? "subsequent 'NOLINTEND'" : "previous 'NOLINTBEGIN'")
                          << " comment: nothing is suppressed\n";
    }
  }
}

void Session::split(std::vector<Finding> &Fusable, std::vector<Finding> &Refused) const {
  for (const ReportedFinding &R : Run.Findings)
    if (!R.IsSuppressed)
      (R.Result.Refused ? Refused : Fusable).push_back(R.Result);
}

bool Session::findAll() {
  if (!analyse()) {
    atLeast(ExitUsage);
    return false;
  }
  Run = makeRunReport(Work, Report, Results, LOOPFUSE_VERSION);
  ReportContext Relative{Lines, reportFolder()};
  // Like findings are told apart by their number, so all take part.
  setFingerprints(Run.Findings, Relative);
  erase_if(Run.Findings, [&](const ReportedFinding &R) { return !counts(R.Result); });
  // Of a header, other units may see what the chosen ones do not.
  auto WasRead = [&](StringRef File) {
    std::string Path = JsonPaths{Relative.WorkingDirectory}.read(File);
    return !sys::fs::exists(Path) || any_of(Asked.Units, [&](unsigned U) {
      return Work.Units[U].File == Path || (O.Project.Sources.empty() && Results.at(U).Parse.Files.count(Path) != 0);
    });
  };
  Expected<BaselineResult> Known = useBaseline(O, Run, Relative, WasRead);
  if (!Known) {
    printError(toString(Known.takeError()));
    atLeast(ExitUsage);
    return false;
  }
  if (Known->ToWrite)
    if (Error E = writeFile(O.Baseline, *Known->ToWrite)) {
      printError(toString(std::move(E)));
      atLeast(ExitConflict);
      return false;
    }
  BaselineNews = std::move(Known->News);
  if (any_of(Run.Findings, [](const ReportedFinding &R) {
        return R.Result.Refused && R.Result.Refused->Id == RefusalId::RecheckFailed;
      }))
    atLeast(ExitConflict);
  IsDone = true;
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
  if (O.OutputFile.empty() || !IsDone)
    return;
  outs().flush(); // The file may be where standard output goes.
  if (Error E = writeFile(O.OutputFile, Written)) {
    printError(toString(std::move(E)));
    atLeast(ExitConflict);
  }
}

void Session::next(const Twine &Command, StringRef What) {
  bool IsForPeople = O.Format == OutputFormat::Text && O.Print == PrintStage::None;
  if (!O.Quiet && IsForPeople && !outs().has_error())
    errs() << "next: " << Command << "   " << What << '\n';
}

void Session::nextWhereNothingIs(size_t Refused) {
  if (Refused)
    next(nextCommand(O, "check --refusals"), "says why not");
  else if (Exit < ExitParse)
    next("loopfuse tour my-tour", "shows on examples what is looked for");
}

void Session::sayHowToMakeDatabase() {
  if (O.Project.FixedFlags || !O.Project.BuildPath.empty())
    return;
  Expected<std::string> Database = findDatabase(O.Project);
  if (Database)
    return;
  consumeError(Database.takeError());
  StringRef Source = O.Project.Sources.empty() ? "." : StringRef(O.Project.Sources.front());
  SmallString<256> Folder;
  if (sys::fs::real_path(Source, Folder) && sys::fs::real_path(".", Folder))
    return;
  if (!sys::fs::is_directory(Folder))
    sys::path::remove_filename(Folder);
  if (std::string Command = databaseCommand(Folder); !Command.empty())
    next(Command, "writes compile_commands.json");
  else
    next("loopfuse tour my-tour", "shows on examples what loopfuse does");
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

} // namespace loopfuse
