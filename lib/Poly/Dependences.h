//===- Dependences.h - who must stay behind whom ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_DEPENDENCES_H
#define LOOPFUSE_POLY_DEPENDENCES_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

enum class DependenceKind { Flow, Anti, Output };

/// A memory-based may-dependence from an access of an earlier member to an access of a later one.
struct Dependence {
  DependenceKind Kind = DependenceKind::Flow;
  AccessRef From;
  AccessRef To;
  /// False: nothing relates the two arrays (MayOverlap) or one has an access that is not affine, so the relation
  /// stands for "not proved independent" and is no proof of a conflict.
  bool Proved = true;
  isl::map Relation; ///< [Params] -> { From[iterators] -> To[iterators] }; the full product if MayOverlap
};

/// All dependences from member \p Earlier to member \p Later. Empty relations are left out.
std::vector<Dependence> dependencesBetween(const RegionRelations &R, unsigned Earlier, unsigned Later);

/// Whether the two members must keep their order: some dependence, or both touch what is unknown. Cheap tests first;
/// isl is asked only if arrays in common with a write are left. An error counts as true.
bool mustKeepOrder(const RegionRelations &R, unsigned Earlier, unsigned Later);

} // namespace loopfuse

#endif
