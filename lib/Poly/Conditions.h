//===- Conditions.h - nests that stand under an `if` ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_CONDITIONS_H
#define LOOPFUSE_POLY_CONDITIONS_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// Whether both members run, or neither: under the same condition, or under conditions that say no more than their
/// loops do. Nothing that the conditions read may be written by one of them or by what changes places with one: that
/// the dependences of their headers see to.
std::optional<Refusal> checkConditions(const RegionRelations &R, const Placement &Earlier, const Placement &Later);

} // namespace loopfuse

#endif
