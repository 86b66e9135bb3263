//===- Domains.cpp - iteration domains as isl sets ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Domains.h"
#include "Poly/Intervals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace loopfuse {

/// Whether the value may reach the magnitudes at which assumption A2 says something new.
static bool mayBeHuge(const Scop &S, const IndexExpr &E) { return !fitsType(S, E, 60, /*Signed=*/true); }

namespace {
/// Adds one loop's constraints to the iterations of the loops around it.
struct LevelBuilder {
  const Loop &L;
  const IndexScope &Scope;
  isl::pw_aff Value; ///< The loop's variable.
  bool Up;
  bool Exact = true;
  isl::set Set;

  void add(const isl::set &S) { Set = intersected(Set, S); }

  void addFirst(const isl::pw_aff &First, std::optional<int64_t> Step) {
    add(Up ? Value.ge_set(First) : Value.le_set(First));
    if (!Step || *Step == 1 || *Step == -1)
      return;
    isl::val Stride = isl::val(Set.ctx(), *Step).abs();
    add(Value.sub(First).mod(Stride).eq_set(constantOn(Scope.Tuple, isl::val::zero(Set.ctx()))));
  }

  void addBound(const isl::pw_aff &Bound) {
    switch (L.Relation) {
    case BoundRelation::Less:
      Exact &= Up;
      return add(Value.lt_set(Bound));
    case BoundRelation::LessEqual:
      Exact &= Up;
      return add(Value.le_set(Bound));
    case BoundRelation::Greater:
      Exact &= !Up;
      return add(Value.gt_set(Bound));
    case BoundRelation::GreaterEqual:
      Exact &= !Up;
      return add(Value.ge_set(Bound));
    case BoundRelation::NotEqual: // The loop ends (A2), so it starts on this side of the bound and meets it.
      return add(Up ? Value.lt_set(Bound) : Value.gt_set(Bound));
    }
  }

  /// |Bound - First| <= 2^60 steps, or no iteration exists.
  void addCount(const isl::pw_aff &First, const isl::pw_aff &Bound, int64_t Step) {
    isl::pw_aff Length = (Up ? Bound.sub(First) : First.sub(Bound)).add_constant(L.isInclusive() ? 1 : 0);
    isl::val Limit = isl::val(Set.ctx(), 60).pow2().mul(isl::val(Set.ctx(), Step).abs());
    add(Length.le_set(constantOn(Scope.Tuple, Limit)));
  }
};
} // namespace

static LoopDomain buildLoopDomain(IslContext &Context, const ParameterSpace &Parameters, unsigned Index,
                                  const LoopDomain *Parent) {
  const Scop &S = Parameters.scop();
  const Loop &L = S.Loops[Index];
  isl::ctx Ctx = Parameters.ctx();
  LoopDomain D;
  if (Parent)
    D = *Parent;
  D.Loops.push_back(Index);
  unsigned Level = D.Loops.size() - 1;
  isl::space Tuple = isl::space(Ctx, 0, Level + 1).set_tuple_id(isl::dim::set, namedId(Ctx, "L" + utostr(Index)));
  isl::set Outer = isl::set::universe(Tuple);
  if (Parent) {
    Outer = Parent->Set.add_dims(isl::dim::set, 1);
    Outer = Outer.set_tuple_id(namedId(Ctx, "L" + utostr(Index)));
  }
  IndexScope Scope{Parameters, Tuple, D.Loops, Outer};
  std::optional<int64_t> Step = L.Step.isConstant() ? std::optional(L.Step.value()) : std::nullopt;
  LevelBuilder B{L, Scope, variableOn(Tuple, Level), Step ? *Step > 0 : L.StepSign > 0, true, Outer};
  std::optional<isl::pw_aff> First = toPwAff(Scope, L.First), Bound = toPwAff(Scope, L.Bound);
  if (First)
    B.addFirst(*First, Step);
  if (Bound)
    B.addBound(*Bound);
  if (First && Bound && Step && B.Exact && (mayBeHuge(S, L.First) || mayBeHuge(S, L.Bound)))
    B.addCount(*First, *Bound, *Step);
  D.Set = simplified(Parameters.inContext(B.Set));
  D.Exact &= B.Exact && First && Bound && Step && !D.Set.is_null();
  if (D.Set.is_null()) {
    Context.resetQuota();
    D.Set = isl::set::universe(Tuple);
  }
  return D;
}

OnDemand<LoopDomain> loopDomains(IslContext &Ctx, std::shared_ptr<const ParameterSpace> Parameters) {
  const Scop &S = Parameters->scop();
  // Enclosing loops come first, and so are there already.
  auto Known = std::make_shared<std::vector<std::optional<LoopDomain>>>(S.Loops.size());
  auto Make = [&Ctx, &S, Parameters, Known](unsigned Index) {
    std::vector<unsigned> Nest;
    for (std::optional<unsigned> L = Index; L && !(*Known)[*L]; L = S.Loops[*L].Parent)
      Nest.push_back(*L);
    for (unsigned L : reverse(Nest)) {
      std::optional<unsigned> Parent = S.Loops[L].Parent;
      Ctx.resetQuota();
      (*Known)[L] = buildLoopDomain(Ctx, *Parameters, L, Parent ? &*(*Known)[*Parent] : nullptr);
    }
    Ctx.resetQuota();
    return *(*Known)[Index];
  };
  return {S.Loops.size(), Make};
}

namespace {
struct IntegerType {
  unsigned Bits;
  bool Signed;
};
} // namespace

static std::optional<IntegerType> integerType(StringRef Canonical) {
  bool Signed = !Canonical.consume_front("unsigned ");
  Canonical.consume_front("signed ");
  unsigned Bits = StringSwitch<unsigned>(Canonical)
                      .Case("char", 8)
                      .Case("short", 16)
                      .Case("int", 32)
                      .Cases({"long", "long long"}, 64)
                      .Default(0);
  return Bits ? std::optional(IntegerType{Bits, Signed}) : std::nullopt;
}

/// The parameters for which the loop does not run at all, and those for which its counter reaches the bound in less
/// than 2^60 steps.
static std::optional<std::pair<isl::set, isl::set>> emptyAndFitting(const IndexScope &Scope, const Loop &L) {
  std::optional<IntegerType> Type = integerType(L.VariableType);
  std::optional<isl::pw_aff> First = toPwAff(Scope, L.First), Bound = toPwAff(Scope, L.Bound);
  if (!Type || L.Kind != LoopVariableKind::Integer || !First || !Bound || !L.Step.isConstant())
    return std::nullopt;
  isl::ctx Ctx = Scope.Parameters.ctx();
  isl::val Period = isl::val(Ctx, Type->Bits).pow2();
  // A counter that moves behind the test ("i++ < n", "i-- > 0") ends one further, whatever its type.
  isl::val Low = (Type->Signed ? Period.div(2).neg() : isl::val::zero(Ctx)).sub(1), High = Low.add(Period).add(1);
  bool Inclusive = L.isInclusive();
  isl::pw_aff Many = constantOn(Scope.Tuple, isl::val(Ctx, 60).pow2().mul(isl::val(Ctx, L.Step.value()).abs()));
  if (L.Step.value() > 0) {
    isl::pw_aff End = Bound->add_constant(isl::val(Ctx, Inclusive ? 1 : 0));
    isl::set Fits = End.le_set(constantOn(Scope.Tuple, High)).intersect(End.sub(*First).le_set(Many));
    return std::pair(First->ge_set(End), Fits);
  }
  isl::pw_aff End = Bound->add_constant(isl::val(Ctx, Inclusive ? -1 : 0));
  isl::set Fits = End.ge_set(constantOn(Scope.Tuple, Low)).intersect(First->sub(End).le_set(Many));
  return std::pair(First->le_set(End), Fits);
}

isl::set endsInItsType(const ParameterSpace &Parameters, unsigned Loop) {
  const Scop &S = Parameters.scop();
  isl::space Unit(Parameters.ctx(), 0, 0);
  IndexScope Scope{Parameters, Unit, {}, isl::set::universe(Unit)};
  isl::set Everything = isl::set::universe(Unit).params();
  auto Own = emptyAndFitting(Scope, S.Loops[Loop]);
  if (!Own)
    return Everything;
  isl::set Result = Own->first.unite(Own->second);
  for (std::optional<unsigned> L = S.Loops[Loop].Parent; L; L = S.Loops[*L].Parent) {
    auto Outer = emptyAndFitting(Scope, S.Loops[*L]);
    if (!Outer)
      return Everything;
    Result = Result.unite(Outer->first);
  }
  Result = Result.params();
  return Result.is_null() ? Everything : Result;
}

} // namespace loopfuse
