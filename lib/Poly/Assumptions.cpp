//===- Assumptions.cpp - what a proof lacks -------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Assumptions.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;

namespace loopfuse {

/// More of them make no condition that one likes to read.
static constexpr size_t MaxAssumptions = 3;

std::optional<IndexExpr> toParameters(const Scop &S, const isl::aff &E) {
  auto Number = [](isl::val V) -> std::optional<int64_t> {
    if (!V.is_int().is_true() || !V.abs().le(isl::val(V.ctx(), long(MaxParameterFactor))).is_true())
      return std::nullopt;
    return V.get_num_si();
  };
  if (isl_aff_involves_dims(E.get(), isl_dim_div, 0, isl_aff_dim(E.get(), isl_dim_div)) != isl_bool_false)
    return std::nullopt;
  std::optional<int64_t> Constant = Number(isl::manage(isl_aff_get_constant_val(E.get())));
  if (!Constant)
    return std::nullopt;
  IndexExpr Sum = IndexExpr::constant(*Constant);
  for (int I = 0, N = isl_aff_dim(E.get(), isl_dim_param); I < N; ++I) {
    std::optional<int64_t> Factor = Number(isl::manage(isl_aff_get_coefficient_val(E.get(), isl_dim_param, I)));
    if (!Factor)
      return std::nullopt;
    if (*Factor == 0)
      continue;
    std::vector<unsigned> Product = parametersOf(isl_aff_get_dim_name(E.get(), isl_dim_param, I));
    if (Product.size() != 1 || S.Parameters[Product.front()].Text.empty())
      return std::nullopt;
    Sum = Sum + IndexExpr::constant(*Factor) * IndexExpr::parameter(Product.front());
  }
  return Sum;
}

/// Without an overflow: of variables of 32 bits at 64 bits, or by comparing them as they are.
static bool mayBeWritten(const Scop &S, const Constraint &C) {
  constexpr int64_t MaxFactor = 16;
  constexpr size_t MaxTerms = 4;
  std::optional<ParameterSum> Sum = parameterSum(C.Expr);
  if (C.IsEquality || !Sum || !Sum->isAffine() || Sum->Factors.empty() || std::abs(Sum->Constant) > MaxParameterFactor)
    return false;
  std::vector<const Parameter *> Used;
  int64_t Total = 0;
  for (const auto &[Product, Factor] : Sum->Factors) {
    Used.push_back(&S.Parameters[Product.front()]);
    if (Used.back()->Text.empty() || std::abs(Factor) > MaxFactor)
      return false;
    Total += Factor;
  }
  if (all_of(Used, [](const Parameter *P) { return P->Bits <= 32; }) && Used.size() <= MaxTerms)
    return Used.size() > 1 || std::abs(Total) == 1;
  bool AreAlike = all_of(
      Used, [&](const Parameter *P) { return P->Bits == Used.front()->Bits && P->Signed == Used.front()->Signed; });
  bool IsOrder = Used.size() == 2 && Total == 0 && std::abs(Sum->Factors.begin()->second) == 1 && AreAlike;
  return (Used.size() == 1 && std::abs(Total) == 1) || (IsOrder && (Sum->Constant == 0 || Sum->Constant == -1));
}

bool mayBeTested(const RegionRelations &R, const FusionGroup &G, const Constraint &C) {
  if (!mayBeWritten(*R.Region, C))
    return false;
  std::optional<ParameterSum> Sum = parameterSum(C.Expr);
  return all_of(Sum->Factors, [&](const auto &F) {
    return any_of(G.Members,
                  [&](const Placement &P) { return is_contained(R.Members[P.Member].Parameters, F.first.front()); });
  });
}

namespace {
/// A flat subscript of a statement.
struct FlatAccess {
  unsigned Statement;
  Polynomial Subscript;
};

class AssumptionSearch {
public:
  AssumptionSearch(IslContext &Ctx, const RegionRelations &R) : Ctx(Ctx), R(R), S(*R.Region) {}

  std::vector<Constraint> forClass(unsigned Class, ArrayRef<unsigned> Members);
  /// Leaves out what the others and the context imply; nothing is left of what cannot hold.
  std::vector<Constraint> essential(std::vector<Constraint> All);

private:
  std::optional<std::vector<Constraint>> forShape(ArrayRef<FlatAccess> Accesses, const ElementShape &Shape);
  bool addNegated(const isl::set &Bad, std::vector<Constraint> &Out);
  isl::set setOf(ArrayRef<Constraint> All);

  IslContext &Ctx;
  const RegionRelations &R;
  const Scop &S;
};
} // namespace

static std::vector<isl::constraint> constraintsOf(const isl::basic_set &Set) {
  std::vector<isl::constraint> Out;
  isl_constraint_list *List = isl_basic_set_get_constraint_list(Set.get());
  for (int I = 0, N = isl_constraint_list_n_constraint(List); I < N; ++I)
    Out.push_back(isl::manage(isl_constraint_list_get_constraint(List, I)));
  isl_constraint_list_free(List);
  return Out;
}

/// For each part of \p Bad one constraint that excludes it: the one that names the fewest parameters.
bool AssumptionSearch::addNegated(const isl::set &Bad, std::vector<Constraint> &Out) {
  bool AllExcluded = true;
  isl::stat Walked = Bad.foreach_basic_set([&](isl::basic_set Part) -> isl::stat {
    std::optional<Constraint> Best;
    size_t Fewest = 0;
    for (const isl::constraint &C : constraintsOf(Part)) {
      if (isl_constraint_is_equality(C.get()) != isl_bool_false)
        continue;
      std::optional<IndexExpr> E = toParameters(S, isl::manage(isl_constraint_get_aff(C.get())));
      std::optional<ParameterSum> Sum = E ? parameterSum(*E) : std::nullopt;
      Constraint Negated{E ? -*E - IndexExpr::constant(1) : IndexExpr::unknown(), false};
      if (Sum && mayBeWritten(S, Negated) && (!Best || Sum->Factors.size() < Fewest)) {
        Best = Negated;
        Fewest = Sum->Factors.size();
      }
    }
    AllExcluded &= Best.has_value();
    if (Best && none_of(Out, [&](const Constraint &C) { return C.Expr == Best->Expr; }))
      Out.push_back(*Best);
    return isl::stat::ok();
  });
  return Walked.is_ok() && AllExcluded && Out.size() <= MaxAssumptions;
}

std::optional<std::vector<Constraint>> AssumptionSearch::forShape(ArrayRef<FlatAccess> Accesses,
                                                                  const ElementShape &Shape) {
  std::vector<Constraint> Out;
  for (const FlatAccess &A : Accesses) {
    Ctx.resetQuota();
    const isl::set &Domain = R.Statements[A.Statement].Domain;
    isl::space Tuple = isl::manage(isl_space_drop_all_params(Domain.space().release()));
    IndexScope Scope{*R.Parameters, Tuple, S.Statements[A.Statement].Loops, Domain};
    std::optional<std::vector<isl::set>> Bad = leavesRows(Scope, A.Subscript, Shape);
    if (!Bad)
      return std::nullopt;
    for (const isl::set &End : *Bad) {
      isl::set Context = R.Parameters->contextFor(End.space());
      isl::set Runs = Domain.params().intersect(Context);
      isl::set Open = isl::manage(isl_set_remove_divs(End.intersect(Context).release()));
      if (!Open.is_empty().is_true() && !addNegated(Open.gist(Runs).coalesce(), Out))
        return std::nullopt;
    }
  }
  return Out;
}

std::vector<Constraint> AssumptionSearch::forClass(unsigned Class, ArrayRef<unsigned> Members) {
  std::vector<FlatAccess> Accesses;
  std::vector<ElementShape> Shapes;
  for (unsigned M : Members)
    for (unsigned St : S.Members[M].Statements)
      for (const Access &A : S.Statements[St].Accesses) {
        if (R.Classes[A.Array] != Class || A.Subscripts.size() != 1)
          continue;
        std::optional<Polynomial> P = toPolynomial(A.Subscripts.front());
        if (!P)
          return {};
        if (!isAffine(*P))
          for (ElementShape &Shape : candidateShapes(*P))
            if (!is_contained(Shapes, Shape))
              Shapes.push_back(std::move(Shape));
        Accesses.push_back({St, std::move(*P)});
      }
  for (const ElementShape &Shape : Shapes)
    if (std::optional<std::vector<Constraint>> Found = forShape(Accesses, Shape))
      return *Found;
  return {};
}

isl::set AssumptionSearch::setOf(ArrayRef<Constraint> All) {
  isl::space Unit = isl::space(Ctx.get(), 0, 0);
  IndexScope Scope{*R.Parameters, Unit, {}, isl::set::universe(Unit)};
  isl::set Set = isl::set::universe(isl::space::params_alloc(Ctx.get(), 0));
  for (const Constraint &C : All)
    if (std::optional<isl::set> Holds = toSet(Scope, C))
      Set = Set.intersect(Holds->params());
  return Set;
}

std::vector<Constraint> AssumptionSearch::essential(std::vector<Constraint> All) {
  isl::set Whole = setOf(All);
  isl::set Context = R.Parameters->contextFor(Whole.space());
  if (!Whole.intersect(Context).is_empty().is_false())
    return {};
  for (size_t I = 0; I < All.size();) {
    std::vector<Constraint> Others = All;
    Others.erase(Others.begin() + I);
    if (setOf(Others).intersect(Context).is_subset(Whole).is_true())
      All = std::move(Others);
    else
      ++I;
  }
  return All.size() <= MaxAssumptions ? All : std::vector<Constraint>();
}

std::vector<Constraint> missingAssumptions(IslContext &Ctx, const RegionRelations &R, unsigned First, unsigned Second) {
  const Scop &S = *R.Region;
  std::vector<unsigned> Classes;
  for (unsigned M : {First, Second})
    for (unsigned St : S.Members[M].Statements)
      for (const AccessRelation &A : R.Statements[St].Accesses)
        if (!A.Exact && !is_contained(Classes, A.Class))
          Classes.push_back(A.Class);
  AssumptionSearch Search(Ctx, R);
  std::vector<Constraint> All;
  for (unsigned Class : Classes)
    append_range(All, Search.forClass(Class, {First, Second}));
  Ctx.resetQuota();
  return Search.essential(std::move(All));
}

} // namespace loopfuse
