//===- ParameterLife.h - what ends a parameter's life -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_PARAMETERLIFE_H
#define LOOPFUSE_POLY_PARAMETERLIFE_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// Condition 4 of docs/LEGALITY.md for two members that are merged or change places: why a parameter that \p User uses
/// may have another value if \p Other runs at another time. Also of use with User == Other. The place of the refusal is
/// User's. \p LeavesToGuards: what a run-time test can keep away from the parameter is none of its business
/// (overwritingArrays).
std::optional<Refusal> parameterConflict(const RegionRelations &R, unsigned User, unsigned Other,
                                         bool LeavesToGuards = false);

/// As above of one parameter, whether or not a member uses it; the place of the refusal is \p User's.
std::optional<Refusal> valueConflict(const RegionRelations &R, unsigned Parameter, unsigned User, unsigned Other);

/// Pairs of arrays of which nothing is known: one that \p Other writes, and one that a parameter of \p User is read
/// from.
std::set<std::pair<unsigned, unsigned>> overwritingArrays(const RegionRelations &R, unsigned User, unsigned Other);

} // namespace loopfuse

#endif
