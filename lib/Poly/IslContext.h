//===- IslContext.h - an isl context with a quota ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ISLCONTEXT_H
#define LOOPFUSE_POLY_ISLCONTEXT_H

#include "Model/Isl.h"

namespace loopfuse {

/// Owns an isl context with an operations quota and errors that are returned, not printed. One a region. Every isl
/// object made from it must be gone before it is.
class IslContext {
public:
  explicit IslContext(unsigned long MaxOperations);
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;
  isl::ctx get() const { return isl::ctx(Ctx); }
  bool quotaExceeded() const;
  /// Starts a new quota, so that one hard pair does not spoil the others of its region.
  void resetQuota() { resetQuota(get()); }
  static void resetQuota(isl::ctx Ctx);

private:
  isl_ctx *Ctx;
};

} // namespace loopfuse

#endif
