//===- Renumber.h - two Scops in one numbering ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_RENUMBER_H
#define LOOPFUSE_VERIFY_RENUMBER_H

#include "Model/Scop.h"

namespace loopfuse {

/// \p After with the arrays and parameters of \p Before, matched by name, and arrays also by base and type of element
/// (the k-th of those that are alike with the k-th), its own behind them. Two expressions or accesses of the two Scops
/// are then the same iff their trees are.
Scop inNumbersOf(const Scop &Before, const Scop &After);

} // namespace loopfuse

#endif
