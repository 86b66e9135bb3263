//===- AssumptionsTest.cpp - what a proof lacks ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Assumptions.h"
#include "Poly/Footprint.h"
#include "Poly/Oracle.h"
#include "Poly/ScopBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// for i from First to n, for j from Left to m: b[i*w + j + Offset] = …, and again with c and b.
struct Flat {
  ScopBuilder B;
  unsigned A = pointer("b"), C = pointer("c");
  IndexExpr N = parameter("n", -2, 5), M = parameter("m", -2, 5), W = parameter("w", -2, 6);

  unsigned pointer(std::string Name) {
    unsigned P = B.pointer(Name);
    B.S.Arrays[P].Pointer = std::move(Name);
    return P;
  }
  IndexExpr parameter(std::string Name, int64_t Low, int64_t High) {
    IndexExpr P = B.parameter(Name, Low, High);
    B.S.Parameters[P.index()].Text = std::move(Name);
    return P;
  }
  void nest(int64_t First, const IndexExpr &Left, const IndexExpr &Column) {
    bool IsSecond = !B.S.Members.empty();
    B.nest();
    IndexExpr I = B.loop("i", num(First), N), J = B.loop("j", Left, M);
    B.statement();
    IndexExpr Element = I * W + J + Column;
    if (IsSecond)
      B.read(A, {Element});
    B.write(IsSecond ? C : A, {Element});
  }
  std::vector<Constraint> missing() {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Guard);
    return missingAssumptions(Ctx, R, 0, 1);
  }
};

std::string text(const Scop &S, const std::vector<Constraint> &All) {
  std::string Out;
  for (const Constraint &C : All)
    Out += toString(S, C.Expr) + "; ";
  return Out;
}

TEST(Assumptions, RowsAreLongEnough) {
  Flat F;
  F.nest(0, num(0), num(0));
  F.nest(0, num(0), num(0));
  EXPECT_EQ(text(F.B.S, F.missing()), "w - m; ");
}

TEST(Assumptions, BothEndsOfTheRow) {
  Flat F;
  IndexExpr K = F.parameter("k", -3, 3);
  F.nest(0, num(1), K);
  F.nest(0, num(1), num(0));
  EXPECT_EQ(text(F.B.S, F.missing()), "k + 1; -k + w - m; w - m; ");
}

TEST(Assumptions, NoneThatTheTextCannotName) {
  Flat F;
  F.B.S.Parameters[F.W.index()].Text.clear();
  F.nest(0, num(0), num(0));
  F.nest(0, num(0), num(0));
  EXPECT_EQ(text(F.B.S, F.missing()), "");
}

TEST(Assumptions, NoneThatCannotHold) {
  Flat F;
  F.B.S.Parameters[F.M.index()].Minimum = 5;
  F.B.S.Parameters[F.W.index()].Maximum = 4;
  F.nest(0, num(0), num(0));
  F.nest(0, num(0), num(0));
  EXPECT_EQ(text(F.B.S, F.missing()), "");
}

bool hold(const std::vector<Constraint> &All, const Values &Parameters) {
  Evaluator Evaluate{Parameters, {}, {}};
  return llvm::all_of(All, [&](const Constraint &C) { return Evaluate(C.Expr) >= 0; });
}

/// By running both members.
bool isLegal(const Scop &S, const Values &Parameters, const FusionGroup &G) {
  const Placement &X = G.Members[0], &Y = G.Members[1];
  if (fusedIterations(S, Parameters, X, G.Depth) != fusedIterations(S, Parameters, Y, G.Depth))
    return false;
  std::vector<Touch> First = run(S, Parameters, X.Member), Second = run(S, Parameters, Y.Member);
  return llvm::none_of(First, [&](const Touch &A) {
    return llvm::any_of(Second, [&](const Touch &B) { return meet(A, B) && isReversed(S, X, Y, G.Depth, A, B); });
  });
}

/// Under what is assumed the plan is legal for all values of the parameters, and ranges hold what is touched.
TEST(Assumptions, AgreeWithEnumeration) {
  std::mt19937 Random(11);
  auto Draw = [&](int Low, int High) { return std::uniform_int_distribution<int>(Low, High)(Random); };
  unsigned Proved = 0, Instances = 0;
  for (int Round = 0; Round < 150; ++Round) {
    Flat F;
    IndexExpr K = F.parameter("k", -2, 2);
    IndexExpr Left = Draw(0, 2) ? num(Draw(-1, 1)) : -K, Column = Draw(0, 1) ? K : num(0);
    F.nest(0, Left, Column);
    F.nest(0, Left, Column + num(Draw(-1, 1)));
    std::vector<Constraint> Missing = F.missing();
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, F.B.S, AliasPolicy::Guard, Missing);
    R.LeavesToGuards = true;
    FusionGroup G;
    G.Depth = 2;
    G.Members = {{0, {0, 0}}, {1, {0, 0}}};
    FusionPlan Plan;
    bool HasGuards = !addGuards(Ctx, R, G);
    Plan.Groups = {G};
    if (!HasGuards || !std::holds_alternative<LegalPlan>(checkLegality(Ctx, R, Plan)))
      continue;
    ++Proved;
    if (!Missing.empty()) {
      FusionPlan Forgetful = Plan;
      Forgetful.Groups[0].Assumptions.pop_back();
      EXPECT_TRUE(std::holds_alternative<Refusal>(checkLegality(Ctx, R, Forgetful)));
    }
    forEachParameters(F.B.S, [&](const Values &Parameters) {
      if (!hold(Missing, Parameters))
        return;
      Evaluator Evaluate{Parameters, {}, {}};
      std::map<unsigned, std::pair<int64_t, int64_t>> Touched;
      for (unsigned Member : {0u, 1u})
        for (const Touch &T : run(F.B.S, Parameters, Member)) {
          auto [It, IsNew] = Touched.try_emplace(T.Array, T.Element[0], T.Element[0]);
          It->second = {std::min(It->second.first, T.Element[0]), std::max(It->second.second, T.Element[0])};
          ++Instances;
        }
      for (const AliasGuard &Guard : G.Guards)
        for (const ElementRange *Range : {&Guard.First, &Guard.Second})
          if (auto It = Touched.find(Range->Array); It != Touched.end()) {
            int64_t Low = INT64_MAX, High = INT64_MIN;
            for (const ElementIndex &E : Range->Low)
              Low = std::min(Low, Evaluate(flatIndex(*Range, E)));
            for (const ElementIndex &E : Range->High)
              High = std::max(High, Evaluate(flatIndex(*Range, E)));
            EXPECT_EQ(Low, It->second.first);
            EXPECT_EQ(High, It->second.second);
          }
      EXPECT_TRUE(isLegal(F.B.S, Parameters, G)) << text(F.B.S, Missing);
    });
  }
  EXPECT_GT(Proved, 30u);
  EXPECT_GT(Instances, 10000u);
}

} // namespace
