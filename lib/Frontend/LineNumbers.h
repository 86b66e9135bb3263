//===- LineNumbers.h - values that depend on the place in the text -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LINENUMBERS_H
#define LOOPFUSE_FRONTEND_LINENUMBERS_H

#include "Support/Refusal.h"
#include <optional>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace loopfuse {

/// The first use of `__LINE__` or `__COUNTER__` in \p S, which would have another value elsewhere in the text. What an
/// assertion says when it fails does not count.
std::optional<Refusal> usesItsPlace(const clang::ASTContext &Context, const clang::Stmt &S);

} // namespace loopfuse

#endif
