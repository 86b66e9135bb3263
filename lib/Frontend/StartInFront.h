//===- StartInFront.h - where a counter is set before its loop --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_STARTINFRONT_H
#define LOOPFUSE_FRONTEND_STARTINFRONT_H

namespace clang {
class ASTContext;
class CompoundStmt;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// "i = 0;" directly in front of \p Loop, "for (; i < n; ++i)", a child of \p Block: the two are one member. Null if
/// there is no such statement, or if what it assigns is no constant.
const clang::Stmt *startOf(const clang::ASTContext &Context, const clang::CompoundStmt &Block, const clang::Stmt &Loop);

/// The constant that \p Counter has when \p Loop, a child of \p Block without a start value in its header, is reached:
/// the last statement in front of it that names the variable assigns it or declares it with it. Else null.
const clang::Expr *constantInFront(const clang::ASTContext &Context, const clang::CompoundStmt &Block,
                                   const clang::Stmt &Loop, const clang::VarDecl &Counter);

} // namespace loopfuse

#endif
