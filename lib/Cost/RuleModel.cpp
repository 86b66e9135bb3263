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
  E.Terms += F.TripCountIsAssumed ? formatv("; {0} iterations assumed", static_cast<uint64_t>(F.TripCount)).str()
                                  : formatv("; {0} iterations", static_cast<uint64_t>(F.TripCount)).str();

  if (F.SharedArrays == 0)
    E.Refused = refuse(RefusalId::NoReuse, Place);
  else if (F.StripLength)
    return E; // Each inner loop is as good as before: neighbours were put into one by these rules.
  else if (is_contained(F.MemberVectorizes, true) && is_contained(F.MemberVectorizes, false))
    E.Refused = refuse(RefusalId::LosesVectorization, F.BlockerPlace, {F.Blocker});
  else if (F.SharesRowsOnly)
    E.Refused = refuse(RefusalId::RowsOnly, Place);
  else if (!F.Carried.empty() && is_contained(F.MemberVectorizes, true))
    E.Refused =
        refuse(RefusalId::LosesVectorization, F.CarriedPlace, {"what earlier iterations wrote to '" + F.Carried + "'"});
  return E;
}

} // namespace loopfuse
