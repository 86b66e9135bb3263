//===- SplitLoops.h - prologues, common part, epilogues ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_SPLITLOOPS_H
#define LOOPFUSE_REWRITE_SPLITLOOPS_H

#include "Rewrite/LoopVariables.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// The loops around a fused nest whose members' iterations differ, each a copy of a member's text with another start
/// or a further end.
struct SplitLoops {
  std::vector<std::string> Prologues;
  std::vector<std::string> Epilogues;
};

/// Gives the header of the fused nest (that of \p Members' first) the start and the end of the group's common range in
/// \p Patch, and makes the loops around it. Numbers are reckoned where the user wrote numbers: "i < n - 1" shifted by
/// one becomes "i < n". Refuses what could overflow, and headers that are not of the plain form.
std::variant<SplitLoops, Refusal> splitLoops(const VariableContext &Context, llvm::ArrayRef<MemberText> Members,
                                             TextPatch &Patch);

} // namespace loopfuse

#endif
