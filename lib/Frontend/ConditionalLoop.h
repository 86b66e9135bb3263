//===- ConditionalLoop.h - a loop whose condition could be inside -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "if (wanted) for (…) body" does the same as "for (…) if (wanted) body" where
// the condition keeps its value. So written it can be fused with a loop beside
// it that runs in any case; compilers take the condition out of the loop again
// (loop unswitching).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CONDITIONALLOOP_H
#define LOOPFUSE_FRONTEND_CONDITIONALLOOP_H

#include "Frontend/TreeImage.h"

namespace clang {
class ForStmt;
class FunctionDecl;
class IfStmt;
} // namespace clang

namespace loopfuse {

struct ConditionalLoop {
  const clang::IfStmt *If = nullptr;
  const clang::ForStmt *Loop = nullptr; ///< All that stands under it.
};

/// \p S as an `if` without `else` around a loop.
std::optional<ConditionalLoop> conditionalLoop(const clang::Stmt &S);

/// Whether the condition may be asked in each iteration, and the loop be counted through without it: the condition and
/// the loop's header are made of numbers that nothing changes in the loop, and evaluating them does nothing else.
bool canAskInside(const ConditionalLoop &L, const clang::FunctionDecl &Caller);

/// What TreeReader says of the loop once the condition is asked inside.
std::vector<TreeNode> imageInside(TreeReader &Reader, const ConditionalLoop &L);

} // namespace loopfuse

#endif
