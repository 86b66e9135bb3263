//===- OuterStatements.h - what a plan moves out of the loops --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_OUTERSTATEMENTS_H
#define LOOPFUSE_MODEL_OUTERSTATEMENTS_H

namespace loopfuse {

/// So many statements next to the loops of a region, which reaches from its first loop to its last.
struct OuterStatements {
  unsigned InFront = 0;
  unsigned Behind = 0;
};

} // namespace loopfuse

#endif
