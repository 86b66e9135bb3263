//===- AliasGuard.h - what is tested at run time ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pointers of which nothing is known may still be told apart when the
// program runs: by the addresses between which each is used. A plan says what
// those addresses are (AliasGuard), the text tests it (AddressOrder).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_ALIASGUARD_H
#define LOOPFUSE_MODEL_ALIASGUARD_H

#include "Model/IndexExpr.h"
#include <array>
#include <map>
#include <optional>

namespace loopfuse {

/// A sum of parameters with whole coefficients other than 0.
struct AffineForm {
  std::map<unsigned, int64_t> Factors; ///< Per parameter.
  int64_t Constant = 0;
  friend bool operator==(const AffineForm &, const AffineForm &) = default;
};
/// \p E as such a sum if it is one, and no number in it is out of reach.
std::optional<AffineForm> affineForm(const IndexExpr &E);

/// Elements of an array: those from the least of Low to the greatest of High, both included. The expressions are
/// affine in the parameters, with whole coefficients.
struct ElementRange {
  unsigned Array = 0;
  std::vector<IndexExpr> Low;
  std::vector<IndexExpr> High;
  friend bool operator==(const ElementRange &, const ElementRange &) = default;
};

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
using GuardCondition = std::vector<OrderAlternative>;

} // namespace loopfuse

#endif
