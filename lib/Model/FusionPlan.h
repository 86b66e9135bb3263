//===- FusionPlan.h - what to fuse, and how ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a proposal and is trusted by nobody: checkLegality (Poly/Legality.h)
// turns it into a LegalPlan or refuses it.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_FUSIONPLAN_H
#define LOOPFUSE_MODEL_FUSIONPLAN_H

#include "Model/AliasGuard.h"
#include "Support/Refusal.h"
#include <cstdint>
#include <string>
#include <vector>

namespace loopfuse {

/// An access: position of the statement in the Scop and of the access in the statement.
struct AccessRef {
  unsigned Statement = 0;
  unsigned Access = 0;
  friend auto operator<=>(const AccessRef &, const AccessRef &) = default;
};

/// A member's place in a group.
struct Placement {
  unsigned Member = 0;
  /// One number a fused loop: iteration v of the member's own loop runs in iteration v + Shift of the fused loop,
  /// both counted in values of the loop variables. Allen & Kennedy, "Optimizing Compilers", section 8.6 (alignment).
  std::vector<int64_t> Shift;
};

/// An array that becomes a scalar inside the fused body.
struct Contraction {
  unsigned Array = 0;
  std::string Scalar;              ///< Name of the scalar: free in the whole function.
  AccessRef Definition;            ///< The unconditional write that becomes its definition.
  std::vector<AccessRef> Accesses; ///< All accesses to the array, the definition included.
  bool IsConstant = false;         ///< The definition is the only write.
};

/// Members that become one nest, in original order.
struct FusionGroup {
  std::vector<Placement> Members;
  unsigned Depth = 1; ///< Number of outermost loops that are merged.
  std::vector<Contraction> Contractions;
  /// Members of the region that stand between the group's first and last member and are not part of it: each goes
  /// before or behind the fused nest.
  std::vector<unsigned> Before;
  std::vector<unsigned> After;
  /// The plan is legal where these hold when the first member is reached. If there are any, the text tests them there
  /// and keeps the original loops for the other case.
  std::vector<AliasGuard> Guards;
};

enum class FusionKind {
  Vertical,  ///< A later member reads what an earlier one writes.
  Horizontal ///< The members only share inputs.
};

/// Why two neighbouring nests are not in one group.
struct PairRefusal {
  unsigned First = 0;
  unsigned Second = 0;
  Refusal Reason;
};

struct FusionPlan {
  std::vector<FusionGroup> Groups; ///< Each with two members at least.
  std::vector<PairRefusal> Refused;
};

} // namespace loopfuse

#endif
