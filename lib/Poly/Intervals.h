//===- Intervals.h - cheap bounds of index expressions ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_INTERVALS_H
#define LOOPFUSE_POLY_INTERVALS_H

#include "Model/Scop.h"
#include <optional>

namespace loopfuse {

/// All values of an expression lie in [Low, High]. Wide enough for what 64-bit arithmetic does before it wraps.
struct Interval {
  __int128 Low;
  __int128 High;
};

/// From the types of the parameters, the loops' bounds and assumption A2 alone: what spares most questions to isl. An
/// iterator's interval is that of a loop that runs. std::nullopt if nothing is known.
std::optional<Interval> intervalOf(const Scop &S, const IndexExpr &E);

/// Whether the value provably fits into an integer type.
bool fitsType(const Scop &S, const IndexExpr &E, unsigned Bits, bool Signed);

} // namespace loopfuse

#endif
