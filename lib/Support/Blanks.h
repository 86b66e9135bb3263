//===- Blanks.h - texts compared without their layout -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_BLANKS_H
#define LOOPFUSE_SUPPORT_BLANKS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace loopfuse {

/// The text without blanks, tabs and line ends: equal for two texts that differ in their layout only.
std::string withoutBlanks(llvm::StringRef Text);

/// The text without blanks and `/*` comments: "p->x" of "p /* in */ -> x".
std::string withoutComments(llvm::StringRef Text);

} // namespace loopfuse

#endif
