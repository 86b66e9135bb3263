//===- Footprint.cpp - which elements a group touches --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Footprint.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/PairLegality.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <set>

using namespace llvm;

namespace loopfuse {

/// More tests than these cost more text than a fused loop is worth.
static constexpr size_t MaxGuards = 4;
/// Expressions of one end of a range.
static constexpr unsigned MaxEnds = 3;
/// Coefficients and constants in the text.
static constexpr int64_t MaxNumber = int64_t(1) << 30;

bool mayGuard(const Scop &S, unsigned A, unsigned B) {
  return A != B && !S.Arrays[A].Pointer.empty() && !S.Arrays[B].Pointer.empty();
}

std::vector<std::pair<unsigned, unsigned>> overlappingArrays(const RegionRelations &R, const FusionGroup &G) {
  std::set<std::pair<unsigned, unsigned>> Pairs;
  for (size_t J = 1; J < G.Members.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      for (const AccessPair &P : conflictingPairs(R, G.Members[I].Member, G.Members[J].Member))
        if (P.Alias == AliasRelation::MayOverlap)
          Pairs.insert(std::minmax(R.access(*P.From).Array, R.access(*P.To).Array));
  return {Pairs.begin(), Pairs.end()};
}

static bool isUsed(const RegionRelations &R, const FusionGroup &G, unsigned Parameter) {
  return any_of(G.Members, [&](const Placement &P) { return is_contained(R.Members[P.Member].Parameters, Parameter); });
}

/// [Params] -> { Array[element] }: what one access after the other touches; std::nullopt if some of it is not known by
/// a single number.
static std::optional<std::vector<isl::set>> touchedElements(const RegionRelations &R, const FusionGroup &G,
                                                            unsigned Array) {
  std::vector<isl::set> Touched;
  for (const Placement &P : G.Members)
    for (unsigned St : R.Region->Members[P.Member].Statements)
      for (const AccessRelation &A : R.Statements[St].Accesses) {
        if (R.access(A).Array != Array || A.Repeated)
          continue;
        // The elements of a subscript that was split in two are no range.
        if (R.access(A).Subscripts.size() != 1 || A.Relation.is_null())
          return std::nullopt;
        isl::set Elements = A.Relation.range();
        if (isl_set_dim(Elements.get(), isl_dim_set) != 1)
          return std::nullopt;
        Touched.push_back(Elements);
      }
  return Touched;
}

/// An affine function of parameters that the text can name.
static std::optional<IndexExpr> toEnd(const RegionRelations &R, const FusionGroup &G, const isl::aff &End) {
  auto Number = [](isl::val V) -> std::optional<int64_t> {
    if (!V.is_int().is_true() || !V.abs().le(isl::val(V.ctx(), long(MaxNumber))).is_true())
      return std::nullopt;
    return V.get_num_si();
  };
  if (isl_aff_involves_dims(End.get(), isl_dim_div, 0, isl_aff_dim(End.get(), isl_dim_div)) != isl_bool_false)
    return std::nullopt;
  std::optional<int64_t> Constant = Number(isl::manage(isl_aff_get_constant_val(End.get())));
  if (!Constant)
    return std::nullopt;
  IndexExpr Sum = IndexExpr::constant(*Constant);
  for (int I = 0, N = isl_aff_dim(End.get(), isl_dim_param); I < N; ++I) {
    std::optional<int64_t> Factor = Number(isl::manage(isl_aff_get_coefficient_val(End.get(), isl_dim_param, I)));
    if (!Factor)
      return std::nullopt;
    if (*Factor == 0)
      continue;
    std::vector<unsigned> Product = parametersOf(isl_aff_get_dim_name(End.get(), isl_dim_param, I));
    if (Product.size() != 1 || R.Region->Parameters[Product.front()].Text.empty() || !isUsed(R, G, Product.front()))
      return std::nullopt;
    Sum = Sum + IndexExpr::constant(*Factor) * IndexExpr::parameter(Product.front());
  }
  return Sum;
}

/// Adds the pieces of the least or greatest element of \p Elements to \p Ends.
static bool addEnds(const RegionRelations &R, const FusionGroup &G, const isl::set &Elements, bool Greatest,
                    std::vector<IndexExpr> &Ends) {
  isl::pw_aff End = isl::manage(Greatest ? isl_set_dim_max(Elements.copy(), 0) : isl_set_dim_min(Elements.copy(), 0));
  if (End.is_null())
    return false;
  bool Known = true;
  isl::stat Walked = End.foreach_piece([&](isl::set, isl::aff Piece) -> isl::stat {
    std::optional<IndexExpr> E = toEnd(R, G, Piece);
    Known &= E.has_value();
    if (E && !is_contained(Ends, *E))
      Ends.push_back(*E);
    return isl::stat::ok();
  });
  return Walked.is_ok() && Known && Ends.size() <= MaxEnds;
}

/// Whether each access to the array that the group makes happens, to exactly the elements it is modelled with.
static bool touchesAll(const RegionRelations &R, const FusionGroup &G, unsigned Array) {
  return all_of(G.Members, [&](const Placement &P) {
    return all_of(R.Region->Members[P.Member].Statements, [&](unsigned St) {
      return all_of(R.Statements[St].Accesses,
                    [&](const AccessRelation &A) { return R.access(A).Array != Array || A.Must; });
    });
  });
}

/// Whether the text can evaluate the ends, and their addresses are those that modular arithmetic gives. The ends of
/// what is touched for certain are addresses of objects. Where elements may be left out, an end may lie where no object
/// is: it must be near enough to the array not to wrap around, for whatever values of the parameters.
static bool mayBeEvaluated(const RegionRelations &R, const FusionGroup &G, const ElementRange &Range) {
  const Scop &S = *R.Region;
  constexpr int64_t MaxFactor = 16, MaxFront = 1024;
  bool IsTouched = touchesAll(R, G, Range.Array);
  auto MayUse = [&](unsigned P) { return !S.Parameters[P].Text.empty() && isUsed(R, G, P); };
  auto IsSafe = [&](const IndexExpr &E, bool IsLow) {
    std::optional<AffineForm> Form = affineForm(E);
    if (!Form || std::abs(Form->Constant) > MaxNumber ||
        !all_of(Form->Factors, [&](const auto &F) { return std::abs(F.second) <= MaxNumber && MayUse(F.first); }))
      return false;
    if (IsTouched)
      return true;
    if (IsLow)
      return Form->Factors.empty() && Form->Constant >= -MaxFront;
    return Form->Factors.size() <= 4 && all_of(Form->Factors, [&](const auto &F) {
             return std::abs(F.second) <= MaxFactor && S.Parameters[F.first].Bits <= 32;
           });
  };
  return !Range.Low.empty() && !Range.High.empty() && S.Arrays[Range.Array].ElementBytes <= 64 &&
         all_of(Range.Low, [&](const IndexExpr &E) { return IsSafe(E, true); }) &&
         all_of(Range.High, [&](const IndexExpr &E) { return IsSafe(E, false); });
}

std::optional<ElementRange> footprintOf(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G,
                                        unsigned Array) {
  Ctx.resetQuota();
  std::optional<std::vector<isl::set>> Touched = touchedElements(R, G, Array);
  if (!Touched || Touched->empty())
    return std::nullopt;
  isl::set All;
  for (const isl::set &T : *Touched)
    All = All.is_null() ? T : All.unite(T);
  // Every second element is a range as good as all of them.
  All = simplified(isl::manage(isl_set_remove_divs(All.release())));
  if (isl_set_dim_is_bounded(All.get(), isl_dim_set, 0) != isl_bool_true)
    return std::nullopt;
  ElementRange Range;
  Range.Array = Array;
  if (!addEnds(R, G, All, false, Range.Low) || !addEnds(R, G, All, true, Range.High) || !mayBeEvaluated(R, G, Range))
    return std::nullopt;
  return Range;
}

bool holdsFootprint(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G, const ElementRange &Range) {
  if (Range.Array >= R.Region->Arrays.size() || R.Region->Arrays[Range.Array].Pointer.empty() ||
      !mayBeEvaluated(R, G, Range))
    return false;
  Ctx.resetQuota();
  std::optional<std::vector<isl::set>> Touched = touchedElements(R, G, Range.Array);
  if (!Touched)
    return false;
  for (const isl::set &T : *Touched) {
    isl::space Tuple = isl::manage(isl_space_drop_all_params(T.space().release()));
    IndexScope Scope{*R.Parameters, Tuple, {}, T};
    isl::pw_aff Element = variableOn(Tuple, 0);
    isl::set Below = T, Above = T; // What no end of that side holds yet.
    for (const IndexExpr &E : Range.Low) {
      std::optional<isl::pw_aff> Low = toPwAff(Scope, E);
      if (!Low)
        return false;
      Below = Below.intersect(Element.lt_set(*Low));
    }
    for (const IndexExpr &E : Range.High) {
      std::optional<isl::pw_aff> High = toPwAff(Scope, E);
      if (!High)
        return false;
      Above = Above.intersect(Element.gt_set(*High));
    }
    if (!Below.is_empty().is_true() || !Above.is_empty().is_true())
      return false;
  }
  return true;
}

static Refusal mayAlias(const RegionRelations &R, const FusionGroup &G, std::pair<unsigned, unsigned> Pair) {
  return mayAlias(*R.Region, Pair.first, Pair.second, R.Region->Members[G.Members.back().Member].Span);
}

std::optional<Refusal> addGuards(IslContext &Ctx, const RegionRelations &R, FusionGroup &G) {
  G.Guards.clear();
  for (std::pair<unsigned, unsigned> Pair : overlappingArrays(R, G)) {
    if (!mayGuard(*R.Region, Pair.first, Pair.second) || G.Guards.size() == MaxGuards)
      return mayAlias(R, G, Pair);
    std::optional<ElementRange> First = footprintOf(Ctx, R, G, Pair.first),
                                Second = footprintOf(Ctx, R, G, Pair.second);
    if (!First || !Second)
      return mayAlias(R, G, Pair);
    G.Guards.push_back({std::move(*First), std::move(*Second)});
  }
  return std::nullopt;
}

std::optional<Refusal> checkGuards(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G) {
  for (const AliasGuard &Guard : G.Guards)
    for (const ElementRange *Range : {&Guard.First, &Guard.Second})
      // Not wider either: the ends of what is touched are addresses that exist.
      if (!holdsFootprint(Ctx, R, G, *Range) || footprintOf(Ctx, R, G, Range->Array) != *Range)
        return mayAlias(R, G, {Guard.First.Array, Guard.Second.Array});
  for (std::pair<unsigned, unsigned> Pair : overlappingArrays(R, G))
    if (none_of(G.Guards, [&](const AliasGuard &Guard) {
          return Pair == std::pair(std::min(Guard.First.Array, Guard.Second.Array),
                                   std::max(Guard.First.Array, Guard.Second.Array));
        }))
      return mayAlias(R, G, Pair);
  // What stands between the members would see only one of the two texts.
  if (!G.Guards.empty() && !(G.Before.empty() && G.After.empty()))
    return mayAlias(R, G, {G.Guards.front().First.Array, G.Guards.front().Second.Array});
  return std::nullopt;
}

} // namespace loopfuse
