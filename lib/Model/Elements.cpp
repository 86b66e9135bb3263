//===- Elements.cpp - elements of arrays and their members ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/Elements.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

size_t elementDimensions(const Array &A) {
  return A.Extents.empty() && A.Base == BaseKind::Owned ? 1 : A.Extents.size();
}

bool isInOneElement(const Array &A, const Access &Ac) {
  size_t Dimensions = elementDimensions(A);
  return Dimensions > 0 && Ac.Subscripts.size() >= Dimensions &&
         all_of(drop_begin(Ac.Subscripts, Dimensions), [](const IndexExpr &E) { return E.isConstant(); });
}

bool holdsPartOf(const Array &A, const Access &Outer, const Access &Inner) {
  ArrayRef<IndexExpr> Part = ArrayRef(Outer.Subscripts).drop_front(elementDimensions(A));
  return ArrayRef(Inner.Subscripts).drop_front(elementDimensions(A)).take_front(Part.size()) == Part;
}

} // namespace loopfuse
