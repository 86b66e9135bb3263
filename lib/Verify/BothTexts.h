//===- BothTexts.h - old and new nest as sets ----------------- -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_BOTHTEXTS_H
#define LOOPFUSE_VERIFY_BOTHTEXTS_H

#include "Poly/AccessRelations.h"
#include "Verify/Instances.h"
#include <map>

namespace loopfuse {

/// The members of a group and the nest they became in one Scop, for questions that only isl answers. An answer is true
/// only if proved.
class BothTexts {
public:
  BothTexts(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member);
  BothTexts(const BothTexts &) = delete;

  /// Whether the statements run for the same (shifted) iterations.
  bool sameDomain(const Instance &X, const Instance &Y);
  /// Whether \p Inner runs in no iteration of the fused loops in which \p Outer does not. Both are of the old text.
  bool runsIn(const Instance &Inner, const Instance &Outer);
  /// Whether access \p AX of X's statement touches the elements that access \p AY of Y's touches.
  bool sameElements(const Instance &X, unsigned AX, const Instance &Y, unsigned AY);
  /// Whether the integers that are the \p VX-th Value term of X and the \p VY-th of Y are equal.
  bool sameValue(const Instance &X, unsigned VX, const Instance &Y, unsigned VY);

private:
  /// The two statements as they run in the fused nest.
  struct Pair {
    const StatementRelations &X, &Y;
    isl::map ToX, ToY; ///< [Params] -> { S[its variables] -> [variables of the fused nest] }
    isl::set Context;  ///< What is known of the parameters.
  };
  Pair pair(const Instance &X, const Instance &Y);

  const Scop &Before, &After;
  unsigned Depth; ///< Of the merged loops.
  Scop Both;
  std::map<unsigned, unsigned> OldStatements, NewStatements;
  IslContext Isl;
  RegionRelations Relations;
  isl::set Ends; ///< What the original loops' ends say about the parameters.
};

} // namespace loopfuse

#endif
