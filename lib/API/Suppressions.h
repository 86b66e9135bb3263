//===- Suppressions.h - NOLINT comments -------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_SUPPRESSIONS_H
#define LOOPFUSE_API_SUPPRESSIONS_H

#include "Report/Finding.h"
#include "llvm/ADT/StringRef.h"

namespace loopfuse {

/// Whether a comment on line \p Line (from 1) of \p Text, or in front of it, switches \p Check off there, by the rules
/// of clang-tidy: `NOLINT` on the line itself, `NOLINTNEXTLINE` on the one above, `NOLINTBEGIN` … `NOLINTEND` around
/// it. A list in parentheses names checks, with `*` for any text, `loopfuse` alone all of ours; without one all checks
/// are off.
bool isSuppressed(llvm::StringRef Text, unsigned Line, llvm::StringRef Check);

/// Whether the header of any of \p F's loops is suppressed. \p Text is the text of the file they are in.
bool isSuppressed(llvm::StringRef Text, const Finding &F);

} // namespace loopfuse

#endif
