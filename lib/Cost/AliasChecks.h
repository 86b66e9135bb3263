//===- AliasChecks.h - the tests that vectors cost --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before a loop runs in vectors, a compiler tests at run time that the memory
// it cannot tell apart does not overlap, pair by pair, and gives up where there
// are too many pairs. docs/COST.md has the limits that were measured.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_ALIASCHECKS_H
#define LOOPFUSE_COST_ALIASCHECKS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace loopfuse {

/// Whether the compiler takes it for possible that two arrays overlap.
using MayOverlap = llvm::function_ref<bool(unsigned A, unsigned B, bool BothWritten)>;

struct AliasChecks {
  std::vector<unsigned> Members; ///< What each member needs by itself.
  unsigned Fused = 0;            ///< What the fused body needs, contracted arrays left out.
};

/// The tests that the innermost loops need; none where the merged loops hold others, which stay as they are.
AliasChecks countAliasChecks(const Scop &S, const FusionGroup &Group, MayOverlap Overlap);

} // namespace loopfuse

#endif
