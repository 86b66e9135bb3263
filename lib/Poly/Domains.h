//===- Domains.h - iteration domains as isl sets ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_DOMAINS_H
#define LOOPFUSE_POLY_DOMAINS_H

#include "Poly/IndexSets.h"
#include "Poly/IslContext.h"
#include "Poly/OnDemand.h"

namespace loopfuse {

/// The iterations of a loop and those around it.
struct LoopDomain {
  std::vector<unsigned> Loops; ///< From the outermost of the nest to the loop itself.
  isl::set Set;                ///< [Params] -> { Loop[values of the variables of Loops] }
  bool Exact = true; ///< False: Set holds more, because a bound or step is not quasi-affine (docs/LEGALITY.md).
};

/// Per loop of the Scop. By assumption A2 a loop that runs at all has at most 2^60 iterations.
OnDemand<LoopDomain> loopDomains(IslContext &Ctx, std::shared_ptr<const ParameterSpace> Parameters);

/// [Params] -> { : }: what is known of the parameters because loop \p Loop ends without its counter leaving its type
/// and with less than 2^60 iterations (A2): "for (short i = 0; i < n; ++i)" says n < 2^15. Everything if that is
/// nothing, or the loop's bounds use other loops' variables.
isl::set endsInItsType(const ParameterSpace &Parameters, unsigned Loop);

} // namespace loopfuse

#endif
