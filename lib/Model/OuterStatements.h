//===- OuterStatements.h - what stands beside a region's loops --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_OUTERSTATEMENTS_H
#define LOOPFUSE_MODEL_OUTERSTATEMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace loopfuse {

/// So many statements next to the loops of a region, which reaches from its first loop to its last.
struct OuterStatements {
  unsigned InFront = 0;
  unsigned Behind = 0;
};

/// A statement of a region's compound statement that is no member.
struct OuterText {
  std::vector<std::string> Tokens;
  bool IsDeclaration = false;
};

struct OuterTexts {
  std::vector<OuterText> InFront;
  std::vector<OuterText> Behind;
};

/// Whether \p New is \p Old but for statements, and variables of declarations, that are there no more.
bool isLeftOf(llvm::ArrayRef<OuterText> New, llvm::ArrayRef<OuterText> Old);

} // namespace loopfuse

#endif
