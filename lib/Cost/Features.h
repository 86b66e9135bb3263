//===- Features.h - the numbers of a group ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_FEATURES_H
#define LOOPFUSE_COST_FEATURES_H

#include "Cost/AliasChecks.h"
#include "Cost/CostModel.h"
#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// Iterations assumed for loops whose trip count is not a constant: one level, and all levels of a nest together.
constexpr double AssumedTripCount = 1e6;

/// Counts what \p Group reads and writes, before and after. An array counts once a member however often its elements
/// are touched in one iteration: neighbours of a stencil come from the cache. \p Overlap answers for the compiler that
/// \p Vectorizer tells of; without it no tests for overlap are counted.
PlanFeatures measureFeatures(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer = {},
                             MayOverlap Overlap = nullptr);

/// Vertical if a later member reads an array that an earlier one writes.
FusionKind fusionKind(const Scop &S, const FusionGroup &Group);

} // namespace loopfuse

#endif
