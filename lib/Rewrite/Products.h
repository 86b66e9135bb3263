//===- Products.h - where a product may come from --------------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_PRODUCTS_H
#define LOOPFUSE_REWRITE_PRODUCTS_H

#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace loopfuse {

/// Whether an object of the type holds a floating-point number: itself, as an element, a part or a member. A pointer
/// stands for what it points to, as the argument of a call that writes through it.
bool holdsFloats(clang::QualType Type);

/// Whether \p S may multiply floating-point numbers, itself or in a function that the compiler could expand in it.
bool mayMultiply(const clang::Stmt &S);

/// The same of sums and differences.
bool mayAdd(const clang::Stmt &S);

/// The same of all arithmetic.
bool mayCompute(const clang::Stmt &S);

/// The same of operations that a pragma in the text lets the compiler contract across statements or regroup.
bool hasLoosePragma(const clang::Stmt &S);

/// Whether \p S adds a product to something: the compiler may contract that as it stands.
bool hasProductSum(const clang::Stmt &S);

/// What a floating-point product is made of.
struct Product {
  std::vector<const clang::ValueDecl *> Factors; ///< The variables and members named in it that are no integers.
  std::vector<std::string> Numbers;              ///< Its literals, in order of their values' text.
  bool IsKnown = true;                           ///< False: also of variables of the body, or of what functions return.
};

/// The products in \p S; one that is not known for a function that may multiply.
std::vector<Product> productsIn(const clang::Stmt &S);

/// Where the value of an expression may come from, if it is a product.
enum class ProductSource {
  None,    ///< It is none: a literal, a sum, …
  Visible, ///< Only from multiplications in the text of the expression.
  Hidden   ///< Also from a variable that holds one, or from a function.
};

/// \p E is of floating-point type. A value that is only read may be a product that was stored before if \p LoadsToo.
ProductSource productSource(const clang::Expr &E, bool LoadsToo);

} // namespace loopfuse

#endif
