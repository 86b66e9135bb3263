//===- FunctionUses.h - who names a function of one unit --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_FUNCTIONUSES_H
#define LOOPFUSE_FRONTEND_FUNCTIONUSES_H

#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace loopfuse {

/// How often the unit names \p F, if nobody outside of the unit can and compilers warn where nobody does: a static
/// function of the main file that is not inline.
std::optional<unsigned> usesOfStatic(clang::ASTContext &Context, const clang::FunctionDecl &F);

} // namespace loopfuse

#endif
