//===- LooseSums.h - sums that may be contracted otherwise -----*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_LOOSESUMS_H
#define LOOPFUSE_REWRITE_LOOSESUMS_H

#include "Frontend/ExtractScop.h"
#include "Rewrite/Assemble.h"

namespace loopfuse {

/// Values, as statements and accesses, that the body \p Bodies[Body] makes of a product and a sum of its own, and that
/// the compiler may contract into fused multiply-adds before the fusion and not after it, or the other way round:
/// * if another body may compute the same product, it is computed once, and a product with two uses is not contracted;
/// * if they are summed up over the loop of \p Depth and the compiler makes vectors of sums in strict order (\p
/// InOrder:
///   GCC): what is multiplied in vectors and added one by one is not contracted, and whether it makes vectors depends
///   on the other bodies.
std::vector<std::pair<unsigned, unsigned>> looseSums(const ExtractedRegion &Region, llvm::ArrayRef<FusedBody> Bodies,
                                                     unsigned Body, unsigned Depth, bool InOrder);

} // namespace loopfuse

#endif
