//===- Executor.cpp - many translation units, several threads -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Executor.h"
#include "API/Apply.h"
#include "API/FilePolicy.h"
#include "API/Parallel.h"
#include "API/Suppressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace llvm;

namespace loopfuse {

std::optional<StringRef> SourceTexts::original(StringRef File) {
  auto [It, IsNew] = Texts.try_emplace(File);
  if (IsNew)
    if (auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      It->second = (*Buffer)->getBuffer().str();
  return It->second ? std::optional<StringRef>(*It->second) : std::nullopt;
}

UnitAnalysis Executor::analyseOnDisk(unsigned Unit, ArrayRef<RegionCheck> Checks) {
  const UnitCommand &Command = P.Units[Unit];
  if (Options.Cache)
    if (std::optional<UnitAnalysis> Known = Options.Cache->find(P, Scope, Command))
      return std::move(*Known);
  auto Recorder = Options.Cache ? std::make_shared<FileQuestions>() : nullptr;
  UnitAnalysis A = analyseUnit(Scope, Command, FileOverlay(Recorder), Checks);
  if (Scope.TryEdits)
    A.Trials = tryEdits(P, Scope, Unit, A, Recorder);
  if (Options.Cache)
    Options.Cache->store(P, Scope, Command, A, *Recorder);
  return A;
}

std::map<unsigned, UnitAnalysis> Executor::analyse(ArrayRef<unsigned> Units, const FileOverlay &Overlay,
                                                   const std::map<unsigned, std::vector<RegionCheck>> &Checks) {
  std::vector<UnitAnalysis> Analyses(Units.size());
  std::mutex Lock;
  Total += Units.size();
  parallelFor(Units.size(), Options.Jobs, [&](size_t I) {
    const UnitCommand &Command = P.Units[Units[I]];
    if (Options.Progress) {
      std::lock_guard<std::mutex> Guard(Lock);
      Options.Progress(++Started, Total, Command.File);
    }
    auto Found = Checks.find(Units[I]);
    ArrayRef<RegionCheck> Mine = Found == Checks.end() ? ArrayRef<RegionCheck>() : ArrayRef(Found->second);
    Analyses[I] = Overlay.empty() ? analyseOnDisk(Units[I], Mine) : analyseUnit(Scope, Command, Overlay, Mine);
  });
  std::map<unsigned, UnitAnalysis> Results;
  for (size_t I = 0; I < Units.size(); ++I)
    Results[Units[I]] = std::move(Analyses[I]);
  return Results;
}

/// The first reason why one of the files that \p F changes must stay as it is.
static std::optional<Refusal> firstEditRefusal(const Project &P, const Finding &F,
                                               const std::map<unsigned, UnitAnalysis> &Results,
                                               ArrayRef<unsigned> Units,
                                               function_ref<std::optional<StringRef>(StringRef)> TextOf) {
  std::string Last;
  for (const TextEdit &E : F.Edits) {
    if (E.File == Last)
      continue;
    Last = E.File;
    std::optional<StringRef> Text = TextOf(E.File);
    if (auto Why = editRefusal(P, E.File, Text.value_or(""), F.Place))
      return Why;
    uint64_t Hash = contentHash(Text.value_or(""));
    for (unsigned U : Units) {
      const auto &Files = Results.at(U).Parse.Files;
      if (auto Seen = Files.find(E.File); Seen != Files.end() && Seen->second.Hash != Hash)
        return refuse(RefusalId::RecheckFailed, F.Place, {"the file was changed while it was analysed"});
    }
  }
  return std::nullopt;
}

/// The fusions that comments took away from their regions, each once.
static std::vector<ProjectFinding> suppressedFusions(const std::map<unsigned, UnitAnalysis> &Results, const Selection &Asked) {
  std::vector<ProjectFinding> Out;
  std::set<std::tuple<std::string, unsigned, unsigned>> Seen;
  for (unsigned U : Asked.Units)
    if (auto Result = Results.find(U); Result != Results.end())
      for (const std::shared_ptr<const Finding> &F : Result->second.Suppressed)
        if (Seen.insert({F->Region.File, F->Region.Offset, F->Region.Length}).second)
          Out.push_back({*F, {}});
  return Out;
}

static void turnDown(Finding &F, Refusal Why) {
  F.Message = Why.message();
  F.Form = F.Message;
  F.Refused = std::move(Why);
  F.Edits.clear();
}

/// What the trials say of the finding's edits.
static void judgeTrials(ProjectFinding &M, const std::map<unsigned, UnitAnalysis> &Results) {
  M.OffersEdits = true;
  for (const auto &[Unit, Index] : M.Sources) {
    const std::vector<EditTrial> &Trials = Results.at(Unit).Trials;
    M.OffersEdits &= Index < Trials.size() && Trials[Index].Passed;
    if (Index < Trials.size() && !Trials[Index].Failure.empty())
      return turnDown(M.Result, refuse(RefusalId::RecheckFailed, M.Result.Place, {Trials[Index].Failure}));
  }
}

ProjectReport Executor::report(const std::map<unsigned, UnitAnalysis> &Results, const Selection &Asked,
                               function_ref<std::optional<StringRef>(StringRef)> TextOf) {
  ProjectReport Report;
  Report.Suppressed = suppressedFusions(Results, Asked);
  erase_if(Report.Suppressed,
           [&](const ProjectFinding &M) {
             return !Scope.configs().settingsOf(M.Result.Place.File)->wantsCheck(M.Result.check());
           });
  StringMap<Suppressions> Marks;
  for (ProjectFinding &M : mergeUnits(P, Results)) {
    Finding &F = M.Result;
    std::vector<unsigned> Units;
    for (const auto &[Unit, Index] : M.Sources)
      Units.push_back(Unit);
    if (none_of(Units, [&](unsigned U) { return binary_search(Asked.Units, U); }))
      continue;
    if (!Scope.configs().settingsOf(F.Place.File)->wantsCheck(F.check()))
      continue;
    if (!Marks.contains(F.Place.File))
      Marks.try_emplace(F.Place.File, TextOf(F.Place.File).value_or(""));
    if (Marks.find(F.Place.File)->second.covers(F)) {
      F.Edits.clear();
      Report.Suppressed.push_back(std::move(M));
      continue;
    }
    if (!F.Refused)
      if (auto Why = firstEditRefusal(P, F, Results, Units, TextOf))
        turnDown(F, std::move(*Why));
    if (!F.Refused)
      judgeTrials(M, Results);
    Report.Findings.push_back(std::move(M));
  }
  sort(Report.Suppressed, [](const ProjectFinding &M, const ProjectFinding &N) {
    const Finding &A = M.Result, &B = N.Result;
    return std::tuple(StringRef(A.Region.File), A.Region.Offset, A.Region.Length, StringRef(A.Message)) <
           std::tuple(StringRef(B.Region.File), B.Region.Offset, B.Region.Length, StringRef(B.Message));
  });
  return Report;
}

std::vector<unsigned> Executor::furtherReaders(const ProjectReport &Report,
                                               const std::map<unsigned, UnitAnalysis> &Results) {
  StringSet<> Headers;
  for (const ProjectFinding &M : Report.Findings)
    for (const TextEdit &E : M.Result.Edits)
      if (!P.MainFiles.contains(E.File))
        Headers.insert(E.File);
  std::vector<unsigned> Others;
  for (unsigned U = 0; U < P.Units.size(); ++U)
    if (!Results.count(U))
      Others.push_back(U);
  if (Headers.empty() || Others.empty())
    return {};
  return unitsIncluding(P, Others, Headers, Options.Jobs);
}

} // namespace loopfuse
