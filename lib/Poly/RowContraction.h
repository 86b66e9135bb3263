//===- RowContraction.h - arrays of which a row is enough -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ROWCONTRACTION_H
#define LOOPFUSE_POLY_ROWCONTRACTION_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// How many inner dimensions of \p Array are enough for \p Group, at least one and not all: every iteration of the
/// fused loops touches at most one value of the outer subscripts, and each of its reads finds an element that the same
/// iteration wrote before. std::nullopt: all are needed. \p Accesses are all there are to the array.
std::optional<unsigned> keptDimensions(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                       unsigned Array, llvm::ArrayRef<AccessRef> Accesses);

} // namespace loopfuse

#endif
