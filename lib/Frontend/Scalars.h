//===- Scalars.h - scalars that stand for contracted arrays -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_SCALARS_H
#define LOOPFUSE_FRONTEND_SCALARS_H

#include "Frontend/AnyStmt.h"
#include "Frontend/Extraction.h"

namespace loopfuse {

/// Whether \p E names a scalar of ExtractOptions. "const char t_i = 'a'" makes "t_i == 'a'" a constant expression,
/// which "t[i] == 'a'" was not.
inline bool mentionsScalar(const Extraction &X, const clang::Expr &E) {
  return !X.Scalars.empty() && anyStmt(E, [&](const clang::Stmt &S) {
    const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(&S);
    return Ref && Ref->getDecl()->getIdentifier() && X.Scalars.contains(Ref->getDecl()->getName());
  });
}

} // namespace loopfuse

#endif
