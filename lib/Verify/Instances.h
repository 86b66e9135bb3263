//===- Instances.h - statements of the two texts -------------- -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_INSTANCES_H
#define LOOPFUSE_VERIFY_INSTANCES_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <map>

namespace loopfuse {

/// A statement of one of the two texts with those of its accesses that the other text must have as well.
struct Instance {
  unsigned Index = 0;
  std::vector<unsigned> Accesses;
  std::vector<int64_t> Shift;     ///< Of the member it came from; empty in the new text.
  bool TouchesContracted = false; ///< A contracted array, or the variable that holds one.
  /// Accesses, not listed above, that read an element of which the new text has a copy: the copy's old variable.
  std::map<unsigned, unsigned> Copies;
  std::vector<bool> Reversed = {}; ///< Per merged loop: the new text runs the iterations the other way round.
};

/// Of a member, in textual order; statements that do nothing are left out. Left out of their accesses are those to the
/// arrays that \p Group contracts, the reads inside their subscripts, and reads of pointers and container headers:
/// which object those lead to is told by the subscripts and the terms.
std::vector<Instance> instancesOf(const Scop &S, unsigned Member, const FusionGroup &Group,
                                  const std::vector<int64_t> &Shift);

bool isContracted(const FusionGroup &Group, unsigned Array);

/// Whether \p X, of the old statement \p From, is \p Y of the new statement \p To once the loop variables of the old
/// text are replaced by those of the new one.
bool sameTree(const Scop &Before, const IndexExpr &X, const IndexExpr &Y, const Instance &From, const Statement &To);

std::string lineOf(const Statement &St); ///< "the statement at line 3"

} // namespace loopfuse

#endif
