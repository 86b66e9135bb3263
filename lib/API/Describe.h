//===- Describe.h - plans and refusals as findings --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_DESCRIBE_H
#define LOOPFUSE_API_DESCRIBE_H

#include "API/Fuse.h"
#include "Cost/CostModel.h"
#include "Plan/Planner.h"
#include "Poly/AccessRelations.h"

namespace loopfuse {

Finding describeFusion(const Scop &S, const CostEstimate &Cost, const Emission &Written);
Finding describeRefusal(const Scop &S, const PairRefusal &Pair);
/// What describeFusion's message says of: "these 3 loops".
std::string loopsTogether(size_t Loops);
/// "a, b and c".
std::string listed(llvm::ArrayRef<std::string> Words);
/// From the first place to the last, of one file.
SourceSpan join(const SourceSpan &First, const SourceSpan &Last);
/// A region that could not be looked at as a whole.
Finding describeRegionRefusal(const SourceSpan &Region, const Refusal &Why);

/// How a value that flows between members is kept from being contracted differently (docs/LEGALITY.md).
Fence fenceFor(FpPolicy Policy, const TargetFlags &Target);
Fence kernelFenceFor(FpPolicy Policy, const TargetFlags &Target); ///< In device code.

/// What --print asks for, of one region; "" for PrintStage::None.
std::string dump(PrintStage Stage, const Scop &S, const RegionRelations &Relations, const FusionGraph &Graph,
                 const FusionPlan &Plan, const std::vector<Finding> &Findings);

} // namespace loopfuse

#endif
