//===- Instances.h - one text, compiled several times -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_INSTANCES_H
#define LOOPFUSE_API_INSTANCES_H

#include "API/Fuse.h"

namespace loopfuse {

/// Regions of the same text become one: a fusion stays only if every instance wants the very same edits; else it is
/// refused as instances-disagree. Sorts by place, numbers the fusions' findings anew and counts pairs, fusions and
/// refusals.
UnitReport mergeInstances(std::vector<RegionReport> Reports);

} // namespace loopfuse

#endif
