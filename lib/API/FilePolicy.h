//===- FilePolicy.h - which files may be edited -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FILEPOLICY_H
#define LOOPFUSE_API_FILEPOLICY_H

#include "API/Project.h"
#include "Support/Refusal.h"

namespace loopfuse {

/// Why \p File (a real path) must not be edited, with \p Place as the refusal's place: it lies outside the project, is
/// read-only, has several hard links (replacing it would part them), or is generated.
std::optional<Refusal> editRefusal(const Project &P, llvm::StringRef File, llvm::StringRef Text,
                                   const SourceSpan &Place);

} // namespace loopfuse

#endif
