//===- Proposals.cpp - findings with edits that passed --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Proposals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// \p F as far as its edits proved to be good.
static Finding checked(Finding F, const FixReport &Fixes) {
  auto IsThis = [&](const Finding &Other) { return Other.Region == F.Region && Other.Edits == F.Edits; };
  if (F.Refused || any_of(Fixes.FirstRound, IsThis))
    return F;
  auto Failed = find_if(Fixes.Left, [&](const Finding &Other) {
    return Other.Refused->Id == RefusalId::RecheckFailed && Other.Region == F.Region;
  });
  if (Failed != Fixes.Left.end())
    return *Failed;
  F.Edits.clear();
  F.Notes.push_back({F.Place, "other loops near these are fused first"});
  return F;
}

Proposals proposeFusions(Executor &Exec, const Selection &Asked) {
  Proposals Out;
  auto TextOf = [&](StringRef File) { return Exec.texts().original(File); };
  std::map<unsigned, UnitAnalysis> Results = Exec.analyse(Asked.Units, Exec.unsaved(), {});
  ProjectReport Report = Exec.report(Results, Asked, TextOf);
  for (std::vector<unsigned> Others; !(Others = Exec.furtherReaders(Report, Results)).empty();) {
    Results.merge(Exec.analyse(Others, Exec.unsaved(), {}));
    Report = Exec.report(Results, Asked, TextOf);
  }
  for (const auto &[Unit, Result] : Results)
    Out.Parses[Unit] = Result.Parse;
  FixReport Fixes;
  if (any_of(Report.Findings, [](const ProjectFinding &M) { return !M.Result.Refused; }))
    Fixes = applyFusions(Exec, std::move(Results), Asked);
  for (ProjectFinding &M : Report.Findings)
    Out.Findings.push_back(checked(std::move(M.Result), Fixes));
  Out.Suppressed = Report.Suppressed.size();
  Out.Changes = std::move(Fixes.Changes);
  return Out;
}

} // namespace loopfuse
