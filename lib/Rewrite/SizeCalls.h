//===- SizeCalls.h - what stands for the size of a vector -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_SIZECALLS_H
#define LOOPFUSE_REWRITE_SIZECALLS_H

#include "Rewrite/LoopVariables.h"

namespace loopfuse {

/// Writes what the contracted vector \p V was made with in the place of "V.size()" in the group's loops, if nothing
/// else than its declaration and its \p Elements there, which are no more, would name it: so it need not be made.
void replaceSizes(const VariableContext &Context, const clang::VarDecl &V, llvm::ArrayRef<TextRange> Elements,
                  TextPatch &Patch);

} // namespace loopfuse

#endif
