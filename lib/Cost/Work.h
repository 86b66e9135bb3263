//===- Work.h - what members do in an iteration -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_WORK_H
#define LOOPFUSE_COST_WORK_H

#include "Cost/CostModel.h"
#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// How often the loop runs, if that is a constant.
std::optional<double> constantTripCount(const Loop &L);

/// Whether threads share the loop.
bool isShared(const Loop &L);

/// Fills in what the roofline asks of the group: the part of \p F below its mark. The rest of \p F is there.
void measureWork(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer, PlanFeatures &F);

} // namespace loopfuse

#endif
