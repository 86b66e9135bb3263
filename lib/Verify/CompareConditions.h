//===- CompareConditions.h - what guards test -------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_COMPARECONDITIONS_H
#define LOOPFUSE_VERIFY_COMPARECONDITIONS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <optional>
#include <string>

namespace loopfuse {

/// Whether the conditions of the guard statements, read from the new text, keep apart what the plan's guards say: for
/// each pair of arrays one alternative in which every end of the one range lies in front of every begin of the other,
/// either way round. The first difference if not.
std::optional<std::string> recheckConditions(const Scop &Before, const FusionPlan &Plan, const Scop &After);

} // namespace loopfuse

#endif
