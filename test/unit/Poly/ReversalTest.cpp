//===- ReversalTest.cpp -----------------------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Reversal.h"
#include "Poly/Legality.h"
#include "Poly/Oracle.h"
#include "Poly/RandomScop.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

constexpr unsigned long Quota = 4000000;

/// Whether two touches of one member that meet change places.
bool changesOrder(const Scop &S, const Placement &P) {
  bool Found = false;
  forEachParameters(S, [&](const Values &Parameters) {
    std::vector<Touch> Touches = run(S, Parameters, P.Member);
    auto ComesLater = [&](const Touch &X, const Touch &Y) { // In the fused nest, as far as the merged loops tell.
      for (unsigned K = 0; K < P.Shift.size(); ++K) {
        const Loop &L = S.Loops[S.Members[P.Member].Loops[K]];
        if (X.Iterators[K] != Y.Iterators[K])
          return (X.Iterators[K] > Y.Iterators[K]) == ((L.Step.value() > 0) != P.isReversed(K));
      }
      return false;
    };
    for (const Touch &X : Touches)
      for (const Touch &Y : Touches)
        Found = Found || (X.Time < Y.Time && meet(X, Y) && ComesLater(X, Y));
  });
  return Found;
}

TEST(Reversal, VerdictsAreExact) {
  unsigned Legal = 0, Illegal = 0, Proved = 0;
  for (unsigned Seed = 1; Seed <= 1500; ++Seed) {
    RandomScop Source(Seed);
    Placement P{Source.nest(), {}};
    const Scop &S = Source.scop();
    P.Shift.assign(1 + Source.below(S.Members[0].PerfectDepth), 0);
    for (unsigned K = 0; K < P.Shift.size(); ++K)
      P.Reversed.push_back(Source.chance(2));
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    bool Truth = changesOrder(S, P);
    std::optional<Refusal> Why = checkReversal(Ctx, R, P);
    ASSERT_EQ(Why.has_value(), Truth) << "seed " << Seed << "\n" << print(S);
    if (Why && Why->Id == RefusalId::DependenceReversed) {
      ++Proved;
      ASSERT_TRUE(Why->Proof) << "seed " << Seed;
      EXPECT_NE(Why->Proof->Earlier.Iteration, Why->Proof->Later.Iteration) << "seed " << Seed;
    }
    ++(Truth ? Illegal : Legal);
  }
  EXPECT_GT(Legal, 150u);
  EXPECT_GT(Illegal, 150u);
  EXPECT_GT(Proved, 100u);
}

/// Makes the outermost loop run over the same values from the other end.
bool turnRound(Loop &L) {
  if (!L.Step.isConstant(1) || L.Relation != BoundRelation::Less)
    return false;
  IndexExpr Last = L.Bound - num(1);
  L.Bound = L.First;
  L.First = Last;
  L.Relation = BoundRelation::GreaterEqual;
  L.Step = num(-1);
  L.StepSign = -1;
  return true;
}

TEST(Reversal, PairsAreJudgedInTheFirstOnesDirection) {
  unsigned Legal = 0, Own = 0, Between = 0;
  for (unsigned Seed = 1; Seed <= 1500; ++Seed) {
    RandomScop Source(Seed);
    Placement Earlier{Source.nest(), {0}}, Later{Source.nest(), {0}};
    Scop &S = Source.scop();
    if (!turnRound(S.Loops[S.Members[Source.chance(2)].Loops.front()]))
      continue;
    Later = placedBehind(S, Earlier, 1, {0});
    ASSERT_EQ(Later.isReversed(), S.Loops[S.Members[0].Loops[0]].StepSign != S.Loops[S.Members[1].Loops[0]].StepSign);
    OracleVerdict Pair = judgePair(S, Earlier, Later, 1);
    bool ChangesOwn = Later.isReversed() && changesOrder(S, Later);
    bool Truth = Pair == OracleVerdict::Legal && !ChangesOwn;
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    std::optional<Refusal> Why = checkPair(Ctx, R, Earlier, Later, 1);
    if (Pair == OracleVerdict::LegalByValue && (Why || !ChangesOwn))
      continue; // Only a chance of the numbers keeps the values.
    ASSERT_EQ(!Why.has_value(), Truth) << "seed " << Seed << (Why ? ", said " + Why->message() : "") << "\n"
                                       << print(S);
    Legal += Truth;
    Own += ChangesOwn;
    Between += Pair == OracleVerdict::Reversed && !ChangesOwn;
  }
  EXPECT_GT(Legal, 20u);
  EXPECT_GT(Own, 20u);
  EXPECT_GT(Between, 20u);
}

} // namespace
