//===- Alignment.cpp - members whose iterations differ --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Alignment.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/LinearBounds.h"
#include "Poly/PairLegality.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// Shifts are for neighbours: larger ones, and those that grow with the arrays (5*i meets 8*j + 5), come from elements
/// that meet by chance, and find the values no longer where they are cheap.
static constexpr long MaxShift = 16;
static constexpr long MaxSpread = 8;

static const Loop &outermost(const Scop &S, unsigned Member) { return S.Loops[S.Members[Member].Loops.front()]; }

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

std::optional<int64_t> leastShift(IslContext &Ctx, const RegionRelations &R, unsigned Earlier, unsigned Later) {
  const Scop &S = *R.Region;
  if (R.LeavesToGuards)
    return std::nullopt; // A guard keeps the loops twice already.
  for (unsigned M : {Earlier, Later})
    if (S.Members[M].Kind != MemberKind::Nest || S.Members[M].Loops.empty())
      return std::nullopt;
  bool Up = goesUp(outermost(S, Earlier));
  int64_t Delay = 0;
  Ctx.resetQuota();
  for (const AccessPair &P : conflictingPairs(R, Earlier, Later)) {
    // Those the gate judges by other means than order.
    if (P.Alias == AliasRelation::MayOverlap || R.statement(*P.From).IsHeader || R.statement(*P.To).IsHeader)
      continue;
    // How much later x runs than y, were Later not delayed.
    isl::set Pairs = sameElement(P).wrap();
    isl::local_space Local(Pairs.space());
    isl::aff X = isl::aff::var_on_domain(Local, isl::dim::set, 0);
    isl::aff Y = isl::aff::var_on_domain(Local, isl::dim::set, R.statement(*P.From).Loops.size());
    isl::aff Distance = Up ? X.sub(Y) : Y.sub(X);
    // The bound over the rationals answers most questions at a fraction of the price.
    isl::val AtMost = rationalMaximum(Pairs, Distance);
    if (AtMost.is_nan().is_true() || AtMost.is_nonpos().is_true() || Pairs.is_empty().is_true())
      continue;
    if (!AtMost.lt(isl::val(Ctx.get(), MaxShift + 1)).is_true())
      return std::nullopt;
    isl::val Greatest = Pairs.max_val(Distance);
    if (!Greatest.is_int().is_true())
      return std::nullopt;
    if (Greatest.get_num_si() <= 0)
      continue;
    isl::val Spread = Greatest.sub(Pairs.min_val(Distance));
    auto IsAtMost = [](const isl::val &V, long Limit) { return V.le(isl::val(V.ctx(), Limit)).is_true(); };
    if (!IsAtMost(Greatest, MaxShift) || !Spread.is_int().is_true() || !IsAtMost(Spread, MaxSpread))
      return std::nullopt;
    Delay = std::max<int64_t>(Delay, Greatest.get_num_si());
  }
  return Up ? Delay : -Delay;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {
/// Start and end of the members' loops as functions of the parameters, in values of the fused loop's variable and in
/// the order of time: those of loops that count down are negated.
class MemberRanges {
public:
  MemberRanges(const RegionRelations &R, const FusionGroup &Group) : R(R) {
    isl::space Unit(R.Parameters->ctx(), 0, 0);
    IndexScope Scope{*R.Parameters, Unit, {}, isl::set::universe(Unit)};
    for (const Placement &P : Group.Members) {
      const Loop &L = outermost(*R.Region, P.Member);
      bool Up = goesUp(L);
      IndexExpr Shift = IndexExpr::constant(P.Shift.front());
      IndexExpr Start = L.First + Shift, End = L.Bound + Shift + IndexExpr::constant(L.boundToEnd());
      auto S = toPwAff(Scope, Up ? Start : -Start), E = toPwAff(Scope, Up ? End : -End);
      Known &= S && E;
      Starts.push_back(S.value_or(isl::pw_aff()));
      Ends.push_back(E.value_or(isl::pw_aff()));
      if (!Known)
        return;
      // Assumption A2: nobody waits for 2^60 iterations.
      isl::val Many = isl::val(R.Parameters->ctx(), 60).pow2();
      isl::set Few = Ends.back().sub(Starts.back()).le_set(constantOn(Unit, Many)).params();
      Ending = Ending.is_null() ? Few : Ending.intersect(Few);
    }
  }

  bool isKnown() const { return Known; }
  size_t size() const { return Starts.size(); }
  const isl::pw_aff &start(size_t I) const { return Starts[I]; }
  const isl::pw_aff &end(size_t I) const { return Ends[I]; }

  /// The parameters for which the first one is less.
  isl::set less(const isl::pw_aff &A, const isl::pw_aff &B) const { return A.lt_set(B); }
  /// Whether this never holds, as far as the parameters are known. Not if isl gave up.
  bool never(const isl::set &Set) const {
    isl::set Possible = Set.intersect_params(Ending);
    return R.Parameters->inContext(Possible).is_empty().is_true();
  }

  /// The fused nest's own end, the least of several, is never made as a function: it would have many pieces.
  /// Parameters for which it lies in front of \p Value, or behind it.
  isl::set endsBefore(const CommonRange &C, const isl::pw_aff &Value) const {
    isl::set Any = less(Ends[C.Bounds.front()], Value);
    for (unsigned B : drop_begin(C.Bounds))
      Any = Any.unite(less(Ends[B], Value));
    return Any;
  }
  isl::set endsBehind(const CommonRange &C, const isl::pw_aff &Value) const {
    isl::set All = less(Value, Ends[C.Bounds.front()]);
    for (unsigned B : drop_begin(C.Bounds))
      All = All.intersect(less(Value, Ends[B]));
    return All;
  }
  /// Parameters for which member \p I runs before the fused nest's start.
  isl::set hasPrologue(const CommonRange &C, size_t I) const {
    return less(Starts[I], Starts[C.First]).intersect(less(Starts[I], Ends[I]));
  }
  /// And behind its end; it does not begin in front of the fused nest's start.
  isl::set hasEpilogue(const CommonRange &C, size_t I) const {
    return endsBefore(C, Ends[I]).intersect(less(Starts[C.First], Ends[I]));
  }

private:
  const RegionRelations &R;
  bool Known = true;
  std::vector<isl::pw_aff> Starts, Ends;
  isl::set Ending; ///< The parameters for which all loops end.
};
} // namespace

static Refusal differ(const RegionRelations &R, const FusionGroup &Group, std::string Why) {
  const SourceSpan &Place = outermost(*R.Region, Group.Members.back().Member).Header;
  return refuse(RefusalId::NotSplit, Place, {std::move(Why)});
}

/// Whether the expression is reduced modulo 2^n where it depends on the loop. Over a few iterations it may provably not
/// be, and the re-check would find another expression.
static bool wrapsWith(const IndexExpr &E, unsigned Loop) {
  return (E.kind() == IndexKind::Wrap && E.usesIterator(Loop)) ||
         any_of(E.operands(), [&](const IndexExpr &Part) { return wrapsWith(Part, Loop); });
}

static bool wraps(const Scop &S, const Member &M) {
  return any_of(M.Statements, [&](unsigned St) {
    return any_of(S.Statements[St].Accesses, [&](const Access &A) {
      return any_of(A.Subscripts, [&](const IndexExpr &E) { return wrapsWith(E, M.Loops.front()); });
    });
  });
}

/// Loops of which the first and the last iterations can be split off.
static std::optional<Refusal> checkLoops(const RegionRelations &R, const FusionGroup &Group) {
  if (Group.Depth != 1 || !Group.Contractions.empty() || Group.isGuarded())
    return differ(R, Group, "only outermost loops are split");
  for (const Placement &P : Group.Members) {
    const Loop &L = outermost(*R.Region, P.Member);
    bool IsPlain = L.Kind == LoopVariableKind::Integer && L.Order == DimOrder::Sequential && L.Directive.empty() &&
                   L.Relation != BoundRelation::NotEqual && (L.Step.isConstant(1) || L.Step.isConstant(-1));
    // The re-check compares bounds that are read from memory as text.
    if (!IsPlain || R.Region->Members[P.Member].IsConditional || hasOpenLoop(*R.Region, R.Region->Members[P.Member]) ||
        wraps(*R.Region, R.Region->Members[P.Member]) || !R.Loops[R.Region->Members[P.Member].Loops.front()].Exact)
      return refuse(RefusalId::NotSplit, L.Header, {"the first ones of this loop cannot be split off"});
    if (L.LiveBehind)
      return refuse(RefusalId::LoopVariableLive, L.Header, {L.Variable});
  }
  return std::nullopt;
}

/// The positions whose ends may be the first one.
static std::vector<unsigned> leastEnds(const MemberRanges &M) {
  std::vector<unsigned> Least;
  for (unsigned I = 0; I < M.size(); ++I) {
    auto IsNeverBehind = [&](unsigned J) { return M.never(M.less(M.end(I), M.end(J))); };
    if (any_of(Least, IsNeverBehind))
      continue;
    erase_if(Least, [&](unsigned J) { return M.never(M.less(M.end(J), M.end(I))); });
    Least.push_back(I);
  }
  return Least;
}

std::variant<CommonRange, Refusal> findCommonRange(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                                   int64_t Few) {
  if (std::optional<Refusal> Why = checkLoops(R, Group))
    return *Why;
  Ctx.resetQuota();
  MemberRanges M(R, Group);
  if (!M.isKnown())
    return differ(R, Group, "their bounds are not affine");
  CommonRange C;
  std::vector<unsigned> All(M.size());
  for (unsigned I = 0; I < M.size(); ++I)
    All[I] = I;
  auto StartsLast = [&](unsigned I) {
    return all_of(All, [&](unsigned J) { return M.never(M.less(M.start(I), M.start(J))); });
  };
  auto First = find_if(All, StartsLast);
  if (First == All.end())
    return differ(R, Group, "it is not known which of them starts first");
  C.First = *First;
  C.Bounds = leastEnds(M);
  isl::pw_aff Long = M.start(C.First).add_constant(isl::val(M.start(C.First).ctx(), long(Few)));
  if (M.never(M.endsBehind(C, Long)))
    return differ(R, Group, "that is short");
  C.MayBeEmpty = !M.never(M.endsBefore(C, M.start(C.First)));
  for (unsigned I : All) {
    if (!M.never(M.hasPrologue(C, I)))
      C.Prologues.push_back(I);
    if (!M.never(M.hasEpilogue(C, I)))
      C.Epilogues.push_back(I);
  }
  return C;
}

std::optional<Refusal> checkCommonRange(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group) {
  if (std::optional<Refusal> Why = checkLoops(R, Group))
    return Why;
  const CommonRange &C = *Group.Common;
  auto IsPosition = [&](unsigned I) { return I < Group.Members.size(); };
  if (!IsPosition(C.First) || C.Bounds.empty() || !all_of(C.Bounds, IsPosition))
    return differ(R, Group, "the plan's range is malformed");
  Ctx.resetQuota();
  MemberRanges M(R, Group);
  if (!M.isKnown())
    return differ(R, Group, "their bounds are not affine");
  isl::pw_aff Start = M.start(C.First);
  if (!C.MayBeEmpty && !M.never(M.endsBefore(C, Start)))
    return differ(R, Group, "the plan's range is malformed");
  isl::set Runs = M.endsBehind(C, Start);
  for (unsigned I = 0; I < M.size(); ++I) {
    // Every iteration of the fused nest is one of the member's.
    bool IsPart =
        M.never(Runs.intersect(M.less(Start, M.start(I)))) && M.never(Runs.intersect(M.endsBehind(C, M.end(I))));
    // Nothing is left out.
    bool IsWhole = (is_contained(C.Prologues, I) || M.never(M.hasPrologue(C, I))) &&
                   (is_contained(C.Epilogues, I) || M.never(M.hasEpilogue(C, I)));
    if (!IsPart || !IsWhole)
      return differ(R, Group, "the fused nest would not run what this loop ran");
  }
  return std::nullopt;
}

} // namespace loopfuse
