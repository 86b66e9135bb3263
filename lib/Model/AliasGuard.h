//===- AliasGuard.h - what is tested at run time ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pointers of which nothing is known may still be told apart when the
// program runs: by the addresses between which each is used. A plan says what
// those addresses are (AliasGuard), the text tests it (AddressOrder). What else
// a proof lacks may be a relation of numbers ("m <= stride"): an assumption of
// the plan, tested beside them.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_ALIASGUARD_H
#define LOOPFUSE_MODEL_ALIASGUARD_H

#include "Model/IndexExpr.h"
#include <array>
#include <map>
#include <optional>

namespace loopfuse {

/// A sum of products of parameters with whole coefficients other than 0.
struct ParameterSum {
  std::map<std::vector<unsigned>, int64_t> Factors; ///< Per product, its parameters sorted.
  int64_t Constant = 0;
  bool isAffine() const;
  friend bool operator==(const ParameterSum &, const ParameterSum &) = default;
};
/// \p E as such a sum if it is one, and no number in it is out of reach.
std::optional<ParameterSum> parameterSum(const IndexExpr &E);

/// Which element of an array, one number a dimension, outermost first. They are affine in the parameters, with whole
/// coefficients.
using ElementIndex = std::vector<IndexExpr>;

/// Elements of an array: those from the least of Low to the greatest of High, both included.
struct ElementRange {
  unsigned Array = 0;
  std::vector<ElementIndex> Low;
  std::vector<ElementIndex> High;
  /// Of a flat array that is seen as one of several dimensions: the lengths of the inner ones, outermost first.
  std::vector<IndexExpr> Lengths = {};
  friend bool operator==(const ElementRange &, const ElementRange &) = default;
};
/// The element's place in memory, counted in elements from element 0.
IndexExpr flatIndex(const ElementRange &Range, const ElementIndex &Element);

/// The ranges have no byte in common: tested in front of the fused nest.
struct AliasGuard {
  ElementRange First;
  ElementRange Second;
};

/// The address of element 0 of an array, and so many bytes behind it. Reckoned modulo 2^64.
struct Address {
  unsigned Array = 0;
  IndexExpr Bytes;
};

/// Below <= Above, as it stands in the text.
struct AddressOrder {
  Address Below;
  Address Above;
};

/// All of the one or all of the other side: one pair of ranges, either of which may lie in front.
using OrderAlternative = std::array<std::vector<AddressOrder>, 2>;

/// The condition of a guard statement in the text: all must hold.
struct GuardCondition {
  std::vector<OrderAlternative> Orders;
  std::vector<Constraint> Numbers;
  bool empty() const { return Orders.empty() && Numbers.empty(); }
};

} // namespace loopfuse

#endif
