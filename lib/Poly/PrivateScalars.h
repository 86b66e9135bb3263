//===- PrivateScalars.h - variables that carry nothing along ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "double t; for (…) { t = a[i]; b[i] = t * t; }": t is declared outside of the
// loop, but no iteration sees what another one left in it, as if each had a
// variable of its own (privatization: Allen and Kennedy, Optimizing Compilers
// for Modern Architectures, 5.3).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_PRIVATESCALARS_H
#define LOOPFUSE_POLY_PRIVATESCALARS_H

#include "Model/Scop.h"

namespace loopfuse {

/// Whether the iterations of the \p Depth outermost loops of both members, the same ones in the same order, may each
/// have the scalar \p Array for themselves: no read of it sees what another iteration wrote, and what the later
/// member's last one leaves is left in the fused nest as well, or nobody reads it.
bool isPrivateToIterations(const Scop &S, unsigned Earlier, unsigned Later, unsigned Depth, unsigned Array);

} // namespace loopfuse

#endif
