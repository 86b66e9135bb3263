//===- Oracle.h - legality by running all instances -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares nothing with lib/Poly: it runs the statements of a Scop for concrete
// parameter values, in the original and in the new order, and compares.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_UNIT_POLY_ORACLE_H
#define LOOPFUSE_TEST_UNIT_POLY_ORACLE_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <tuple>

namespace loopfuse::test {

using Values = std::vector<int64_t>;

/// Evaluates expressions for given parameters and loop variables.
struct Evaluator {
  const Values &Parameters;
  const std::vector<unsigned> &Loops;
  const Values &Iterators;

  int64_t operator()(const IndexExpr &E) const {
    auto Operand = [&](unsigned I) { return (*this)(E.operands()[I]); };
    auto FloorDivide = [](int64_t A, int64_t B) {
      int64_t Q = A / B;
      return Q * B > A ? Q - 1 : Q;
    };
    int64_t V = E.operands().empty() ? 0 : Operand(0);
    switch (E.kind()) {
    case IndexKind::Constant:
      return E.value();
    case IndexKind::Parameter:
      return Parameters[E.index()];
    case IndexKind::Iterator:
      for (size_t K = 0; K < Loops.size(); ++K)
        if (Loops[K] == E.index())
          return Iterators[K];
      break;
    case IndexKind::Add:
      for (size_t I = 1; I < E.operands().size(); ++I)
        V += Operand(I);
      return V;
    case IndexKind::Multiply:
      for (size_t I = 1; I < E.operands().size(); ++I)
        V *= Operand(I);
      return V;
    case IndexKind::FloorDivide:
      return FloorDivide(V, E.value());
    case IndexKind::FloorModulo:
      return V - FloorDivide(V, E.value()) * E.value();
    case IndexKind::Quotient:
      return V / E.value();
    case IndexKind::Remainder:
      return V % E.value();
    case IndexKind::Minimum:
      for (size_t I = 1; I < E.operands().size(); ++I)
        V = std::min(V, Operand(I));
      return V;
    case IndexKind::Maximum:
      for (size_t I = 1; I < E.operands().size(); ++I)
        V = std::max(V, Operand(I));
      return V;
    case IndexKind::Wrap: {
      assert(E.bits() < 63 && "the oracle has 64 bits only");
      int64_t Period = int64_t(1) << E.bits(), Low = E.isSigned() ? -(Period / 2) : 0;
      return Low + ((V - Low) % Period + Period) % Period;
    }
    case IndexKind::Unknown:
      break;
    }
    assert(false && "no value");
    return 0;
  }
};

/// Calls \p Body with the values of the loops for each iteration, in order.
template <typename Fn>
void forEachIteration(const Scop &S, const Values &Parameters, const std::vector<unsigned> &Loops, Fn Body,
                      Values Prefix = {}) {
  if (Prefix.size() == Loops.size())
    return Body(Prefix);
  const Loop &L = S.Loops[Loops[Prefix.size()]];
  Evaluator Evaluate{Parameters, Loops, Prefix};
  int64_t Bound = Evaluate(L.Bound), Step = Evaluate(L.Step);
  auto Holds = [&](int64_t V) {
    switch (L.Relation) {
    case BoundRelation::Less:
      return V < Bound;
    case BoundRelation::LessEqual:
      return V <= Bound;
    case BoundRelation::Greater:
      return V > Bound;
    case BoundRelation::GreaterEqual:
      return V >= Bound;
    case BoundRelation::NotEqual:
      return V != Bound;
    }
    return false;
  };
  for (int64_t V = Evaluate(L.First); Holds(V); V += Step) {
    Values Extended = Prefix;
    Extended.push_back(V);
    forEachIteration(S, Parameters, Loops, Body, Extended);
  }
}

/// One access that happened.
struct Touch {
  unsigned Member;
  bool IsWrite;
  unsigned Array;
  Values Element;
  Values Iterators;
  Values Time; ///< Compares lexicographically among the touches of one member: the order of execution.
};

inline bool meet(const Touch &A, const Touch &B) {
  if (A.Array != B.Array || !(A.IsWrite || B.IsWrite))
    return false;
  size_t Common = std::min(A.Element.size(), B.Element.size());
  return std::equal(A.Element.begin(), A.Element.begin() + Common, B.Element.begin());
}

inline std::vector<Touch> run(const Scop &S, const Values &Parameters, unsigned Member) {
  std::vector<Touch> Touches;
  for (unsigned I : S.Members[Member].Statements) {
    const Statement &St = S.Statements[I];
    forEachIteration(S, Parameters, St.Loops, [&](const Values &Iterators) {
      Evaluator Evaluate{Parameters, St.Loops, Iterators};
      for (const Constraint &C : St.Guard) {
        int64_t V = Evaluate(C.Expr);
        if (C.IsEquality ? V != 0 : V < 0)
          return;
      }
      Values Time;
      for (size_t K = 0; K < St.Position.size(); ++K) {
        Time.push_back(St.Position[K]);
        if (K < Iterators.size())
          Time.push_back(S.Loops[St.Loops[K]].Step.value() > 0 ? Iterators[K] : -Iterators[K]);
      }
      for (const Access &A : St.Accesses) {
        Values Element;
        for (const IndexExpr &E : A.Subscripts)
          Element.push_back(Evaluate(E));
        Touches.push_back({Member, A.Kind == AccessKind::Write, A.Array, Element, Iterators, Time});
        Touches.back().Time.push_back(&A - St.Accesses.data());
      }
    });
  }
  return Touches;
}

/// Calls \p Body for all values of the parameters between their minimum and maximum under which the context holds.
template <typename Fn> void forEachParameters(const Scop &S, Fn Body, Values Prefix = {}) {
  if (Prefix.size() < S.Parameters.size()) {
    const Parameter &P = S.Parameters[Prefix.size()];
    for (int64_t V = *P.Minimum; V <= *P.Maximum; ++V) {
      Values Extended = Prefix;
      Extended.push_back(V);
      forEachParameters(S, Body, Extended);
    }
    return;
  }
  Evaluator Evaluate{Prefix, {}, {}};
  for (const Constraint &C : S.Context)
    if (C.IsEquality ? Evaluate(C.Expr) != 0 : Evaluate(C.Expr) < 0)
      return;
  Body(Prefix);
}

/// Whether the fused nest would run \p Y (of the later member) before \p X, or beside it.
inline bool isReversed(const Scop &S, const Placement &Earlier, const Placement &Later, unsigned Depth, const Touch &X,
                       const Touch &Y) {
  for (unsigned K = 0; K < Depth; ++K) {
    const Loop &L = S.Loops[S.Members[Earlier.Member].Loops[K]];
    int64_t VX = X.Iterators[K] + Earlier.Shift[K], VY = Y.Iterators[K] + Later.Shift[K];
    if (VX == VY)
      continue;
    return L.Order == DimOrder::Parallel || (L.Step.value() > 0 ? VY < VX : VY > VX);
  }
  return false;
}

inline std::set<Values> fusedIterations(const Scop &S, const Values &Parameters, const Placement &P, unsigned Depth) {
  std::set<Values> Result;
  const std::vector<unsigned> &All = S.Members[P.Member].Loops;
  std::vector<unsigned> Loops(All.begin(), All.begin() + Depth);
  forEachIteration(S, Parameters, Loops, [&](Values V) {
    for (unsigned K = 0; K < Depth; ++K)
      V[K] += P.Shift[K];
    Result.insert(V);
  });
  return Result;
}

/// Whether the fused nest leaves the scalar \p Array alone: each read sees what the same write left as before, and so
/// does whoever looks behind the nest, if anybody may. \p X and \p Y are the touches of both members.
inline bool keepsScalar(const Scop &S, const Placement &Earlier, const Placement &Later, unsigned Depth,
                        const std::vector<Touch> &X, const std::vector<Touch> &Y, unsigned Array) {
  // Which write each read of a sequence sees; behind them all the last one.
  auto Seen = [&](const std::vector<const Touch *> &Sequence) {
    std::map<const Touch *, const Touch *> Result;
    const Touch *Last = nullptr;
    for (const Touch *T : Sequence)
      T->IsWrite ? void(Last = T) : void(Result[T] = Last);
    Result[nullptr] = Last;
    return Result;
  };
  std::vector<const Touch *> Before;
  for (const std::vector<Touch> *Touches : {&X, &Y}) {
    std::vector<const Touch *> Own;
    for (const Touch &T : *Touches)
      if (T.Array == Array)
        Own.push_back(&T);
    for (const Touch *T : Own)
      if (!T->Element.empty())
        return false;
    std::sort(Own.begin(), Own.end(), [](const Touch *A, const Touch *B) { return A->Time < B->Time; });
    Before.insert(Before.end(), Own.begin(), Own.end());
  }
  // Iterations of parallel loops come in both orders, so that none may need another one.
  auto After = [&](int ParallelSign) {
    auto Key = [&](const Touch *T) {
      bool IsLater = T->Member == Later.Member;
      Values Iteration;
      for (unsigned K = 0; K < Depth; ++K) {
        const Loop &L = S.Loops[S.Members[Earlier.Member].Loops[K]];
        int64_t V = T->Iterators[K] + (IsLater ? Later : Earlier).Shift[K];
        Iteration.push_back((L.Step.value() > 0 ? V : -V) * (L.Order == DimOrder::Parallel ? ParallelSign : 1));
      }
      return std::tuple(Iteration, IsLater, T->Time);
    };
    std::vector<const Touch *> Sequence = Before;
    std::sort(Sequence.begin(), Sequence.end(), [&](auto *A, auto *B) { return Key(A) < Key(B); });
    return Seen(Sequence);
  };
  std::map<const Touch *, const Touch *> Old = Seen(Before), New = After(1), Backwards = After(-1);
  Backwards[nullptr] = Old[nullptr];
  if (S.Arrays[Array].DeadAfter && !S.Arrays[Array].Escapes)
    New[nullptr] = Old[nullptr];
  return New == Old && Backwards == Old;
}

enum class OracleVerdict {
  Legal,
  LegalByValue, ///< Only scalars change the order of their touches, and no value is another one.
  IterationsDiffer,
  Reversed
};

/// Over all parameter values of the box.
inline OracleVerdict judgePair(const Scop &S, const Placement &Earlier, const Placement &Later, unsigned Depth) {
  bool Differ = false, Reversed = false, IsScalarReversed = false;
  forEachParameters(S, [&](const Values &Parameters) {
    Differ |= fusedIterations(S, Parameters, Earlier, Depth) != fusedIterations(S, Parameters, Later, Depth);
    std::vector<Touch> X = run(S, Parameters, Earlier.Member), Y = run(S, Parameters, Later.Member);
    std::map<unsigned, bool> IsKept;
    for (const Touch &A : X)
      for (const Touch &B : Y) {
        if (Reversed || !meet(A, B) || !isReversed(S, Earlier, Later, Depth, A, B))
          continue;
        auto [It, IsNew] = IsKept.try_emplace(A.Array, false);
        if (IsNew)
          It->second = keepsScalar(S, Earlier, Later, Depth, X, Y, A.Array);
        (It->second ? IsScalarReversed : Reversed) = true;
      }
  });
  return Differ             ? OracleVerdict::IterationsDiffer
         : Reversed         ? OracleVerdict::Reversed
         : IsScalarReversed ? OracleVerdict::LegalByValue
                            : OracleVerdict::Legal;
}

/// Where a split group runs an iteration of its member at \p Position, in an order that compares lexicographically.
struct SplitTime {
  enum { Prologue, Common, Epilogue } Part;
  int64_t First, Second;
  friend auto operator<=>(const SplitTime &, const SplitTime &) = default;
};

/// Whether prologues, common nest and epilogues of \p G run each member's iterations, those of all members in the
/// common nest, and of two touches that meet the one that came first.
inline bool judgeSplit(const Scop &S, const FusionGroup &G) {
  bool Holds = true;
  forEachParameters(S, [&](const Values &Parameters) {
    Evaluator Evaluate{Parameters, {}, {}};
    auto LoopAt = [&](unsigned I) -> const Loop & { return S.Loops[S.Members[G.Members[I].Member].Loops.front()]; };
    int64_t Up = LoopAt(0).Step.value() > 0 ? 1 : -1;
    auto TimeOf = [&](unsigned I, int64_t V) { return Up * (V + G.Members[I].Shift.front()); };
    int64_t Start = TimeOf(G.Common->First, Evaluate(LoopAt(G.Common->First).First)), End = INT64_MAX;
    for (unsigned B : G.Common->Bounds) {
      bool Inclusive =
          LoopAt(B).Relation == BoundRelation::LessEqual || LoopAt(B).Relation == BoundRelation::GreaterEqual;
      End = std::min(End, TimeOf(B, Evaluate(LoopAt(B).Bound)) + Inclusive);
    }
    auto At = [&](unsigned I, int64_t V) -> SplitTime {
      int64_t T = TimeOf(I, V);
      if (T < Start)
        return {SplitTime::Prologue, I, T};
      return T < End ? SplitTime{SplitTime::Common, T, I} : SplitTime{SplitTime::Epilogue, I, T};
    };
    std::vector<std::vector<Touch>> Touches;
    for (unsigned I = 0; I < G.Members.size(); ++I) {
      std::set<int64_t> Common;
      forEachIteration(S, Parameters, {S.Members[G.Members[I].Member].Loops.front()}, [&](const Values &V) {
        SplitTime T = At(I, V.front());
        auto Listed = [&](const std::vector<unsigned> &In) { return std::find(In.begin(), In.end(), I) != In.end(); };
        Holds = Holds && (T.Part != SplitTime::Prologue || Listed(G.Common->Prologues)) &&
                (T.Part != SplitTime::Epilogue || Listed(G.Common->Epilogues));
        if (T.Part == SplitTime::Common)
          Common.insert(T.First);
      });
      Holds = Holds && int64_t(Common.size()) == std::max<int64_t>(0, End - Start);
      Touches.push_back(run(S, Parameters, G.Members[I].Member));
    }
    for (unsigned J = 1; J < Touches.size(); ++J)
      for (unsigned I = 0; I < J; ++I)
        for (const Touch &X : Touches[I])
          for (const Touch &Y : Touches[J])
            Holds = Holds && !(meet(X, Y) && At(J, Y.Iterators[0]) < At(I, X.Iterators[0]));
  });
  return Holds;
}

/// Whether two members share an element that one of them writes.
inline bool judgeConflict(const Scop &S, unsigned A, unsigned B) {
  bool Found = false;
  forEachParameters(S, [&](const Values &Parameters) {
    std::vector<Touch> X = run(S, Parameters, A), Y = run(S, Parameters, B);
    for (const Touch &TX : X)
      for (const Touch &TY : Y)
        Found = Found || meet(TX, TY);
  });
  return Found;
}

/// Whether every iteration of the fused loops touches one element of \p Array at most, and writes it first.
inline bool judgeContraction(const Scop &S, const FusionGroup &G, unsigned Array) {
  bool Holds = true;
  forEachParameters(S, [&](const Values &Parameters) {
    std::map<Values, std::vector<Touch>> Iterations;
    for (const Placement &P : G.Members) {
      std::vector<Touch> Touches = run(S, Parameters, P.Member);
      std::sort(Touches.begin(), Touches.end(), [](const Touch &A, const Touch &B) { return A.Time < B.Time; });
      for (const Touch &T : Touches) {
        if (T.Array != Array)
          continue;
        Values V(T.Iterators.begin(), T.Iterators.begin() + G.Depth);
        for (unsigned K = 0; K < G.Depth; ++K)
          V[K] += P.Shift[K];
        Iterations[V].push_back(T);
      }
    }
    for (const auto &[V, Touches] : Iterations)
      for (const Touch &T : Touches)
        Holds = Holds && Touches.front().IsWrite && T.Element == Touches.front().Element;
  });
  return Holds;
}

} // namespace loopfuse::test

#endif
