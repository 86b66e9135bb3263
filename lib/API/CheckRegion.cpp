//===- CheckRegion.cpp - a parsed new text against what was proved -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CheckRegion.h"
#include "Frontend/ExtractScop.h"
#include "Verify/CompareConditions.h"
#include "Verify/Recheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// The guard statements that the checked fusions wrote, to be read as one of their branches. They stand in the order of
/// their first members, among those that were there before.
static std::vector<ChosenBranch> branchesOf(const RegionCheck &Check, GuardBranch Branch) {
  std::vector<unsigned> Firsts;
  for (const FusionGroup &G : Check.Plan.Groups)
    if (G.isGuarded())
      Firsts.push_back(G.Members.front().Member);
  sort(Firsts);
  std::vector<ChosenBranch> Branches;
  for (unsigned First : Firsts) {
    auto Known =
        count_if(ArrayRef(Check.Before->Members).take_front(First), [](const Member &M) { return M.IsAliasGuard; });
    Branches.push_back({unsigned(Known + Branches.size()), Branch});
  }
  return Branches;
}

static FusionPlan withoutGuarded(FusionPlan Plan) {
  erase_if(Plan.Groups, [](const FusionGroup &G) { return G.isGuarded(); });
  return Plan;
}

/// One branch of the region's new text, or its only one.
static CheckedRegion checkBranch(const Region &R, const RegionCheck &Check, GuardBranch Branch,
                                 ExtractOptions Options) {
  FusionPlan Plan = Branch == GuardBranch::Fused ? Check.Plan : withoutGuarded(Check.Plan);
  Options.Branches = branchesOf(Check, Branch);
  OuterStatements Most = movedOut(*Check.Before, Plan);
  std::optional<CheckedRegion> First;
  // All of them, in most cases; which of the moved statements vanished, only the comparison knows.
  for (unsigned LessInFront = 0; LessInFront <= Most.InFront; ++LessInFront)
    for (unsigned LessBehind = 0; LessBehind <= Most.Behind; ++LessBehind) {
      Options.Outer = {Most.InFront - LessInFront, Most.Behind - LessBehind};
      ExtractedRegion New = extractScop(R, Options);
      CheckedRegion Out{recheck(*Check.Before, Plan, New.Model), std::move(New.Model)};
      if (!Out.Failure && (Most.InFront || Most.Behind)) {
        OuterTexts Outer = outerTexts(New.Ast);
        if ((Most.InFront && !isLeftOf(Outer.InFront, Check.Outer.InFront)) ||
            (Most.Behind && !isLeftOf(Outer.Behind, Check.Outer.Behind)))
          Out.Failure = "a statement beside the loops was not there before";
      }
      if (!Out.Failure) {
        Out.Failure = recheckConditions(*Check.Before, Check.Plan, Out.New);
        return Out;
      }
      if (!First)
        First = std::move(Out);
    }
  return std::move(*First);
}

CheckedRegion checkRegion(clang::ASTContext &Context, const RegionCheck &Check, const ContainerTable &Containers) {
  ExtractOptions Options{Containers};
  for (const FusionGroup &G : Check.Plan.Groups)
    for (const Contraction &C : G.Contractions)
      if (C.Kept == 0)
        Options.Scalars.insert(C.Scalar);
  for (const Region &R : findRegionsAt(Context, Check.File, Check.Offset)) {
    if (R.Refused && R.Refused->Id == RefusalId::TemplateUninstantiated)
      continue;
    if (R.Refused)
      return {R.Refused->message(), {}};
    // Every instance had the same edits; the proof is of the first one.
    CheckedRegion Fused = checkBranch(R, Check, GuardBranch::Fused, Options);
    if (!Fused.Failure && any_of(Check.Plan.Groups, [](const FusionGroup &G) { return G.isGuarded(); }))
      Fused.Failure = checkBranch(R, Check, GuardBranch::Original, Options).Failure;
    return Fused;
  }
  return {"the region is not found any more", {}};
}

} // namespace loopfuse
