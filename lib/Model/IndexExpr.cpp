//===- IndexExpr.cpp - an integer expression of a region --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace loopfuse {

IndexExpr IndexExpr::make(IndexKind Kind, int64_t Value, bool Signed, std::vector<IndexExpr> Operands) {
  return IndexExpr(std::make_shared<const Node>(Node{Kind, Value, Signed, std::move(Operands)}));
}

IndexExpr IndexExpr::constant(int64_t Value) { return make(IndexKind::Constant, Value, false, {}); }
IndexExpr IndexExpr::parameter(unsigned Index) { return make(IndexKind::Parameter, Index, false, {}); }
IndexExpr IndexExpr::iterator(unsigned Loop) { return make(IndexKind::Iterator, Loop, false, {}); }
IndexExpr IndexExpr::unknown() {
  static const IndexExpr Unknown = make(IndexKind::Unknown, 0, false, {});
  return Unknown;
}

IndexExpr IndexExpr::add(std::vector<IndexExpr> Operands) {
  // Flatten nested sums, fold constants, and collect equal terms so that "n - 1 + 1" becomes "n".
  struct Term {
    IndexExpr Expr;
    int64_t Factor;
  };
  std::vector<Term> Terms;
  int64_t Sum = 0;
  bool Overflow = false;
  std::vector<IndexExpr> Work(Operands.rbegin(), Operands.rend());
  while (!Work.empty()) {
    IndexExpr E = Work.back();
    Work.pop_back();
    if (E.kind() == IndexKind::Unknown)
      return unknown();
    if (E.kind() == IndexKind::Add) {
      Work.insert(Work.end(), E.operands().rbegin(), E.operands().rend());
      continue;
    }
    if (E.isConstant()) {
      Overflow |= AddOverflow(Sum, E.value(), Sum);
      continue;
    }
    int64_t Factor = 1;
    if (E.kind() == IndexKind::Multiply && E.operands().size() == 2 && E.operands()[0].isConstant()) {
      Factor = E.operands()[0].value();
      E = IndexExpr(E.operands()[1]);
    }
    auto It = llvm::find_if(Terms, [&](const Term &T) { return T.Expr == E; });
    if (It == Terms.end())
      Terms.push_back({E, Factor});
    else
      Overflow |= AddOverflow(It->Factor, Factor, It->Factor);
  }
  if (Overflow) // Constants beyond 64 bits: not worth modelling.
    return unknown();
  std::vector<IndexExpr> Result;
  for (const Term &T : Terms)
    if (T.Factor == 1)
      Result.push_back(T.Expr);
    else if (T.Factor != 0)
      Result.push_back(make(IndexKind::Multiply, 0, false, {constant(T.Factor), T.Expr}));
  if (Sum != 0 || Result.empty())
    Result.push_back(constant(Sum));
  return Result.size() == 1 ? Result.front() : make(IndexKind::Add, 0, false, std::move(Result));
}

IndexExpr IndexExpr::multiply(std::vector<IndexExpr> Operands) {
  int64_t Product = 1;
  std::vector<IndexExpr> Rest;
  std::vector<IndexExpr> Work(Operands.rbegin(), Operands.rend());
  while (!Work.empty()) {
    IndexExpr E = Work.back();
    Work.pop_back();
    if (E.kind() == IndexKind::Unknown)
      return unknown();
    if (E.kind() == IndexKind::Multiply)
      Work.insert(Work.end(), E.operands().rbegin(), E.operands().rend());
    else if (!E.isConstant())
      Rest.push_back(E);
    else if (MulOverflow(Product, E.value(), Product))
      return unknown();
  }
  if (Product == 0 || Rest.empty())
    return constant(Product);
  if (Rest.size() == 1 && Product == 1)
    return Rest.front();
  // Distribute over a sum, so that affine expressions and polynomials are sums of products.
  for (size_t I = 0; I < Rest.size(); ++I)
    if (Rest[I].kind() == IndexKind::Add) {
      std::vector<IndexExpr> Sum;
      for (const IndexExpr &Summand : Rest[I].operands()) {
        std::vector<IndexExpr> Factors = Rest;
        Factors[I] = Summand;
        Factors.push_back(constant(Product));
        Sum.push_back(multiply(std::move(Factors)));
      }
      return add(std::move(Sum));
    }
  IndexExpr Variables = Rest.size() == 1 ? Rest.front() : make(IndexKind::Multiply, 0, false, std::move(Rest));
  return Product == 1 ? Variables : make(IndexKind::Multiply, 0, false, {constant(Product), Variables});
}

IndexExpr IndexExpr::floorDivide(IndexExpr E, int64_t By) {
  if (E.isUnknown() || By <= 0)
    return unknown();
  if (By == 1)
    return E;
  if (E.isConstant())
    return constant(divideFloorSigned(E.value(), By));
  return make(IndexKind::FloorDivide, By, false, {std::move(E)});
}

IndexExpr IndexExpr::floorModulo(IndexExpr E, int64_t By) {
  if (E.isUnknown() || By <= 0)
    return unknown();
  if (E.isConstant())
    return constant(E.value() - divideFloorSigned(E.value(), By) * By);
  return make(IndexKind::FloorModulo, By, false, {std::move(E)});
}

IndexExpr IndexExpr::quotient(IndexExpr E, int64_t By) {
  if (E.isUnknown() || By == 0 || By == -1)
    return unknown();
  if (By == 1)
    return E;
  if (E.isConstant())
    return constant(E.value() / By);
  return make(IndexKind::Quotient, By, false, {std::move(E)});
}

IndexExpr IndexExpr::remainder(IndexExpr E, int64_t By) {
  if (E.isUnknown() || By == 0 || By == -1)
    return unknown();
  if (E.isConstant())
    return constant(E.value() % By);
  return make(IndexKind::Remainder, By, false, {std::move(E)});
}

static IndexExpr foldExtremum(std::vector<IndexExpr> Operands, bool IsMinimum, std::vector<IndexExpr> &Kept) {
  std::optional<int64_t> Folded;
  for (const IndexExpr &E : Operands) {
    if (E.isUnknown())
      return IndexExpr::unknown();
    if (E.isConstant())
      Folded = !Folded ? E.value() : IsMinimum ? std::min(*Folded, E.value()) : std::max(*Folded, E.value());
    else if (!is_contained(Kept, E))
      Kept.push_back(E);
  }
  if (Folded)
    Kept.push_back(IndexExpr::constant(*Folded));
  return Kept.front();
}

IndexExpr IndexExpr::minimum(std::vector<IndexExpr> Operands) {
  std::vector<IndexExpr> Kept;
  IndexExpr First = foldExtremum(std::move(Operands), /*IsMinimum=*/true, Kept);
  return Kept.size() <= 1 || First.isUnknown() ? First : make(IndexKind::Minimum, 0, false, std::move(Kept));
}

IndexExpr IndexExpr::maximum(std::vector<IndexExpr> Operands) {
  std::vector<IndexExpr> Kept;
  IndexExpr First = foldExtremum(std::move(Operands), /*IsMinimum=*/false, Kept);
  return Kept.size() <= 1 || First.isUnknown() ? First : make(IndexKind::Maximum, 0, false, std::move(Kept));
}

/// Arithmetic modulo 2^Bits is a ring: inside a Wrap, a Wrap to at least as many bits around a term changes nothing.
static IndexExpr dropInnerWraps(const IndexExpr &E, unsigned Bits) {
  switch (E.kind()) {
  case IndexKind::Wrap:
    return E.bits() >= Bits ? dropInnerWraps(E.operands()[0], Bits) : E;
  case IndexKind::Add:
  case IndexKind::Multiply: {
    std::vector<IndexExpr> Operands;
    for (const IndexExpr &O : E.operands())
      Operands.push_back(dropInnerWraps(O, Bits));
    return E.kind() == IndexKind::Add ? IndexExpr::add(std::move(Operands)) : IndexExpr::multiply(std::move(Operands));
  }
  default:
    return E;
  }
}

IndexExpr IndexExpr::wrap(IndexExpr E, unsigned Bits, bool Signed) {
  if (E.isUnknown())
    return unknown();
  E = dropInnerWraps(E, Bits);
  if (E.isConstant()) {
    int64_t V = E.value();
    if (Bits < 64) {
      uint64_t Low = static_cast<uint64_t>(V) & maskTrailingOnes<uint64_t>(Bits);
      return constant(Signed ? SignExtend64(Low, Bits) : static_cast<int64_t>(Low));
    }
    if (Signed || V >= 0)
      return E;
  }
  return make(IndexKind::Wrap, Bits, Signed, {std::move(E)});
}

static bool anyNode(const IndexExpr &E, function_ref<bool(const IndexExpr &)> Test) {
  return Test(E) || any_of(E.operands(), [&](const IndexExpr &O) { return anyNode(O, Test); });
}

bool IndexExpr::isUnknown() const {
  return anyNode(*this, [](const IndexExpr &E) { return E.kind() == IndexKind::Unknown; });
}
bool IndexExpr::usesIterator(unsigned Loop) const {
  return anyNode(*this, [&](const IndexExpr &E) { return E.kind() == IndexKind::Iterator && E.index() == Loop; });
}
bool IndexExpr::usesAnyIterator() const {
  return anyNode(*this, [](const IndexExpr &E) { return E.kind() == IndexKind::Iterator; });
}
bool IndexExpr::usesParameter(unsigned Parameter) const {
  return anyNode(*this, [&](const IndexExpr &E) { return E.kind() == IndexKind::Parameter && E.index() == Parameter; });
}

IndexExpr IndexExpr::mapLeaves(function_ref<IndexExpr(const IndexExpr &)> Map) const {
  if (operands().empty())
    return Map(*this);
  std::vector<IndexExpr> Mapped;
  for (const IndexExpr &O : operands())
    Mapped.push_back(O.mapLeaves(Map));
  switch (kind()) {
  case IndexKind::Add:
    return add(std::move(Mapped));
  case IndexKind::Multiply:
    return multiply(std::move(Mapped));
  case IndexKind::FloorDivide:
    return floorDivide(Mapped[0], value());
  case IndexKind::FloorModulo:
    return floorModulo(Mapped[0], value());
  case IndexKind::Quotient:
    return quotient(Mapped[0], value());
  case IndexKind::Remainder:
    return remainder(Mapped[0], value());
  case IndexKind::Minimum:
    return minimum(std::move(Mapped));
  case IndexKind::Maximum:
    return maximum(std::move(Mapped));
  case IndexKind::Wrap:
    return wrap(Mapped[0], bits(), isSigned());
  case IndexKind::Constant:
  case IndexKind::Parameter:
  case IndexKind::Iterator:
  case IndexKind::Unknown:
    break;
  }
  llvm_unreachable("a leaf has no operands");
}

bool operator==(const IndexExpr &A, const IndexExpr &B) {
  if (A.N == B.N)
    return true;
  return A.N->Kind == B.N->Kind && A.N->Value == B.N->Value && A.N->Signed == B.N->Signed &&
         A.N->Operands == B.N->Operands;
}

std::string toString(const IndexExpr &E, function_ref<std::string(unsigned)> Parameter,
                     function_ref<std::string(unsigned)> Iterator) {
  auto Render = [&](const IndexExpr &O) { return toString(O, Parameter, Iterator); };
  auto Atom = [&](const IndexExpr &O) {
    std::string S = Render(O);
    return O.kind() == IndexKind::Add ? "(" + S + ")" : S;
  };
  auto Call = [&](const char *Name) {
    std::string S = Name;
    S += '(';
    for (size_t I = 0; I < E.operands().size(); ++I)
      S += (I ? ", " : "") + Render(E.operands()[I]);
    return S + ")";
  };
  switch (E.kind()) {
  case IndexKind::Constant:
    return std::to_string(E.value());
  case IndexKind::Parameter:
    return Parameter(E.index());
  case IndexKind::Iterator:
    return Iterator(E.index());
  case IndexKind::Add: {
    std::string S;
    for (const IndexExpr &O : E.operands()) {
      std::string T = Render(O);
      if (S.empty())
        S = T;
      else if (T.front() == '-')
        S += " - " + T.substr(1);
      else
        S += " + " + T;
    }
    return S;
  }
  case IndexKind::Multiply: {
    std::string S;
    for (const IndexExpr &O : E.operands())
      S += O.isConstant(-1) && S.empty() ? "-" : (S.empty() || S == "-" ? "" : "*") + Atom(O);
    return S;
  }
  case IndexKind::FloorDivide:
    return "floor(" + Atom(E.operands()[0]) + "/" + std::to_string(E.value()) + ")";
  case IndexKind::FloorModulo:
    return Atom(E.operands()[0]) + " mod " + std::to_string(E.value());
  case IndexKind::Quotient:
    return Atom(E.operands()[0]) + "/" + std::to_string(E.value());
  case IndexKind::Remainder:
    return Atom(E.operands()[0]) + "%" + std::to_string(E.value());
  case IndexKind::Minimum:
    return Call("min");
  case IndexKind::Maximum:
    return Call("max");
  case IndexKind::Wrap:
    return (E.isSigned() ? "s" : "u") + std::to_string(E.bits()) + "(" + Render(E.operands()[0]) + ")";
  case IndexKind::Unknown:
    return "?";
  }
  llvm_unreachable("covered switch");
}

} // namespace loopfuse
