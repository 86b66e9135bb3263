//===- IslContext.cpp - an isl context with a quota -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/IslContext.h"

namespace loopfuse {

IslContext::IslContext(unsigned long MaxOperations) : Ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(Ctx, MaxOperations);
}

IslContext::~IslContext() { isl_ctx_free(Ctx); }

bool IslContext::quotaExceeded() const { return isl_ctx_last_error(Ctx) == isl_error_quota; }

void IslContext::resetQuota(isl::ctx Ctx) {
  isl_ctx_reset_error(Ctx.get());
  isl_ctx_reset_operations(Ctx.get());
}

} // namespace loopfuse
