//===- Reversal.h - members that run the other way round --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_REVERSAL_H
#define LOOPFUSE_POLY_REVERSAL_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// Whether the iterations of \p P's merged loops may run in the directions it says: no two of them that change places
/// touch the same element, one of them writing. Always, if it says the member's own.
std::optional<Refusal> checkReversal(IslContext &Ctx, const RegionRelations &R, const Placement &P);

} // namespace loopfuse

#endif
