//===- Legality.h - the one gate between a plan and the text ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that makes a LegalPlan; the rewriter takes nothing else. A
// wrong planner can cost speed, never correctness.
//
// Definition (docs/LEGALITY.md): let D be the memory-based may-dependences of
// the region, { X[x] -> Y[y] } with X before Y in the original order. A plan is
// legal iff for every dependence of two members that change their relative
// order no instance is reversed:
//   X, Y in one group of depth d:  no (x, y) in D with
//       y[1..d] + shift(Y)  lexicographically before  x[1..d] + shift(X)
//       (counted in the direction of each loop; on a Parallel dimension: different),
//   X moved behind Y:              no dependence at all,
// and the fused loops of a group run over the same iterations or over those
// that all members share, with the rest of each member in front and behind
// (CommonRange), a group by strips has loops that can be cut (Poly/Strips.h), one by rows has such row loops
// (Poly/RowForm.h), and every parameter a group uses keeps its value as long as the group runs.
// Bacon, Graham & Sharp, "Compiler Transformations", 1994, section 6.2.7.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_LEGALITY_H
#define LOOPFUSE_POLY_LEGALITY_H

#include "Poly/Dependences.h"
#include <variant>

namespace loopfuse {

/// A plan that was proved legal for the Scop it was made for.
class LegalPlan {
public:
  const FusionPlan &plan() const { return Plan; }

private:
  explicit LegalPlan(FusionPlan Plan) : Plan(std::move(Plan)) {}
  friend std::variant<LegalPlan, Refusal> checkLegality(IslContext &, const RegionRelations &, const FusionPlan &);
  FusionPlan Plan;
};

std::variant<LegalPlan, Refusal> checkLegality(IslContext &Ctx, const RegionRelations &R, const FusionPlan &Plan);

/// Whether \p Later may join \p Earlier in a nest of \p Depth merged loops, as far as these two are concerned, with
/// their shifts. No refusal: yes.
std::optional<Refusal> checkPair(IslContext &Ctx, const RegionRelations &R, const Placement &Earlier,
                                 const Placement &Later, unsigned Depth, Iterations Expected = Iterations::Same);

/// The constant shift that lays Later's iterations on Earlier's, if there is one (zero if they are the same set).
std::optional<std::vector<int64_t>> alignDomains(IslContext &Ctx, const RegionRelations &R, unsigned Earlier,
                                                 unsigned Later, unsigned Depth);

/// Whether \p Array may become a scalar in \p Group: every fused iteration touches at most one element of it, writes
/// it unconditionally before it reads it, and nobody else needs it; or whether a row of it is enough, of which the same
/// is true element by element. std::nullopt: no, and \p Why says what is in the way.
std::optional<Contraction> findContraction(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                           unsigned Array, std::string *Why = nullptr);

/// Whether \p Array is a local one that a member of the group writes and a later one reads.
bool isTemporaryOf(const RegionRelations &R, const FusionGroup &Group, unsigned Array);

} // namespace loopfuse

#endif
