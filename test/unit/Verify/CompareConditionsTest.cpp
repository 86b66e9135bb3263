//===- CompareConditionsTest.cpp - faults planted in tests ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareConditions.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// a from 0 to n - 1 and c from 1 to n, and the right condition for it: a + 8n <= c + 8 || c + 8n + 8 <= a.
struct ConditionTest : ::testing::Test {
  ScopBuilder Before, After;
  unsigned A, C, X;
  IndexExpr N = num(0);
  FusionPlan Plan;

  ConditionTest() {
    for (ScopBuilder *B : {&Before, &After}) {
      A = B->pointer("a");
      C = B->pointer("c");
      X = B->pointer("x");
      N = B->parameter("n");
      B->parameter("m");
    }
    FusionGroup G;
    G.Members = {{0, {0}}, {1, {0}}};
    G.Guards = {{{A, {{num(0)}}, {{N - num(1)}}}, {C, {{num(1)}}, {{N}}}}};
    Plan.Groups = {G};
    After.S.Conditions = {{{{{{{{A, num(8) * N}, {C, num(8)}}}, {{{C, num(8) * N + num(8)}, {A, num(0)}}}}}}, {}}};
  }
  bool passes() { return !recheckConditions(Before.S, Plan, After.S); }
  OrderAlternative &sides() { return After.S.Conditions[0].Orders[0]; }
};

TEST_F(ConditionTest, TheRightOnePasses) {
  EXPECT_TRUE(passes());
  std::swap(sides()[0], sides()[1]);
  EXPECT_TRUE(passes());
  // More that must hold does no harm.
  After.S.Conditions[0].Orders.insert(After.S.Conditions[0].Orders.begin(), OrderAlternative());
  sides()[0] = {{{X, num(0)}, {C, num(0)}}};
  EXPECT_TRUE(passes());
}

TEST_F(ConditionTest, OffByOne) {
  sides()[0][0].Below.Bytes = num(8) * N - num(8);
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OffByOneAtTheOtherEnd) {
  sides()[1][0].Above.Bytes = num(1);
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OtherUnit) {
  sides()[0][0].Below.Bytes = num(4) * N;
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OtherParameter) {
  sides()[0][0].Below.Bytes = num(8) * IndexExpr::parameter(1);
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OtherArray) {
  sides()[1][0].Below.Array = X;
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, TheWrongWayRound) {
  std::swap(sides()[0][0].Below, sides()[0][0].Above);
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OneSideTwice) {
  sides()[1] = sides()[0];
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, AnEmptySideIsAlwaysTrue) {
  sides()[1].clear();
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, NotRead) {
  After.S.Conditions[0].Orders.clear();
  EXPECT_FALSE(passes());
  After.S.Conditions.clear();
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, OneOfTwoEndsForgotten) {
  Plan.Groups[0].Guards[0].First.High.push_back({IndexExpr::parameter(1)});
  EXPECT_FALSE(passes());
  sides()[0].push_back({{A, num(8) * IndexExpr::parameter(1) + num(8)}, {C, num(8)}});
  EXPECT_TRUE(passes());
}

TEST_F(ConditionTest, OnePairForgotten) {
  Plan.Groups[0].Guards.push_back({{A, {{num(0)}}, {{N}}}, {X, {{num(0)}}, {{N}}}});
  EXPECT_FALSE(passes());
}

/// The parameter of the same name that the region did not have: another variable.
TEST_F(ConditionTest, ParametersOfOneName) {
  IndexExpr Second = After.parameter("n");
  sides()[0][0].Below.Bytes = num(8) * Second;
  EXPECT_FALSE(passes());
}

/// Rows of n elements from row 0 to row m - 1: a + 8(mn) <= c || c + 8(mn) <= a.
TEST_F(ConditionTest, RowsOfAFlatArray) {
  IndexExpr M = IndexExpr::parameter(1), All = num(8) * M * N;
  for (ElementRange *R : {&Plan.Groups[0].Guards[0].First, &Plan.Groups[0].Guards[0].Second}) {
    R->Low = {{num(0), num(0)}};
    R->High = {{M - num(1), N - num(1)}};
    R->Lengths = {N};
  }
  sides() = {{{{{A, All}, {C, num(0)}}}, {{{C, All}, {A, num(0)}}}}};
  EXPECT_TRUE(passes());
  sides()[0][0].Below.Bytes = All - num(8) * N;
  EXPECT_FALSE(passes());
}

TEST_F(ConditionTest, ANumberThatIsAssumedMustBeTested) {
  IndexExpr M = IndexExpr::parameter(1);
  Plan.Groups[0].Assumptions = {{M - N, false}};
  EXPECT_FALSE(passes());
  std::vector<Constraint> &Numbers = After.S.Conditions[0].Numbers;
  for (const IndexExpr &Wrong : {N - M, M - N + num(1), M, M - num(2) * N}) {
    Numbers = {{Wrong, false}};
    EXPECT_FALSE(passes());
  }
  Numbers = {{M, false}, {M - N, false}};
  EXPECT_TRUE(passes());
  Numbers = {{M - N, true}};
  EXPECT_FALSE(passes());
}

} // namespace
