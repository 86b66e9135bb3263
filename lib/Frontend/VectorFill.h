//===- VectorFill.h - vectors that get their elements once ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VECTORFILL_H
#define LOOPFUSE_FRONTEND_VECTORFILL_H

#include "Frontend/Containers.h"

namespace clang {
class ASTContext;
class CompoundStmt;
class CXXMemberCallExpr;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// "v.resize(n);" or "v.assign(n, x);"
struct VectorFill {
  const clang::CXXMemberCallExpr *Call = nullptr; ///< Null: there is none.
  const clang::VarDecl *Vector = nullptr;
  const clang::Expr *Count = nullptr; ///< Converted to the vector's size_type.
};

/// Of the statement \p S.
VectorFill readVectorFill(const clang::Stmt &S);

/// The statement of \p Block that gives the vector \p V, which \p Block declares without elements, all its elements,
/// before anything else is done with it: it is as if V had been declared with them.
VectorFill fillBehindDeclaration(const clang::CompoundStmt &Block, const clang::VarDecl &V);

/// How many elements the vector \p V has that \p Block declares, by its constructor or by fillBehindDeclaration; null
/// if no expression says so.
const clang::Expr *sizeAsMade(const clang::CompoundStmt &Block, const clang::VarDecl &V);

/// Whether the statements of \p Block from the declaration of \p V to \p End declare variables and fill vectors, and
/// change nothing else.
bool onlyDeclaresUntil(clang::ASTContext &Context, const clang::CompoundStmt &Block, const clang::VarDecl &V,
                       const clang::Stmt &End, const ContainerTable &Containers);

} // namespace loopfuse

#endif
