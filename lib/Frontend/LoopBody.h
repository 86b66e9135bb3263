//===- LoopBody.h - the loops and statements of a member --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LOOPBODY_H
#define LOOPFUSE_FRONTEND_LOOPBODY_H

#include "Frontend/Extraction.h"

namespace clang {
class BinaryOperator;
class IfStmt;
} // namespace clang

namespace loopfuse {

/// Adds the loops and statements of the loop \p Loop (ForStmt or CXXForRangeStmt) to the Scop and to \p M. An inner
/// loop whose header is not understood becomes plain statements that may run or not. The refusal, if the outermost
/// header or anything in the body is not modelled; the Scop then holds remains. \p Condition is that of the `if` which
/// holds the loop alone; null if there is none.
std::optional<Refusal> extractNest(Extraction &X, const clang::Stmt &Loop, const clang::Expr *Condition, Member &M);

/// Adds the loops over the threads of the launch \p S (launchOf) and the statements of its kernel to the Scop and to
/// \p M. The refusal if anything is not modelled; the Scop then holds remains.
std::optional<Refusal> extractLaunch(Extraction &X, const clang::Stmt &S, Member &M);

/// Adds the statements of any other child of the region to the Scop and to \p M, without loops: what stands in a loop
/// or a branch may run or not, in any iteration.
std::optional<Refusal> extractPlain(Extraction &X, const clang::Stmt &S, Member &M);

/// Whether a `break` in the loop body \p Body ends that loop.
bool hasBreak(const clang::Stmt &Body);
/// The first `continue` in the loop body \p Body that ends that loop's iteration; null if there is none.
const clang::Stmt *findContinue(const clang::Stmt &Body);
/// The body of "do { … } while (false);", in which a `continue` skips the rest of it; null of other statements, and
/// where a `break` does so.
const clang::Stmt *bodyRunOnce(const clang::Stmt &S);
/// "if (c) continue;", with braces or without; else null.
const clang::IfStmt *asSkip(const clang::Stmt &S);
/// Whether the comparison \p E has an operator that holds where its own does not.
bool hasOpposite(const clang::BinaryOperator &E);

} // namespace loopfuse

#endif
