//===- Strips.h - may a group run strip by strip? ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_STRIPS_H
#define LOOPFUSE_POLY_STRIPS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// Bytes of all the strip buffers of a group together: they stand on the stack.
constexpr unsigned MaxBufferBytes = 16384;

/// Whether a counter of 64 bits that starts there and runs over less than 2^60 iterations stays far from the ends of
/// its type.
bool isNearZero(const Scop &S, const IndexExpr &Start);

/// Whether the loop takes the values First, First + 1, … with a First that is near zero, and nothing but its own body
/// asks for them: it can be cut into strips.
bool canBeCut(const Scop &S, unsigned Member);

/// Of a group with strips that is legal by iteration: whether it is legal by strips (docs/LEGALITY.md, "Strips").
std::optional<Refusal> checkStrips(const Scop &S, const FusionGroup &Group);

} // namespace loopfuse

#endif
