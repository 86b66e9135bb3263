//===- Parallel.cpp - a loop over several threads -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Parallel.h"
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace loopfuse {

void parallelFor(size_t Count, unsigned Jobs, llvm::function_ref<void(size_t)> Body) {
  std::atomic<size_t> Next = 0;
  auto Work = [&] {
    for (size_t I = Next++; I < Count; I = Next++)
      Body(I);
  };
  std::vector<std::thread> Threads;
  for (size_t T = 1; T < std::min<size_t>(Jobs, Count); ++T)
    Threads.emplace_back(Work);
  Work();
  for (std::thread &T : Threads)
    T.join();
}

} // namespace loopfuse
