//===- RowContraction.cpp - arrays of which a row is enough ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/RowContraction.h"
#include "Poly/FusedSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
class RowSearch {
public:
  RowSearch(const RegionRelations &R, const FusionGroup &Group, ArrayRef<AccessRef> Accesses)
      : R(R), S(*R.Region), Group(Group), Accesses(Accesses) {}

  bool touchesOneRow(unsigned Kept) const;
  bool readsWhatItWrote() const;

private:
  const AccessRelation &relation(AccessRef Ref) const { return R.Statements[Ref.Statement].Accesses[Ref.Access]; }
  const Placement &placeOf(AccessRef Ref) const {
    return *llvm::find_if(Group.Members,
                          [&](const Placement &P) { return P.Member == S.Statements[Ref.Statement].Member; });
  }
  isl::map toShared(AccessRef Ref, unsigned Levels) const;
  std::optional<unsigned> sharedLevels(AccessRef Write, AccessRef Read) const;

  const RegionRelations &R;
  const Scop &S;
  const FusionGroup &Group;
  ArrayRef<AccessRef> Accesses;
};
} // namespace

/// { S[i, …] -> Fused[the outermost variables, as the fused nest counts them] }
isl::map RowSearch::toShared(AccessRef Ref, unsigned Levels) const {
  std::vector<int64_t> Shift = placeOf(Ref).Shift;
  Shift.resize(Levels, 0);
  return toFused(relation(Ref).Relation.domain().space(), Shift);
}

bool RowSearch::touchesOneRow(unsigned Kept) const {
  isl::map Rows;
  for (AccessRef Ref : Accesses) {
    const AccessRelation &A = relation(Ref);
    if (!A.Exact || A.Relation.is_null())
      return false;
    isl::map Touched = A.Relation.apply_domain(toShared(Ref, Group.Depth));
    isl::size Dimensions = Touched.dim(isl::dim::out);
    if (Dimensions.is_error())
      return false;
    Touched = Touched.project_out(isl::dim::out, unsigned(Dimensions) - Kept, Kept);
    Rows = Rows.is_null() ? Touched : Rows.unite(Touched);
  }
  return Rows.is_single_valued().is_true();
}

/// If one iteration of the fused loops runs \p Write before \p Read: the number of loops, from the outermost on, within
/// one iteration of which that is so.
std::optional<unsigned> RowSearch::sharedLevels(AccessRef Write, AccessRef Read) const {
  const Statement &W = S.Statements[Write.Statement], &X = S.Statements[Read.Statement];
  if (W.Member != X.Member)
    return W.Member < X.Member ? std::optional(Group.Depth) : std::nullopt;
  for (unsigned K = 0; K < std::min(W.Position.size(), X.Position.size()); ++K)
    if (W.Position[K] != X.Position[K])
      return W.Position[K] < X.Position[K] && K >= Group.Depth ? std::optional(K) : std::nullopt;
  return std::nullopt; // A statement reads before it writes.
}

bool RowSearch::readsWhatItWrote() const {
  for (AccessRef Read : Accesses) {
    if (relation(Read).Kind != AccessKind::Read)
      continue;
    isl::map Open = relation(Read).Relation; // { S[i, …] -> A[element] }, of what is not known to be written before.
    for (AccessRef Write : Accesses) {
      if (relation(Write).Kind != AccessKind::Write || !relation(Write).Must)
        continue;
      if (std::optional<unsigned> Levels = sharedLevels(Write, Read))
        Open = Open.subtract(
            toShared(Read, *Levels).apply_range(relation(Write).Relation.apply_domain(toShared(Write, *Levels))));
    }
    if (!Open.is_empty().is_true())
      return false;
  }
  return true;
}

std::optional<unsigned> keptDimensions(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                       unsigned Array, ArrayRef<AccessRef> Accesses) {
  const Scop &S = *R.Region;
  // The loops that a guard keeps need the whole array.
  if (S.Arrays[Array].Base != BaseKind::LocalObject || Group.Common || R.LeavesToGuards || !R.Assumed.empty())
    return std::nullopt;
  // Iterations side by side would share the row.
  for (unsigned L : S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth))
    if (S.Loops[L].Order != DimOrder::Sequential || !S.Loops[L].Directive.empty())
      return std::nullopt;
  Ctx.resetQuota();
  RowSearch Search(R, Group, Accesses);
  for (unsigned Kept = 1; Kept < S.Arrays[Array].Extents.size(); ++Kept)
    if (Search.touchesOneRow(Kept))
      return Search.readsWhatItWrote() ? std::optional(Kept) : std::nullopt;
  return std::nullopt;
}

} // namespace loopfuse
