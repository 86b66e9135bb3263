//===- MergeDirectives.h - one directive for several loops ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_MERGEDIRECTIVES_H
#define LOOPFUSE_REWRITE_MERGEDIRECTIVES_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "Rewrite/FileText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// Adds to the first loop's directive at \p Place what those of the group's other loops say of variables, and takes
/// away what only that one promises (`nowait`) and the arrays of \p Contracted, which are gone. What may not be said of
/// all loops together is a refusal.
std::optional<Refusal> mergeDirectives(const FileText &File, const Scop &S, const FusionGroup &Group,
                                       llvm::ArrayRef<Contraction> Contracted, TextRange Place, TextPatch &Patch);

} // namespace loopfuse

#endif
