//===- Assumptions.h - what a proof lacks -----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That "a[i*stride + j]" is the element j of row i holds where the rows are
// long enough, which often only the caller knows. Such a relation of numbers
// can be tested in front of the loops: the proof is made under it.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ASSUMPTIONS_H
#define LOOPFUSE_POLY_ASSUMPTIONS_H

#include "Poly/Legality.h"

namespace loopfuse {

/// Coefficients and constants in the text of a guard.
constexpr int64_t MaxParameterFactor = int64_t(1) << 30;

/// A function of parameters that the text can name, with whole coefficients of a moderate size.
std::optional<IndexExpr> toParameters(const Scop &S, const isl::aff &E);

/// Constraints under which the flat subscripts of two members stay in their rows; none if they do so anyway, or if
/// there are no such constraints that a guard could test.
std::vector<Constraint> missingAssumptions(IslContext &Ctx, const RegionRelations &R, unsigned First, unsigned Second);

/// Whether the text can test \p C, without an overflow, in front of a group whose members use its parameters.
bool mayBeTested(const RegionRelations &R, const FusionGroup &G, const Constraint &C);

} // namespace loopfuse

#endif
