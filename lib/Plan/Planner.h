//===- Planner.h - choose what to fuse --------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_PLAN_PLANNER_H
#define LOOPFUSE_PLAN_PLANNER_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <functional>
#include <optional>
#include <set>
#include <variant>

namespace loopfuse {

/// What the planner asks of the proofs; answers are pure and may be remembered. Member numbers are the Scop's.
struct FusionGraph {
  /// May the nest \p Later join the nest \p Earlier with \p Depth merged loops? The refusal if not.
  std::function<std::optional<Refusal>(const Placement &Earlier, const Placement &Later, unsigned Depth,
                                       Iterations Expected)>
      Joins;
  /// The shift that lays Later's iterations on Earlier's at this depth, if any.
  std::function<std::optional<std::vector<int64_t>>(unsigned Earlier, unsigned Later, unsigned Depth)> Align;
  /// The least shift of Later's outermost loop, in the direction of the loops, with which it may follow Earlier's.
  std::function<std::optional<int64_t>(unsigned Earlier, unsigned Later)> LeastShift;
  /// What the members of a group share of their iterations, if that may be more than \p Few.
  std::function<std::variant<CommonRange, Refusal>(const FusionGroup &Group, int64_t Few)> Common;
  /// Must the two keep their order?
  std::function<bool(unsigned Earlier, unsigned Later)> KeepsOrder;
};

/// A fused nest that never runs longer than this is not worth the loops around it.
constexpr int64_t FewIterations = 16;

/// A weighted partition in the manner of Kennedy & McKinley, "Maximizing Loop Parallelism and Improving Data Locality
/// via Loop Fusion and Distribution" (1993), greedily from the first nest on: each nest joins the group it saves most
/// bytes with (docs/COST.md), if all pairs may be joined at a common depth and every member in between can go before or
/// behind. Also says why neighbouring nests were left apart. The members in \p KeptOut, which the user does not want to
/// be fused, take no part in either; like statements between loops they go before or behind.
FusionPlan choosePlan(const Scop &S, const FusionGraph &Graph, const std::set<unsigned> &KeptOut = {});

/// Fills Group.Before and Group.After: every member of the region between the group's first and last goes where the
/// order it must keep sends it. The statement-between refusal if one would have to go both ways.
std::optional<Refusal> placeBetween(const Scop &S, const FusionGraph &Graph, FusionGroup &Group);

} // namespace loopfuse

#endif
