//===- TreeImage.h - what a statement's names mean, as plain data -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements of two texts of one unit are compared by their images: the first
// AST is gone when the second is there.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_TREEIMAGE_H
#define LOOPFUSE_FRONTEND_TREEIMAGE_H

#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class Stmt;
class ValueDecl;
} // namespace clang

namespace loopfuse {

/// One node of a statement's AST.
struct TreeNode {
  std::string What; ///< Its class, type, operator and value; of a name also what kind of thing it is.
  /// Of a name that is declared elsewhere: where. File is empty for all else.
  std::string File;
  unsigned Offset = 0;
};

/// Makes images of statements in the order of the text. Variables that these declare are known by their number, so
/// that it does not matter how they are called.
class TreeReader {
public:
  explicit TreeReader(const clang::ASTContext &Context) : Context(Context) {}

  /// What is said of a node and all below it, instead of what they are.
  using StandIn = std::function<std::optional<std::string>(const clang::Stmt &)>;
  /// For statements whose names got other meanings: \p Stands says which, and const, which does not change what a
  /// statement does, counts for nothing.
  TreeReader(const clang::ASTContext &Context, StandIn Stands)
      : Context(Context), Stands(std::move(Stands)), IgnoresConst(true) {}

  /// \p V counts as declared here.
  void declare(const clang::ValueDecl &V) { Numbers.try_emplace(asDecl(V), Numbers.size()); }
  std::vector<TreeNode> read(const clang::Stmt &S);
  /// Of a statement that is no expression and declares nothing, without its parts.
  static TreeNode nodeOf(const clang::Stmt &S);

private:
  static const clang::Decl *asDecl(const clang::ValueDecl &V);
  std::string typeOf(const clang::Expr *E) const;
  bool isSilent(const clang::Stmt &S) const;
  void addVariables(const clang::Stmt &S, std::vector<TreeNode> &Out);
  void addName(const clang::ValueDecl &D, std::vector<TreeNode> &Out) const;
  const clang::ASTContext &Context;
  StandIn Stands;
  bool IgnoresConst = false;
  llvm::DenseMap<const clang::Decl *, unsigned> Numbers;
};

} // namespace loopfuse

#endif
