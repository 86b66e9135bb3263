//===- PartOfMember.h - prologue, common part, epilogue ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_PARTOFMEMBER_H
#define LOOPFUSE_VERIFY_PARTOFMEMBER_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"

namespace loopfuse {

/// Which of the iterations of a member a nest of the new text runs.
enum class Part {
  All,
  Prologue, ///< Those in front of the group's common range.
  Common,   ///< Those in it.
  Epilogue  ///< Those behind it.
};

/// Whether the group's common range is told by loops whose ends are known.
bool hasParts(const Scop &Before, const FusionGroup &Group);

/// \p Before with the statements of the group's members limited to the part: by their guards, and by nothing that the
/// planner or the proofs have reckoned but which loops end first.
Scop partOf(const Scop &Before, const FusionGroup &Group, Part Which);

} // namespace loopfuse

#endif
