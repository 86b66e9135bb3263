//===- MergeUnits.cpp - the findings of all translation units as one list --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/MergeUnits.h"
#include "API/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace loopfuse {

static bool isUninstantiated(const Finding &F) {
  return F.Refused && F.Refused->Id == RefusalId::TemplateUninstantiated;
}

/// Whether the unit never compiled the text of \p Region, though it read the file.
static bool isSkipped(const UnitAnalysis &Unit, const SourceSpan &Region) {
  auto File = Unit.Parse.Files.find(Region.File);
  return File != Unit.Parse.Files.end() && any_of(File->second.Skipped, [&](const auto &Range) {
           return Range.first <= Region.Offset && Region.end() <= Range.second;
         });
}

/// Why \p Unit, which does not have the fusion \p F, does not allow it; std::nullopt if it does not mind.
static std::optional<std::string> objection(const UnitAnalysis &Unit, const Finding &F) {
  if (Unit.Parse.Crashed)
    return "its analysis failed";
  if (!Unit.Parse.Succeeded)
    return "it has errors";
  if (isSkipped(Unit, F.Region))
    return std::nullopt;
  bool Compiles = false, Uninstantiated = false;
  for (const auto &Other : Unit.Findings)
    if (overlap(Other->Region, F.Region)) {
      if (isUninstantiated(*Other)) {
        Uninstantiated = true;
        continue;
      }
      if (Other->Refused)
        return Other->Message;
      Compiles = true;
    }
  if (Uninstantiated && !Compiles)
    return std::nullopt;
  return "it would be fused differently";
}

static void withdraw(Finding &F, const std::string &Unit, const std::string &Why) {
  F.Refused = refuse(RefusalId::InstancesDisagree, F.Place, {"in " + sys::path::filename(Unit).str() + ", " + Why});
  F.Message = F.Refused->message();
  F.Legality = F.Message;
  F.Profit = "not asked";
  F.Edits.clear();
  F.Contracted.clear();
  F.BytesSaved = F.SecondsBefore = F.SecondsAfter = 0;
  F.Ratio = 1;
  erase_if(F.Notes, [&](const FindingNote &N) {
    return N.Place.File != F.Place.File || N.Text.find("scalar") != std::string::npos;
  });
}

/// Findings of one place in the order of preference: fusions, then what units disagree about, then other refusals.
static int rank(const Finding &F) {
  if (!F.Refused)
    return 0;
  return F.Refused->Id == RefusalId::InstancesDisagree ? 1 : isUninstantiated(F) ? 3 : 2;
}

static std::vector<ProjectFinding> collect(const std::map<unsigned, UnitAnalysis> &Results) {
  using Key = std::tuple<std::string, unsigned, unsigned, std::string, EditGroup>;
  std::map<Key, ProjectFinding> ByKey;
  for (const auto &[Unit, Result] : Results)
    for (unsigned I = 0; I < Result.Findings.size(); ++I) {
      const Finding &F = *Result.Findings[I];
      ProjectFinding &Merged =
          ByKey[{F.Region.File, F.Region.Offset, F.Region.Length, F.Refused ? F.Message : "", F.Edits}];
      if (Merged.Sources.empty())
        Merged.Result = F;
      Merged.Sources.push_back({Unit, I});
    }
  std::vector<ProjectFinding> All;
  for (auto &[Place, Merged] : ByKey)
    All.push_back(std::move(Merged));
  return All;
}

/// The units by the files they read.
static StringMap<std::vector<unsigned>> readersOf(const std::map<unsigned, UnitAnalysis> &Results) {
  StringMap<std::vector<unsigned>> Readers;
  for (const auto &[Unit, Result] : Results)
    for (const auto &[File, Seen] : Result.Parse.Files)
      Readers[File].push_back(Unit);
  return Readers;
}

static void insertAll(std::set<unsigned> &Set, ArrayRef<unsigned> Units) { Set.insert(Units.begin(), Units.end()); }

/// Turns fusions that a unit objects to into refusals.
static void withdrawDisputed(const Project &P, const std::map<unsigned, UnitAnalysis> &Results,
                             std::vector<ProjectFinding> &All) {
  StringMap<std::vector<unsigned>> Readers = readersOf(Results);
  std::vector<unsigned> Crashed;
  for (const auto &[Unit, Result] : Results)
    if (Result.Parse.Crashed)
      Crashed.push_back(Unit);
  for (ProjectFinding &M : All) {
    if (M.Result.Refused)
      continue;
    std::set<unsigned> Concerned;
    insertAll(Concerned, Readers[M.Result.Region.File]);
    for (const TextEdit &E : M.Result.Edits)
      insertAll(Concerned, Readers[E.File]);
    // Nobody knows which headers a crashed unit read.
    if (!P.MainFiles.contains(M.Result.Region.File))
      insertAll(Concerned, Crashed);
    for (const auto &[Unit, Index] : M.Sources)
      Concerned.erase(Unit);
    for (unsigned Unit : Concerned)
      if (std::optional<std::string> Why = objection(Results.at(Unit), M.Result)) {
        withdraw(M.Result, P.Units[Unit].File, *Why);
        break;
      }
  }
}

std::vector<ProjectFinding> mergeUnits(const Project &P, const std::map<unsigned, UnitAnalysis> &Results) {
  std::vector<ProjectFinding> All = collect(Results);
  withdrawDisputed(P, Results, All);
  sort(All, [](const ProjectFinding &A, const ProjectFinding &B) {
    auto Key = [](const ProjectFinding &M) {
      const Finding &F = M.Result;
      return std::tuple(StringRef(F.Region.File), F.Region.Offset, F.Region.Length, rank(F), M.Sources.front(),
                        StringRef(F.Message));
    };
    return Key(A) < Key(B);
  });
  // One finding a place; and a template that one unit never instantiates is no finding if another one does.
  std::vector<ProjectFinding> Kept;
  for (ProjectFinding &M : All) {
    const SourceSpan &R = M.Result.Region;
    if (!Kept.empty() && Kept.back().Result.Region.File == R.File && Kept.back().Result.Region.Offset == R.Offset &&
        Kept.back().Result.Region.Length == R.Length)
      continue;
    if (isUninstantiated(M.Result) && any_of(All, [&](const ProjectFinding &Other) {
          return !isUninstantiated(Other.Result) && overlap(Other.Result.Region, R);
        }))
      continue;
    Kept.push_back(M);
  }
  return Kept;
}

} // namespace loopfuse
