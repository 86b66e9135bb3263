//===- ChooseRows.h - which reductions gain by rows -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_CHOOSEROWS_H
#define LOOPFUSE_COST_CHOOSEROWS_H

#include "Cost/CostModel.h"
#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// Iterations of a strip of a row, unless its buffers need a shorter one.
constexpr unsigned RowStrip = 512;
constexpr unsigned ShortestRowStrip = 64;

/// Whether the nest \p Reduction, in the body of the loop \p Row of its member, gains if Row becomes its innermost
/// loop: neighbours on the row then touch neighbouring elements, or the same ones, and somewhere neighbouring ones
/// (under Granularity::Row always). \p VectorizesOuterLoops: the compiler makes vectors of a row around a single loop
/// itself, as GCC does.
bool gainsByRow(const Scop &S, unsigned Row, unsigned Reduction, Granularity Grain, bool VectorizesOuterLoops);

/// Rows of a constant length whose sums stand in buffers are cut into strips so short that compilers keep these in
/// registers, if all such rows can be cut into strips of one length without a rest.
void cutEvenly(const Scop &S, FusionGroup &Group);

} // namespace loopfuse

#endif
