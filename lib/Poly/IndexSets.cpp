//===- IndexSets.cpp - index expressions as isl functions -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/IndexSets.h"
#include "Poly/Intervals.h"
#include "Poly/LinearBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;

namespace loopfuse {

/// Beyond this many pieces an expression is not worth its proofs.
static constexpr unsigned MaxPieces = 24;

isl::pw_aff constantOn(const isl::space &Tuple, const isl::val &Value) {
  return isl::pw_aff(isl::aff(isl::local_space(Tuple), Value));
}

isl::pw_aff variableOn(const isl::space &Tuple, unsigned Dimension) {
  return isl::pw_aff(isl::aff::var_on_domain(isl::local_space(Tuple), isl::dim::set, Dimension));
}

static isl::pw_aff parameterOn(const isl::space &Tuple, const isl::id &Id) {
  return isl::pw_aff(Tuple.add_param(Id).param_aff_on_domain(Id));
}

// Not isl::id's constructor: that one runs isl's parser over the name.
isl::id namedId(isl::ctx Ctx, const std::string &Name) { return isl::id::alloc(Ctx, Name, nullptr); }

isl::set simplified(const isl::set &Set) { return isl_set_n_basic_set(Set.get()) > 1 ? Set.coalesce() : Set; }
isl::map simplified(const isl::map &Map) { return isl_map_n_basic_map(Map.get()) > 1 ? Map.coalesce() : Map; }

static isl::val powerOfTwo(isl::ctx Ctx, unsigned Exponent) { return isl::val(Ctx, Exponent).pow2(); }

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

isl::id ParameterSpace::id(unsigned Parameter) const { return namedId(Ctx, "p" + utostr(Parameter)); }

isl::id ParameterSpace::id(ArrayRef<unsigned> Product) const {
  if (Product.size() == 1)
    return id(Product.front());
  std::string Name = "m";
  for (unsigned P : Product)
    Name += (Name.size() > 1 ? "_" : "") + utostr(P);
  return namedId(Ctx, Name);
}

std::vector<unsigned> parametersOf(StringRef IslName) {
  std::vector<unsigned> Result;
  SmallVector<StringRef, 4> Parts;
  IslName.drop_front().split(Parts, '_');
  for (StringRef Part : Parts) {
    unsigned P = 0;
    Part.getAsInteger(10, P);
    Result.push_back(P);
  }
  return Result;
}

static std::vector<std::string> parameterNames(const isl::space &Space) {
  std::vector<std::string> Names;
  isl::size N = Space.dim(isl::dim::param);
  if (N.is_error())
    return Names;
  for (unsigned I = 0; I < unsigned(N); ++I)
    Names.push_back(Space.dim_id(isl::dim::param, I).name());
  return Names;
}

bool usesProducts(const isl::space &Space) {
  return any_of(parameterNames(Space), [](const std::string &Name) { return Name.front() == 'm'; });
}

static void collectParameters(const IndexExpr &E, std::vector<unsigned> &Out) {
  if (E.kind() == IndexKind::Parameter)
    Out.push_back(E.index());
  for (const IndexExpr &O : E.operands())
    collectParameters(O, Out);
}

ParameterSpace::ParameterSpace(isl::ctx Ctx, const Scop &S, ArrayRef<Constraint> Assumed) : Ctx(Ctx), S(&S) {
  isl::space Unit = isl::space(Ctx, 0, 0);
  IndexScope Scope{*this, Unit, {}, isl::set::universe(Unit)};
  for (const Constraint &C : concat<const Constraint>(S.Context, Assumed))
    if (std::optional<isl::set> Set = toSet(Scope, C)) {
      Known K{{}, Set->params()};
      collectParameters(C.Expr, K.Parameters);
      Constraints.push_back(std::move(K));
    }
}

/// The range of the parameter's type, or the tighter one that is known.
isl::set ParameterSpace::range(unsigned Index) const {
  const Parameter &P = S->Parameters[Index];
  isl::val Low = P.Minimum   ? isl::val(Ctx, *P.Minimum)
                 : !P.Signed ? isl::val::zero(Ctx)
                             : powerOfTwo(Ctx, P.Bits - 1).neg();
  isl::val High = P.Maximum ? isl::val(Ctx, *P.Maximum) : powerOfTwo(Ctx, P.Signed ? P.Bits - 1 : P.Bits).sub(1);
  isl::set Set = isl::set::universe(isl::space::params_alloc(Ctx, 0).add_param(id(Index)));
  return Set.lower_bound_val(isl::dim::param, 0, Low).upper_bound_val(isl::dim::param, 0, High);
}

static bool isNonNegative(const Parameter &P) { return P.Minimum ? *P.Minimum >= 0 : !P.Signed; }

isl::set ParameterSpace::contextFor(const isl::space &Space) const {
  std::vector<std::string> Names = parameterNames(Space);
  llvm::sort(Names);
  if (auto It = Cache.find(Names); It != Cache.end())
    return It->second;
  isl::set Context = isl::set::universe(isl::space::params_alloc(Ctx, 0));
  std::vector<unsigned> Involved;
  for (const std::string &Name : Names) {
    std::vector<unsigned> Product = parametersOf(Name);
    if (Product.size() == 1)
      Involved.push_back(Product.front());
    else if (all_of(Product, [&](unsigned P) { return isNonNegative(S->Parameters[P]); }))
      Context = Context.intersect(isl::set::universe(isl::space::params_alloc(Ctx, 0).add_param(id(Product)))
                                      .lower_bound_val(isl::dim::param, 0, isl::val::zero(Ctx)));
  }
  std::vector<bool> Used(Constraints.size(), false);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t C = 0; C < Constraints.size(); ++C) {
      if (Used[C] || none_of(Constraints[C].Parameters, [&](unsigned P) { return is_contained(Involved, P); }))
        continue;
      Used[C] = Changed = true;
      Context = Context.intersect(Constraints[C].Set);
      for (unsigned P : Constraints[C].Parameters)
        if (!is_contained(Involved, P))
          Involved.push_back(P);
    }
  }
  for (unsigned P : Involved)
    Context = Context.intersect(range(P));
  if (!Context.is_null()) // Not the leavings of an exhausted quota.
    Cache.emplace(std::move(Names), Context);
  return Context;
}

/// Each disjunct of \p Set, joined by \p With with the one of \p Other. isl's own intersections of sets look for an
/// integer point in every result, which takes most of the time that a proof takes.
template <typename Join> static isl::set joinParts(isl::set Set, isl::set Other, Join With) {
  Set = Set.align_params(Other.space());
  isl::basic_set Only = Other.align_params(Set.space()).get_basic_set_list().get_at(0);
  isl::basic_set_list Parts = Set.get_basic_set_list();
  isl::set Result = Set;
  for (int I = 0, N = isl_set_n_basic_set(Set.get()); I < N; ++I) {
    isl::set Part = With(Parts.get_at(I), Only).to_set();
    Result = I == 0 ? Part : Result.unite(Part); // Null for good once isl has given up.
  }
  return Result;
}

static bool isSinglePart(const isl::set &Set) { return isl_set_n_basic_set(Set.get()) == 1; }

isl::set intersected(const isl::set &Set, const isl::set &Other) {
  auto Join = [](const isl::basic_set &A, const isl::basic_set &B) { return A.intersect(B); };
  return isSinglePart(Other) ? joinParts(Set, Other, Join) : Set.intersect(Other);
}

isl::set ParameterSpace::inContext(const isl::set &Set) const {
  isl::set Context = contextFor(Set.space());
  auto Join = [](const isl::basic_set &A, const isl::basic_set &B) { return A.intersect_params(B); };
  return isSinglePart(Context) ? joinParts(Set, Context, Join) : Set.intersect_params(Context);
}

isl::map ParameterSpace::inContext(const isl::map &Map) const {
  return isl_map_n_basic_map(Map.get()) == 1 ? inContext(Map.wrap()).unwrap()
                                             : Map.intersect_params(contextFor(Map.space()));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool staysWithin(const IndexScope &Scope, const isl::pw_aff &Value, const isl::val &Low, const isl::val &High) {
  return isAtLeast(Scope, Value, Low) && isAtLeast(Scope, Value.neg(), High.neg());
}

/// \p Value reduced modulo 2^Bits into the range of the type. Leaves it alone where it provably fits, corrects by one
/// period where that provably suffices, and is exact in any case.
static isl::pw_aff reduce(const IndexScope &Scope, const isl::pw_aff &Value, unsigned Bits, bool Signed) {
  isl::ctx Ctx = Scope.Parameters.ctx();
  isl::val Period = powerOfTwo(Ctx, Bits);
  isl::val Low = Signed ? powerOfTwo(Ctx, Bits - 1).neg() : isl::val::zero(Ctx);
  isl::val High = Low.add(Period).sub(1);
  if (staysWithin(Scope, Value, Low, High))
    return Value;
  isl::pw_aff LowAff = constantOn(Scope.Tuple, Low), HighAff = constantOn(Scope.Tuple, High);
  if (!staysWithin(Scope, Value, Low.sub(Period), High.add(Period)))
    return Value.sub(LowAff).mod(Period).add(LowAff);
  isl::pw_aff Inside = Value.intersect_domain(Value.ge_set(LowAff).intersect(Value.le_set(HighAff)));
  isl::pw_aff Below = Value.add_constant(Period).intersect_domain(Value.lt_set(LowAff));
  isl::pw_aff Above = Value.add_constant(Period.neg()).intersect_domain(Value.gt_set(HighAff));
  return Inside.union_add(Below).union_add(Above);
}

static std::optional<isl::pw_aff> productOf(const IndexScope &Scope, const IndexExpr &E) {
  isl::val Factor = isl::val::one(Scope.Parameters.ctx());
  std::vector<IndexExpr> Work(E.operands().begin(), E.operands().end()), Rest;
  while (!Work.empty()) {
    IndexExpr O = Work.back();
    Work.pop_back();
    if (O.kind() == IndexKind::Multiply)
      Work.insert(Work.end(), O.operands().begin(), O.operands().end());
    else if (O.isConstant())
      Factor = Factor.mul(O.value());
    else
      Rest.push_back(O);
  }
  if (Rest.size() == 1) {
    std::optional<isl::pw_aff> Value = toPwAff(Scope, Rest.front());
    return Value ? std::optional(Value->scale(Factor)) : std::nullopt;
  }
  std::vector<unsigned> Product;
  for (const IndexExpr &O : Rest) {
    if (O.kind() != IndexKind::Parameter)
      return std::nullopt;
    Product.push_back(O.index());
  }
  llvm::sort(Product);
  return parameterOn(Scope.Tuple, Scope.Parameters.id(Product)).scale(Factor);
}

static std::optional<isl::pw_aff> translate(const IndexScope &Scope, const IndexExpr &E) {
  isl::ctx Ctx = Scope.Parameters.ctx();
  std::vector<isl::pw_aff> Operands;
  if (E.kind() != IndexKind::Multiply)
    for (const IndexExpr &O : E.operands()) {
      std::optional<isl::pw_aff> Value = toPwAff(Scope, O);
      if (!Value)
        return std::nullopt;
      Operands.push_back(*Value);
    }
  auto Fold = [&](auto Combine) {
    isl::pw_aff Result = Operands.front();
    for (const isl::pw_aff &O : ArrayRef(Operands).drop_front())
      Result = Combine(Result, O);
    return Result;
  };
  switch (E.kind()) {
  case IndexKind::Constant:
    return constantOn(Scope.Tuple, isl::val(Ctx, E.value()));
  case IndexKind::Parameter:
    return parameterOn(Scope.Tuple, Scope.Parameters.id(E.index()));
  case IndexKind::Iterator: {
    auto It = llvm::find(Scope.Loops, E.index());
    if (It == Scope.Loops.end())
      return std::nullopt;
    return variableOn(Scope.Tuple, It - Scope.Loops.begin());
  }
  case IndexKind::Add:
    return Fold([](const isl::pw_aff &A, const isl::pw_aff &B) { return A.add(B); });
  case IndexKind::Multiply:
    return productOf(Scope, E);
  case IndexKind::FloorDivide:
    return Operands[0].scale_down(isl::val(Ctx, E.value())).floor();
  case IndexKind::FloorModulo:
    return Operands[0].mod(isl::val(Ctx, E.value()));
  case IndexKind::Quotient: { // isl truncates right for positive divisors only
    isl::val Divisor(Ctx, E.value());
    isl::pw_aff Q = Operands[0].tdiv_q(constantOn(Scope.Tuple, Divisor.abs()));
    return E.value() < 0 ? Q.neg() : Q;
  }
  case IndexKind::Remainder: // the sign of the divisor does not matter
    return Operands[0].tdiv_r(constantOn(Scope.Tuple, isl::val(Ctx, E.value()).abs()));
  case IndexKind::Minimum:
    return Fold([](const isl::pw_aff &A, const isl::pw_aff &B) { return A.min(B); });
  case IndexKind::Maximum:
    return Fold([](const isl::pw_aff &A, const isl::pw_aff &B) { return A.max(B); });
  case IndexKind::Wrap:
    if (fitsType(Scope.Parameters.scop(), E.operands()[0], E.bits(), E.isSigned()))
      return Operands[0];
    return reduce(Scope, Operands[0], E.bits(), E.isSigned());
  case IndexKind::Unknown:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

std::optional<isl::pw_aff> toPwAff(const IndexScope &Scope, const IndexExpr &E) {
  std::optional<isl::pw_aff> Value = translate(Scope, E);
  if (!Value || Value->is_null())
    return std::nullopt;
  isl::size Pieces = Value->n_piece();
  if (Pieces.is_error() || unsigned(Pieces) > MaxPieces)
    return std::nullopt;
  return Value;
}

std::optional<isl::pw_aff> toSubscript(const IndexScope &Scope, const IndexExpr &E) {
  if (E.kind() == IndexKind::Wrap && E.bits() == 64 && !E.isSigned())
    return toPwAff(Scope, IndexExpr::wrap(E.operands()[0], 64, /*Signed=*/true));
  return toPwAff(Scope, E);
}

std::optional<isl::set> toSet(const IndexScope &Scope, const Constraint &C) {
  std::optional<isl::pw_aff> Value = toPwAff(Scope, C.Expr);
  if (!Value)
    return std::nullopt;
  isl::pw_aff Zero = constantOn(Scope.Tuple, isl::val::zero(Scope.Parameters.ctx()));
  isl::set Set = C.IsEquality ? Value->eq_set(Zero) : Value->ge_set(Zero);
  return Set.is_null() ? std::nullopt : std::optional(Set);
}

} // namespace loopfuse
