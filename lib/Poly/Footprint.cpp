//===- Footprint.cpp - which elements a group touches --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Footprint.h"
#include "Poly/Assumptions.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/PairLegality.h"
#include "Poly/ParameterLife.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <set>

using namespace llvm;

namespace loopfuse {

/// More tests than these cost more text than a fused loop is worth.
static constexpr size_t MaxGuards = 6;
/// Expressions of one end of a range.
static constexpr unsigned MaxEnds = 3;

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
  // A loop alone may overwrite its own bound, too.
  for (const Placement &User : G.Members)
    for (const Placement &Other : G.Members)
      Pairs.merge(overwritingArrays(R, User.Member, Other.Member));
  return {Pairs.begin(), Pairs.end()};
}

static bool isUsed(const RegionRelations &R, const FusionGroup &G, unsigned Parameter) {
  return any_of(G.Members, [&](const Placement &P) { return is_contained(R.Members[P.Member].Parameters, Parameter); });
}

/// The lengths of the inner dimensions in which the elements of a flat array are reckoned, outermost first.
static std::vector<IndexExpr> lengthsOf(const RegionRelations &R, unsigned Array) {
  std::vector<IndexExpr> Lengths;
  for (const RowLength &L : reverse(R.Shapes[R.Classes[Array]]))
    Lengths.push_back(L.expr());
  return Lengths;
}

/// The number of elements of a variable, 1 if it has no dimensions; std::nullopt of all else. Its test takes it as a
/// whole.
static std::optional<int64_t> lengthOfVariable(const Array &A) {
  if (!is_contained({BaseKind::LocalObject, BaseKind::StaticObject, BaseKind::Reference}, A.Base))
    return std::nullopt;
  if (A.Extents.empty())
    return 1;
  bool IsKnown = A.Extents.size() == 1 && A.Extents.front().isConstant() && A.Extents.front().value() > 0;
  return IsKnown ? std::optional(A.Extents.front().value()) : std::nullopt;
}

/// { [e] : First <= e <= Last }
static isl::set elementsBetween(IslContext &Ctx, int64_t First, int64_t Last) {
  isl::set All = isl::set::universe(isl::space(Ctx.get(), 0, 1));
  isl::val Low(Ctx.get(), long(First)), High(Ctx.get(), long(Last));
  All = isl::manage(isl_set_lower_bound_val(All.release(), isl_dim_set, 0, Low.release()));
  return isl::manage(isl_set_upper_bound_val(All.release(), isl_dim_set, 0, High.release()));
}

/// What the parameters of \p G are read from is not always an access of the loops. False if it is not known.
static bool addSources(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G, unsigned Array,
                       std::vector<isl::set> &Touched) {
  std::set<int64_t> Elements;
  for (const Placement &P : G.Members)
    for (unsigned Parameter : R.Members[P.Member].Parameters)
      for (const Parameter::Source &Source : R.Region->Parameters[Parameter].Sources) {
        if (Source.Array != Array)
          continue;
        if (Source.Path.empty() || !lengthsOf(R, Array).empty())
          return false;
        Elements.insert(Source.Path.front());
      }
  for (int64_t Element : Elements)
    Touched.push_back(elementsBetween(Ctx, Element, Element));
  return true;
}

/// [Params] -> { [element] }: what one access after the other touches; std::nullopt if some of it is not known. Of
/// elements that are objects, and of variables, whatever is touched of them counts as the whole.
static std::optional<std::vector<isl::set>> touchedElements(IslContext &Ctx, const RegionRelations &R,
                                                            const FusionGroup &G, unsigned Array) {
  std::vector<isl::set> Touched;
  if (std::optional<int64_t> Length = lengthOfVariable(R.Region->Arrays[Array]))
    return std::vector{elementsBetween(Ctx, 0, *Length - 1)};
  for (const Placement &P : G.Members)
    for (unsigned St : R.Region->Members[P.Member].Statements)
      for (const AccessRelation &A : R.Statements[St].Accesses) {
        if (R.access(A).Array != Array || A.Repeated)
          continue;
        if (A.Relation.is_null())
          return std::nullopt;
        isl::set Elements = A.Relation.range();
        unsigned Kept = R.Shapes[A.Class].size() + 1, Dimensions = isl_set_dim(Elements.get(), isl_dim_set);
        if (Dimensions < Kept || (Dimensions > Kept && Kept > 1))
          return std::nullopt;
        Elements = isl::manage(isl_set_project_out(Elements.release(), isl_dim_set, Kept, Dimensions - Kept));
        Touched.push_back(isl::manage(isl_set_reset_tuple_id(Elements.release())));
      }
  if (!addSources(Ctx, R, G, Array, Touched))
    return std::nullopt;
  return Touched;
}

/// An affine function of parameters that the text can name.
static std::optional<IndexExpr> toEnd(const RegionRelations &R, const FusionGroup &G, const isl::aff &End) {
  std::optional<IndexExpr> E = toParameters(*R.Region, End);
  std::optional<ParameterSum> Sum = E ? parameterSum(*E) : std::nullopt;
  if (!Sum || !all_of(Sum->Factors,
                      [&](const auto &F) { return all_of(F.first, [&](unsigned P) { return isUsed(R, G, P); }); }))
    return std::nullopt;
  return E;
}

/// Adds the pieces of the least or greatest element of \p Elements to \p Ends.
static bool addEnds(const RegionRelations &R, const FusionGroup &G, const isl::set &Elements, bool Greatest,
                    std::vector<ElementIndex> &Ends) {
  bool IsFlat = isl_set_dim(Elements.get(), isl_dim_set) == 1;
  auto Extreme = [&](auto Of, auto OfMany) {
    return IsFlat ? isl_pw_multi_aff_from_pw_aff(Of(Elements.copy(), 0)) : OfMany(Elements.copy());
  };
  isl::pw_multi_aff End = isl::manage(Greatest ? Extreme(isl_set_dim_max, isl_set_lexmax_pw_multi_aff)
                                               : Extreme(isl_set_dim_min, isl_set_lexmin_pw_multi_aff));
  if (End.is_null())
    return false;
  bool Known = true;
  isl::stat Walked = End.foreach_piece([&](isl::set, isl::multi_aff Piece) -> isl::stat {
    ElementIndex Element;
    for (int K = 0, N = isl_multi_aff_dim(Piece.get(), isl_dim_out); K < N; ++K) {
      std::optional<IndexExpr> E = toEnd(R, G, Piece.at(K));
      Known &= E.has_value();
      Element.push_back(E.value_or(IndexExpr::unknown()));
    }
    if (!is_contained(Ends, Element))
      Ends.push_back(std::move(Element));
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
  constexpr int64_t MaxFactor = 16, MaxFront = 1024, MaxFrontBytes = 1 << 16, MaxBytes = 1 << 12;
  int64_t Bytes = S.Arrays[Range.Array].ElementBytes;
  bool IsTouched = touchesAll(R, G, Range.Array);
  auto MayUse = [&](unsigned P) { return !S.Parameters[P].Text.empty() && isUsed(R, G, P); };
  auto IsSafe = [&](const ElementIndex &Element, bool IsLow) {
    if (Element.size() != Range.Lengths.size() + 1)
      return false;
    std::optional<ParameterSum> Form = parameterSum(flatIndex(Range, Element));
    if (!Form || std::abs(Form->Constant) > MaxParameterFactor || !all_of(Form->Factors, [&](const auto &F) {
          return std::abs(F.second) <= MaxParameterFactor && all_of(F.first, MayUse);
        }))
      return false;
    if (IsTouched)
      return true;
    if (IsLow)
      return Form->Factors.empty() && Form->Constant >= -MaxFront && Form->Constant * Bytes >= -MaxFrontBytes;
    return Form->isAffine() && Form->Factors.size() <= 4 && all_of(Form->Factors, [&](const auto &F) {
             return std::abs(F.second) <= MaxFactor && S.Parameters[F.first.front()].Bits <= 32;
           });
  };
  return !Range.Low.empty() && !Range.High.empty() && Bytes > 0 &&
         Bytes <= (lengthOfVariable(S.Arrays[Range.Array]) ? MaxParameterFactor : MaxBytes) &&
         all_of(Range.Low, [&](const ElementIndex &E) { return IsSafe(E, true); }) &&
         all_of(Range.High, [&](const ElementIndex &E) { return IsSafe(E, false); });
}

namespace {
/// Elements as functions of the parameters, in the dimensions that a class's elements are reckoned in.
class ElementOrder {
public:
  ElementOrder(const RegionRelations &R, const isl::set &Touched, ArrayRef<IndexExpr> Lengths)
      : Scope{*R.Parameters, isl::manage(isl_space_drop_all_params(Touched.space().release())), {}, Touched},
        Zero(constantOn(Scope.Tuple, isl::val::zero(Touched.ctx()))) {
    for (const IndexExpr &L : Lengths)
      this->Lengths.push_back(toPwAff(Scope, L).value_or(isl::pw_aff()));
  }

  /// Whether all inner subscripts that are touched stay in their dimensions: then the order of the tuples is the one in
  /// memory.
  bool staysInRows() const {
    std::vector<isl::pw_aff> Element;
    for (unsigned K = 0; K <= Lengths.size(); ++K)
      Element.push_back(variableOn(Scope.Tuple, K));
    return isInRows(Element);
  }

  /// What is touched in front of \p End, or behind it; null if \p End is not one element of a row.
  isl::set beyond(const ElementIndex &End, bool InFront) const {
    std::vector<isl::pw_aff> At;
    for (const IndexExpr &E : End)
      At.push_back(toPwAff(Scope, E).value_or(isl::pw_aff()));
    if (At.size() != Lengths.size() + 1 || !isInRows(At))
      return isl::set();
    isl::set Beyond = isl::set::empty(Scope.Domain.space()), Equal = Scope.Domain;
    for (unsigned K = 0; K < At.size(); ++K) {
      isl::pw_aff Subscript = variableOn(Scope.Tuple, K);
      Beyond = Beyond.unite(Equal.intersect(InFront ? Subscript.lt_set(At[K]) : Subscript.gt_set(At[K])));
      Equal = Equal.intersect(Subscript.eq_set(At[K]));
    }
    return Beyond;
  }

private:
  bool isInRows(ArrayRef<isl::pw_aff> Element) const {
    for (unsigned K = 0; K < Lengths.size(); ++K) {
      isl::set Inside = Element[K + 1].ge_set(Zero).intersect(Element[K + 1].lt_set(Lengths[K]));
      if (!Scope.Domain.subtract(Inside).is_empty().is_true())
        return false;
    }
    return true;
  }

  IndexScope Scope;
  isl::pw_aff Zero;
  std::vector<isl::pw_aff> Lengths;
};
} // namespace

std::optional<ElementRange> footprintOf(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G,
                                        unsigned Array) {
  Ctx.resetQuota();
  std::optional<std::vector<isl::set>> Touched = touchedElements(Ctx, R, G, Array);
  if (!Touched || Touched->empty())
    return std::nullopt;
  isl::set All;
  for (const isl::set &T : *Touched)
    All = All.is_null() ? T : All.unite(T);
  // Every second element is a range as good as all of them.
  All = simplified(isl::manage(isl_set_remove_divs(All.release())));
  ElementRange Range;
  Range.Array = Array;
  Range.Lengths = lengthsOf(R, Array);
  for (unsigned K = 0; K <= Range.Lengths.size(); ++K)
    if (isl_set_dim_is_bounded(All.get(), isl_dim_set, K) != isl_bool_true)
      return std::nullopt;
  if (!ElementOrder(R, All, Range.Lengths).staysInRows())
    return std::nullopt;
  if (!addEnds(R, G, All, false, Range.Low) || !addEnds(R, G, All, true, Range.High) || !mayBeEvaluated(R, G, Range))
    return std::nullopt;
  return Range;
}

bool holdsFootprint(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G, const ElementRange &Range) {
  if (Range.Array >= R.Region->Arrays.size() || R.Region->Arrays[Range.Array].Pointer.empty() ||
      Range.Lengths != lengthsOf(R, Range.Array) || !mayBeEvaluated(R, G, Range))
    return false;
  Ctx.resetQuota();
  std::optional<std::vector<isl::set>> Touched = touchedElements(Ctx, R, G, Range.Array);
  if (!Touched)
    return false;
  for (const isl::set &T : *Touched) {
    Ctx.resetQuota();
    ElementOrder Order(R, T, Range.Lengths);
    isl::set Below = T, Above = T; // What no end of that side holds yet.
    for (const ElementIndex &E : Range.Low)
      Below = Below.intersect(Order.beyond(E, true));
    for (const ElementIndex &E : Range.High)
      Above = Above.intersect(Order.beyond(E, false));
    if (!Order.staysInRows() || !Below.is_empty().is_true() || !Above.is_empty().is_true())
      return false;
  }
  return true;
}

static Refusal mayAlias(const RegionRelations &R, const FusionGroup &G, std::pair<unsigned, unsigned> Pair) {
  return mayAlias(*R.Region, Pair.first, Pair.second, R.Region->Members[G.Members.back().Member].Span);
}

std::optional<Refusal> addGuards(IslContext &Ctx, const RegionRelations &R, FusionGroup &G) {
  G.Guards.clear();
  G.Assumptions = R.Assumed;
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

/// An array of the group that is seen as one of several dimensions.
static std::string flatArray(const RegionRelations &R, const FusionGroup &G) {
  for (const Placement &P : G.Members)
    for (unsigned St : R.Region->Members[P.Member].Statements)
      for (const AccessRelation &A : R.Statements[St].Accesses)
        if (!R.Shapes[A.Class].empty())
          return R.Region->Arrays[R.access(A).Array].Name;
  return "";
}

/// The test stands in front of all members of the group and of what stands between them: its numbers must have the same
/// values there. That no member of the group changes them, the pairs' checks and the guards see to.
static std::optional<Refusal> checkOperands(const RegionRelations &R, const FusionGroup &G) {
  std::set<unsigned> Used;
  auto Add = [&](const IndexExpr &E) {
    std::optional<ParameterSum> Sum = parameterSum(E);
    if (Sum)
      for (const auto &[Product, Factor] : Sum->Factors)
        Used.insert(Product.begin(), Product.end());
  };
  for (const Constraint &C : G.Assumptions)
    Add(C.Expr);
  for (const AliasGuard &Guard : G.Guards)
    for (const ElementRange *Range : {&Guard.First, &Guard.Second}) {
      for (const std::vector<ElementIndex> *Ends : {&Range->Low, &Range->High})
        for (const ElementIndex &End : *Ends)
          for_each(End, Add);
      for_each(Range->Lengths, Add);
    }
  unsigned First = G.Members.front().Member;
  for (unsigned P : Used)
    for (unsigned M = First; M < G.Members.back().Member; ++M)
      if (none_of(G.Members, [&](const Placement &Own) { return Own.Member == M; }))
        if (std::optional<Refusal> Why = valueConflict(R, P, First, M))
          return Why;
  return std::nullopt;
}

std::optional<Refusal> checkGuards(IslContext &Ctx, const RegionRelations &R, const FusionGroup &G) {
  // The sets hold where all of these do, so the group's guard must ask for all.
  auto IsTested = [&](const Constraint &C) {
    return mayBeTested(R, G, C) &&
           any_of(G.Assumptions, [&](const Constraint &A) { return A.Expr == C.Expr && !A.IsEquality; });
  };
  // An `if` by a guard is known by the addresses in it.
  if (!all_of(R.Assumed, IsTested) || (!G.Assumptions.empty() && G.Guards.empty()))
    return refuse(RefusalId::AccessNotAffine, R.Region->Members[G.Members.front().Member].Span, {flatArray(R, G)});
  if (std::optional<Refusal> Why = checkOperands(R, G))
    return Why;
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
  return std::nullopt;
}

} // namespace loopfuse
