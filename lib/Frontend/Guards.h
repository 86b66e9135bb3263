//===- Guards.h - conditions as constraints ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_GUARDS_H
#define LOOPFUSE_FRONTEND_GUARDS_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// Constraints that hold together exactly where \p Condition is true; std::nullopt if it has no such form. Comparisons
/// of integers are taken after the usual conversions ([expr.arith.conv]), so unsigned ones may hold a Wrap.
std::optional<std::vector<Constraint>> constraintsOf(Extraction &X, const clang::Expr &Condition);

/// Constraints that hold together exactly where \p Condition is false.
std::optional<std::vector<Constraint>> negatedConstraintsOf(Extraction &X, const clang::Expr &Condition);

/// The negation of a conjunction, if that is a conjunction: only of a single inequality.
std::optional<std::vector<Constraint>> negated(const std::vector<Constraint> &Constraints);

} // namespace loopfuse

#endif
