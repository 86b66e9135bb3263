//===- StoreStreams.h - what a fused loop writes to -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores that fill a line of the cache one after the other are cheap. Where a
// loop writes to two places in turn, a vector shorter than a line each time,
// and the lines are not in the first cache yet, they wait for each other
// (docs/COST.md, "Stores that take turns").
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_STORESTREAMS_H
#define LOOPFUSE_COST_STORESTREAMS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace loopfuse {

/// Pieces of memory that the innermost of the merged loops writes along.
struct StoreStreams {
  std::vector<unsigned> Arrays; ///< One a stream.
  bool Fills = false;           ///< One of them is written without having been read: its lines are not there yet.

  bool takeTurns() const { return Arrays.size() > 1 && Fills; }
};

/// The streams of the members \p Which of the group, which run in one loop, contracted arrays left out; none where the
/// merged loops hold others, which stay as they are.
StoreStreams storeStreams(const Scop &S, const FusionGroup &Group, llvm::ArrayRef<Placement> Which);

} // namespace loopfuse

#endif
