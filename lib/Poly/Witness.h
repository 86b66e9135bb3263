//===- Witness.h - a concrete instance of a conflict ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_WITNESS_H
#define LOOPFUSE_POLY_WITNESS_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// A point of a dependence: concrete values for everything it depends on.
struct DependencePoint {
  std::vector<std::pair<unsigned, int64_t>> Parameters; ///< {index in the Scop, value}
  std::vector<int64_t> From; ///< Values of the loop variables of the earlier statement, outermost first.
  std::vector<int64_t> To;
};

/// A point of \p Relation ([Params] -> { From[…] -> To[…] }) with small numbers. std::nullopt if it is empty, if isl
/// gave up, or if a product of parameters occurs in it.
std::optional<DependencePoint> samplePoint(const isl::map &Relation);

/// The witness for a dependence from access \p From to access \p To.
std::optional<Witness> makeWitness(const RegionRelations &R, AccessRef From, AccessRef To, const isl::map &Relation);

/// The value of \p E, in exact arithmetic; std::nullopt if it is unknown, leaves the 64-bit range, or uses a variable
/// that has no value.
std::optional<int64_t> evaluate(const IndexExpr &E, llvm::function_ref<std::optional<int64_t>(unsigned)> Parameter,
                                llvm::function_ref<std::optional<int64_t>(unsigned)> Iterator);

} // namespace loopfuse

#endif
