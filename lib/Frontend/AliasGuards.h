//===- AliasGuards.h - run-time tests for overlap ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ALIASGUARDS_H
#define LOOPFUSE_FRONTEND_ALIASGUARDS_H

#include "Frontend/Extraction.h"

namespace clang {
class IfStmt;
} // namespace clang

namespace loopfuse {

/// Whether \p S is an `if` that asks whether memory overlaps, with one block for each answer: its condition is made of
/// `<=` between addresses as integers, `&&` and `||`; beside them it may compare numbers. It need not be one that this
/// tool wrote.
bool isAliasGuard(const clang::Stmt &S);

/// The condition of the guard statement \p S; empty if it is of another form than those of a plan.
GuardCondition readCondition(Extraction &X, const clang::IfStmt &S);

} // namespace loopfuse

#endif
