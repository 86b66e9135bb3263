//===- VectorizerFlags.h - what a command lets the compiler do --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_VECTORIZERFLAGS_H
#define LOOPFUSE_API_VECTORIZERFLAGS_H

#include "Cost/CostModel.h"
#include "llvm/ADT/ArrayRef.h"

namespace loopfuse {

/// Reads the options of GCC's or clang's command. One that does not optimise says nothing of the build that will be
/// measured: it is read as if it said -O3. docs/COST.md has the limits.
VectorizerFlags vectorizerFlags(llvm::ArrayRef<std::string> Arguments, bool IsGcc);

} // namespace loopfuse

#endif
