//===- Delinearize.h - flattened subscripts made many -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_DELINEARIZE_H
#define LOOPFUSE_POLY_DELINEARIZE_H

#include "Poly/IndexSets.h"

namespace loopfuse {

/// A sum of products of parameters, each with a quasi-affine factor: "i*n + j + 1" is { n: i, 1: j + 1 }. Keys are
/// sorted lists of parameters.
using Polynomial = std::map<std::vector<unsigned>, IndexExpr>;

/// std::nullopt if \p E has a product of two loop variables, or is unknown.
std::optional<Polynomial> toPolynomial(const IndexExpr &E);
/// Whether it is quasi-affine as it stands.
bool isAffine(const Polynomial &P);

/// The length of a row: Factor * (product of Parameters) + Offset, "n" or "2*n + 1".
struct RowLength {
  int64_t Factor = 1;
  std::vector<unsigned> Parameters;
  int64_t Offset = 0;
  IndexExpr expr() const;
  friend bool operator==(const RowLength &, const RowLength &) = default;
};

/// How a flat array is seen as one of several dimensions: the lengths of its inner dimensions, innermost first.
/// Grosser, Ramanujam, Pouchet, Sadayappan & Pop, "Optimistic Delinearization of Parametrically Sized Arrays", 2015.
using ElementShape = std::vector<RowLength>;

/// Shapes in which \p P splits into affine subscripts. Nothing is proved of them yet.
std::vector<ElementShape> candidateShapes(const Polynomial &P);

/// The subscripts of \p P in \p Shape, outermost first, if on the scope's domain every inner one provably stays in its
/// dimension, give or take one row: then, and only then, equal subscripts are equal elements.
std::optional<std::vector<isl::pw_aff>> splitSubscript(const IndexScope &Scope, const Polynomial &P,
                                                       const ElementShape &Shape);

/// [Params] -> { : }: the parameters for which an inner subscript of \p P in \p Shape leaves its dimension somewhere on
/// the scope's domain, one set for each end of each dimension. std::nullopt if \p P does not split into affine
/// subscripts.
std::optional<std::vector<isl::set>> leavesRows(const IndexScope &Scope, const Polynomial &P,
                                                const ElementShape &Shape);

} // namespace loopfuse

#endif
