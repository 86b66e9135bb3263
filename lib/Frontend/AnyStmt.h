//===- AnyStmt.h - search a statement without recursion ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ANYSTMT_H
#define LOOPFUSE_FRONTEND_ANYSTMT_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace loopfuse {

/// Whether \p Test holds for \p S or a node below it, in preorder. Expressions made by machines are deep, so the stack
/// is a vector. \p Enter says which nodes to look below.
template <class TestT, class EnterT> bool anyStmt(const clang::Stmt &S, TestT Test, EnterT Enter) {
  llvm::SmallVector<const clang::Stmt *, 32> Work{&S};
  while (!Work.empty()) {
    const clang::Stmt *At = Work.pop_back_val();
    if (Test(*At))
      return true;
    if (!Enter(*At))
      continue;
    size_t First = Work.size();
    for (const clang::Stmt *Child : At->children())
      if (Child)
        Work.push_back(Child);
    std::reverse(Work.begin() + First, Work.end());
  }
  return false;
}

template <class TestT> bool anyStmt(const clang::Stmt &S, TestT Test) {
  return anyStmt(S, Test, [](const clang::Stmt &) { return true; });
}

} // namespace loopfuse

#endif
