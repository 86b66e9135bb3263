//===- RowForm.h - may a loop run by rows? ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ROWFORM_H
#define LOOPFUSE_POLY_ROWFORM_H

#include "Poly/AccessRelations.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace loopfuse {

/// The longest row that is not cut into strips.
constexpr int64_t LongestWholeRow = 1024;

/// The loops of the group that could run over rows, whatever their bodies hold: the innermost merged one, and those
/// inside of it.
std::vector<unsigned> rowCandidates(const Scop &S, const FusionGroup &Group);

/// The row form of \p Loop in a group that is legal by iteration, with those reductions of its body that \p Wants asks
/// for, if it has any and the form is legal (docs/LEGALITY.md, "Rows"). It is whole if it can be.
std::optional<RowLoop> findRowLoop(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group, unsigned Loop,
                                   llvm::function_ref<bool(unsigned Reduction)> Wants);

/// Of a group with rows that is legal by iteration: whether it is legal by rows.
std::optional<Refusal> checkRows(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group);

/// Bytes of all the buffers of the group's rows, which stand on the stack.
uint64_t rowBufferBytes(const Scop &S, const FusionGroup &Group);

} // namespace loopfuse

#endif
