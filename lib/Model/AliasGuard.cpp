//===- AliasGuard.cpp - what is tested at run time -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/AliasGuard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace loopfuse {

/// Larger sums are no readable tests.
static constexpr size_t MaxTerms = 16;

bool ParameterSum::isAffine() const {
  return all_of(Factors, [](const auto &F) { return F.first.size() == 1; });
}

/// Adds \p By times \p E to \p Sum; false if it is no such sum or a number overflows. Products of sums have been
/// distributed.
static bool addTimes(const IndexExpr &E, int64_t By, ParameterSum &Sum) {
  if (E.kind() == IndexKind::Add)
    return all_of(E.operands(), [&](const IndexExpr &O) { return addTimes(O, By, Sum); });
  std::vector<unsigned> Product;
  std::vector<IndexExpr> Work{E};
  while (!Work.empty()) {
    IndexExpr F = Work.back();
    Work.pop_back();
    if (F.kind() == IndexKind::Multiply)
      append_range(Work, F.operands());
    else if (F.kind() == IndexKind::Parameter)
      Product.push_back(F.index());
    else if (!F.isConstant() || MulOverflow(By, F.value(), By))
      return false;
  }
  llvm::sort(Product);
  int64_t &To = Product.empty() ? Sum.Constant : Sum.Factors[Product];
  return !AddOverflow(To, By, To) && Sum.Factors.size() <= MaxTerms;
}

std::optional<ParameterSum> parameterSum(const IndexExpr &E) {
  ParameterSum Sum;
  if (!addTimes(E, 1, Sum))
    return std::nullopt;
  std::erase_if(Sum.Factors, [](const auto &F) { return F.second == 0; });
  return Sum;
}

IndexExpr flatIndex(const ElementRange &Range, const ElementIndex &Element) {
  IndexExpr Flat = Element.front();
  for (size_t K = 0; K < Range.Lengths.size(); ++K)
    Flat = Flat * Range.Lengths[K] + Element[K + 1];
  return Flat;
}

} // namespace loopfuse
