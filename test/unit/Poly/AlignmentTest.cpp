//===- AlignmentTest.cpp ----------------------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Alignment.h"
#include "Poly/Oracle.h"
#include "Poly/RandomScop.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

using Numbers = std::vector<unsigned>;

/// Loops over arrays of one dimension; each statement reads one array at some offsets and writes another.
struct AlignmentTest : testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n"), M = B.parameter("m");
  IslContext Ctx{4000000};
  std::optional<RegionRelations> R;

  void loop(IndexExpr First, IndexExpr Bound, unsigned Read, std::vector<int64_t> Offsets, unsigned Write,
            int64_t Step = 1, BoundRelation Relation = BoundRelation::Less) {
    B.nest();
    IndexExpr I = B.loop("i", First, Bound, Step, Relation);
    B.statement();
    for (int64_t Offset : Offsets)
      B.read(Read, {I + num(Offset)});
    B.write(Write, {I});
    B.end();
  }
  const RegionRelations &relations() {
    if (!R)
      R.emplace(buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse));
    return *R;
  }
  std::optional<int64_t> shift(unsigned Earlier = 0, unsigned Later = 1) {
    return leastShift(Ctx, relations(), Earlier, Later);
  }
  FusionGroup group(std::vector<int64_t> Shifts) {
    FusionGroup G;
    for (unsigned K = 0; K < Shifts.size(); ++K)
      G.Members.push_back({K, {Shifts[K]}});
    auto Found = findCommonRange(Ctx, relations(), G, 2);
    if (auto *C = std::get_if<CommonRange>(&Found))
      G.Common = *C;
    return G;
  }
};

TEST_F(AlignmentTest, AConsumerWaitsForWhatItReadsAhead) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), N, In, {0}, T);
  loop(num(1), N - num(1), T, {-1, 0, 1}, Out);
  EXPECT_EQ(shift(), 1);
}

TEST_F(AlignmentTest, LoopsThatCountDownAreDelayedDownwards) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(N, num(0), In, {0}, T, -1, BoundRelation::Greater);
  loop(N, num(0), T, {-2, 1}, Out, -1, BoundRelation::Greater);
  EXPECT_EQ(shift(), -2);
}

TEST_F(AlignmentTest, WhatMeetsNowhereNeedsNoDelay) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), N, In, {0}, T);
  loop(num(0), M, In, {5}, Out);
  EXPECT_EQ(shift(), 0);
}

TEST_F(AlignmentTest, ATotalIsWaitedForInVain) {
  unsigned In = B.array("in"), Sum = B.array("sum"), Out = B.array("out");
  B.nest();
  IndexExpr I = B.loop("i", num(0), N);
  B.statement();
  B.read(In, {I});
  B.read(Sum);
  B.write(Sum);
  B.end();
  loop(num(0), N, Sum, {}, Out);
  B.read(Sum);
  EXPECT_EQ(shift(), std::nullopt);
}

TEST_F(AlignmentTest, ElementsThatMeetByChanceAreNoReason) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  B.nest();
  IndexExpr I = B.loop("i", num(0), num(40));
  B.statement();
  B.read(In, {I});
  B.write(T, {I * num(5)});
  B.end();
  B.nest();
  IndexExpr J = B.loop("j", num(0), num(40));
  B.statement();
  B.read(T, {J * num(8) + num(5)});
  B.write(Out, {J});
  B.end();
  EXPECT_EQ(shift(), std::nullopt);
}

TEST_F(AlignmentTest, ProducerAndStencil) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), N, In, {0}, T);
  loop(num(1), N - num(1), T, {-1, 0, 1}, Out);
  FusionGroup G = group({0, 1});
  ASSERT_TRUE(G.Common.has_value());
  // t runs 0 and 1 in front; behind it, nothing is left of either.
  EXPECT_EQ(*G.Common, (CommonRange{1, {0}, {0}, {}, true}));
  EXPECT_FALSE(checkCommonRange(Ctx, relations(), G).has_value());
}

TEST_F(AlignmentTest, UnrelatedEnds) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), N, In, {0}, T);
  loop(num(0), M, T, {0}, Out);
  FusionGroup G = group({0, 0});
  ASSERT_TRUE(G.Common.has_value());
  EXPECT_EQ(*G.Common, (CommonRange{0, {0, 1}, {}, {0, 1}, true}));
}

TEST_F(AlignmentTest, UnrelatedStartsAreRefused) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(M, N, In, {0}, T);
  loop(num(1), N, T, {0}, Out);
  EXPECT_FALSE(group({0, 0}).Common.has_value());
}

TEST_F(AlignmentTest, AFewSharedIterationsAreNotWorthIt) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), num(10), In, {0}, T);
  loop(num(8), num(18), T, {0}, Out);
  EXPECT_FALSE(group({0, 0}).Common.has_value());
}

/// The gate believes none of what the plan says.
TEST_F(AlignmentTest, ForgottenIterationsAreSeen) {
  unsigned In = B.array("in"), T = B.array("t"), Out = B.array("out");
  loop(num(0), N, In, {0}, T);
  loop(num(1), M, T, {0, 1}, Out);
  FusionGroup Right = group({0, 1});
  ASSERT_TRUE(Right.Common.has_value());
  auto Passes = [&](CommonRange C) {
    FusionGroup G = Right;
    G.Common = std::move(C);
    FusionPlan Plan;
    Plan.Groups = {G};
    return std::holds_alternative<LegalPlan>(checkLegality(Ctx, relations(), Plan));
  };
  EXPECT_TRUE(Passes(*Right.Common));
  auto Tampered = [&](auto Change) {
    CommonRange C = *Right.Common;
    Change(C);
    return C;
  };
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Prologues.clear(); })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Epilogues = {0}; })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Epilogues = {1}; })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.First = 0; }))); // the consumer has not begun there
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Bounds = {0}; })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Bounds = {1}; })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.Bounds.clear(); })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.First = 7; })));
  EXPECT_FALSE(Passes(Tampered([](CommonRange &C) { C.MayBeEmpty = false; })));
}

/// Every legal split plan is right by running it, and the shift is the least one.
TEST(AlignmentOracle, SplitPlansKeepTheOrder) {
  unsigned Legal = 0, Shifted = 0, Differ = 0;
  for (unsigned Seed = 1; Seed <= 1500; ++Seed) {
    RandomScop Source(Seed);
    unsigned Nests = 2 + Source.below(2);
    for (unsigned K = 0; K < Nests; ++K)
      Source.nest();
    // Ends that are apart.
    Scop &S = Source.scop();
    for (unsigned K = 0; K < Nests; ++K) {
      Loop &L = S.Loops[S.Members[K].Loops.front()];
      if (!Source.chance(3))
        (Source.chance(2) ? L.First : L.Bound) = (Source.chance(2) ? L.First : L.Bound) + num(Source.shift());
    }
    IslContext Ctx(4000000);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    FusionGroup G;
    bool Found = true;
    for (unsigned K = 0; K < Nests && Found; ++K) {
      Placement New{K, {0}};
      for (const Placement &P : G.Members) {
        std::optional<int64_t> Shift = leastShift(Ctx, R, P.Member, K);
        Found = Found && Shift.has_value();
        if (Found && std::abs(P.Shift[0] + *Shift) > std::abs(New.Shift[0]))
          New.Shift[0] = P.Shift[0] + *Shift;
      }
      G.Members.push_back(New);
    }
    if (!Found)
      continue;
    auto Common = findCommonRange(Ctx, R, G, 0);
    if (std::holds_alternative<Refusal>(Common))
      continue;
    G.Common = std::get<CommonRange>(Common);
    FusionPlan Plan;
    Plan.Groups = {G};
    std::string Case =
        "seed " + std::to_string(Seed) + ", shift " + std::to_string(G.Members[1].Shift[0]) + "\n" + print(S);
    if (std::holds_alternative<Refusal>(checkLegality(Ctx, R, Plan)))
      continue;
    ++Legal;
    Differ += !G.Common->Prologues.empty() || !G.Common->Epilogues.empty();
    ASSERT_TRUE(judgeSplit(S, G)) << Case;
    // One iteration less of delay, or one part less, is refused or harmless.
    FusionGroup Worse = G;
    if (int64_t &Shift = Worse.Members[1].Shift[0]; Shift != 0) {
      ++Shifted;
      Shift += Shift > 0 ? -1 : 1;
      ASSERT_TRUE(checkPair(Ctx, R, Worse.Members[0], Worse.Members[1], 1, Iterations::Differ).has_value() || Nests > 2)
          << Case;
    } else if (!Worse.Common->Epilogues.empty()) {
      Worse.Common->Epilogues.pop_back();
    } else if (!Worse.Common->Prologues.empty()) {
      Worse.Common->Prologues.pop_back();
    }
    Plan.Groups = {Worse};
    if (std::holds_alternative<LegalPlan>(checkLegality(Ctx, R, Plan)))
      ASSERT_TRUE(judgeSplit(S, Worse)) << Case;
  }
  EXPECT_GT(Legal, 100u);
  EXPECT_GT(Shifted, 10u);
  EXPECT_GT(Differ, 60u);
}

} // namespace
