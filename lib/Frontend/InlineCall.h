//===- InlineCall.h - a function read in the place of its call --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_INLINECALL_H
#define LOOPFUSE_FRONTEND_INLINECALL_H

#include "Frontend/Extraction.h"
#include "Frontend/InlineBody.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace loopfuse {

/// The body of the function that \p Call runs, if it can be read in place.
std::optional<InlineBody> inlineBody(Extraction &X, const clang::CallExpr &Call);

/// What a parameter of type \p Parameter stands for that is given \p Argument.
BoundArgument bindArgument(Extraction &X, clang::QualType Parameter, const clang::Expr &Argument);

/// Runs \p Read, which looks at the body's expressions, while the parameters stand for the arguments of \p Call.
void readInPlace(Extraction &X, const clang::CallExpr &Call, const InlineBody &Body, llvm::function_ref<void()> Read);

} // namespace loopfuse

#endif
