//===- FusedSpace.h - which fused iteration runs an instance ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_FUSEDSPACE_H
#define LOOPFUSE_POLY_FUSEDSPACE_H

#include "Model/Isl.h"
#include "llvm/ADT/ArrayRef.h"

namespace loopfuse {

/// { S[i, …] -> Fused[first variables + shift] }: the fused iteration that runs an instance, with as many dimensions as
/// there are shifts. \p Tuple is a set space.
isl::map toFused(const isl::space &Tuple, llvm::ArrayRef<int64_t> Shift);

} // namespace loopfuse

#endif
