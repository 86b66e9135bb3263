//===- EmitKernel.h - one kernel for several launches -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_EMITKERNEL_H
#define LOOPFUSE_REWRITE_EMITKERNEL_H

#include "Rewrite/EmitLoop.h"
#include "Rewrite/FileText.h"

namespace loopfuse {

bool isOfLaunches(const Scop &S, const FusionGroup &Group);

/// Writes a kernel with the bodies of all that \p Group launches behind the last of these, and one launch of it in the
/// place of the first. The old kernels stay. Refuses what is not in \p File or not made of plain tokens.
std::variant<Emission, Refusal> emitKernel(const FileText &File, const ExtractedRegion &Region,
                                           const FusionGroup &Group, const EmitOptions &Options);

} // namespace loopfuse

#endif
