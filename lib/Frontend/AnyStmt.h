//===- AnyStmt.h - search a statement without recursion ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ANYSTMT_H
#define LOOPFUSE_FRONTEND_ANYSTMT_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace loopfuse {

/// Calls \p Do for the parts of \p S: its children, and what Clang does not count as such (the bodies of blocks and
/// OpenMP regions, the expressions of OpenMP clauses).
template <class DoT> void forEachPart(const clang::Stmt &S, DoT Do) {
  for (const clang::Stmt *Child : S.children())
    if (Child)
      Do(*Child);
  if (const auto *Captured = llvm::dyn_cast<clang::CapturedStmt>(&S)) {
    Do(*Captured->getCapturedStmt());
  } else if (const auto *Block = llvm::dyn_cast<clang::BlockExpr>(&S)) {
    if (Block->getBody())
      Do(*Block->getBody());
  } else if (const auto *Directive = llvm::dyn_cast<clang::OMPExecutableDirective>(&S)) {
    for (const clang::OMPClause *Clause : Directive->clauses())
      for (const clang::Stmt *Child : const_cast<clang::OMPClause *>(Clause)->children())
        if (Child)
          Do(*Child);
  }
}

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
    forEachPart(*At, [&](const clang::Stmt &Part) { Work.push_back(&Part); });
    std::reverse(Work.begin() + First, Work.end());
  }
  return false;
}

template <class TestT> bool anyStmt(const clang::Stmt &S, TestT Test) {
  return anyStmt(S, Test, [](const clang::Stmt &) { return true; });
}

} // namespace loopfuse

#endif
