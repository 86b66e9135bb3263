//===- RegionContext.h - what holds where a region begins -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_REGIONCONTEXT_H
#define LOOPFUSE_FRONTEND_REGIONCONTEXT_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// Adds to the Scop's context the conditions of the if statements and loops around the region, as far as they speak of
/// parameters it has and of variables that nothing inside them changes. For the extracted region.
void addContext(Extraction &X);

} // namespace loopfuse

#endif
