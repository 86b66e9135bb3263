//===- Reuse.h - what meets in the innermost loop -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_REUSE_H
#define LOOPFUSE_COST_REUSE_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// What the members of a group read of what another one reads or writes, as far as the merged loops are the innermost
/// ones of both.
struct Reuse {
  bool SameElements = false; ///< In one iteration or within a vector's length of it, or of an unknown distance.
  bool OtherRows = false;    ///< In other rows: an iteration of a loop around it touched them last.
  /// A read of what one of the few iterations before it wrote, where before the fusion a loop of its own did: it keeps
  /// the fused loop from being vectorized.
  std::optional<Access> Carried;
};

Reuse innermostReuse(const Scop &S, const FusionGroup &Group);

} // namespace loopfuse

#endif
