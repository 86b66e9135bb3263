//===- Analyser.cpp - findings of an open file ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Analyser.h"
#include "API/Proposals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse::lsp {

/// Headers that come with an open source file are not asked about.
static Config configOf(const Snapshot &S) {
  Config C = S.Given.Overlay;
  C.HeaderFilter = "";
  return C;
}

namespace {

/// The pipeline over what is open.
struct Run {
  Run(const Snapshot &S, UnitsOf Found, const StaleTest &IsStale, const UnitParser &Parser)
      : Units(std::move(Found)), Configs(configOf(S)), Scope(*Units.Whole, Configs, Units.Asked),
        Exec(*Units.Whole, Scope, {.Jobs = 1, .Unsaved = overlayOf(S)}) {
    Scope.KeepProofs = true;
    Scope.Parse = [&IsStale, Parser](const UnitCommand &Command, const FileOverlay &Overlay,
                                     function_ref<void(clang::ASTContext &)> Body,
                                     const std::set<std::string> *Functions) {
      if (!IsStale())
        return Parser(Command, Overlay, Body, Functions);
      ParsedUnit Stale;
      Stale.Errors.push_back({Command.File, 0, 0, "the file was changed in between"});
      return Stale;
    };
    for (const auto &[Path, D] : S.Open)
      Exec.texts().set(Path, *D.Text);
    Configs.settingsOf(S.Main.Path);
  }

  UnitsOf Units;
  ConfigTree Configs;
  AnalysisScope Scope;
  Executor Exec;
};

} // namespace

static void noteTexts(DocumentReport &Report, Executor &Exec) {
  auto Note = [&](const SourceSpan &Place) {
    auto [It, IsNew] = Report.Texts.try_emplace(Place.File);
    if (IsNew)
      It->second = std::make_shared<const Positions>(Exec.texts().original(Place.File).value_or("").str());
  };
  for (const Finding &F : Report.Findings) {
    Note(F.Place);
    for (const FindingNote &N : F.Notes)
      if (N.Place.isValid())
        Note(N.Place);
    for (const TextEdit &E : F.Edits)
      Note({E.File});
  }
  for (const FileChange &C : Report.Fixed)
    Note({C.File});
}

bool mayBeGuarded(const DocumentReport &Report) {
  return any_of(Report.Findings, [](const Finding &F) { return F.Refused && F.Refused->Id == RefusalId::MayAlias; });
}

/// All that findings come from besides the file's text and what is on disk.
static std::string surroundings(const Snapshot &S) {
  std::string Others = std::to_string(S.Given.Edition) + "\n";
  for (const auto &[Path, D] : S.Open)
    if (Path != S.Main.Path)
      Others += Path + " " + std::to_string(D.Version) + "\n";
  return Others;
}

DocumentReport Analyser::glance(const Snapshot &S, const StaleTest &IsStale) {
  DocumentReport Out;
  Out.Version = S.Main.Version;
  std::string Others = surroundings(S);
  auto Before = Last.find(S.Main.Path);
  bool MayNarrow = Before != Last.end() && Before->second.Others == Others;
  TextChange Change = MayNarrow ? changeBetween(*Before->second.Text, *S.Main.Text) : TextChange();
  std::optional<std::pair<unsigned, unsigned>> Body; // Of the function that changed.
  bool IsFirst = true;                               // Later parses are those of trials.

  UnitsOf Units = this->Units.find(S);
  Units.Asked.Units.resize(1);
  bool IsHeader = Units.Asked.OnlyHeaders;
  Run R(S, std::move(Units), IsStale,
        [&](const UnitCommand &Command, const FileOverlay &Overlay, function_ref<void(clang::ASTContext &)> Then,
            const std::set<std::string> *Functions) {
          // A header lies among the includes itself.
          if (IsHeader)
            return parseUnit(Command, Overlay, Then, Functions);
          auto Narrowed = [&](clang::ASTContext &Context) {
            if (std::exchange(IsFirst, false) && MayNarrow)
              Body = limitToChange(Context, Change);
            Then(Context);
          };
          return Includes.parse(Command, Overlay, Others, Narrowed, Functions);
        });
  if (Out.ConfigErrors = R.Configs.errors(); !Out.ConfigErrors.empty())
    return Out;
  auto Results = R.Exec.analyse(R.Units.Asked.Units, R.Exec.unsaved(), {});
  ProjectReport Report =
      R.Exec.report(Results, R.Units.Asked, [&](StringRef File) { return R.Exec.texts().original(File); });
  for (ProjectFinding &M : Report.Findings)
    if (M.Result.Place.File == S.Main.Path) {
      M.Result.Edits.clear();
      Out.Findings.push_back(std::move(M.Result));
    }
  if (!Results.begin()->second.Parse.Succeeded)
    return Out;
  if (Body) {
    Out.IsPartial = true;
    append_range(Out.Findings, findingsOutside(Before->second, S.Main.Path, *S.Main.Text, Change, *Body));
    sort(Out.Findings, [](const Finding &A, const Finding &B) { return A.Place.Offset < B.Place.Offset; });
  }
  Last[S.Main.Path] = {S.Main.Text, std::move(Others), Out.Findings};
  noteTexts(Out, R.Exec);
  return Out;
}

DocumentReport Analyser::check(const Snapshot &S, const StaleTest &IsStale) {
  DocumentReport Out;
  Out.Version = S.Main.Version;
  Out.IsChecked = true;
  Run R(S, Units.find(S), IsStale, parseUnit);
  if (Out.ConfigErrors = R.Configs.errors(); !Out.ConfigErrors.empty())
    return Out;
  Proposals Found = proposeFusions(R.Exec, R.Units.Asked);
  for (Finding &F : Found.Findings) {
    if (F.Place.File != S.Main.Path)
      continue;
    if (!R.Units.AsksAll && !F.Edits.empty()) {
      F.Edits.clear();
      F.Notes.push_back({F.Place, "other units may see this header differently: 'loopfuse fix' asks them all"});
    }
    Out.Findings.push_back(std::move(F));
  }
  for (std::vector<FileChange> &Together : Found.Changes)
    if (R.Units.AsksAll && any_of(Together, [&](const FileChange &C) { return C.File == S.Main.Path; }))
      Out.Fixed = std::move(Together);
  noteTexts(Out, R.Exec);
  return Out;
}

DocumentReport Analyser::guard(const Snapshot &S, const DocumentReport &Checked, const StaleTest &IsStale) {
  Snapshot Tested = S;
  Tested.Given.Overlay.Alias = AliasPolicy::Guard;
  DocumentReport Under = check(Tested, IsStale), Out = Checked;
  Out.Guarded.emplace();
  for (Finding &F : Under.Findings)
    if (!F.Edits.empty() && none_of(Checked.Findings, [&](const Finding &Plain) { return Plain.Edits == F.Edits; }))
      Out.Guarded->push_back(std::move(F));
  Out.Texts.insert(Under.Texts.begin(), Under.Texts.end());
  return Out;
}

} // namespace loopfuse::lsp
