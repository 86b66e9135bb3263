//===- Savings.h - what fusing loops saves ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_PLAN_SAVINGS_H
#define LOOPFUSE_PLAN_SAVINGS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <set>

namespace loopfuse {

/// What fused loops move less: for an array that members share, the bytes of its element. One that nobody else needs
/// would vanish, and counts for more (docs/COST.md).
class Savings {
public:
  explicit Savings(const Scop &S);

  /// What \p M would save in the group of \p Members.
  unsigned joining(llvm::ArrayRef<Placement> Members, unsigned M) const;
  uint64_t of(const FusionPlan &Plan) const;

  /// Who walks over the array, if it might vanish.
  llvm::ArrayRef<unsigned> usersOfTemporary(unsigned Array) const;

private:
  unsigned weight(unsigned Array, llvm::ArrayRef<Placement> Members, unsigned M) const;

  const Scop &S;
  std::vector<std::set<unsigned>> Walked;   ///< Per member: arrays touched with a subscript that a loop changes.
  std::vector<std::vector<unsigned>> Users; ///< Per array: the members that walk over it.
};

/// Whether the two walk over some array together: what an iteration of one outermost loop touches is near what the same
/// fused iteration of the other touches, and so in every iteration.
bool walkTogether(const Scop &S, const Placement &First, const Placement &Second);
/// Whether they may by some shift of Second's outermost loop: cheaper than to look for it.
bool mayWalkTogether(const Scop &S, unsigned First, unsigned Second);

} // namespace loopfuse

#endif
