//===- Assignments.h - expressions that set a variable ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ASSIGNMENTS_H
#define LOOPFUSE_FRONTEND_ASSIGNMENTS_H

namespace clang {
class Expr;
class Stmt;
class ValueDecl;
} // namespace clang

namespace loopfuse {

/// The left side of a built-in assignment, the operand of `++` or `--`, without parentheses; null of all else.
const clang::Expr *setBy(const clang::Stmt &S);

/// Whether something in \p Within sets \p V by its name.
bool setsByName(const clang::Stmt &Within, const clang::ValueDecl &V);

} // namespace loopfuse

#endif
