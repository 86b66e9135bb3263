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

/// Adds \p By times \p E to \p Sum; false if it is not affine or a number overflows.
static bool addTimes(const IndexExpr &E, int64_t By, AffineForm &Sum) {
  switch (E.kind()) {
  case IndexKind::Constant: {
    int64_t Product;
    return !MulOverflow(By, E.value(), Product) && !AddOverflow(Sum.Constant, Product, Sum.Constant);
  }
  case IndexKind::Parameter: {
    int64_t &Factor = Sum.Factors[E.index()];
    return !AddOverflow(Factor, By, Factor);
  }
  case IndexKind::Add:
    return all_of(E.operands(), [&](const IndexExpr &O) { return addTimes(O, By, Sum); });
  case IndexKind::Multiply: {
    const IndexExpr *Rest = nullptr;
    for (const IndexExpr &O : E.operands()) {
      if (O.isConstant() ? MulOverflow(By, O.value(), By) != 0 : Rest != nullptr)
        return false;
      if (!O.isConstant())
        Rest = &O;
    }
    return addTimes(Rest ? *Rest : IndexExpr::constant(1), By, Sum);
  }
  default:
    return false;
  }
}

std::optional<AffineForm> affineForm(const IndexExpr &E) {
  AffineForm Sum;
  if (!addTimes(E, 1, Sum))
    return std::nullopt;
  std::erase_if(Sum.Factors, [](const auto &F) { return F.second == 0; });
  return Sum;
}

} // namespace loopfuse
