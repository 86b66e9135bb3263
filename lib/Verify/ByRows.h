//===- ByRows.h - a region as its plan's rows have it -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_BYROWS_H
#define LOOPFUSE_VERIFY_BYROWS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <map>

namespace loopfuse {

/// Where the loops of a row stand around a statement.
struct RowPlace {
  unsigned Row = 0;              ///< Position of its loop among its Loops.
  std::optional<unsigned> Strip; ///< The same of the loop over the strips around it.
  uint64_t Length = 0;           ///< Iterations of the row, or of a strip.
  int64_t First = 0;             ///< Of a whole row.
};

/// What the new text must say.
struct ByRows {
  Scop Region;
  FusionGroup Group;                   ///< As one that runs by iteration.
  std::map<unsigned, RowPlace> Places; ///< By statement.
};

/// The region \p Before with the loops of \p Group in the order of its rows. If the innermost merged loop is one of
/// them, the bodies of all members are the first one's.
ByRows byRows(const Scop &Before, const FusionGroup &Group);

} // namespace loopfuse

#endif
