//===- PairLegality.h - whether two nests may be merged ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_PAIRLEGALITY_H
#define LOOPFUSE_POLY_PAIRLEGALITY_H

#include "Poly/Legality.h"

namespace loopfuse {

/// Whether a loop of the nest starts or ends where only the memory it reads tells.
bool hasOpenLoop(const Scop &S, const Member &M);

/// Whether the two members' \p Depth outermost loops are of one form: kind, direction, order, directive.
std::optional<Refusal> checkForm(const RegionRelations &R, const Placement &Earlier, const Placement &Later,
                                 unsigned Depth);

/// [Params] -> { Fused[…] }: the iterations of the merged loops of \p P, as many as it has shifts.
isl::set fusedIterations(const RegionRelations &R, const Placement &P);

/// Whether the shifted loops run over the same iterations.
bool sameIterations(const RegionRelations &R, const Placement &Earlier, const Placement &Later, unsigned Depth);

/// The refusal for a member that must stay between two others: with a witness where the dependence is proved.
/// std::nullopt if the two members may change places.
std::optional<Refusal> checkSwap(IslContext &Ctx, const RegionRelations &R, unsigned Earlier, unsigned Later,
                                 unsigned Moving);

} // namespace loopfuse

#endif
