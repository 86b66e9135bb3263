//===- Seconds.h - times for people -----------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_SECONDS_H
#define LOOPFUSE_SUPPORT_SECONDS_H

#include <string>

namespace loopfuse {

/// "6.7 ms", "12 ms", "340 ns"
std::string formatSeconds(double Seconds);

} // namespace loopfuse

#endif
