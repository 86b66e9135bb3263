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
/// User's.
std::optional<Refusal> parameterConflict(const RegionRelations &R, unsigned User, unsigned Other);

} // namespace loopfuse

#endif
