//===- DeviceOrder.h - what keeps its place around launches -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_DEVICEORDER_H
#define LOOPFUSE_MODEL_DEVICEORDER_H

#include "Model/Scop.h"
#include "llvm/ADT/StringRef.h"

namespace loopfuse {

/// The name of arrays that stand for no memory: a statement that waits for the device, or asks how it is, writes one of
/// its own, and what must keep its place in front of it or behind reads that.
inline constexpr llvm::StringLiteral DeviceOrder = "the device";

inline bool isDeviceOrder(const Array &A) { return A.Name == DeviceOrder; }

} // namespace loopfuse

#endif
