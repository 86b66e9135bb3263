//===- Fences.h - values that may not meet an addition ---------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_FENCES_H
#define LOOPFUSE_REWRITE_FENCES_H

#include "Rewrite/Assemble.h"
#include "Rewrite/EmitLoop.h"
#include "Rewrite/LoopVariables.h"

namespace loopfuse {

/// A compiler that contracts across statements may turn a product of one body and a sum of another into one fused
/// multiply-add once they stand in one loop. Refuses that, or fences the product if it stands in the text of a
/// statement: Fence::ContractOff puts the statement into a block with the pragma (it becomes FusedBody::Fenced and is
/// written by writeFenceBlocks, after the bodies' other changes), Fence::AssocBarrier wraps the value. \p Rounding gets
/// the values that may come out differently all the same, if \p Kind allows that.
std::optional<Refusal> addFences(const VariableContext &Context, llvm::MutableArrayRef<FusedBody> Bodies, Fence Kind,
                                 TextPatch &Patch, std::vector<LooseRounding> &Rounding);

void writeFenceBlocks(const FileText &File, const Layout &Style, llvm::ArrayRef<FusedBody> Bodies, TextPatch &Patch);

} // namespace loopfuse

#endif
