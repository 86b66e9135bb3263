//===- Labels.h - places that are jumped to --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LABELS_H
#define LOOPFUSE_FRONTEND_LABELS_H

#include "Support/SourceSpan.h"

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace loopfuse {

/// Whether \p S is a statement behind a label, `case` or `default`. The children of a region are taken apart there: the
/// label is one by itself, of the same node, and what stands behind it another.
bool isLabel(const clang::Stmt &S);

/// The statement behind all labels in front of \p S; \p S itself if there are none.
const clang::Stmt &behindLabels(const clang::Stmt &S);

/// From the first label to the colon of the last; invalid if a macro is involved.
SourceSpan labelSpan(const clang::ASTContext &Context, const clang::Stmt &S);

} // namespace loopfuse

#endif
