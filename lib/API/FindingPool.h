//===- FindingPool.h - equal findings of many units, kept once --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FINDINGPOOL_H
#define LOOPFUSE_API_FINDINGPOOL_H

#include "Report/Finding.h"
#include <map>
#include <memory>
#include <mutex>

namespace loopfuse {

/// Keeps equal findings once: a header's findings come from every unit that includes it. Safe to use from many threads.
class FindingPool {
public:
  /// A finding equal to \p F in everything a front end could show.
  std::shared_ptr<const Finding> add(Finding F);

private:
  std::mutex Lock;
  std::map<std::pair<uint64_t, uint64_t>, std::shared_ptr<const Finding>> Known; ///< By a hash of the contents.
};

} // namespace loopfuse

#endif
