//===- ConflictingPairs.h - accesses that may meet --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_CONFLICTINGPAIRS_H
#define LOOPFUSE_POLY_CONFLICTINGPAIRS_H

#include "Poly/Dependences.h"

namespace loopfuse {

/// An access of an earlier and one of a later member, at least one a write, to arrays that are not known to be
/// disjoint.
struct AccessPair {
  const AccessRelation *From;
  const AccessRelation *To;
  DependenceKind Kind;
  AliasRelation Alias;
};

/// Before isl is asked. Of two arrays that may overlap in any way there is one pair only.
std::vector<AccessPair> conflictingPairs(const RegionRelations &R, unsigned Earlier, unsigned Later);

/// Whether the access is a loop header's write to its own variable, declared outside.
bool isCounter(const RegionRelations &R, const AccessRelation &A);

/// [Params] -> { From[iterators] -> To[iterators] } that touch the same element; null if isl gave up.
isl::map sameElement(const AccessPair &P);

/// Whether a non-empty sameElement() stands for a conflict that happens, not for a lack of proof.
bool isProved(const RegionRelations &R, const AccessPair &P, const isl::map &Relation);

/// Whether assumption A4 keeps a write to an element of \p Written away from the object at \p Path in \p Array: a
/// pointer or a container's header, and the write is of an arithmetic type that is no character type.
bool isProtected(const Scop &S, unsigned Array, llvm::ArrayRef<int64_t> Path, unsigned Written);

} // namespace loopfuse

#endif
