//===- IndexExpr.h - an integer expression of a region ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An immutable tree over loop variables and parameters, with mathematical
// (unbounded) integer values. What the language does beyond mathematics is
// explicit: Wrap for unsigned arithmetic and conversions, Quotient and
// Remainder for C's division, which truncates toward zero. Signed overflow is
// undefined, so signed arithmetic needs no Wrap.
//
// Both isl sets (Poly/AccessRelations) and the brute-force oracle of the tests
// are made from these trees, so they hold no isl object.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_INDEXEXPR_H
#define LOOPFUSE_MODEL_INDEXEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loopfuse {

enum class IndexKind {
  Constant,    ///< value()
  Parameter,   ///< index() into Scop::Parameters
  Iterator,    ///< value of the loop variable of Scop::Loops[index()]
  Add,         ///< sum of all operands
  Multiply,    ///< product of all operands; affine only if at most one is not constant
  FloorDivide, ///< operand 0 by the positive constant value(), rounded down (arithmetic >>)
  FloorModulo, ///< what FloorDivide leaves, in [0, value()) (two's complement &)
  Quotient,    ///< operand 0 by the non-zero constant value(), rounded toward zero (C's /)
  Remainder,   ///< what Quotient leaves (C's %)
  Minimum,     ///< of all operands
  Maximum,     ///< of all operands
  Wrap,        ///< operand 0 reduced modulo 2^bits() into an unsigned or signed range
  Unknown      ///< any value at all; an expression with an Unknown in it is unknown as a whole
};

class IndexExpr {
public:
  IndexExpr() : IndexExpr(unknown()) {}

  static IndexExpr constant(int64_t Value);
  static IndexExpr parameter(unsigned Index);
  static IndexExpr iterator(unsigned Loop);
  static IndexExpr unknown();
  static IndexExpr add(std::vector<IndexExpr> Operands);
  static IndexExpr multiply(std::vector<IndexExpr> Operands);
  static IndexExpr floorDivide(IndexExpr E, int64_t By);
  static IndexExpr floorModulo(IndexExpr E, int64_t By);
  static IndexExpr quotient(IndexExpr E, int64_t By);
  static IndexExpr remainder(IndexExpr E, int64_t By);
  static IndexExpr minimum(std::vector<IndexExpr> Operands);
  static IndexExpr maximum(std::vector<IndexExpr> Operands);
  static IndexExpr wrap(IndexExpr E, unsigned Bits, bool Signed);

  IndexKind kind() const { return N->Kind; }
  int64_t value() const { return N->Value; }
  unsigned index() const { return static_cast<unsigned>(N->Value); }
  unsigned bits() const { return static_cast<unsigned>(N->Value); }
  bool isSigned() const { return N->Signed; }
  llvm::ArrayRef<IndexExpr> operands() const { return N->Operands; }

  bool isConstant() const { return kind() == IndexKind::Constant; }
  bool isConstant(int64_t V) const { return isConstant() && value() == V; }
  /// Whether an Unknown occurs anywhere in it.
  bool isUnknown() const;
  /// Whether the variable of loop \p Loop occurs in it.
  bool usesIterator(unsigned Loop) const;
  bool usesAnyIterator() const;
  bool usesParameter(unsigned Parameter) const;

  /// The same tree with every leaf replaced by what \p Map returns for it.
  IndexExpr mapLeaves(llvm::function_ref<IndexExpr(const IndexExpr &Leaf)> Map) const;

  /// Structural equality (after the constructors' folding); different trees may still have equal values.
  friend bool operator==(const IndexExpr &A, const IndexExpr &B);

private:
  struct Node {
    IndexKind Kind;
    int64_t Value = 0;
    bool Signed = false;
    std::vector<IndexExpr> Operands;
  };
  explicit IndexExpr(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  static IndexExpr make(IndexKind Kind, int64_t Value, bool Signed, std::vector<IndexExpr> Operands);

  std::shared_ptr<const Node> N;
};

inline IndexExpr operator+(IndexExpr A, IndexExpr B) { return IndexExpr::add({std::move(A), std::move(B)}); }
inline IndexExpr operator*(IndexExpr A, IndexExpr B) { return IndexExpr::multiply({std::move(A), std::move(B)}); }
inline IndexExpr operator-(IndexExpr A) { return IndexExpr::constant(-1) * std::move(A); }
inline IndexExpr operator-(IndexExpr A, IndexExpr B) { return std::move(A) + -std::move(B); }

/// Renders with the given names of parameters and loop variables: "2*i + n - 1".
std::string toString(const IndexExpr &E, llvm::function_ref<std::string(unsigned)> Parameter,
                     llvm::function_ref<std::string(unsigned)> Iterator);

/// \p Expr >= 0, or \p Expr == 0 if \p IsEquality.
struct Constraint {
  IndexExpr Expr;
  bool IsEquality = false;
};

} // namespace loopfuse

#endif
