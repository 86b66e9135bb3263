//===- CopiedElements.h - one copy of an element for two loops --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_COPIEDELEMENTS_H
#define LOOPFUSE_POLY_COPIEDELEMENTS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// Whether the element of \p Array that the first member of \p Group copies when an iteration begins ("for (float x :
/// v)") may have changed when the body of the member at \p Position begins: one of those in front may write the array.
/// What earlier iterations write, the copy has seen.
bool mayOutdateCopy(const Scop &S, const FusionGroup &Group, unsigned Position, unsigned Array);

} // namespace loopfuse

#endif
