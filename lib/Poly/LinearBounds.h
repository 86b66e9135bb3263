//===- LinearBounds.h - bounds of functions over the rationals --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear program takes isl a fraction of the time that a search for integer
// points takes, and its optimum is a bound of what integer points reach. Ask
// here first; what is proved over the rationals holds for the integers.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_LINEARBOUNDS_H
#define LOOPFUSE_POLY_LINEARBOUNDS_H

#include "Model/Isl.h"

namespace loopfuse {

struct IndexScope;

/// The least and the greatest value of \p Function at the points of \p Set, [Params] -> { S[i, …] }, whole or not. Not
/// a number if there is no point, infinite if there is no bound, null if isl gave up.
isl::val rationalMinimum(const isl::set &Set, const isl::aff &Function);
isl::val rationalMaximum(const isl::set &Set, const isl::aff &Function);

/// Whether \p Low <= \p Value at all points of the scope's domain in context, whole or not; false if that is not
/// proved.
bool isAtLeast(const IndexScope &Scope, const isl::pw_aff &Value, const isl::val &Low);

} // namespace loopfuse

#endif
