//===- FusedAccesses.h - the accesses of a fused body -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_FUSEDACCESSES_H
#define LOOPFUSE_COST_FUSEDACCESSES_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "llvm/ADT/ArrayRef.h"

namespace loopfuse {

/// An access of a group, in the variables of the fused nest.
struct FusedAccess {
  const Access *Of;
  std::vector<IndexExpr> Subscripts; ///< None: a scalar.
};

/// The accesses of the statements that stand in the innermost of the merged loops and in no other. \p Fused are the
/// fused nest's loops.
std::vector<FusedAccess> accessesOf(const Scop &S, const Placement &P, llvm::ArrayRef<unsigned> Fused);

/// The sum as if no number wrapped around, which happens in few iterations at most: for estimates.
IndexExpr withoutWraps(const IndexExpr &E);

} // namespace loopfuse

#endif
