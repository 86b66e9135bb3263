//===- Reversal.cpp - members that run the other way round ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Reversal.h"
#include "Poly/AliasClasses.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/Witness.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// { x -> y } where y comes behind x in the first directions of the loops: Up[K] tells whether level K goes up.
static isl::map behind(const isl::space &Space, const std::vector<bool> &Up) {
  isl::map Behind = isl::map::empty(Space), Prefix = isl::map::universe(Space);
  isl::local_space Local(Space);
  for (unsigned K = 0; K < Up.size(); ++K) {
    auto Difference = [&](isl::constraint C, int Sign) {
      return C.set_coefficient_si(isl::dim::out, K, Sign).set_coefficient_si(isl::dim::in, K, -Sign);
    };
    Behind = Behind.unite(Prefix.add_constraint(
        Difference(isl::constraint::alloc_inequality(Local), Up[K] ? 1 : -1).set_constant_si(-1)));
    Prefix = Prefix.add_constraint(Difference(isl::constraint::alloc_equality(Local), 1));
  }
  return Behind;
}

/// The refusal because \p Reversed, instances that meet and would change places, is not empty.
static Refusal changesOrder(IslContext &Ctx, const RegionRelations &R, const AccessPair &Pair,
                            const isl::map &Reversed) {
  const Access &From = R.access(*Pair.From), &To = R.access(*Pair.To);
  if (From.Array != To.Array)
    return mayAlias(*R.Region, From.Array, To.Array, To.Place);
  if (!isProved(R, Pair, Reversed))
    return refuse(RefusalId::AccessNotAffine, R.access(Pair.From->Exact ? *Pair.To : *Pair.From).Place,
                  {R.Region->Arrays[From.Array].Name});
  Ctx.resetQuota();
  Refusal Why = refuse(RefusalId::DependenceReversed, To.Place, {R.Region->Arrays[From.Array].Name});
  Why.Proof = makeWitness(R, Pair.From->Ref, Pair.To->Ref, Reversed);
  if (!Why.Proof)
    return refuse(RefusalId::Quota, To.Place);
  Why.Remedy = "the loops count in different directions, and the iterations of one cannot change their order";
  return Why;
}

std::optional<Refusal> checkReversal(IslContext &Ctx, const RegionRelations &R, const Placement &P) {
  if (!P.isReversed())
    return std::nullopt;
  const Scop &S = *R.Region;
  std::vector<bool> Own, Fused;
  for (unsigned K = 0; K < P.Shift.size(); ++K) {
    Own.push_back(goesUp(S.Loops[S.Members[P.Member].Loops[K]]));
    Fused.push_back(Own.back() != P.isReversed(K));
  }
  Ctx.resetQuota();
  for (const AccessPair &Pair : conflictingPairs(R, P.Member, P.Member)) {
    const Access &From = R.access(*Pair.From), &To = R.access(*Pair.To);
    if (Pair.Alias == AliasRelation::MayOverlap)
      return mayAlias(S, From.Array, To.Array, To.Place);
    isl::map Same = sameElement(Pair);
    if (Same.is_empty().is_true())
      continue;
    for (const AccessRelation *A : {Pair.From, Pair.To})
      if (R.statement(*A).IsHeader)
        return refuse(RefusalId::BoundVaries, R.access(*A).Place, {S.Arrays[R.access(*A).Array].Name});
    // x comes before y, and will come behind it.
    isl::map Reversed =
        Same.intersect(behind(Same.space(), Own)).intersect(behind(Same.reverse().space(), Fused).reverse());
    isl::boolean Empty = Reversed.is_empty();
    if (Empty.is_error())
      return refuse(RefusalId::Quota, To.Place);
    if (!Empty.is_true())
      return changesOrder(Ctx, R, Pair, Reversed);
  }
  return std::nullopt;
}

} // namespace loopfuse
