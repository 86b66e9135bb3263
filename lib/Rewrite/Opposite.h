//===- Opposite.h - the text of a condition's opposite ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_OPPOSITE_H
#define LOOPFUSE_REWRITE_OPPOSITE_H

#include "Rewrite/FileText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// A condition that is true where \p Condition is false, with the changes of \p Patch: "i != 0" for "i == 0",
/// "!(x < 0)" for a floating-point "x < 0", which a NaN makes false as well. "" where the text does not allow it.
std::string oppositeText(const FileText &File, const clang::Expr &Condition, const TextPatch &Patch);

} // namespace loopfuse

#endif
