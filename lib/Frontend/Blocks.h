//===- Blocks.h - blocks whose statements could do without braces -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_BLOCKS_H
#define LOOPFUSE_FRONTEND_BLOCKS_H

#include "Frontend/Containers.h"

namespace clang {
class ASTContext;
class CompoundStmt;
class Stmt;
} // namespace clang

namespace loopfuse {

/// \p S as a block with a loop and more, `{ int j; for (…) … }`: null if it is none.
const clang::CompoundStmt *blockWithLoop(const clang::Stmt &S);

/// Whether the statements of \p Block do the same without the braces, once the names it declares are new: nobody can
/// tell when its variables end, and control enters at its begin only.
bool canBeOpened(const clang::ASTContext &Context, const clang::CompoundStmt &Block, const ContainerTable &Containers);

/// Whether a variable of \p Body keeps a temporary object alive whose end somebody could tell.
bool keepsTemporaries(const clang::Stmt &Body, const ContainerTable &Containers);

} // namespace loopfuse

#endif
