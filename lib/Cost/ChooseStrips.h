//===- ChooseStrips.h - inner loops and length of strips --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_CHOOSESTRIPS_H
#define LOOPFUSE_COST_CHOOSESTRIPS_H

#include "Cost/CostModel.h"
#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace loopfuse {

/// How the group of single loops would run by strips: neighbours share an inner loop where the rules would fuse them
/// by iteration (under Granularity::Strip none do), and the length is such that a strip of all that the members touch
/// stays in the first cache. std::nullopt if strips are not worth asking for: the loops run over less than one, or one
/// inner loop is enough.
/// \p Measure gives the numbers of a group that is fused by iteration.
std::optional<Strips> chooseStrips(const Scop &S, const FusionGroup &Group, Granularity Grain,
                                   llvm::function_ref<PlanFeatures(const FusionGroup &)> Measure);

} // namespace loopfuse

#endif
