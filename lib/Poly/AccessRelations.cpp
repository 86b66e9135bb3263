//===- AccessRelations.cpp - domains and accesses as isl sets -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/AccessRelations.h"
#include "Poly/Delinearize.h"
#include "Poly/MemberTouches.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// How the elements of an alias class are named.
struct ClassElements {
  ElementShape Shape;      ///< How subscript 0 is split.
  unsigned Dimensions = 0; ///< Of the longest access, after the split.
};

/// Makes a region's sets when they are asked for.
class RelationBuilder {
public:
  RelationBuilder(IslContext &Ctx, const RegionRelations &R)
      : Ctx(Ctx), S(*R.Region), Classes(R.Classes), ByClass(S.Arrays.size()), Parameters(R.Parameters), Loops(R.Loops),
        Domains(S.Statements.size(), [this](unsigned Statement) { return domain(Statement); }),
        Elements(S.Arrays.size(), [this](unsigned Class) { return elements(Class); }) {
    for (unsigned I = 0; I < S.Statements.size(); ++I)
      for (unsigned A = 0; A < S.Statements[I].Accesses.size(); ++A)
        ByClass[Classes[S.Statements[I].Accesses[A].Array]].push_back({I, A});
  }

  ElementShape shape(unsigned Class) const { return Elements[Class].Shape; }
  StatementRelations build(unsigned Statement) const;

private:
  IndexScope scopeOf(unsigned Statement, const isl::set &Domain) const {
    return {*Parameters, tuple(Statement), S.Statements[Statement].Loops, Domain};
  }
  IndexScope scopeOf(unsigned Statement) const { return scopeOf(Statement, Domains[Statement].Domain); }
  isl::space tuple(unsigned Statement) const {
    return isl::space(Ctx.get(), 0, S.Statements[Statement].Loops.size())
        .set_tuple_id(isl::dim::set, namedId(Ctx.get(), "S" + utostr(Statement)));
  }
  isl::space elementTuple(unsigned Class) const {
    return isl::space(Ctx.get(), 0, Elements[Class].Dimensions)
        .set_tuple_id(isl::dim::set, namedId(Ctx.get(), "A" + utostr(Class)));
  }
  StatementRelations domain(unsigned Statement) const;
  ElementShape chooseShape(ArrayRef<AccessRef> Accesses) const;
  ClassElements elements(unsigned Class) const;
  isl::set elementsOf(unsigned Array) const;
  AccessRelation build(AccessRef Ref, ArrayRef<AccessRelation> Earlier) const;
  isl::map relate(AccessRef Ref, bool &Exact) const;

  const Access &access(AccessRef Ref) const { return S.Statements[Ref.Statement].Accesses[Ref.Access]; }

  IslContext &Ctx;
  const Scop &S;
  std::vector<unsigned> Classes;               ///< Per array.
  std::vector<std::vector<AccessRef>> ByClass; ///< Per class.
  std::shared_ptr<const ParameterSpace> Parameters;
  OnDemand<LoopDomain> Loops;
  OnDemand<StatementRelations> Domains; ///< Per statement, without accesses.
  OnDemand<ClassElements> Elements;     ///< Per class.
};
} // namespace

StatementRelations RelationBuilder::domain(unsigned Index) const {
  const Statement &St = S.Statements[Index];
  StatementRelations SR;
  SR.Domain = isl::set::universe(tuple(Index));
  if (!St.Loops.empty()) {
    const LoopDomain &Loop = Loops[St.Loops.back()];
    SR.Domain = Loop.Set.set_tuple_id(namedId(Ctx.get(), "S" + utostr(Index)));
    SR.Exact = Loop.Exact;
  }
  Ctx.resetQuota();
  isl::set Whole = SR.Domain;
  for (const Constraint &C : St.Guard) {
    std::optional<isl::set> Holds = toSet(scopeOf(Index, SR.Domain), C);
    SR.Exact &= Holds.has_value();
    if (Holds)
      SR.Domain = SR.Domain.intersect(*Holds);
  }
  SR.Domain = simplified(Parameters->inContext(SR.Domain));
  if (SR.Domain.is_null()) {
    SR.Domain = Whole;
    SR.Exact = false;
  }
  Ctx.resetQuota();
  return SR;
}

/// The candidate under which most accesses are proved to fit.
ElementShape RelationBuilder::chooseShape(ArrayRef<AccessRef> Accesses) const {
  std::vector<std::pair<AccessRef, Polynomial>> Polynomials;
  std::vector<ElementShape> Candidates;
  for (AccessRef Ref : Accesses)
    if (!access(Ref).Subscripts.empty())
      if (std::optional<Polynomial> P = toPolynomial(access(Ref).Subscripts[0])) {
        if (!isAffine(*P))
          for (ElementShape &Shape : candidateShapes(*P))
            if (!is_contained(Candidates, Shape))
              Candidates.push_back(std::move(Shape));
        if (none_of(Polynomials,
                    [&](const auto &Known) { return Known.first.Statement == Ref.Statement && Known.second == *P; }))
          Polynomials.emplace_back(Ref, std::move(*P));
      }
  if (Candidates.empty())
    return {};
  ElementShape Best;
  // Without a shape the affine ones are exact.
  unsigned BestCount = count_if(Polynomials, [](const auto &P) { return isAffine(P.second); });
  for (const ElementShape &Shape : Candidates) {
    unsigned Count = count_if(Polynomials, [&](const auto &P) {
      IndexScope Scope = scopeOf(P.first.Statement);
      Ctx.resetQuota();
      return splitSubscript(Scope, P.second, Shape).has_value();
    });
    if (Count > BestCount || (Count == BestCount && Best.empty())) {
      Best = Shape;
      BestCount = Count;
    }
    if (Count == Polynomials.size())
      break;
  }
  return Best;
}

ClassElements RelationBuilder::elements(unsigned Class) const {
  size_t Longest = 0;
  for (AccessRef Ref : ByClass[Class])
    Longest = std::max(Longest, access(Ref).Subscripts.size());
  ClassElements E{chooseShape(ByClass[Class]), 0};
  E.Dimensions = Longest + E.Shape.size();
  Ctx.resetQuota();
  return E;
}

/// [Params] -> { Class[element] }: the elements inside the known dimensions of the array (A3). A dimension of length 1
/// is left alone: it may be a struct's trailing array, which old code overruns on purpose.
isl::set RelationBuilder::elementsOf(unsigned Index) const {
  const Array &A = S.Arrays[Index];
  unsigned Class = Classes[Index];
  isl::space Tuple = elementTuple(Class);
  isl::set Set = isl::set::universe(Tuple);
  IndexScope Scope{*Parameters, Tuple, {}, Set};
  const ClassElements &E = Elements[Class];
  for (unsigned K = 0; K < A.Extents.size(); ++K) {
    const IndexExpr &Extent = A.Extents[K];
    unsigned Dimension = K + E.Shape.size();
    if (Dimension >= E.Dimensions || (K == 0 && !E.Shape.empty()) || (Extent.isConstant() && Extent.value() <= 1))
      continue;
    std::optional<isl::pw_aff> Length = toPwAff(Scope, Extent);
    if (!Length)
      continue;
    isl::pw_aff Subscript = variableOn(Tuple, Dimension);
    Set = Set.intersect(Subscript.ge_set(constantOn(Tuple, isl::val::zero(Ctx.get()))))
              .intersect(Subscript.lt_set(*Length));
  }
  return Set;
}

/// { Statement[iterators] -> [values] : iterators in the domain }, any value where there is no function.
static isl::map product(const IndexScope &Scope, ArrayRef<std::optional<isl::pw_aff>> Functions) {
  isl::ctx Ctx = Scope.Parameters.ctx();
  if (all_of(Functions, [](const auto &F) { return !F || F->isa_aff().is_true(); })) {
    isl::aff_list Known(Ctx, Functions.size());
    for (const std::optional<isl::pw_aff> &F : Functions)
      if (F)
        Known = Known.add(F->as_aff());
    unsigned Count = count_if(Functions, [](const auto &F) { return F.has_value(); });
    isl::space Space = Scope.Tuple.map_from_domain_and_range(isl::space(Ctx, 0, Count));
    isl::map Relation = isl::map::from_multi_aff(isl::multi_aff(Space, Known)).intersect_domain(Scope.Domain);
    for (unsigned K = 0; K < Functions.size(); ++K)
      if (!Functions[K])
        Relation = isl::manage(isl_map_insert_dims(Relation.release(), isl_dim_out, K, 1));
    return Relation;
  }
  isl::map Relation = isl::map::from_domain_and_range(Scope.Domain, isl::set::universe(isl::space(Ctx, 0, 0)));
  isl::map Any =
      isl::map::from_domain_and_range(isl::set::universe(Scope.Tuple), isl::set::universe(isl::space(Ctx, 0, 1)));
  for (const std::optional<isl::pw_aff> &F : Functions)
    Relation = Relation.flat_range_product(F ? isl::map::from_pw_aff(*F) : Any);
  return Relation;
}

/// { Statement[iterators] -> Class[element] }; clears \p Exact where it holds more than is accessed.
isl::map RelationBuilder::relate(AccessRef Ref, bool &Exact) const {
  const Access &A = access(Ref);
  unsigned Class = Classes[A.Array];
  const ClassElements &E = Elements[Class];
  IndexScope Scope = scopeOf(Ref.Statement);
  std::vector<std::optional<isl::pw_aff>> Subscripts;
  for (unsigned K = 0; K < A.Subscripts.size(); ++K) {
    if (K > 0 || E.Shape.empty()) {
      Subscripts.push_back(toSubscript(Scope, A.Subscripts[K]));
      Exact &= Subscripts.back().has_value();
      continue;
    }
    std::optional<Polynomial> P = toPolynomial(A.Subscripts[K]);
    std::optional<std::vector<isl::pw_aff>> Split = P ? splitSubscript(Scope, *P, E.Shape) : std::nullopt;
    Exact &= Split.has_value();
    for (unsigned D = 0; D <= E.Shape.size(); ++D)
      Subscripts.push_back(Split ? std::optional((*Split)[D]) : std::nullopt);
  }
  Subscripts.resize(E.Dimensions);
  isl::map Relation = product(Scope, Subscripts);
  Relation = Relation.set_tuple_id(isl::dim::out, namedId(Ctx.get(), "A" + utostr(Class)));
  Relation = Relation.intersect_range(elementsOf(A.Array));
  return simplified(Parameters->inContext(Relation));
}

/// \p Earlier: those of the statement's accesses in front of it.
AccessRelation RelationBuilder::build(AccessRef Ref, ArrayRef<AccessRelation> Earlier) const {
  const Access &A = access(Ref);
  const Statement &St = S.Statements[Ref.Statement];
  AccessRelation Result;
  Result.Ref = Ref;
  Result.Kind = A.Kind;
  Result.Class = Classes[A.Array];
  Result.Exact = Domains[Ref.Statement].Exact;
  const ClassElements &E = Elements[Result.Class];
  Ctx.resetQuota();
  for (const AccessRelation &Known : Earlier) {
    const Access &K = access(Known.Ref);
    if (K.Array != A.Array || K.Subscripts != A.Subscripts)
      continue;
    Result.Relation = Known.Relation;
    Result.Exact = Known.Exact;
    Result.Repeated |= K.Kind == A.Kind;
  }
  if (Result.Relation.is_null()) {
    Result.Relation = relate(Ref, Result.Exact);
    Result.Exact &= !Result.Relation.is_null();
  }
  bool Whole = A.Subscripts.size() + E.Shape.size() < E.Dimensions;
  Result.Exact &= A.Must || !Whole; // Some unknown part of the elements below.
  Result.Must = A.Must && St.GuardIsExact && Result.Exact && !Whole;
  return Result;
}

StatementRelations RelationBuilder::build(unsigned Statement) const {
  StatementRelations SR = Domains[Statement];
  for (unsigned A = 0; A < S.Statements[Statement].Accesses.size(); ++A)
    SR.Accesses.push_back(build({Statement, A}, SR.Accesses));
  Ctx.resetQuota();
  return SR;
}

RegionRelations buildAccessRelations(IslContext &Ctx, const Scop &S, AliasPolicy Policy,
                                     std::vector<Constraint> Assumed) {
  RegionRelations R;
  R.Region = &S;
  R.Policy = Policy;
  R.Classes = aliasClasses(S, Policy);
  Ctx.resetQuota();
  R.Parameters = std::make_shared<const ParameterSpace>(Ctx.get(), S, Assumed);
  R.Assumed = std::move(Assumed);
  R.Loops = loopDomains(Ctx, R.Parameters);
  auto Builder = std::make_shared<const RelationBuilder>(Ctx, R);
  R.Shapes = {S.Arrays.size(), [Builder](unsigned Class) { return Builder->shape(Class); }};
  R.Statements = {S.Statements.size(), [Builder](unsigned Statement) { return Builder->build(Statement); }};
  Ctx.resetQuota();
  collectTouches(R);
  return R;
}

} // namespace loopfuse
