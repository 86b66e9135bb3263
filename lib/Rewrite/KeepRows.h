//===- KeepRows.h - an array loses its outer dimensions --------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_KEEPROWS_H
#define LOOPFUSE_REWRITE_KEEPROWS_H

#include "Rewrite/Assemble.h"
#include "Rewrite/LoopVariables.h"

namespace loopfuse {

/// Takes the outer dimensions of the array from its declaration and from all accesses: "float t[N][M]" and "t[i][j]"
/// become "float t[M]" and "t[j]". False, and nothing is changed, if the text does not allow it: all that names the
/// array must be such an access.
bool keepRows(const VariableContext &Context, llvm::ArrayRef<FusedBody> Bodies, const Contraction &Plan,
              TextPatch &Patch);

} // namespace loopfuse

#endif
