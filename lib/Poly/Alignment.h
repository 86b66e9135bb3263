//===- Alignment.h - members whose iterations differ ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shifts that keep the dependences, and what the fused nest runs over if the
// members' iterations are then not the same (CommonRange): Allen & Kennedy,
// "Optimizing Compilers", section 8.6.2 (fusion with alignment).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ALIGNMENT_H
#define LOOPFUSE_POLY_ALIGNMENT_H

#include "Poly/Legality.h"

namespace loopfuse {

/// The least delay of \p Later's outermost loop against Earlier's that reverses no dependence, zero at least, as a
/// shift in values of the loop variable (negative if the loops count down). std::nullopt: there is none, or isl gave
/// up.
std::optional<int64_t> leastShift(IslContext &Ctx, const RegionRelations &R, unsigned Earlier, unsigned Later);

/// The iterations that the members of \p Group share, with their shifts. A refusal: there are never more than \p Few,
/// or it is not known which.
std::variant<CommonRange, Refusal> findCommonRange(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                                   int64_t Few);

/// Condition 7 of docs/LEGALITY.md: what prologues, fused nest and epilogues run is, member by member, what the member
/// ran. Of use for groups with a CommonRange.
std::optional<Refusal> checkCommonRange(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group);

} // namespace loopfuse

#endif
