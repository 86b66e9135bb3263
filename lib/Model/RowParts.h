//===- RowParts.h - the parts of a body that runs by rows -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_ROWPARTS_H
#define LOOPFUSE_MODEL_ROWPARTS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// A statement inside a row loop.
struct RowStatement {
  unsigned Statement = 0;
  unsigned Position = 0;             ///< Of its member in the group.
  unsigned Part = 0;                 ///< Counted over the whole body, that of the merged members included.
  std::optional<unsigned> Reduction; ///< The nest that it stands in.
};

/// How many loops stand around \p Loop.
unsigned levelOf(const Scop &S, unsigned Loop);

/// Whether \p Loop is \p Outer or stands in it.
bool isInside(const Scop &S, unsigned Loop, unsigned Outer);

/// Whether the row loop is the innermost merged one.
bool isMergedRow(const Scop &S, const FusionGroup &Group, const RowLoop &Row);

/// The loop that runs over the row in the member at \p Position, if it has one.
std::optional<unsigned> rowLoopIn(const Scop &S, const FusionGroup &Group, const RowLoop &Row, unsigned Position);

/// In the order in which one iteration of the row loop runs them; headers are left out.
std::vector<RowStatement> rowStatements(const Scop &S, const FusionGroup &Group, const RowLoop &Row);

/// The row loop for which the contracted array, a scalar by iteration, becomes a buffer: several parts touch it, or one
/// that is a reduction. Null if there is none.
const RowLoop *bufferedIn(const Scop &S, const FusionGroup &Group, const Contraction &C);

/// How many iterations a loop over constants with step 1 has.
std::optional<int64_t> constantLength(const Loop &L);

/// Whether the row is cut into strips of one constant length, so that none needs an end of its own.
bool isCutEvenly(const Scop &S, const RowForm &Rows, const RowLoop &Row);

/// Elements of a buffer of the row.
uint64_t rowLength(const Scop &S, const RowForm &Rows, const RowLoop &Row);

} // namespace loopfuse

#endif
