//===- CompareNests.h - a fused nest against what went into it --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_COMPARENESTS_H
#define LOOPFUSE_VERIFY_COMPARENESTS_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <optional>
#include <string>

namespace loopfuse {

/// Whether member \p Member of \p After runs the statements of \p Group's members of \p Before, each member's in the
/// order of its text and one member behind the other, for the same (shifted) iterations and on the same elements, but
/// for the contracted arrays. The first difference in one line if not. \p After is in Before's numbers (Renumber.h).
std::optional<std::string> compareNest(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                       unsigned Member);

/// The same for a member that was only moved: its statements and, if it is a nest, its loops.
std::optional<std::string> compareMember(const Scop &Before, unsigned MemberBefore, const FusionGroup &Contracted,
                                         const Scop &After, unsigned MemberAfter);

} // namespace loopfuse

#endif
