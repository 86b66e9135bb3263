//===- SerialLoops.h - loops that run an iteration at a time ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum in strict order, a recurrence, the greatest element so far: where an
// iteration needs what the one before left, compilers make no vectors, and a
// loop fused with it has none any more (docs/COST.md, "Sums and vectors").
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_SERIALLOOPS_H
#define LOOPFUSE_COST_SERIALLOOPS_H

#include "Cost/CostModel.h"
#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// What keeps the fused innermost loop from being vectorized.
struct SerialReason {
  std::string Why; ///< "the sum in 's', whose order is kept,"
  SourceSpan Place;
};

/// The reason if some member would lose more by that than it costs to let it run beside the additions, which have to
/// wait for each other.
std::optional<SerialReason> losesVectorsToSerial(const Scop &S, const FusionGroup &Group,
                                                 const VectorizerFlags &Vectorizer);

} // namespace loopfuse

#endif
