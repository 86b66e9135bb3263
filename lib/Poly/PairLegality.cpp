//===- PairLegality.cpp - whether two nests may be merged -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/PairLegality.h"
#include "Model/OmpDirective.h"
#include "Poly/Conditions.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/Footprint.h"
#include "Poly/FusedSpace.h"
#include "Poly/ParameterLife.h"
#include "Poly/PrivateScalars.h"
#include "Poly/Reversal.h"
#include "Poly/Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

bool hasOpenLoop(const Scop &S, const Member &M) {
  return any_of(M.Loops, [&](unsigned L) { return S.Loops[L].First.isUnknown() || S.Loops[L].Bound.isUnknown(); });
}

static std::optional<Refusal> checkLoops(const RegionRelations &R, const Loop &A, const Loop &B, bool Opposite) {
  if (!mergedDirective(A.Directive, B.Directive))
    return refuse(RefusalId::PragmaDiffers, B.Header,
                  {writtenDirective(A.Directive.empty() ? B.Directive : A.Directive)});
  if (A.Order != B.Order)
    return refuse(RefusalId::LoopForm, B.Header, {"only one of the loops is parallel"});
  if (A.Kind != B.Kind)
    return refuse(RefusalId::LoopForm, B.Header, {"the loops walk in different ways"});
  if (Opposite)
    return refuse(RefusalId::LoopForm, B.Header, {"the loops count in different directions"});
  if (A.Kind != LoopVariableKind::Integer && A.Kind != LoopVariableKind::Thread && (!A.Base || A.Base != B.Base)) {
    auto Over = [&](const Loop &L) {
      return L.Base ? "the elements of " + R.Region->Arrays[*L.Base].Name : L.Variable;
    };
    return refuse(RefusalId::TripCountsDiffer, B.Header, {Over(A), Over(B)});
  }
  return std::nullopt;
}

/// Whether the counter that \p A leaves may be assigned to that of \p B.
static bool mayBeCopied(const Scop &S, const Loop &A, const Loop &B) {
  auto IsAlone = [&](const Loop &L) {
    return L.DeclaredOutside && L.Counter && L.Kind == LoopVariableKind::Integer && L.Directive.empty() &&
           !S.Members[L.Member].IsConditional;
  };
  return IsAlone(A) && IsAlone(B) && A.VariableType == B.VariableType;
}

/// What Later's loops would have left in variables that live on: the fused nest has Earlier's headers, whose variables
/// end alike if they take the same steps from the same start. A variable of its own is given that value behind the nest
/// (copiesCounter). Earlier's own are left as they were.
static std::optional<Refusal> checkLiveVariables(const Scop &S, const Placement &Earlier, const Placement &Later,
                                                 unsigned Depth) {
  auto Live = [&](unsigned L) { return refuse(RefusalId::LoopVariableLive, S.Loops[L].Header, {S.Loops[L].Variable}); };
  for (unsigned M : {Earlier.Member, Later.Member}) {
    std::vector<unsigned> Loops = S.perfectLoops(S.Members[M], S.Members[M].PerfectDepth);
    for (unsigned K = Depth; K < Loops.size(); ++K)
      if (S.Loops[Loops[K]].LiveBehind)
        return Live(Loops[K]);
  }
  std::vector<unsigned> A = S.perfectLoops(S.Members[Earlier.Member], Depth),
                        B = S.perfectLoops(S.Members[Later.Member], Depth);
  for (unsigned K = 0; K < Depth; ++K) {
    const Loop &LA = S.Loops[A[K]], &LB = S.Loops[B[K]];
    if (LB.LiveBehind && ((LA.Counter != LB.Counter && !(K == 0 && mayBeCopied(S, LA, LB))) ||
                          Earlier.Shift[K] != Later.Shift[K] || LA.Relation != LB.Relation || LB.First.isUnknown() ||
                          LA.First != LB.First || LA.Step != LB.Step || !LB.Step.isConstant()))
      return Live(B[K]);
  }
  return std::nullopt;
}

static std::string sizesText(const Scop &S, ArrayRef<IndexExpr> Sizes) {
  std::string Text;
  for (const IndexExpr &E : Sizes)
    Text += (Text.empty() ? "(" : ", ") + toString(S, E);
  return Text + ")";
}

/// One launch starts the threads of both: as many blocks, as many threads in each, in the same queue.
static std::optional<Refusal> checkLaunches(const Scop &S, const Member &A, const Member &B) {
  if (!A.Launch || !B.Launch)
    return A.Launch || B.Launch
               ? std::optional(refuse(RefusalId::LaunchForm, B.Span, {"only one of the two is a launch"}))
               : std::nullopt;
  const LaunchConfiguration &X = *A.Launch, &Y = *B.Launch;
  auto Differs = [&](const char *What, ArrayRef<IndexExpr> L, ArrayRef<IndexExpr> R) {
    return refuse(RefusalId::LaunchConfiguration, B.Span, {What, sizesText(S, L), sizesText(S, R)});
  };
  if (X.Grid != Y.Grid)
    return Differs("blocks", X.Grid, Y.Grid);
  if (X.Block != Y.Block)
    return Differs("threads in a block", X.Block, Y.Block);
  if (X.Stream != Y.Stream) {
    auto Name = [](const LaunchConfiguration &L) { return L.Stream.empty() ? "the default stream" : L.Stream; };
    return refuse(RefusalId::LaunchStream, B.Span, {Name(X), Name(Y)});
  }
  return std::nullopt;
}

std::optional<Refusal> checkForm(const RegionRelations &R, const Placement &Earlier, const Placement &Later,
                                 unsigned Depth) {
  const Scop &S = *R.Region;
  for (const Placement *P : {&Earlier, &Later}) {
    if (P->Member >= S.Members.size())
      return refuse(RefusalId::LoopForm, S.Span, {"there is no such member"});
    const Member &M = S.Members[P->Member];
    if (!M.Refusals.empty())
      return M.Refusals.front();
    if (M.Kind != MemberKind::Nest || Depth == 0 || Depth > M.PerfectDepth || P->Shift.size() != Depth)
      return refuse(RefusalId::LoopForm, M.Span, {"it has no " + utostr(Depth) + " loops that can be merged"});
  }
  if (Earlier.Member >= Later.Member)
    return refuse(RefusalId::LoopForm, S.Members[Later.Member].Span, {"the members are not in their order"});
  if (std::optional<Refusal> Why = checkLaunches(S, S.Members[Earlier.Member], S.Members[Later.Member]))
    return Why;
  for (const Placement *P : {&Earlier, &Later}) {
    const Member &M = S.Members[P->Member];
    if (M.Launch && R.LeavesToGuards)
      return refuse(RefusalId::UnsupportedStatement, M.Span, {"a run-time test around a launch"});
    if (M.IsConditional && R.LeavesToGuards)
      return refuse(RefusalId::UnsupportedStatement, M.Span, {"a run-time test around a loop under 'if'"});
    if (M.CollapsedLoops > Depth)
      return refuse(RefusalId::LoopForm, M.Span, {"its directive collapses " + utostr(M.CollapsedLoops) + " loops"});
    // The re-check compares bounds that are read from memory as text.
    if (hasOpenLoop(S, M) && any_of(P->Shift, [](int64_t By) { return By != 0; }))
      return refuse(RefusalId::LoopForm, M.Span,
                    {"an inner loop's bounds are read from memory, so it cannot be shifted"});
  }
  std::vector<unsigned> A = S.perfectLoops(S.Members[Earlier.Member], Depth),
                        B = S.perfectLoops(S.Members[Later.Member], Depth);
  for (unsigned K = 0; K < Depth; ++K) {
    bool Opposite = (goesUp(S.Loops[A[K]]) != Earlier.isReversed(K)) != (goesUp(S.Loops[B[K]]) != Later.isReversed(K));
    if (std::optional<Refusal> Why = checkLoops(R, S.Loops[A[K]], S.Loops[B[K]], Opposite))
      return Why;
    // The variable of a range-for is the element itself: there is no other one to shift to.
    if (S.Loops[A[K]].Kind == LoopVariableKind::Element && Earlier.Shift[K] != Later.Shift[K])
      return refuse(RefusalId::LoopForm, S.Loops[B[K]].Header, {"a loop over elements cannot be shifted"});
  }
  return checkLiveVariables(S, Earlier, Later, Depth);
}

/// Whether the loop's variable may wrap around on its way, so that its values come in an order that is not known: the
/// step is not, and an overflow of the type is defined.
static bool mayWrapAround(const Loop &L) {
  return L.Kind == LoopVariableKind::Integer && !L.Step.isConstant() &&
         !is_contained({"int", "long", "long long"}, L.VariableType);
}

static Refusal mayWrap(const Loop &L) {
  return refuse(RefusalId::LoopMayWrap, L.Header,
                {"'" + L.Variable + "' is '" + L.VariableType + "' and its step is not a constant"});
}

/// Whether the loops have the same First, Bound and Step, loop for loop, as written.
static bool sameText(const Scop &S, ArrayRef<unsigned> A, ArrayRef<unsigned> B) {
  auto ToA = [&](const IndexExpr &Leaf) {
    if (Leaf.kind() == IndexKind::Iterator)
      if (auto It = llvm::find(B, Leaf.index()); It != B.end())
        return IndexExpr::iterator(A[It - B.begin()]);
    return Leaf;
  };
  for (size_t K = 0; K < A.size(); ++K) {
    const Loop &LA = S.Loops[A[K]], &LB = S.Loops[B[K]];
    if (LA.First.isUnknown() || LA.Bound.isUnknown() || LA.Step.isUnknown() || LA.Relation != LB.Relation ||
        !(LA.First == LB.First.mapLeaves(ToA)) || !(LA.Bound == LB.Bound.mapLeaves(ToA)) ||
        !(LA.Step == LB.Step.mapLeaves(ToA)) ||
        ((mayWrapAround(LA) || mayWrapAround(LB)) && LA.VariableType != LB.VariableType))
      return false;
  }
  return true;
}

isl::set fusedIterations(const RegionRelations &R, const Placement &P) {
  const Scop &S = *R.Region;
  const isl::set &Set = R.Loops[S.perfectLoops(S.Members[P.Member], P.Shift.size()).back()].Set;
  return Set.apply(toFused(Set.space(), P.Shift));
}

bool sameIterations(const RegionRelations &R, const Placement &Earlier, const Placement &Later, unsigned Depth) {
  const Scop &S = *R.Region;
  std::vector<unsigned> A = S.perfectLoops(S.Members[Earlier.Member], Depth),
                        B = S.perfectLoops(S.Members[Later.Member], Depth);
  if (Earlier.Shift == Later.Shift && sameText(S, A, B))
    return true;
  if (!R.Loops[A.back()].Exact || !R.Loops[B.back()].Exact)
    return false;
  isl::set X = fusedIterations(R, Earlier), Y = fusedIterations(R, Later);
  X = R.Parameters->inContext(X.align_params(Y.space()));
  Y = R.Parameters->inContext(Y.align_params(X.space()));
  return X.is_equal(Y).is_true();
}

std::optional<std::vector<int64_t>> alignDomains(IslContext &Ctx, const RegionRelations &R, unsigned Earlier,
                                                 unsigned Later, unsigned Depth) {
  const Scop &S = *R.Region;
  Ctx.resetQuota();
  for (unsigned M : {Earlier, Later})
    if (M >= S.Members.size() || S.Members[M].Kind != MemberKind::Nest || Depth == 0 ||
        Depth > S.Members[M].PerfectDepth)
      return std::nullopt;
  std::vector<int64_t> Zero(Depth, 0), Shift;
  if (sameIterations(R, {Earlier, Zero}, {Later, Zero}, Depth))
    return Zero;
  std::vector<unsigned> A = S.perfectLoops(S.Members[Earlier], Depth), B = S.perfectLoops(S.Members[Later], Depth);
  for (unsigned K = 0; K < Depth; ++K) {
    // Later's first value, with its outer variables expressed by Earlier's.
    IndexExpr First = S.Loops[B[K]].First.mapLeaves([&](const IndexExpr &Leaf) {
      for (unsigned J = 0; J < K; ++J)
        if (Leaf.kind() == IndexKind::Iterator && Leaf.index() == B[J])
          return IndexExpr::iterator(A[J]) - IndexExpr::constant(Shift[J]);
      return Leaf;
    });
    IndexExpr Difference = S.Loops[A[K]].First - First;
    if (!Difference.isConstant())
      return std::nullopt;
    Shift.push_back(Difference.value());
  }
  if (Shift == Zero || !sameIterations(R, {Earlier, Zero}, {Later, Shift}, Depth))
    return std::nullopt;
  return Shift;
}

/// "i = 0..n-1", "i = n-1..0", "i = 0, 2..n-1".
static std::string rangeText(const Scop &S, unsigned Index) {
  const Loop &L = S.Loops[Index];
  bool Up = goesUp(L);
  IndexExpr Last = L.Bound;
  if (!L.isInclusive())
    Last = Last + IndexExpr::constant(Up ? -1 : 1);
  std::string Text = L.Variable + " = " + toString(S, L.First);
  if (!L.Step.isConstant(1) && !L.Step.isConstant(-1))
    Text += ", " + toString(S, L.First + L.Step);
  return Text + ".." + toString(S, Last);
}

/// The first conversion in \p E that may change a value; null if there is none.
static const IndexExpr *findConversion(const IndexExpr &E) {
  if (E.kind() == IndexKind::Wrap)
    return &E;
  for (const IndexExpr &Operand : E.operands())
    if (const IndexExpr *Found = findConversion(Operand))
      return Found;
  return nullptr;
}

/// ", where u32(n) is 'n' as an unsigned number of 32 bits", if such a conversion stands in the header.
static std::string conversionText(const Scop &S, const Loop &L) {
  for (const IndexExpr *E : {&L.First, &L.Bound})
    if (const IndexExpr *Wrap = findConversion(*E))
      return ", where " + toString(S, *Wrap) + " is '" + toString(S, Wrap->operands()[0]) + "' as " +
             (Wrap->isSigned() ? "a signed" : "an unsigned") + " number of " + utostr(Wrap->bits()) + " bits";
  return "";
}

static Refusal tripCountsDiffer(const Scop &S, const Placement &Earlier, const Placement &Later, unsigned Depth) {
  std::vector<unsigned> A = S.perfectLoops(S.Members[Earlier.Member], Depth),
                        B = S.perfectLoops(S.Members[Later.Member], Depth);
  for (unsigned K = 0; K < Depth; ++K)
    for (unsigned L : {A[K], B[K]})
      if (mayWrapAround(S.Loops[L]) && S.Loops[A[K]].VariableType != S.Loops[B[K]].VariableType)
        return mayWrap(S.Loops[L]);
  auto Render = [&](unsigned Member) {
    std::string Text;
    for (unsigned L : S.perfectLoops(S.Members[Member], Depth))
      Text += (Text.empty() ? "" : ", ") + rangeText(S, L);
    for (unsigned L : S.perfectLoops(S.Members[Member], Depth))
      if (std::string Converted = conversionText(S, S.Loops[L]); !Converted.empty())
        return Text + Converted;
    return Text;
  };
  SourceSpan Place = S.Loops[S.Members[Later.Member].Loops.front()].Header;
  return refuse(RefusalId::TripCountsDiffer, Place, {Render(Earlier.Member), Render(Later.Member)});
}

//===----------------------------------------------------------------------===//
// The dependences
//===----------------------------------------------------------------------===//

namespace {
/// The strongest refusal seen: what is proved comes before what is not.
class Verdict {
public:
  void add(Refusal R) {
    if (!Best || rank(R) < rank(*Best))
      Best = std::move(R);
  }
  bool isProved() const { return Best && rank(*Best) == 0; }
  std::optional<Refusal> take() { return std::move(Best); }

private:
  static int rank(const Refusal &R) {
    if (R.Id == RefusalId::Quota)
      return 3;
    return refusalClass(R.Id) == RefusalClass::Illegal ? 0 : refusalClass(R.Id) == RefusalClass::Unsupported ? 1 : 2;
  }
  std::optional<Refusal> Best;
};

/// Two nests to be merged.
struct MergedPair {
  IslContext &Ctx;
  const RegionRelations &R;
  const Placement &Earlier;
  const Placement &Later;
  unsigned Depth;
  std::vector<unsigned> Loops; ///< Earlier's merged loops.
};
} // namespace

/// { X[x] -> Y[y] } where the fused nest would run y's iteration before x's, or beside it on a parallel dimension.
static isl::map reversedOrder(const MergedPair &P, const isl::space &Space) {
  isl::map Reversed = isl::map::empty(Space), Prefix = isl::map::universe(Space);
  isl::local_space Local(Space);
  for (unsigned K = 0; K < P.Depth; ++K) {
    const Loop &L = P.R.Region->Loops[P.Loops[K]];
    // How much later y runs on this dimension, in the direction of the loop.
    isl::ctx Ctx = Space.ctx();
    isl::val Shift = isl::val(Ctx, P.Later.Shift[K]).sub(isl::val(Ctx, P.Earlier.Shift[K]));
    auto Constraint = [&](bool IsEquality, int Sign, long Constant) {
      isl::constraint C =
          IsEquality ? isl::constraint::alloc_equality(Local) : isl::constraint::alloc_inequality(Local);
      return C.set_coefficient_si(isl::dim::out, K, Sign)
          .set_coefficient_si(isl::dim::in, K, -Sign)
          .set_constant_val((Sign > 0 ? Shift : Shift.neg()).add(Constant));
    };
    int Direction = goesUp(L) != P.Earlier.isReversed(K) ? 1 : -1;
    Reversed = Reversed.unite(Prefix.add_constraint(Constraint(false, -Direction, -1)));
    if (L.Order == DimOrder::Parallel)
      Reversed = Reversed.unite(Prefix.add_constraint(Constraint(false, Direction, -1)));
    Prefix = Prefix.add_constraint(Constraint(true, 1, 0));
  }
  return Reversed;
}

static bool dependsOnMergedLoops(const MergedPair &P, const Access &A, unsigned Member) {
  for (unsigned L : P.R.Region->perfectLoops(P.R.Region->Members[Member], P.Depth))
    for (const IndexExpr &E : A.Subscripts)
      if (E.usesIterator(L) || E.isUnknown())
        return true;
  return false;
}

/// The refusal for a conflict of which there is no proof that it happens.
static Refusal notProved(const RegionRelations &R, const AccessPair &P) {
  const Access &From = R.access(*P.From), &To = R.access(*P.To);
  if (From.Array != To.Array)
    return mayAlias(*R.Region, From.Array, To.Array, To.Place);
  const AccessRelation &Bad = P.From->Exact ? *P.To : *P.From;
  return refuse(RefusalId::AccessNotAffine, R.access(Bad).Place, {R.Region->Arrays[From.Array].Name});
}

static Refusal provedConflict(const MergedPair &M, const AccessPair &P, Witness Proof) {
  const RegionRelations &R = M.R;
  const Access &From = R.access(*P.From), &To = R.access(*P.To);
  bool CrossesParallel = any_of(M.Loops, [&](unsigned L) { return R.Region->Loops[L].Order == DimOrder::Parallel; });
  RefusalId Id = CrossesParallel ? RefusalId::ParallelDependence : RefusalId::DependenceReversed;
  if (P.Kind == DependenceKind::Flow && !CrossesParallel && !dependsOnMergedLoops(M, From, M.Earlier.Member))
    Id = RefusalId::ReductionConsumed;
  Refusal Why = refuse(Id, To.Place, {R.Region->Arrays[From.Array].Name});
  Why.Proof = std::move(Proof);
  return Why;
}

/// The refusal if \p Same, a conflict, has two iterations of which nothing tells the order.
static std::optional<Refusal> crossesWrap(const MergedPair &M, isl::map Same) {
  for (unsigned K = 0; K < M.Depth; ++K) {
    const Loop &L = M.R.Region->Loops[M.Loops[K]];
    if (mayWrapAround(L) && !Same.subtract(Same.equate(isl::dim::in, K, isl::dim::out, K)).is_empty().is_true())
      return mayWrap(L);
    Same = Same.equate(isl::dim::in, K, isl::dim::out, K);
  }
  return std::nullopt;
}

/// Sets \p Order to the reversed order for the statements of \p P on first use.
static std::optional<Refusal> checkDependence(const MergedPair &M, const AccessPair &P, isl::map &Order) {
  const RegionRelations &R = M.R;
  if (P.Alias == AliasRelation::MayOverlap) {
    if (R.LeavesToGuards && mayGuard(*R.Region, R.access(*P.From).Array, R.access(*P.To).Array))
      return std::nullopt;
    return notProved(R, P);
  }
  // The fused nest has one counter: checkLiveVariables has seen to what it leaves. Its values inside are no accesses.
  bool FromCounts = isCounter(R, *P.From), ToCounts = isCounter(R, *P.To);
  if (FromCounts && ToCounts && R.access(*P.From).Array == R.access(*P.To).Array)
    return std::nullopt;
  isl::map Same = sameElement(P);
  if (FromCounts && !Same.is_empty().is_true())
    return refuse(RefusalId::LoopVariableLive, R.access(*P.From).Place,
                  {R.Region->Arrays[R.access(*P.From).Array].Name});
  // A header is evaluated before, between and after all iterations.
  for (const AccessRelation *A : {P.From, P.To})
    if (R.statement(*A).IsHeader)
      return Same.is_empty().is_true() ? std::nullopt
                                       : std::optional(refuse(RefusalId::BoundVaries, R.access(*A).Place,
                                                              {R.Region->Arrays[R.access(*A).Array].Name}));
  if (Order.is_null() && !Same.is_null())
    Order = reversedOrder(M, Same.space());
  isl::map Reversed = Same.intersect(Order);
  isl::boolean Empty = Reversed.is_empty();
  if (Empty.is_true())
    return crossesWrap(M, Same);
  if (Empty.is_error())
    return refuse(RefusalId::Quota, R.access(*P.To).Place);
  if (!isProved(R, P, Reversed))
    return notProved(R, P);
  M.Ctx.resetQuota(); // The verdict stands; its witness has a quota of its own.
  if (std::optional<Witness> Proof = makeWitness(R, P.From->Ref, P.To->Ref, Reversed))
    return provedConflict(M, P, std::move(*Proof));
  return refuse(RefusalId::Quota, R.access(*P.To).Place);
}

/// Conditions 1, 3, 4 and 5 for two nests whose loops are of one form.
static std::optional<Refusal> provePair(IslContext &Ctx, const RegionRelations &R, const Placement &Earlier,
                                        const Placement &Later, unsigned Depth, Iterations Expected) {
  const Scop &S = *R.Region;
  Ctx.resetQuota();
  // A null set: isl had given up before.
  auto GaveUp = [&](const Placement &P) {
    return R.Loops[S.perfectLoops(S.Members[P.Member], Depth).back()].Set.is_null();
  };
  if (Expected == Iterations::Same && !sameIterations(R, Earlier, Later, Depth))
    return Ctx.quotaExceeded() || GaveUp(Earlier) || GaveUp(Later)
               ? refuse(RefusalId::Quota, S.Members[Later.Member].Span)
               : tripCountsDiffer(S, Earlier, Later, Depth);
  Verdict Worst;
  if (std::optional<Refusal> Why = checkConditions(R, Earlier, Later))
    Worst.add(std::move(*Why));
  for (unsigned User : {Earlier.Member, Later.Member})
    for (unsigned Other : {Earlier.Member, Later.Member})
      if (std::optional<Refusal> Why = parameterConflict(R, User, Other, R.LeavesToGuards))
        Worst.add(std::move(*Why));
  MergedPair M{Ctx, R, Earlier, Later, Depth, S.perfectLoops(S.Members[Earlier.Member], Depth)};
  std::map<std::pair<unsigned, unsigned>, isl::map> Orders;
  std::map<unsigned, bool> Private;
  auto IsPrivate = [&](const AccessPair &P) {
    unsigned Array = R.access(*P.From).Array;
    if (Expected != Iterations::Same || R.access(*P.To).Array != Array || Earlier.isReversed() || Later.isReversed())
      return false;
    auto [It, IsNew] = Private.try_emplace(Array, false);
    if (IsNew)
      It->second = isPrivateToIterations(S, Earlier.Member, Later.Member, Depth, Array);
    return It->second;
  };
  for (const AccessPair &P : conflictingPairs(R, Earlier.Member, Later.Member)) {
    if (IsPrivate(P))
      continue;
    isl::map &Order = Orders[{P.From->Ref.Statement, P.To->Ref.Statement}];
    if (std::optional<Refusal> Why = checkDependence(M, P, Order))
      Worst.add(std::move(*Why));
    if (Worst.isProved())
      break;
  }
  return Worst.take();
}

std::optional<Refusal> checkPair(IslContext &Ctx, const RegionRelations &R, const Placement &Earlier,
                                 const Placement &Later, unsigned Depth, Iterations Expected) {
  if (std::optional<Refusal> Why = checkForm(R, Earlier, Later, Depth))
    return Why;
  for (const Placement *P : {&Earlier, &Later})
    if (std::optional<Refusal> Why = checkReversal(Ctx, R, *P))
      return Why;
  RegionRelations::PairKey Key{int64_t(Expected)};
  for (const Placement *P : {&Earlier, &Later}) {
    Key.append({P->Member, int64_t(P->Shift.size() << 32 | P->Reversed.size())});
    Key.append(P->Shift.begin(), P->Shift.end());
    Key.append(P->Reversed.begin(), P->Reversed.end());
  }
  if (R.ProvedPairs.count(Key))
    return std::nullopt;
  std::optional<Refusal> Why = provePair(Ctx, R, Earlier, Later, Depth, Expected);
  if (!Why)
    R.ProvedPairs.insert(std::move(Key));
  return Why;
}

//===----------------------------------------------------------------------===//
// Changing places
//===----------------------------------------------------------------------===//

/// "it writes 's', which the loop at line 9 reads"
static std::string conflictText(const RegionRelations &R, const AccessPair &P, unsigned Moving, unsigned Other) {
  bool FromMoves = R.statement(*P.From).Member == Moving;
  const Access &Own = R.access(FromMoves ? *P.From : *P.To), &Theirs = R.access(FromMoves ? *P.To : *P.From);
  const Scop &S = *R.Region;
  const Member &M = S.Members[Other];
  std::string Where = (M.Kind == MemberKind::Nest ? "the loop at line " : "line ") + utostr(M.Span.Line);
  return std::string(Own.Kind == AccessKind::Write ? "it writes '" : "it reads '") + S.Arrays[Own.Array].Name +
         "', which " + Where + (Theirs.Kind == AccessKind::Write ? " writes" : " reads");
}

std::optional<Refusal> checkSwap(IslContext &Ctx, const RegionRelations &R, unsigned Earlier, unsigned Later,
                                 unsigned Moving) {
  Ctx.resetQuota();
  if (!mustKeepOrder(R, Earlier, Later))
    return std::nullopt;
  const Scop &S = *R.Region;
  const Member &M = S.Members[Moving];
  unsigned Other = Moving == Earlier ? Later : Earlier;
  Verdict Worst;
  Ctx.resetQuota();
  for (const AccessPair &P : conflictingPairs(R, Earlier, Later)) {
    isl::map Same = P.Alias == AliasRelation::MayOverlap ? isl::map() : sameElement(P);
    if (Same.is_empty().is_true())
      continue;
    if (Same.is_null() || !isProved(R, P, Same)) {
      Worst.add(notProved(R, P));
      continue;
    }
    Refusal Why = refuse(RefusalId::StatementBetween, M.Span, {conflictText(R, P, Moving, Other)});
    Why.Proof = makeWitness(R, P.From->Ref, P.To->Ref, Same);
    return Why;
  }
  for (auto [User, Changer] : {std::pair(Earlier, Later), std::pair(Later, Earlier)})
    if (std::optional<Refusal> Why = parameterConflict(R, User, Changer))
      Worst.add(Why->Id == RefusalId::MayAlias
                    ? std::move(*Why)
                    : refuse(RefusalId::StatementBetween, M.Span,
                             {"the value of '" + Why->Arguments.front() + "' changes here"}));
  std::optional<Refusal> Why = Worst.take();
  if (Why)
    return Why;
  std::string Reason = M.Refusals.empty() ? "what it touches is not known" : M.Refusals.front().message();
  return refuse(RefusalId::StatementBetween, M.Span, {Reason});
}

} // namespace loopfuse
