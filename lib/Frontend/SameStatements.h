//===- SameStatements.h - do two statements say the same? -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_SAMESTATEMENTS_H
#define LOOPFUSE_FRONTEND_SAMESTATEMENTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace loopfuse {

/// Compares statements of one AST node by node: the same operations of the same types, with the same rounding, on the
/// same declarations. Kinds of nodes that it does not know are different from everything.
class SameStatements {
public:
  explicit SameStatements(const clang::ASTContext &Context) : Context(Context) {}

  /// From now on \p Own on the first side is \p Other on the second. The second may be an array where the first is a
  /// pointer that is only read, and what it refers to may be const on one side only.
  void pair(const clang::VarDecl &Own, const clang::VarDecl &Other) { Pairs[&Own] = &Other; }

  /// From now on the literal that is written so, of the variable's type, is what reading \p Own gives.
  void pairLiteral(const clang::VarDecl &Own, std::string Literal) { Literals[&Own] = std::move(Literal); }

  /// From now on what `__LINE__` stands for is the same everywhere, or not.
  void ignoreLines(bool Ignore) { IgnoresLines = Ignore; }

  /// Variables that both declare are paired, whatever their names. Null stands for a missing part.
  bool same(const clang::Stmt *A, const clang::Stmt *B);

private:
  bool sameType(clang::QualType A, clang::QualType B) const;
  bool sameDecl(const clang::ValueDecl *A, const clang::ValueDecl *B) const;
  bool sameNode(const clang::Stmt &A, const clang::Stmt &B) const;
  bool sameVariable(const clang::VarDecl &A, const clang::VarDecl &B);
  bool sameDirectives(const clang::OMPExecutableDirective &A, const clang::OMPExecutableDirective &B);
  bool sameDeclarations(const clang::DeclStmt &A, const clang::DeclStmt &B);
  bool isLiteralForVariable(const clang::Stmt &A, const clang::Stmt &B) const;
  bool isArrayForPointer(const clang::Stmt &A, const clang::Stmt &B) const;

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::ValueDecl *, const clang::ValueDecl *> Pairs;
  llvm::DenseMap<const clang::ValueDecl *, std::string> Literals;
  bool IgnoresLines = false;
};

} // namespace loopfuse

#endif
