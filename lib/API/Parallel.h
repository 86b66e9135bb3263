//===- Parallel.h - a loop over several threads -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_PARALLEL_H
#define LOOPFUSE_API_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace loopfuse {

/// Calls \p Body(0) … \p Body(Count - 1), each once, on at most \p Jobs threads (at least one). Returns when all are
/// done. Indices are handed out in ascending order.
void parallelFor(size_t Count, unsigned Jobs, llvm::function_ref<void(size_t)> Body);

} // namespace loopfuse

#endif
