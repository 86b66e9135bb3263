//===- CompareRows.h - a nest by rows against what went into it -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_COMPAREROWS_H
#define LOOPFUSE_VERIFY_COMPAREROWS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <optional>
#include <string>

namespace loopfuse {

/// compareNest for a group that runs by rows: whether member \p Member of \p After runs the statements of the group in
/// the parts, and the loops in the order, that the plan gives. In the place of a variable that is expanded there must
/// be the element that its buffer has for the iteration. The first difference in one line if not.
std::optional<std::string> compareRows(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                       unsigned Member);

} // namespace loopfuse

#endif
