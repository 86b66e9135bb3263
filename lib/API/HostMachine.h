//===- HostMachine.h - this computer, described and measured ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_HOSTMACHINE_H
#define LOOPFUSE_API_HOSTMACHINE_H

#include "Cost/Machine.h"

namespace loopfuse {

/// What the system says: caches and cores below \p SystemFolder ("/sys/devices/system/cpu"), the name in \p CpuInfo
/// ("/proc/cpuinfo"), vectors by the processor's features. Rates are not known yet; caches that the system does not
/// tell of are those of genericCpu().
Machine describeHost(llvm::StringRef SystemFolder, llvm::StringRef CpuInfo);

/// Bytes of the vectors that compilers for x86 use: with AVX-512 those of AVX, unless \p PreferredBits
/// (-mprefer-vector-width=, 0 without it) tells them to use the whole.
unsigned usedVectorBytes(bool HasAvx, bool HasAvx512, unsigned PreferredBits);

/// Vectors as a compiler with these flags uses them (-march=, -mavx2 and their like); without flags that say so, those
/// of the target without any.
void setVectors(Machine &M, llvm::ArrayRef<std::string> Flags);

/// Fills in what takes a clock: the rates of the caches and of the memory, the frequency, and what it takes to start
/// threads. Takes about a second.
void measureRates(Machine &M);

} // namespace loopfuse

#endif
