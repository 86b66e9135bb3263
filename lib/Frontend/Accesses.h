//===- Accesses.h - what an expression reads and writes ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ACCESSES_H
#define LOOPFUSE_FRONTEND_ACCESSES_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// The memory accesses of a piece of code, in order of evaluation where the language fixes it. All parallel vectors.
struct AccessList {
  std::vector<Access> Accesses;
  std::vector<const clang::Expr *> Text; ///< Null where there is none.
  std::vector<AccessFacts> Facts;
  bool CallsFunction = false;
  std::vector<std::string> MathCalls;
  std::optional<Refusal> Failed; ///< Something is not understood: the rest of the list says nothing.
};

/// Pointers, iterators, containers: what leads to elements.
bool isHandle(const Extraction &X, clang::QualType T);

/// Adds the accesses of \p E, evaluated for its value (if a prvalue) or for its side effects (if a glvalue).
void collectAccesses(Extraction &X, const clang::Expr &E, AccessList &List);
/// Adds the reads of a declaration's initialisers, and the writes to the variables that are not private.
void collectAccesses(Extraction &X, const clang::DeclStmt &D, AccessList &List);
/// Adds one access to the object that the glvalue \p E designates.
void collectAccess(Extraction &X, const clang::Expr &E, AccessKind Kind, AccessList &List);
/// Adds one access to \p P; \p E is its text, or null.
void addAccess(Extraction &X, const Place &P, AccessKind Kind, bool Must, const clang::Expr *E, AccessList &List);

} // namespace loopfuse

#endif
