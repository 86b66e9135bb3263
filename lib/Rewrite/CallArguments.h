//===- CallArguments.h - arguments that are evaluated in front --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_CALLARGUMENTS_H
#define LOOPFUSE_REWRITE_CALLARGUMENTS_H

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// Whether nobody but the statements that name \p V so can change it: each of them reads or sets it.
bool isOnlyNamed(const clang::VarDecl &V, const clang::Stmt &Body);

/// Why it matters in which order the arguments of \p Call in \p Caller are evaluated: a compiler may choose any, and
/// variables in front have one.
std::optional<std::string> needsOrder(const clang::ASTContext &Context, const clang::CallExpr &Call,
                                      const clang::FunctionDecl &Caller);

/// Whether objects that live until the call is over would be missed, or end too early, if \p Argument initialised a
/// variable like \p P in front of the callee's statements.
bool needsTemporaries(const clang::ASTContext &Context, const clang::ParmVarDecl &P, const clang::Expr &Argument);

} // namespace loopfuse

#endif
