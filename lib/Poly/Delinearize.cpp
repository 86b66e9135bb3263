//===- Delinearize.cpp - flattened subscripts made many -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Delinearize.h"
#include "Poly/LinearBounds.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace loopfuse {

/// More dimensions than any real array has.
static constexpr unsigned MaxInnerDimensions = 4;

static void addTerm(Polynomial &P, const std::vector<unsigned> &Key, const IndexExpr &Value) {
  auto [It, New] = P.try_emplace(Key, Value);
  if (!New)
    It->second = It->second + Value;
  if (It->second.isConstant(0))
    P.erase(It);
}

std::optional<Polynomial> toPolynomial(const IndexExpr &E) {
  if (E.isUnknown())
    return std::nullopt;
  // Addresses are reckoned modulo 2^64; that the products themselves stay below is assumption A8.
  if (E.kind() == IndexKind::Wrap && E.bits() == 64)
    return toPolynomial(E.operands()[0]);
  Polynomial P;
  auto AddProduct = [&](const IndexExpr &Product) {
    std::vector<unsigned> Key;
    std::vector<IndexExpr> Factors;
    unsigned Variables = 0;
    std::vector<IndexExpr> Work{Product};
    while (!Work.empty()) {
      IndexExpr F = Work.back();
      Work.pop_back();
      if (F.kind() == IndexKind::Multiply) {
        Work.insert(Work.end(), F.operands().begin(), F.operands().end());
        continue;
      }
      if (F.kind() == IndexKind::Parameter) {
        Key.push_back(F.index());
        continue;
      }
      Variables += !F.isConstant();
      Factors.push_back(F);
    }
    Factors.push_back(IndexExpr::constant(1));
    llvm::sort(Key);
    addTerm(P, Key, IndexExpr::multiply(std::move(Factors)));
    return Variables <= 1;
  };
  if (E.kind() != IndexKind::Add)
    return AddProduct(E) ? std::optional(P) : std::nullopt;
  for (const IndexExpr &O : E.operands())
    if (!AddProduct(O))
      return std::nullopt;
  return P;
}

bool isAffine(const Polynomial &P) {
  return all_of(P, [](const auto &Term) { return Term.first.empty() || Term.second.isConstant(); });
}

static IndexExpr productOf(const std::vector<unsigned> &Parameters, IndexExpr Factor) {
  std::vector<IndexExpr> Factors{std::move(Factor)};
  for (unsigned P : Parameters)
    Factors.push_back(IndexExpr::parameter(P));
  return IndexExpr::multiply(std::move(Factors));
}

IndexExpr RowLength::expr() const {
  return productOf(Parameters, IndexExpr::constant(Factor)) + IndexExpr::constant(Offset);
}

static IndexExpr toExpr(const Polynomial &P) {
  std::vector<IndexExpr> Terms{IndexExpr::constant(0)};
  for (const auto &[Key, Value] : P)
    Terms.push_back(productOf(Key, Value));
  return IndexExpr::add(std::move(Terms));
}

/// \p E / \p By where that is exact term by term.
static std::optional<IndexExpr> divideExactly(const IndexExpr &E, int64_t By) {
  if (By == 1)
    return E;
  if (E.isConstant())
    return E.value() % By == 0 ? std::optional(IndexExpr::constant(E.value() / By)) : std::nullopt;
  if (E.kind() == IndexKind::Add) {
    std::vector<IndexExpr> Terms;
    for (const IndexExpr &O : E.operands()) {
      std::optional<IndexExpr> Q = divideExactly(O, By);
      if (!Q)
        return std::nullopt;
      Terms.push_back(*Q);
    }
    return IndexExpr::add(std::move(Terms));
  }
  if (E.kind() == IndexKind::Multiply && E.operands()[0].isConstant() && E.operands()[0].value() % By == 0)
    return IndexExpr::constant(E.operands()[0].value() / By) * E.operands()[1];
  return std::nullopt;
}

namespace {
struct Division {
  Polynomial Quotient;
  Polynomial Rest;
};
} // namespace

/// P = Quotient * Length + Rest, by replacing the product of parameters wherever it occurs.
static std::optional<Division> divide(const Polynomial &P, const RowLength &Length) {
  Division D;
  for (const auto &[Key, Value] : P) {
    if (!std::includes(Key.begin(), Key.end(), Length.Parameters.begin(), Length.Parameters.end())) {
      addTerm(D.Rest, Key, Value);
      continue;
    }
    std::optional<IndexExpr> Q = divideExactly(Value, Length.Factor);
    if (!Q)
      return std::nullopt;
    std::vector<unsigned> Remaining;
    std::set_difference(Key.begin(), Key.end(), Length.Parameters.begin(), Length.Parameters.end(),
                        std::back_inserter(Remaining));
    addTerm(D.Quotient, Remaining, *Q);
    if (Length.Offset)
      addTerm(D.Rest, Remaining, IndexExpr::constant(-Length.Offset) * *Q);
  }
  return D;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The factor of the first loop variable's term in \p E: {variable term, factor}.
static std::vector<std::pair<IndexExpr, int64_t>> variableTerms(const IndexExpr &E) {
  std::vector<std::pair<IndexExpr, int64_t>> Terms;
  auto Add = [&](const IndexExpr &T) {
    if (T.isConstant())
      return;
    if (T.kind() == IndexKind::Multiply && T.operands().size() == 2 && T.operands()[0].isConstant())
      Terms.push_back({T.operands()[1], T.operands()[0].value()});
    else
      Terms.push_back({T, 1});
  };
  if (E.kind() == IndexKind::Add)
    for (const IndexExpr &O : E.operands())
      Add(O);
  else
    Add(E);
  return Terms;
}

/// Row lengths with the product \p Key: plain, and with the offset that explains why a loop variable of the rows occurs
/// among the columns too: "i*(n + 2) + j" arrives here as { n: i, 1: 2*i + j }.
static std::vector<RowLength> lengthsFor(const Polynomial &P, const std::vector<unsigned> &Key) {
  std::vector<RowLength> Lengths{{1, Key, 0}};
  int64_t Common = 0;
  for (const auto &[K, Value] : P)
    if (std::includes(K.begin(), K.end(), Key.begin(), Key.end()))
      for (const auto &[Term, Factor] : variableTerms(Value))
        Common = std::gcd(Common, Factor);
  if (Common > 1)
    Lengths.push_back({Common, Key, 0});
  for (const auto &[K, Value] : P) {
    std::vector<unsigned> Remaining;
    if (!std::includes(K.begin(), K.end(), Key.begin(), Key.end()))
      continue;
    std::set_difference(K.begin(), K.end(), Key.begin(), Key.end(), std::back_inserter(Remaining));
    auto Column = P.find(Remaining);
    if (Column == P.end())
      continue;
    for (const auto &[RowTerm, RowFactor] : variableTerms(Value))
      for (const auto &[ColumnTerm, ColumnFactor] : variableTerms(Column->second))
        if (RowTerm == ColumnTerm && ColumnFactor % RowFactor == 0) {
          RowLength L{1, Key, ColumnFactor / RowFactor};
          if (!is_contained(Lengths, L))
            Lengths.insert(Lengths.begin(), L);
        }
  }
  return Lengths;
}

static void searchShapes(const Polynomial &P, ElementShape &Prefix, std::vector<ElementShape> &Out) {
  if (isAffine(P)) {
    if (!Prefix.empty() && !is_contained(Out, Prefix))
      Out.push_back(Prefix);
    return;
  }
  if (Prefix.size() == MaxInnerDimensions || Out.size() > 8)
    return;
  // Factors that the product of a term may hold: single parameters first, then whole products.
  std::vector<std::vector<unsigned>> Keys;
  for (const auto &[Key, Value] : P)
    if (!Value.isConstant())
      for (unsigned Parameter : Key)
        if (std::vector<unsigned> Single{Parameter}; !is_contained(Keys, Single))
          Keys.push_back(Single);
  for (const auto &[Key, Value] : P)
    if (!Value.isConstant() && Key.size() > 1 && !is_contained(Keys, Key))
      Keys.push_back(Key);
  for (const std::vector<unsigned> &Key : Keys)
    for (const RowLength &Length : lengthsFor(P, Key)) {
      std::optional<Division> D = divide(P, Length);
      if (!D || !isAffine(D->Rest) || D->Quotient.empty())
        continue;
      Prefix.push_back(Length);
      searchShapes(D->Quotient, Prefix, Out);
      Prefix.pop_back();
    }
}

std::vector<ElementShape> candidateShapes(const Polynomial &P) {
  std::vector<ElementShape> Out;
  ElementShape Prefix;
  searchShapes(P, Prefix, Out);
  return Out;
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

namespace {
/// A subscript inside its dimension, and what goes to the next one out.
struct Digit {
  isl::pw_aff Value;
  isl::pw_aff Carry;
};
} // namespace

/// Brings \p Value into [0, Length) by at most one row. The lengths of all rows that are walked are proved positive on
/// the way: no number lies in [0, Length) otherwise.
static std::optional<Digit> normalise(const IndexScope &Scope, const isl::pw_aff &Value, const isl::pw_aff &Length) {
  isl::ctx Ctx = Value.ctx();
  isl::pw_aff Zero = constantOn(Scope.Tuple, isl::val::zero(Ctx));
  isl::val One = isl::val::one(Ctx);
  if (isAtLeast(Scope, Value, isl::val::zero(Ctx)) && isAtLeast(Scope, Length.sub(Value), One))
    return Digit{Value, Zero};
  isl::pw_aff Less = Value.sub(Length), More = Value.add(Length);
  if (!isAtLeast(Scope, More, isl::val::zero(Ctx)) || !isAtLeast(Scope, Length.sub(Less), One))
    return std::nullopt;
  isl::set Inside = Value.ge_set(Zero).intersect(Value.lt_set(Length));
  isl::set Above = Less.ge_set(Zero).intersect(Less.lt_set(Length));
  isl::set Below = More.ge_set(Zero).intersect(More.lt_set(Length));
  auto Join = [&](const isl::pw_aff &In, const isl::pw_aff &Over, const isl::pw_aff &Under) {
    return In.intersect_domain(Inside).union_add(Over.intersect_domain(Above)).union_add(Under.intersect_domain(Below));
  };
  return Digit{Join(Value, Less, More), Join(Zero, Zero.add_constant(One), Zero.add_constant(One.neg()))};
}

std::optional<std::vector<isl::pw_aff>> splitSubscript(const IndexScope &Scope, const Polynomial &P,
                                                       const ElementShape &Shape) {
  std::vector<isl::pw_aff> Digits;
  isl::pw_aff Carry = constantOn(Scope.Tuple, isl::val::zero(Scope.Parameters.ctx()));
  Polynomial Rest = P;
  for (const RowLength &Length : Shape) {
    std::optional<Division> D = divide(Rest, Length);
    if (!D || !isAffine(D->Rest))
      return std::nullopt;
    std::optional<isl::pw_aff> Value = toPwAff(Scope, toExpr(D->Rest)), Row = toPwAff(Scope, Length.expr());
    if (!Value || !Row)
      return std::nullopt;
    std::optional<Digit> Inner = normalise(Scope, Value->add(Carry), *Row);
    if (!Inner)
      return std::nullopt;
    Digits.push_back(Inner->Value);
    Carry = Inner->Carry;
    Rest = std::move(D->Quotient);
  }
  std::optional<isl::pw_aff> Outermost = isAffine(Rest) ? toPwAff(Scope, toExpr(Rest)) : std::nullopt;
  if (!Outermost)
    return std::nullopt;
  Digits.push_back(Outermost->add(Carry));
  std::reverse(Digits.begin(), Digits.end());
  return Digits;
}

std::optional<std::vector<isl::set>> leavesRows(const IndexScope &Scope, const Polynomial &P,
                                                const ElementShape &Shape) {
  std::vector<isl::set> Outside;
  isl::pw_aff Zero = constantOn(Scope.Tuple, isl::val::zero(Scope.Parameters.ctx()));
  Polynomial Rest = P;
  for (const RowLength &Length : Shape) {
    std::optional<Division> D = divide(Rest, Length);
    std::optional<isl::pw_aff> Value, Row;
    if (D && isAffine(D->Rest)) {
      Value = toPwAff(Scope, toExpr(D->Rest));
      Row = toPwAff(Scope, Length.expr());
    }
    if (!Value || !Row)
      return std::nullopt;
    Outside.push_back(Scope.Domain.intersect(Value->lt_set(Zero)).params());
    Outside.push_back(Scope.Domain.intersect(Value->ge_set(*Row)).params());
    Rest = std::move(D->Quotient);
  }
  bool IsKnown = isAffine(Rest) && none_of(Outside, [](const isl::set &S) { return S.is_null(); });
  return IsKnown ? std::optional(std::move(Outside)) : std::nullopt;
}

} // namespace loopfuse
