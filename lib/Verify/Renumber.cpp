//===- Renumber.cpp - two Scops in one numbering --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/Renumber.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace loopfuse {

/// A container and its elements have one name, a pointer and what it points to too.
static std::string keyOf(const Array &A) {
  return (Twine(A.Name) + "\n" + Twine(static_cast<unsigned>(A.Base)) + "\n" + A.ElementType + "\n" + A.ObjectType)
      .str();
}
static std::string keyOf(const Parameter &P) { return P.Name; }

/// Per element of \p New: its place among those of \p Known by its key, appending what is not there.
template <typename T> static std::vector<unsigned> match(std::vector<T> &Known, const std::vector<T> &New) {
  StringMap<std::vector<unsigned>> Places;
  for (unsigned I = 0; I < Known.size(); ++I)
    Places[keyOf(Known[I])].push_back(I);
  StringMap<unsigned> Used;
  std::vector<unsigned> Map;
  for (const T &N : New) {
    std::string Key = keyOf(N);
    unsigned Occurrence = Used[Key]++;
    auto It = Places.find(Key);
    if (It != Places.end() && Occurrence < It->second.size()) {
      Map.push_back(It->second[Occurrence]);
    } else {
      Map.push_back(Known.size());
      Known.push_back(N);
    }
  }
  return Map;
}

Scop inNumbersOf(const Scop &Before, const Scop &After) {
  Scop Result = After;
  Result.Arrays = Before.Arrays;
  Result.Parameters = Before.Parameters;
  std::vector<unsigned> Arrays = match(Result.Arrays, After.Arrays);
  std::vector<unsigned> Parameters = match(Result.Parameters, After.Parameters);
  auto Renumber = [&](IndexExpr &E) {
    E = E.mapLeaves([&](const IndexExpr &Leaf) {
      return Leaf.kind() == IndexKind::Parameter ? IndexExpr::parameter(Parameters[Leaf.index()]) : Leaf;
    });
  };
  for (size_t A = Before.Arrays.size(); A < Result.Arrays.size(); ++A) {
    Array &Own = Result.Arrays[A];
    for (IndexExpr &Extent : Own.Extents)
      Renumber(Extent);
    if (Own.Owner)
      Own.Owner = Arrays[*Own.Owner];
  }
  for (size_t P = Before.Parameters.size(); P < Result.Parameters.size(); ++P)
    for (Parameter::Source &Source : Result.Parameters[P].Sources)
      Source.Array = Arrays[Source.Array];
  for (Constraint &C : Result.Context)
    Renumber(C.Expr);
  for (Loop &L : Result.Loops) {
    if (L.Base)
      L.Base = Arrays[*L.Base];
    if (L.Counter)
      L.Counter = Arrays[*L.Counter];
    for (IndexExpr *E : {&L.First, &L.Bound, &L.Step})
      Renumber(*E);
  }
  for (Member &M : Result.Members) {
    if (M.Condition)
      for (Constraint &C : *M.Condition)
        Renumber(C.Expr);
    if (M.Launch)
      for (std::vector<IndexExpr> *Sizes : {&M.Launch->Grid, &M.Launch->Block})
        for (IndexExpr &E : *Sizes)
          Renumber(E);
  }
  for (GuardCondition &Condition : Result.Conditions) {
    for (Constraint &C : Condition.Numbers)
      Renumber(C.Expr);
    for (OrderAlternative &Sides : Condition.Orders)
      for (std::vector<AddressOrder> &Side : Sides)
        for (AddressOrder &O : Side)
          for (Address *A : {&O.Below, &O.Above}) {
            A->Array = Arrays[A->Array];
            Renumber(A->Bytes);
          }
  }
  for (Statement &St : Result.Statements) {
    for (Constraint &C : St.Guard)
      Renumber(C.Expr);
    for (Access &A : St.Accesses) {
      A.Array = Arrays[A.Array];
      for (IndexExpr &E : A.Subscripts)
        Renumber(E);
    }
    for (Term &T : St.Terms) {
      if (T.Kind == TermKind::Address)
        T.Index = Arrays[T.Index];
      for (IndexExpr &E : T.Values)
        Renumber(E);
    }
  }
  return Result;
}

} // namespace loopfuse
