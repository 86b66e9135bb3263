//===- Assertions.h - assert and its kin ------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ASSERTIONS_H
#define LOOPFUSE_FRONTEND_ASSERTIONS_H

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace loopfuse {

/// The condition that the assertion \p S checks, if S is one: what a macro whose name contains "assert" expands to, a
/// test that has no effect but to call a function that does not return. Assertions hold (assumption A9 of
/// docs/LEGALITY.md), so such a statement reads its condition and does nothing else. Null of everything else.
const clang::Expr *assertedCondition(const clang::ASTContext &Context, const clang::Stmt &S);

} // namespace loopfuse

#endif
