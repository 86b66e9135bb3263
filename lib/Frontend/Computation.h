//===- Computation.h - the terms of a statement -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_COMPUTATION_H
#define LOOPFUSE_FRONTEND_COMPUTATION_H

#include "Frontend/Accesses.h"

namespace loopfuse {

/// Adds what \p S computes, an expression or a declaration. \p List has its accesses. Equal before and after a fusion:
/// a declaration with an initialiser is an assignment; of variables that are other names for something (references,
/// pointers and integers that keep the value they are given) their meaning counts.
void appendTerms(Extraction &X, const clang::Stmt &S, const AccessList &List, std::vector<Term> &Terms);

/// Of a range-for's variable that is a copy of the element: "V = element"; \p List reads the element, if that is not
/// private.
void appendElementCopy(Extraction &X, const clang::VarDecl &V, const AccessList &List, std::vector<Term> &Terms);

} // namespace loopfuse

#endif
