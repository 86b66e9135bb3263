//===- RangeFor.h - range-based for -----------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_RANGEFOR_H
#define LOOPFUSE_FRONTEND_RANGEFOR_H

#include "Frontend/LoopHeader.h"
#include "Frontend/Values.h"

namespace loopfuse {

/// readHeader for a range-based for: over arrays, the containers of the table and initializer lists.
std::variant<LoopHeader, Refusal> readRangeHeader(Extraction &X, const clang::CXXForRangeStmt &Loop, unsigned Number,
                                                  bool MayBeOpen);

/// The distance from what \p Start points to (less its subscript) to what \p End points to, of two pointer variables
/// that the region does not change, as a parameter.
Value distanceParameter(Extraction &X, const Place &Start, const Place &End);

} // namespace loopfuse

#endif
