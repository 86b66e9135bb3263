//===- InlineBody.h - functions that are read in place ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_INLINEBODY_H
#define LOOPFUSE_FRONTEND_INLINEBODY_H

#include "Frontend/CallSummaries.h"
#include "llvm/ADT/SmallVector.h"

namespace loopfuse {

/// The body of a function that is one expression, as most accessors' are: "return data[i];", "data[i] = x;", behind
/// assertions and early returns. What it does is what the expressions do with the arguments in the parameters' place.
struct InlineBody {
  const clang::FunctionDecl *Function = nullptr;    ///< The definition, whose parameters the expressions name.
  llvm::SmallVector<const clang::Expr *, 2> Before; ///< Conditions in front, and what early returns give.
  const clang::Expr *Result = nullptr;
  bool Writes = false;      ///< Result is an assignment.
  bool LeavesEarly = false; ///< Result may not be reached, so it says nothing of the call's value.
};

/// The body that \p Call runs, if it is one that can be read in place. Parameters are not modified in it, each
/// expression is free of effects but for an assignment at the top of Result, and all calls inside are known.
std::optional<InlineBody> inlineBody(clang::ASTContext &Context, const clang::CallExpr &Call,
                                     const ContainerTable &Containers, SummaryBudget &Budget);

/// The `return` of "if (c) return x;"; null if \p S is anything else.
const clang::ReturnStmt *earlyReturn(const clang::Stmt &S);

/// Whether a virtual call may run another function than the one it names.
bool isDispatched(const clang::CallExpr &Call);

} // namespace loopfuse

#endif
