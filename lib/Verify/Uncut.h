//===- Uncut.h - a loop over strips as one over iterations ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_UNCUT_H
#define LOOPFUSE_VERIFY_UNCUT_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <string>
#include <variant>

namespace loopfuse {

/// Member \p Member of \p After must be a loop over strips with the inner loops that \p Group, of \p Before, has: each
/// runs from the strip's first value to its last, and all strips together over what the outer loop's ends say. Gives
/// the text with one loop over all these iterations in its place, whose body is what the inner loops hold, one behind
/// the other, and in which the element that a buffer has for an iteration is a variable of that iteration. Or what is
/// otherwise, in one line. That the one order may stand for the other, the proof has shown.
std::variant<Scop, std::string> uncut(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member);

} // namespace loopfuse

#endif
