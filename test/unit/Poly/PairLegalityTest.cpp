//===- PairLegalityTest.cpp - whether two nests may be merged -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Legality.h"
#include "Poly/Oracle.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

struct PairTest : ::testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");

  std::optional<Refusal> check(unsigned Depth = 1, int64_t Shift = 0, AliasPolicy Policy = AliasPolicy::Refuse) {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, Policy);
    std::vector<int64_t> Later(Depth, 0);
    Later[0] = Shift;
    return checkPair(Ctx, R, {0, std::vector<int64_t>(Depth, 0)}, {1, Later}, Depth);
  }
  RefusalId refused(unsigned Depth = 1, int64_t Shift = 0) {
    std::optional<Refusal> Why = check(Depth, Shift);
    EXPECT_TRUE(Why.has_value());
    return Why ? Why->Id : RefusalId::Quota;
  }
  IndexExpr nest(std::string Variable = "i") {
    B.nest();
    return B.loop(std::move(Variable), num(0), N);
  }
  void assign(unsigned To, std::vector<IndexExpr> At, unsigned From, std::vector<IndexExpr> FromAt) {
    B.statement();
    B.read(From, std::move(FromAt));
    B.write(To, std::move(At));
  }
};

/// "t = a[i]; b[i] = t;" with a variable that lives on.
struct PrivateScalarTest : PairTest {
  unsigned T = B.array("t"), In = B.array("in"), Out[2] = {B.array("x"), B.array("y")};

  void member(unsigned Number) {
    IndexExpr I = nest();
    assign(T, {}, In, {I});
    assign(Out[Number], {I}, T, {});
  }
};

TEST_F(PrivateScalarTest, EveryIterationHasItsOwn) {
  member(0);
  member(1);
  EXPECT_FALSE(check());
}

TEST_F(PrivateScalarTest, ParallelOnesToo) {
  member(0);
  member(1);
  for (Loop &L : B.S.Loops)
    L.Order = DimOrder::Parallel;
  EXPECT_FALSE(check());
}

TEST_F(PrivateScalarTest, NotIfItIsReadFirst) {
  member(0);
  member(1);
  std::swap(B.S.Statements[2].Accesses, B.S.Statements[3].Accesses);
  EXPECT_EQ(refused(), RefusalId::ReductionConsumed);
}

TEST_F(PrivateScalarTest, NotIfTheWriteMayBeSkipped) {
  member(0);
  member(1);
  B.S.Statements[2].Guard.push_back({IndexExpr::iterator(1) - num(1), false});
  EXPECT_EQ(refused(), RefusalId::DependenceReversed);
  B.S.Statements[2].Guard.clear();
  B.S.Statements[2].Accesses.back().Must = false;
  EXPECT_EQ(refused(), RefusalId::DependenceReversed);
}

TEST_F(PrivateScalarTest, NotWhatOneOfThemOnlyReads) {
  member(0);
  IndexExpr J = nest("j");
  assign(Out[1], {J}, T, {});
  EXPECT_EQ(refused(), RefusalId::ReductionConsumed);
}

// In the last iteration of the loop around, the inner one may write nothing.
TEST_F(PrivateScalarTest, NotBelowTheMergedLoops) {
  for (unsigned Number : {0, 1}) {
    IndexExpr I = nest(), J = B.loop("j", num(0), I);
    assign(T, {}, In, {J});
    assign(Out[Number], {I, J}, T, {});
  }
  EXPECT_EQ(refused(1), RefusalId::DependenceReversed);
  EXPECT_FALSE(check(2));
  B.S.Arrays[T].Escapes = false;
  B.S.Arrays[T].DeadAfter = true;
  EXPECT_FALSE(check(1));
  // A third one reads what is left.
  IndexExpr K = nest("k");
  assign(Out[1], {K}, T, {});
  EXPECT_EQ(refused(1), RefusalId::DependenceReversed);
}

TEST_F(PairTest, ReversedFlowHasAWitness) {
  unsigned A = B.array("a"), Bb = B.array("b"), C = B.array("c");
  IndexExpr I = nest();
  assign(Bb, {I}, A, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, Bb, {J + num(1)});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why && Why->Proof);
  EXPECT_EQ(Why->Id, RefusalId::DependenceReversed);
  EXPECT_EQ(Why->Arguments, std::vector<std::string>{"b"});
  const Witness &W = *Why->Proof;
  EXPECT_EQ(W.Earlier.Access, "b[i]");
  EXPECT_EQ(W.Later.Access, "b[j + 1]");
  EXPECT_EQ(W.Earlier.Element, "b[1]");
  EXPECT_EQ(W.Later.Element, "b[1]");
  EXPECT_EQ(W.Earlier.Iteration, "i=1");
  EXPECT_EQ(W.Later.Iteration, "j=0");
  EXPECT_EQ(W.Parameters, "n=2");
  EXPECT_TRUE(W.Earlier.IsWrite);
  EXPECT_FALSE(W.Later.IsWrite);
  EXPECT_EQ(W.Earlier.Loop.Line, 10u);
  EXPECT_EQ(W.Later.Loop.Line, 20u);
  EXPECT_EQ(W.Later.Place.Line, 25u);
}

TEST_F(PairTest, AShiftMendsIt) {
  unsigned A = B.array("a"), Bb = B.array("b"), C = B.array("c");
  IndexExpr I = nest();
  assign(Bb, {I}, A, {I});
  B.nest();
  IndexExpr J = B.loop("j", num(-1), N - num(1));
  assign(C, {J}, Bb, {J + num(1)});
  EXPECT_FALSE(check(1, 1).has_value());
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  EXPECT_EQ(alignDomains(Ctx, R, 0, 1, 1), std::vector<int64_t>{1});
}

TEST_F(PairTest, ASumThatIsReadIsAReduction) {
  unsigned A = B.array("a"), Sum = B.array("sum"), C = B.array("c");
  IndexExpr I = nest();
  B.statement();
  B.read(A, {I});
  B.read(Sum);
  B.write(Sum);
  IndexExpr J = nest("j");
  assign(C, {J}, Sum, {});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why && Why->Proof);
  EXPECT_EQ(Why->Id, RefusalId::ReductionConsumed);
  EXPECT_EQ(Why->Proof->Later.Element, "sum");
  EXPECT_EQ(Why->message(), "the second loop needs the final value of 'sum', which the first loop is still computing");
}

TEST_F(PairTest, AnElementThatStaysIsAReductionToo) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  assign(A, {num(0)}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J + N}, A, {num(0)});
  EXPECT_EQ(refused(), RefusalId::ReductionConsumed);
}

TEST_F(PairTest, ParallelDimensionsWantDistanceZero) {
  unsigned A = B.array("a"), Bb = B.array("b"), C = B.array("c");
  IndexExpr I = nest();
  assign(Bb, {I}, A, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, Bb, {J - num(1)});
  EXPECT_FALSE(check().has_value());
  for (Loop &L : B.S.Loops) {
    L.Order = DimOrder::Parallel;
    L.Directive = "#pragma omp parallel for";
  }
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why && Why->Proof);
  EXPECT_EQ(Why->Id, RefusalId::ParallelDependence);
  B.S.Loops[1].Directive = "#pragma omp parallel for schedule(dynamic)";
  EXPECT_EQ(refused(), RefusalId::PragmaDiffers);
}

TEST_F(PairTest, CountingDownTurnsTheOrder) {
  unsigned A = B.array("a"), Bb = B.array("b"), C = B.array("c");
  auto Down = [&](std::string Variable) {
    B.nest();
    return B.loop(std::move(Variable), N, num(1), -1, BoundRelation::GreaterEqual);
  };
  IndexExpr I = Down("i");
  assign(Bb, {I}, A, {I});
  IndexExpr J = Down("j");
  assign(C, {J}, Bb, {J - num(1)});
  EXPECT_EQ(refused(), RefusalId::DependenceReversed);
  B.S.Statements.back().Accesses[0].Subscripts = {J + num(1)};
  EXPECT_FALSE(check().has_value());
}

TEST_F(PairTest, OppositeDirections) {
  unsigned A = B.array("a");
  assign(A, {nest()}, A, {num(-1)});
  B.nest();
  B.loop("j", N - num(1), num(0), -1, BoundRelation::GreaterEqual);
  B.statement();
  EXPECT_EQ(refused(), RefusalId::LoopForm);
}

TEST_F(PairTest, BoundsAreComparedAsValues) {
  unsigned A = B.array("a"), C = B.array("c");
  struct Spelling {
    IndexExpr Bound;
    BoundRelation Relation;
  };
  for (const Spelling &Sp : {Spelling{N, BoundRelation::Less}, Spelling{N - num(1), BoundRelation::LessEqual},
                             Spelling{N, BoundRelation::NotEqual}}) {
    B.S.Members.clear();
    B.S.Loops.clear();
    B.S.Statements.clear();
    IndexExpr I = nest();
    assign(A, {I}, C, {I});
    B.nest();
    IndexExpr J = B.loop("j", num(0), Sp.Bound, 1, Sp.Relation);
    assign(C, {J}, A, {J});
    EXPECT_FALSE(check().has_value());
  }
}

TEST_F(PairTest, TripCountsAreRendered) {
  unsigned A = B.array("a");
  IndexExpr M = B.parameter("m");
  B.nest();
  assign(A, {B.loop("i", num(0), N, 2)}, A, {num(-1)});
  B.nest();
  assign(A, {B.loop("j", num(1), M, 1, BoundRelation::LessEqual)}, A, {num(-1)});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->Id, RefusalId::TripCountsDiffer);
  EXPECT_EQ(Why->Arguments, (std::vector<std::string>{"i = 0, 2..n - 1", "j = 1..m"}));
}

TEST_F(PairTest, SymbolicStepsMustBeTheSame) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr Step = B.parameter("step", 1), Other = B.parameter("other", 1);
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J});
  B.S.Loops[0].Step = Step;
  B.S.Loops[1].Step = Other;
  EXPECT_EQ(refused(), RefusalId::TripCountsDiffer);
  B.S.Loops[1].Step = Step;
  EXPECT_FALSE(check().has_value());
}

TEST_F(PairTest, UnknownPointersMayAlias) {
  unsigned A = B.pointer("a"), C = B.pointer("c");
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->Id, RefusalId::MayAlias);
  EXPECT_EQ(Why->Remedy, "'__restrict' on 'a'");
  EXPECT_FALSE(check(1, 0, AliasPolicy::AssumeNoAlias).has_value());
  B.S.Arrays[A].IsRestrict = true;
  EXPECT_FALSE(check().has_value());
}

TEST_F(PairTest, WhatIsProvedComesBeforeWhatIsNot) {
  unsigned A = B.pointer("a"), C = B.pointer("c");
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J + num(1)});
  EXPECT_EQ(refused(), RefusalId::DependenceReversed);
}

TEST_F(PairTest, TwoReferencesAreAnalysedAsOne) {
  unsigned A = B.array("a", BaseKind::Reference), C = B.array("c", BaseKind::Reference), X = B.temporary("x");
  B.S.Arrays[A].ObjectType = B.S.Arrays[C].ObjectType = "double[100]";
  IndexExpr I = nest();
  assign(A, {I}, X, {I});
  IndexExpr J = nest("j");
  assign(X, {J}, C, {J});
  EXPECT_FALSE(check().has_value()); // the same or not: distance zero either way
  B.S.Statements.back().Accesses[0].Subscripts = {J + num(1)};
  EXPECT_EQ(refused(), RefusalId::MayAlias); // legal only if they are different
}

TEST_F(PairTest, SubscriptsNobodyUnderstands) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J + N}, A, {IndexExpr::unknown()});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->Id, RefusalId::AccessNotAffine);
  EXPECT_EQ(Why->Arguments, std::vector<std::string>{"a"});
}

TEST_F(PairTest, APartOfAnObjectThatIsNotKnownIsNoProof) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  assign(A, {I, num(0)}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J + N}, A, {});
  B.S.Statements.back().Accesses[0].Must = false;
  EXPECT_EQ(refused(), RefusalId::AccessNotAffine);
}

TEST_F(PairTest, QuotaIsARefusal) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J});
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  for (unsigned St : {0, 1}) // The sets are there; it is the proof that fails.
    ASSERT_FALSE(R.Statements[St].Accesses.empty());
  isl_ctx_set_max_operations(Ctx.get().get(), 1);
  std::optional<Refusal> Why = checkPair(Ctx, R, {0, {0}}, {1, {0}}, 1);
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->Id, RefusalId::Quota);
  // The next pair starts afresh.
  isl_ctx_set_max_operations(Ctx.get().get(), 500000);
  EXPECT_FALSE(checkPair(Ctx, R, {0, {0}}, {1, {0}}, 1).has_value());
}

TEST_F(PairTest, ExhaustedFromTheStart) {
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  assign(A, {I}, C, {I});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J});
  for (unsigned long Operations = 1; Operations < 3000; Operations += 37) {
    IslContext Ctx(Operations);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    std::optional<Refusal> Why = checkPair(Ctx, R, {0, {0}}, {1, {0}}, 1);
    if (Why)
      EXPECT_NE(refusalClass(Why->Id), RefusalClass::Illegal) << Operations;
    EXPECT_TRUE(mustKeepOrder(R, 0, 1)) << Operations;
  }
}

TEST_F(PairTest, LoopsOverElementsAreOfOneArray) {
  unsigned A = B.array("a"), C = B.array("c");
  for (unsigned K = 0; K < 2; ++K) {
    IndexExpr I = nest("x");
    B.S.Loops.back().Kind = LoopVariableKind::Element;
    B.S.Loops.back().Base = A;
    assign(A, {I}, A, {I});
  }
  EXPECT_FALSE(check().has_value());
  B.S.Loops[1].Base = C;
  EXPECT_EQ(refused(), RefusalId::TripCountsDiffer);
  B.S.Loops[1].Base = A;
  B.S.Loops[1].Kind = LoopVariableKind::Integer;
  EXPECT_EQ(refused(), RefusalId::LoopForm);
}

TEST_F(PairTest, AHeaderThatReadsWhatABodyWrites) {
  unsigned A = B.array("a"), C = B.array("c"), Size = B.array("n");
  for (unsigned K = 0; K < 2; ++K) {
    B.nest();
    B.statement().IsHeader = true;
    B.read(Size);
    IndexExpr I = B.loop("i", num(0), N);
    assign(K ? C : A, {I}, K ? A : C, {I});
  }
  EXPECT_FALSE(check().has_value());
  B.S.Statements.back().Accesses[1].Array = Size;
  B.S.Statements.back().Accesses[1].Subscripts.clear();
  EXPECT_EQ(refused(), RefusalId::BoundVaries);
}

TEST_F(PairTest, ASharedCounterIsNoConflict) {
  unsigned A = B.array("a"), C = B.array("c"), Counter = B.array("i", BaseKind::LocalObject);
  for (unsigned K = 0; K < 2; ++K) {
    B.nest();
    B.statement().IsHeader = true;
    B.write(Counter);
    IndexExpr I = B.loop("i", num(0), N);
    B.S.Loops.back().Counter = Counter;
    assign(K ? C : A, {I}, K ? A : C, {I});
  }
  EXPECT_FALSE(check().has_value());
  B.S.Statements.back().Accesses[0].Array = Counter;
  B.S.Statements.back().Accesses[0].Subscripts.clear();
  EXPECT_EQ(refused(), RefusalId::LoopVariableLive); // the second body reads the first loop's counter
}

TEST_F(PairTest, CollapsedLoopsStayTogether) {
  unsigned A = B.array("a"), C = B.array("c");
  for (unsigned K = 0; K < 2; ++K) {
    IndexExpr I = nest();
    IndexExpr J = B.loop("j", num(0), N);
    assign(K ? C : A, {I, J}, K ? A : C, {I, J});
    B.S.Members.back().CollapsedLoops = 2;
  }
  EXPECT_FALSE(check(2).has_value());
  EXPECT_EQ(refused(1), RefusalId::LoopForm);
}

TEST_F(PairTest, MembersThatMayNotFuseSayWhy) {
  unsigned A = B.array("a");
  assign(A, {nest()}, A, {num(-1)});
  assign(A, {nest()}, A, {num(-1)});
  B.S.Members[1].Refusals.push_back(refuse(RefusalId::Break, {}));
  EXPECT_EQ(refused(), RefusalId::Break);
}

TEST_F(PairTest, DepthIsLimitedByTheNest) {
  unsigned A = B.array("a");
  for (unsigned K = 0; K < 2; ++K) {
    IndexExpr I = nest();
    IndexExpr J = B.loop("j", num(0), N);
    assign(A, {I, J}, A, {I, J});
    if (K == 1) {
      B.end();
      B.statement();
    }
  }
  EXPECT_EQ(B.S.Members[0].PerfectDepth, 2u);
  EXPECT_EQ(B.S.Members[1].PerfectDepth, 1u);
  EXPECT_FALSE(check(1).has_value());
  EXPECT_EQ(refused(2), RefusalId::LoopForm);
}

TEST_F(PairTest, WitnessesAreRealConflicts) {
  // a[2i] written, a[j + 3] read, under a guard: the numbers of the witness must satisfy all of it.
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr I = nest();
  B.statement().Guard.push_back({I - num(2), false});
  B.write(A, {I * num(2)});
  IndexExpr J = nest("j");
  assign(C, {J}, A, {J + num(3)});
  std::optional<Refusal> Why = check();
  ASSERT_TRUE(Why && Why->Proof);
  int X = 0, Y = 0, Size = 0;
  ASSERT_EQ(sscanf(Why->Proof->Earlier.Iteration.c_str(), "i=%d", &X), 1);
  ASSERT_EQ(sscanf(Why->Proof->Later.Iteration.c_str(), "j=%d", &Y), 1);
  ASSERT_EQ(sscanf(Why->Proof->Parameters.c_str(), "n=%d", &Size), 1);
  EXPECT_EQ(2 * X, Y + 3);
  EXPECT_GE(X, 2);
  EXPECT_LT(Y, X);
  EXPECT_LT(X, Size);
  EXPECT_GE(Y, 0);
  EXPECT_EQ(Why->Proof->Later.Element, "a[" + std::to_string(2 * X) + "]");
}

} // namespace
