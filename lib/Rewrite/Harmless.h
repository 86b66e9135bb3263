//===- Harmless.h - values that nobody misses ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_HARMLESS_H
#define LOOPFUSE_REWRITE_HARMLESS_H

#include "clang/AST/ASTContext.h"

namespace loopfuse {

/// Whether \p E, which may be null, does nothing but give a value, or allocate memory.
bool isHarmlessValue(const clang::ASTContext &Context, const clang::Expr *E);

/// The same of the sizes in a variable's type.
bool hasHarmlessExtents(const clang::ASTContext &Context, clang::QualType Type);

} // namespace loopfuse

#endif
