//===- Footprint.h - which elements a group touches -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_FOOTPRINT_H
#define LOOPFUSE_POLY_FOOTPRINT_H

#include "Poly/Legality.h"

namespace loopfuse {

/// Whether a run-time test can tell the two arrays apart: both have an address that can be written.
bool mayGuard(const Scop &S, unsigned A, unsigned B);

/// The arrays, a pair each, of which nothing is known though different members of \p G touch them and one writes.
std::vector<std::pair<unsigned, unsigned>> overlappingArrays(const RegionRelations &R, const FusionGroup &G);

/// What the members of \p G touch of \p Array, in parameters that can be written in front of them. std::nullopt if that
/// is not a range of whole elements between a few affine ends.
std::optional<ElementRange> footprintOf(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G,
                                        unsigned Array);

/// Whether \p Range holds all that the members of \p G touch of its array, and its ends may be evaluated in front of
/// them. By subset tests, however the range was made.
bool holdsFootprint(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G, const ElementRange &Range);

/// Gives \p G the guards that it needs; may-alias where that cannot be done, or takes too many tests.
std::optional<Refusal> addGuards(IslContext &Ctx, const RegionRelations &R, FusionGroup &G);

/// Condition 6 of docs/LEGALITY.md: guards keep apart all arrays of the group that may overlap.
std::optional<Refusal> checkGuards(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G);

} // namespace loopfuse

#endif
