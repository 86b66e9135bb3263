//===- LegalityTest.cpp - whole plans and what they move ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Legality.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

struct PlanTest : ::testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned A = B.array("a"), C = B.array("c"), D = B.array("d");

  /// for i < n: to[i] = from[i]
  unsigned copy(unsigned To, unsigned From) {
    unsigned M = B.nest();
    IndexExpr I = B.loop("i", num(0), N);
    B.statement();
    B.read(From, {I});
    B.write(To, {I});
    return M;
  }
  static FusionGroup group(std::vector<unsigned> Members, std::vector<unsigned> Before = {},
                           std::vector<unsigned> After = {}) {
    FusionGroup G;
    for (unsigned M : Members)
      G.Members.push_back({M, {0}});
    G.Before = std::move(Before);
    G.After = std::move(After);
    return G;
  }
  std::optional<Refusal> check(std::vector<FusionGroup> Groups, AliasPolicy Policy = AliasPolicy::Refuse) {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, Policy);
    FusionPlan Plan;
    Plan.Groups = std::move(Groups);
    auto Verdict = checkLegality(Ctx, R, Plan);
    if (auto *Legal = std::get_if<LegalPlan>(&Verdict)) {
      EXPECT_EQ(Legal->plan().Groups.size(), Plan.Groups.size());
      return std::nullopt;
    }
    return std::get<Refusal>(Verdict);
  }
  RefusalId refused(std::vector<FusionGroup> Groups) {
    std::optional<Refusal> Why = check(std::move(Groups));
    EXPECT_TRUE(Why.has_value());
    return Why ? Why->Id : RefusalId::Quota;
  }
};

TEST_F(PlanTest, ChainsOfThree) {
  copy(A, C);
  copy(D, A);
  copy(C, D);
  EXPECT_FALSE(check({group({0, 1, 2})}).has_value());
  EXPECT_FALSE(check({}).has_value());
}

TEST_F(PlanTest, EveryPairCounts) {
  copy(A, C);
  copy(D, C);
  B.nest();
  IndexExpr I = B.loop("i", num(0), N);
  B.statement();
  B.read(A, {I + num(1)});
  B.write(D, {I});
  EXPECT_FALSE(check({group({0, 1})}).has_value());
  EXPECT_FALSE(check({group({1, 2})}).has_value());
  EXPECT_EQ(refused({group({0, 1, 2})}), RefusalId::DependenceReversed);
}

TEST_F(PlanTest, MalformedPlans) {
  copy(A, C);
  copy(D, C);
  copy(B.array("e"), C);
  EXPECT_EQ(refused({group({0})}), RefusalId::LoopForm);
  EXPECT_EQ(refused({group({1, 0})}), RefusalId::LoopForm);
  EXPECT_EQ(refused({group({0, 7})}), RefusalId::LoopForm);
  EXPECT_EQ(refused({group({0, 1}), group({1, 2})}), RefusalId::LoopForm);
  EXPECT_EQ(refused({group({0, 2})}), RefusalId::StatementBetween);
  EXPECT_EQ(refused({group({0, 2}, {1}, {1})}), RefusalId::StatementBetween);
  EXPECT_EQ(refused({group({0, 1}, {2})}), RefusalId::StatementBetween);
  EXPECT_FALSE(check({group({0, 2}, {1})}).has_value());
  FusionGroup Deep = group({0, 1});
  Deep.Depth = 2;
  EXPECT_EQ(refused({Deep}), RefusalId::LoopForm);
  for (Placement &P : Deep.Members)
    P.Shift = {0, 0};
  EXPECT_EQ(refused({Deep}), RefusalId::LoopForm);
}

TEST_F(PlanTest, AStatementBetweenGoesWhereItMay) {
  unsigned S = B.array("s");
  copy(A, C);
  B.plain();
  B.read(A, {num(0)}); // s = a[0]
  B.write(S);
  copy(D, C);
  EXPECT_FALSE(check({group({0, 2}, {}, {1})}).has_value());
  std::optional<Refusal> Why = check({group({0, 2}, {1})});
  ASSERT_TRUE(Why && Why->Proof);
  EXPECT_EQ(Why->Id, RefusalId::StatementBetween);
  EXPECT_EQ(Why->message(),
            "the statement between the loops must stay there: it reads 'a', which the loop at line 10 writes");
  EXPECT_EQ(Why->Proof->Earlier.Iteration, "i=0");
  EXPECT_EQ(Why->Proof->Later.Iteration, "");
  EXPECT_EQ(Why->Proof->Later.Element, "a[0]");
  EXPECT_EQ(Why->Place.Line, 20u);
}

TEST_F(PlanTest, AnOpaqueStatementSaysWhatItIs) {
  copy(A, C);
  B.opaque();
  B.S.Members.back().Refusals.push_back(refuse(RefusalId::InputOutput, {}, {"printf"}));
  copy(D, C);
  for (const FusionGroup &G : {group({0, 2}, {1}), group({0, 2}, {}, {1})}) {
    std::optional<Refusal> Why = check({G});
    ASSERT_TRUE(Why.has_value());
    EXPECT_EQ(Why->message(), "the statement between the loops must stay there: 'printf' performs input or output");
  }
  // What does not escape it cannot touch.
  for (unsigned X : {A, C, D}) {
    B.S.Arrays[X].Base = BaseKind::LocalObject;
    B.S.Arrays[X].Escapes = false;
  }
  EXPECT_FALSE(check({group({0, 2}, {1})}).has_value());
}

TEST_F(PlanTest, OpaqueStatementsKeepTheirOrder) {
  for (unsigned X : {A, C, D})
    B.S.Arrays[X].Escapes = false;
  copy(A, C);
  B.opaque();
  B.opaque();
  copy(D, C);
  EXPECT_FALSE(check({group({0, 3}, {1, 2})}).has_value());
  EXPECT_FALSE(check({group({0, 3}, {1}, {2})}).has_value());
  EXPECT_EQ(refused({group({0, 3}, {2}, {1})}), RefusalId::StatementBetween);
}

TEST_F(PlanTest, MovedStatementsAmongEachOther) {
  unsigned S = B.array("s"), T = B.array("t");
  copy(A, C);
  B.plain();
  B.write(S);
  B.plain();
  B.read(S);
  B.write(T);
  copy(D, C);
  EXPECT_FALSE(check({group({0, 3}, {1}, {2})}).has_value());
  EXPECT_EQ(refused({group({0, 3}, {2}, {1})}), RefusalId::StatementBetween);
}

TEST_F(PlanTest, DeclarationsStayInFront) {
  copy(A, C);
  B.plain(); // int t; nothing is written
  unsigned T = B.array("t", BaseKind::LocalObject);
  B.S.Arrays[T].Declared = B.S.Members.back().Span;
  copy(T, C);
  EXPECT_FALSE(check({group({0, 2}, {1})}).has_value());
  EXPECT_EQ(refused({group({0, 2}, {}, {1})}), RefusalId::StatementBetween);
}

TEST_F(PlanTest, AParameterThatChangesBetween) {
  // for i < n …; m = …; for i < n: … [i + m]
  unsigned MVar = B.array("m");
  IndexExpr M = B.parameter("m", 0, 10);
  B.S.Parameters.back().Sources = {{MVar, {}}};
  B.S.Parameters.back().FirstMember = 2;
  copy(A, C);
  B.plain();
  B.write(MVar);
  B.nest();
  IndexExpr I = B.loop("i", num(0), N);
  B.statement();
  B.read(C, {I + M});
  B.write(D, {I});
  EXPECT_FALSE(check({group({0, 2}, {1})}).has_value()); // m is set in front of both
  std::optional<Refusal> Why = check({group({0, 2}, {}, {1})});
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->message(), "the statement between the loops must stay there: the value of 'm' changes here");
  // And not if the first loop writes m.
  B.S.Statements[0].Accesses[1].Array = MVar;
  B.S.Statements[0].Accesses[1].Subscripts.clear();
  EXPECT_EQ(refused({group({0, 2}, {1})}), RefusalId::BoundVaries);
}

TEST_F(PlanTest, ABoundBehindAPointer) {
  // n is a global that a[i], through an int pointer, may overwrite.
  unsigned Global = B.array("n");
  B.S.Parameters[0].Sources = {{Global, {}}};
  B.S.Arrays[Global].ElementType = "int";
  B.S.Arrays[A].Base = BaseKind::Pointer;
  B.S.Arrays[A].ElementType = "int";
  copy(A, B.temporary("x"));
  copy(B.temporary("y"), B.temporary("z"));
  std::optional<Refusal> Why = check({group({0, 1})});
  ASSERT_TRUE(Why.has_value());
  EXPECT_EQ(Why->Id, RefusalId::MayAlias);
  EXPECT_EQ(Why->Arguments, (std::vector<std::string>{"a", "n", "a local copy of 'n'"}));
  B.S.Arrays[A].ElementType = "double";
  EXPECT_EQ(refused({group({0, 1})}), RefusalId::MayAlias); // types are not trusted
  EXPECT_FALSE(check({group({0, 1})}, AliasPolicy::Strict).has_value());
}

TEST_F(PlanTest, ContainerHeadersAreNotOverwrittenByNumbers) {
  // v.size() is the bound; p[i] = … through a double pointer (A4).
  unsigned V = B.array("v", BaseKind::Reference), P = B.pointer("p"), Elements = B.array("v", BaseKind::Owned);
  B.S.Arrays[V].ElementType = "std::vector<double>";
  B.S.Arrays[Elements].Owner = V;
  B.S.Parameters[0].Sources = {{V, {}}};
  copy(P, B.temporary("x"));
  copy(P, B.temporary("y"));
  EXPECT_FALSE(check({group({0, 1})}).has_value());
  B.S.Arrays[P].ElementType = "char";
  EXPECT_EQ(refused({group({0, 1})}), RefusalId::MayAlias);
  B.S.Arrays[P].ElementType = "double";
  B.S.Arrays[Elements].Owner.reset(); // no container any more
  EXPECT_EQ(refused({group({0, 1})}), RefusalId::MayAlias);
}

TEST_F(PlanTest, CrossingGroups) {
  // 0 and 2, 1 and 3: one of the two has to go first.
  unsigned E = B.array("e"), F = B.array("f"), G = B.array("g"), H = B.array("h");
  copy(E, C);
  copy(F, C);
  copy(G, E);
  copy(H, F);
  EXPECT_FALSE(check({group({0, 2}, {}, {1}), group({1, 3}, {2})}).has_value());
  // Both first is nonsense.
  EXPECT_EQ(refused({group({0, 2}, {}, {1}), group({1, 3}, {}, {2})}), RefusalId::StatementBetween);
  // The second in front of the first: what stands in one span alone would pass it unseen.
  EXPECT_EQ(refused({group({0, 2}, {1}), group({1, 3}, {}, {2})}), RefusalId::StatementBetween);
}

TEST_F(PlanTest, NestedGroups) {
  unsigned E = B.array("e"), F = B.array("f"), G = B.array("g");
  copy(E, C);
  copy(F, C);
  copy(G, F);
  copy(D, E);
  EXPECT_FALSE(check({group({0, 3}, {1, 2}), group({1, 2})}).has_value());
  EXPECT_FALSE(check({group({0, 3}, {}, {1, 2}), group({1, 2})}).has_value());
  EXPECT_EQ(refused({group({0, 3}, {1}, {2}), group({1, 2})}), RefusalId::StatementBetween);
}

TEST_F(PlanTest, ContractionsAreProvedAgain) {
  unsigned T = B.temporary("t");
  copy(T, C);
  copy(D, T);
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  FusionGroup G = group({0, 1});
  std::optional<Contraction> Found = findContraction(Ctx, R, G, T);
  ASSERT_TRUE(Found.has_value());
  G.Contractions = {*Found};
  EXPECT_FALSE(check({G}).has_value());
  FusionGroup Twice = G;
  Twice.Contractions.push_back(*Found);
  EXPECT_TRUE(check({Twice}).has_value());
  FusionGroup Wrong = G;
  Wrong.Contractions[0].Definition = Wrong.Contractions[0].Accesses.back();
  EXPECT_TRUE(check({Wrong}).has_value());
  FusionGroup Constant = G;
  Constant.Contractions[0].IsConstant = false;
  EXPECT_TRUE(check({Constant}).has_value());
  G.Contractions[0].Array = D;
  EXPECT_TRUE(check({G}).has_value());
  G.Contractions[0].Array = 99;
  EXPECT_TRUE(check({G}).has_value());
}

} // namespace
