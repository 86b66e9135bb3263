//===- Analysis.cpp - one translation unit on behalf of a project ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Analysis.h"
#include "API/CallChains.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

bool AnalysisScope::wants(StringRef File) const {
  std::shared_ptr<const FileSettings> Settings = Configs.settingsOf(File);
  if (Settings->Excluded)
    return false;
  if (is_contained(Asked.Headers, File))
    return true;
  if (Asked.OnlyHeaders)
    return false;
  return P.MainFiles.contains(File) || Settings->HeaderMatches.value_or(P.contains(File));
}

static FuseOptions optionsOf(const AnalysisScope &Scope, const FileSettings &Settings) {
  FuseOptions Options;
  Options.Alias = Settings.Alias;
  Options.Fp = Settings.Fp;
  Options.Cost = Settings.Cost;
  Options.OnMachine = Settings.OnMachine;
  Options.Record = Settings.Record;
  Options.Grain = Settings.Grain;
  Options.Calls = Settings.Calls;
  Options.Containers = Settings.Containers;
  Options.Print = Scope.Print;
  Options.IslOperations = Scope.IslOperations;
  return Options;
}

/// Runs the pipeline over the files that share settings, once for each different set of them. \p Trials: what is to be
/// tried across calls.
static void runPipeline(const AnalysisScope &Scope, const UnitCommand &Command, clang::ASTContext &Context,
                        UnitAnalysis &Out, std::vector<ChainTrial> &Trials) {
  std::vector<std::shared_ptr<const FileSettings>> Settings = {Scope.configs().settingsOf(Command.File)};
  StringMap<std::optional<size_t>> Known; // The position in Settings, none for files that are not wanted.
  auto SettingsIndex = [&](StringRef File) -> std::optional<size_t> {
    auto [It, IsNew] = Known.try_emplace(File);
    if (!IsNew || !Scope.wants(File))
      return It->second;
    auto Mine = Scope.configs().settingsOf(File);
    auto Same = find_if(Settings, [&](const auto &S) { return S->sameAnalysis(*Mine); });
    It->second = Same - Settings.begin();
    if (Same == Settings.end())
      Settings.push_back(std::move(Mine));
    return It->second;
  };

  TargetFlags Target = targetFlags(Command, Context);
  for (size_t I = 0; I < Settings.size(); ++I) {
    FuseOptions Options = optionsOf(Scope, *Settings[I]);
    auto IsMine = [&](StringRef F) { return SettingsIndex(F) == I; };
    UnitReport Report = fuseUnit(Context, Options, Target, IsMine);
    append_range(Trials, findChainTrials(Context, IsMine, Options, Report.Findings));
    for (Finding &F : Report.Suppressed)
      Out.Suppressed.push_back(Scope.pool().add(std::move(F)));
    for (ProvedFusion &P : Report.Fusions) {
      P.Finding += Out.Findings.size();
      if (Scope.KeepProofs)
        Out.Fusions.push_back(std::move(P));
    }
    for (Finding &F : Report.Findings)
      Out.Findings.push_back(Scope.pool().add(std::move(F)));
    Out.Dump += Report.Dump;
  }

  if (Scope.CountSources)
    Out.Counts = countSources(Context, [&](StringRef File) { return Scope.wants(File); });
}

/// Takes away what was told of the blocks before they were opened: that they are no loops. Of loops whose condition was
/// asked inside: that it is another one.
static void dropBlocks(ArrayRef<SourceSpan> Blocks, UnitAnalysis &Out) {
  auto IsTold = [&](const Finding &F) {
    if (F.Refused && F.Refused->Id == RefusalId::ConditionsDiffer)
      return any_of(Blocks, [&](const SourceSpan &B) {
        return any_of(F.Loops, [&](const SourceSpan &L) { return overlap(L, B); });
      });
    return F.Refused && F.Refused->Id == RefusalId::UnsupportedStatement && any_of(Blocks, [&](const SourceSpan &B) {
             return B.File == F.Refused->Place.File && B.Offset == F.Refused->Place.Offset;
           });
  };
  std::vector<unsigned> NewIndex;
  unsigned Kept = 0;
  for (const auto &F : Out.Findings)
    NewIndex.push_back(IsTold(*F) ? Kept : Kept++);
  erase_if(Out.Findings, [&](const auto &F) { return IsTold(*F); });
  for (ProvedFusion &P : Out.Fusions)
    P.Finding = NewIndex[P.Finding];
}

UnitAnalysis analyseUnit(const AnalysisScope &Scope, const UnitCommand &Command, const FileOverlay &Overlay,
                         ArrayRef<RegionCheck> Checks) {
  UnitAnalysis Out;
  std::vector<ChainTrial> Trials;
  auto Analyse = [&](clang::ASTContext &Context) {
    for (const RegionCheck &Check : Checks)
      Out.CheckFailures.push_back(
          checkRegion(Context, Check, Scope.configs().settingsOf(Check.File)->Containers).Failure);
    runPipeline(Scope, Command, Context, Out, Trials);
  };
  Out.Parse = Scope.Parse(Command, Overlay, Analyse, /*Functions=*/nullptr);
  if (Out.Parse.Crashed) {
    ParsedUnit Failed = std::move(Out.Parse);
    Out = UnitAnalysis();
    Out.Parse = std::move(Failed);
    return Out;
  }
  ChainReport Chains = fuseAcrossCalls(Command, Overlay, Scope.Parse, std::move(Trials));
  dropBlocks(Chains.Blocks, Out);
  for (ProvedFusion &P : Chains.Fusions) {
    P.Finding += Out.Findings.size();
    if (Scope.KeepProofs)
      Out.Fusions.push_back(std::move(P));
  }
  for (Finding &F : Chains.Suppressed)
    Out.Suppressed.push_back(Scope.pool().add(std::move(F)));
  for (Finding &F : Chains.Findings)
    Out.Findings.push_back(Scope.pool().add(std::move(F)));
  return Out;
}

} // namespace loopfuse
