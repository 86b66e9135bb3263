//===- Positions.h - iterators as elements of a sequence --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_POSITIONS_H
#define LOOPFUSE_FRONTEND_POSITIONS_H

#include "Frontend/Containers.h"
#include "clang/AST/Type.h"
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// An iterator or pointer that one writes as `Object + Offset`: "v.begin() + 1", "p + n", "std::end(a) - 1".
struct Position {
  const clang::Expr *Object = nullptr; ///< A container, array or pointer: "Object[…]" is an element.
  bool FromEnd = false;                ///< Offsets count from the end, which Object must know.
  const clang::Expr *Added = nullptr;  ///< Part of the offset that is no literal, or null.
  int64_t Constant = 0;                ///< The rest of it.
  clang::QualType Element;
};

/// What \p Iterator points to, if it is written in such a way. Its parts have no effects.
std::optional<Position> readPosition(const clang::ASTContext &Context, const ContainerTable &Containers,
                                     const clang::Expr &Iterator);
/// The begin of the container or array \p Range; its end with \p AtEnd.
std::optional<Position> positionIn(const clang::ASTContext &Context, const ContainerTable &Containers,
                                   const clang::Expr &Range, bool AtEnd);

/// Without conversions that the language adds, parentheses, and the temporaries they make.
const clang::Expr &withoutImplicit(const clang::Expr &E);
/// Whether both are written alike, of the same declarations.
bool isSameExpression(const clang::ASTContext &Context, const clang::Expr &A, const clang::Expr &B);
/// The value of an integer literal, with a sign or without.
std::optional<int64_t> literalValue(const clang::Expr &E);

/// Whether \p V is a local variable of \p Caller that only its statements set by its name, outside of all lambdas, or
/// is const: while an algorithm runs it keeps its value.
bool keepsValueInCalls(const clang::VarDecl &V, const clang::FunctionDecl &Caller);
/// Whether all that \p E reads does: such variables, literals, and sizes of containers.
bool keepsValueInCalls(const clang::Expr &E, const clang::FunctionDecl &Caller);

} // namespace loopfuse

#endif
