//===- RuleModel.cpp - the rules of docs/COST.md ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/CostModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace loopfuse {

/// Where so many times fewer bytes are moved, the loop gains although its stores take turns.
static constexpr double RatioWorthTurns = 2.5;

/// Whether the fused loop needs more tests for overlap than the compiler makes, where one of the loops did not.
static bool needsTooManyAliasChecks(const PlanFeatures &F) {
  if (!F.AliasCheckLimit || F.AliasChecks <= *F.AliasCheckLimit)
    return false;
  for (size_t M = 0; M < F.MemberAliasChecks.size(); ++M)
    if (F.MemberVectorizes[M] && F.MemberAliasChecks[M] <= *F.AliasCheckLimit)
      return true;
  return false;
}

static std::string describeAliasChecks(const PlanFeatures &F) {
  unsigned Largest = *llvm::max_element(F.MemberAliasChecks);
  return formatv(
             "testing {0} pairs of arrays for overlap at run time, where the compiler tests {1} at most (the loops by "
             "themselves need {2}),",
             F.AliasChecks, *F.AliasCheckLimit, Largest)
      .str();
}

CostEstimate estimateByRules(const PlanFeatures &F, const SourceSpan &Place) {
  CostEstimate E;
  double Before = F.BytesReadBefore + F.BytesWrittenBefore;
  double After = F.BytesReadAfter + F.BytesWrittenAfter;
  E.BytesSaved = (Before - After) * F.TripCount;
  E.Ratio = After > 0 ? Before / After : Before > 0 ? Before : 1;
  E.Terms = formatv("{0} -> {1} bytes an iteration, {2} loop{3} fewer", static_cast<uint64_t>(Before),
                    static_cast<uint64_t>(After), F.Members - 1, F.Members == 2 ? "" : "s")
                .str();
  if (F.Contracted)
    E.Terms += formatv(", {0} array{1} contracted", F.Contracted, F.Contracted == 1 ? "" : "s").str();
  if (F.StripLength)
    E.Terms += formatv(", by strips of {0}", F.StripLength).str();
  if (F.RowLoops)
    E.Terms += formatv(", {0} loop{1} by rows", F.RowLoops, F.RowLoops == 1 ? "" : "s").str();
  E.Terms += F.TripCountIsAssumed ? formatv("; {0} iterations assumed", static_cast<uint64_t>(F.TripCount)).str()
                                  : formatv("; {0} iterations", static_cast<uint64_t>(F.TripCount)).str();

  if (F.SharedArrays == 0)
    E.Refused = refuse(RefusalId::NoReuse, Place);
  else if (F.MergedByRows)
    return E; // What gains by it outweighs the rest (docs/COST.md).
  else if (F.StripLength)
    return E; // Each inner loop is as good as before: neighbours were put into one by these rules.
  else if (is_contained(F.MemberVectorizes, true) && is_contained(F.MemberVectorizes, false))
    E.Refused = refuse(RefusalId::LosesVectorization, F.BlockerPlace, {F.Blocker});
  else if (!F.Serial.empty())
    E.Refused = refuse(RefusalId::LosesVectorization, F.SerialPlace, {F.Serial});
  else if (F.SharesRowsOnly)
    E.Refused = refuse(RefusalId::RowsOnly, Place);
  else if (!F.Carried.empty() && is_contained(F.MemberVectorizes, true))
    E.Refused =
        refuse(RefusalId::LosesVectorization, F.CarriedPlace, {"what earlier iterations wrote to '" + F.Carried + "'"});
  else if (needsTooManyAliasChecks(F))
    E.Refused = refuse(RefusalId::LosesVectorization, Place, {describeAliasChecks(F)});
  else if (!F.Turns.empty() && E.Ratio < RatioWorthTurns)
    E.Refused = refuse(RefusalId::StoresTakeTurns, Place, {F.Turns});
  return E;
}

} // namespace loopfuse
