//===- Instances.cpp - one text, compiled several times ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Instances.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace loopfuse {

static bool wantsSameEdits(const RegionReport &R, const Finding &F) {
  return any_of(R.Findings, [&](const Finding &G) { return !G.Refused && G.Edits == F.Edits; });
}

/// Turns the fusion \p F into a refusal.
static void withdraw(Finding &F, std::string Why) {
  F.Refused = refuse(RefusalId::InstancesDisagree, F.Place, {std::move(Why)});
  F.Message = F.Refused->message();
  F.Legality = F.Message;
  F.Edits.clear();
  F.BytesSaved = F.SecondsBefore = F.SecondsAfter = 0;
}

/// The report of a region that was compiled \p Instances.size() times.
static RegionReport mergeOne(std::vector<RegionReport> Instances) {
  RegionReport &First = Instances.front();
  for (Finding &F : First.Findings) {
    if (F.Refused)
      continue;
    for (size_t I = 1; I < Instances.size(); ++I)
      if (!wantsSameEdits(Instances[I], F)) {
        withdraw(F, "an instance of '" + F.Function + "' differs");
        break;
      }
  }
  for (size_t I = 1; I < Instances.size(); ++I)
    First.Dump += Instances[I].Dump;
  return std::move(First);
}

UnitReport mergeInstances(std::vector<RegionReport> Reports) {
  std::map<std::pair<std::string, unsigned>, std::vector<RegionReport>> ByPlace;
  for (RegionReport &R : Reports)
    ByPlace[{R.Span.File, R.Span.Offset}].push_back(std::move(R));

  UnitReport Unit;
  for (auto &[Place, Instances] : ByPlace) {
    RegionReport R = mergeOne(std::move(Instances));
    Unit.Dump += R.Dump;
    append_range(Unit.Suppressed, R.Suppressed);
    for (ProvedFusion &P : R.Fusions) {
      if (R.Findings[P.Finding].Refused)
        continue;
      P.Finding += Unit.Findings.size();
      Unit.Fusions.push_back(std::move(P));
    }
    for (Finding &F : R.Findings)
      Unit.Findings.push_back(std::move(F));
  }
  return Unit;
}

} // namespace loopfuse
