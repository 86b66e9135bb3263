//===- LoopDirective.h - loops under OpenMP directives ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under -fopenmp Clang wraps a loop into its directive and into the region that
// the directive captures. What the directive says is compared as text, in force
// or not (docs/LEGALITY.md); here it only has to be seen through.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LOOPDIRECTIVE_H
#define LOOPFUSE_FRONTEND_LOOPDIRECTIVE_H

namespace clang {
class DeclContext;
class Stmt;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// The loop that `for`, `simd`, `parallel for` or a combination of these stands in front of; \p S itself if it is no
/// such directive.
const clang::Stmt &loopUnder(const clang::Stmt &S);

/// The function, block or lambda that declares the variable, captured regions left out.
const clang::DeclContext *declaringFunction(const clang::VarDecl &V);

} // namespace loopfuse

#endif
