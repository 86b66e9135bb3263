//===- RuleModelTest.cpp - the rules, and the numbers they see --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/ChooseStrips.h"
#include "Cost/Features.h"
#include "gtest/gtest.h"

using namespace loopfuse;

namespace {

/// t[i] = in[i]; out[i] = t[i]; with 8-byte elements and 100 iterations.
struct Pair {
  Scop S;
  FusionGroup G;

  Pair() {
    for (const char *Name : {"in", "t", "out"}) {
      Array A;
      A.Name = Name;
      A.ElementBytes = 8;
      S.Arrays.push_back(A);
    }
    for (unsigned M = 0; M < 2; ++M) {
      Loop L;
      L.Member = M;
      L.First = IndexExpr::constant(0);
      L.Bound = IndexExpr::constant(100);
      L.Step = IndexExpr::constant(1);
      S.Loops.push_back(L);
      Statement St;
      St.Member = M;
      St.Loops = {M};
      Access Read, Write;
      Read.Array = M;
      Write.Array = M + 1;
      Write.Kind = AccessKind::Write;
      Read.Subscripts = Write.Subscripts = {IndexExpr::iterator(M)};
      St.Accesses = {Read, Write};
      S.Statements.push_back(St);
      Member Mb;
      Mb.Kind = MemberKind::Nest;
      Mb.PerfectDepth = 1;
      Mb.Loops = Mb.Statements = {M};
      S.Members.push_back(Mb);
      G.Members.push_back({M, {0}});
    }
  }
};

/// A compiler that can tell no two arrays apart.
bool overlap(unsigned, unsigned, bool) { return true; }

PlanFeatures measure(const Scop &S, const FusionGroup &G, std::optional<unsigned> AliasChecks = 10) {
  VectorizerFlags V;
  V.AliasChecks = AliasChecks;
  return measureFeatures(S, G, V, overlap);
}

TEST(Features, CountsTrafficBeforeAndAfter) {
  Pair P;
  PlanFeatures F = measure(P.S, P.G);
  EXPECT_EQ(F.TripCount, 100);
  EXPECT_FALSE(F.TripCountIsAssumed);
  EXPECT_EQ(F.BytesReadBefore + F.BytesWrittenBefore, 32);
  EXPECT_EQ(F.BytesReadAfter, 8);
  EXPECT_EQ(F.BytesWrittenAfter, 16);
  EXPECT_EQ(F.SharedArrays, 1u);
  EXPECT_EQ(fusionKind(P.S, P.G), FusionKind::Vertical);
}

TEST(Features, ContractedArrayCountsNothing) {
  Pair P;
  Contraction C;
  C.Array = 1;
  P.G.Contractions.push_back(C);
  PlanFeatures F = measure(P.S, P.G);
  EXPECT_EQ(F.BytesReadAfter + F.BytesWrittenAfter, 16);
  EXPECT_EQ(estimateByRules(F, {}).BytesSaved, 1600);
  EXPECT_DOUBLE_EQ(estimateByRules(F, {}).Ratio, 2);
}

TEST(Features, UnknownTripCountIsAssumed) {
  Pair P;
  P.S.Loops[0].Bound = IndexExpr::parameter(0);
  EXPECT_TRUE(measure(P.S, P.G).TripCountIsAssumed);
}

TEST(RuleModel, AcceptsAnElementwiseChain) {
  Pair P;
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G), {}).Refused);
}

TEST(RuleModel, RefusesWithoutReuse) {
  Pair P;
  for (Access &A : P.S.Statements[1].Accesses)
    A.Array = 2;
  CostEstimate E = estimateByRules(measure(P.S, P.G), {});
  ASSERT_TRUE(E.Refused);
  EXPECT_EQ(E.Refused->Id, RefusalId::NoReuse);
}

TEST(RuleModel, RefusesToTakeAVectorLoopDown) {
  Pair P;
  P.S.Statements[1].MathCalls = {"tanh"};
  CostEstimate E = estimateByRules(measure(P.S, P.G), {});
  ASSERT_TRUE(E.Refused);
  EXPECT_EQ(E.Refused->Id, RefusalId::LosesVectorization);
  EXPECT_EQ(E.Refused->Arguments[0], "the call to 'tanh'");
}

TEST(RuleModel, TwoSlowLoopsMayJoin) {
  Pair P;
  P.S.Statements[0].MathCalls = P.S.Statements[1].MathCalls = {"exp"};
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G), {}).Refused);
}

TEST(RuleModel, RefusesAScatter) {
  Pair P;
  P.S.Statements[1].Accesses[1].Subscripts = {IndexExpr::unknown()};
  EXPECT_TRUE(estimateByRules(measure(P.S, P.G), {}).Refused);
}

/// Pair, whose second body reads an array of its own as well: "in" and "more" against "t" and "out".
struct FourArrays : Pair {
  FourArrays() {
    S.Arrays.push_back(S.Arrays[0]);
    Access Read = S.Statements[1].Accesses[0];
    Read.Array = 3;
    S.Statements[1].Accesses.insert(S.Statements[1].Accesses.begin(), Read);
  }
};

TEST(AliasChecks, CountsPairsWithAWrite) {
  FourArrays P;
  PlanFeatures F = measure(P.S, P.G);
  EXPECT_EQ(F.MemberAliasChecks, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(F.AliasChecks, 5u); // Every pair but "in" and "more".
  Contraction C;
  C.Array = 1;
  P.G.Contractions.push_back(C);
  EXPECT_EQ(measure(P.S, P.G).AliasChecks, 2u);
}

TEST(AliasChecks, NeighboursAreOneStream) {
  Pair P;
  Access Next = P.S.Statements[0].Accesses[0];
  Next.Subscripts = {IndexExpr::iterator(0) + IndexExpr::constant(1)};
  P.S.Statements[0].Accesses.insert(P.S.Statements[0].Accesses.begin(), Next);
  EXPECT_EQ(measure(P.S, P.G).MemberAliasChecks[0], 1u);
}

TEST(AliasChecks, RowsOfUnknownLengthAreStreamsOfTheirOwn) {
  Pair P;
  Access Other = P.S.Statements[0].Accesses[0];
  P.S.Statements[0].Accesses[0].Subscripts = {IndexExpr::parameter(0), IndexExpr::iterator(0)};
  Other.Subscripts = {IndexExpr::parameter(0) - IndexExpr::constant(1), IndexExpr::iterator(0)};
  P.S.Statements[0].Accesses.insert(P.S.Statements[0].Accesses.begin(), Other);
  EXPECT_EQ(measure(P.S, P.G).MemberAliasChecks[0], 2u);
  P.S.Arrays[0].Extents = {IndexExpr::unknown(), IndexExpr::constant(64)};
  EXPECT_EQ(measure(P.S, P.G).MemberAliasChecks[0], 1u);
}

TEST(RuleModel, RefusesMoreAliasChecksThanTheCompilerMakes) {
  FourArrays P;
  CostEstimate E = estimateByRules(measure(P.S, P.G, 2), {});
  ASSERT_TRUE(E.Refused);
  EXPECT_EQ(E.Refused->Id, RefusalId::LosesVectorization);
  EXPECT_EQ(E.Refused->Arguments[0],
            "testing 5 pairs of arrays for overlap at run time, where the compiler tests 2 at most (the loops by "
            "themselves need 2),");
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G, 5), {}).Refused);
  // There are no vectors to lose: none are made, or none were.
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G, std::nullopt), {}).Refused);
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G, 0), {}).Refused);
}

TEST(RuleModel, AnUnknownTripCountLeavesNoVectorsToLose) {
  FourArrays P;
  VectorizerFlags V;
  V.AliasChecks = 2;
  V.KnowsTripCounts = true;
  EXPECT_TRUE(estimateByRules(measureFeatures(P.S, P.G, V, overlap), {}).Refused);
  P.S.Loops[0].Bound = IndexExpr::parameter(0);
  EXPECT_FALSE(estimateByRules(measureFeatures(P.S, P.G, V, overlap), {}).Refused);
}

TEST(RuleModel, APromiseOfIndependenceNeedsNoChecks) {
  FourArrays P;
  VectorizerFlags V;
  V.AliasChecks = 2;
  P.S.Loops[0].Directive = "#pragma omp simd";
  EXPECT_TRUE(estimateByRules(measureFeatures(P.S, P.G, V, overlap), {}).Refused);
  V.UsesOpenMP = true;
  EXPECT_FALSE(estimateByRules(measureFeatures(P.S, P.G, V, overlap), {}).Refused);
}

/// Pair, of which the second calls a function, over \p Iterations.
struct CallingPair : Pair {
  explicit CallingPair(int64_t Iterations) {
    for (Loop &L : S.Loops)
      L.Bound = IndexExpr::constant(Iterations);
    S.Statements[1].MathCalls = {"tanh"};
  }
};

std::optional<Strips> strips(const Pair &P, Granularity Grain) {
  return chooseStrips(P.S, P.G, Grain, [&](const FusionGroup &G) { return measure(P.S, G); });
}

TEST(ChooseStrips, WhereOneLoopWouldLoseItsVectors) {
  CallingPair P(100000);
  EXPECT_TRUE(estimateByRules(measure(P.S, P.G), {}).Refused.has_value());
  P.G.ByStrips = strips(P, Granularity::Auto);
  ASSERT_TRUE(P.G.ByStrips.has_value());
  EXPECT_EQ(P.G.ByStrips->Length, 1024u); // 24 bytes an iteration
  EXPECT_EQ(P.G.ByStrips->Begins, (std::vector<unsigned>{0, 1}));
  CostEstimate E = estimateByRules(measure(P.S, P.G), {});
  EXPECT_FALSE(E.Refused.has_value());
  EXPECT_NE(E.Terms.find("by strips of 1024"), std::string::npos);
}

/// Pair, over \p Iterations.
struct LongPair : Pair {
  explicit LongPair(int64_t Iterations) {
    for (Loop &L : S.Loops)
      L.Bound = IndexExpr::constant(Iterations);
  }
};

bool takesTurns(const Pair &P) {
  CostEstimate E = estimateByRules(measure(P.S, P.G), {});
  return E.Refused && E.Refused->Id == RefusalId::StoresTakeTurns;
}

TEST(StoresInTurn, WhereTwoArraysStayThatAreFilled) {
  LongPair P(100000);
  EXPECT_TRUE(takesTurns(P));
  EXPECT_EQ(estimateByRules(measure(P.S, P.G), {}).Refused->Arguments[0], "'t' and 'out'");
  Contraction C;
  C.Array = 1;
  P.G.Contractions.push_back(C);
  EXPECT_FALSE(takesTurns(P));
}

TEST(StoresInTurn, NumbersThatMayWrapAround) {
  LongPair P(100000);
  for (Statement &St : P.S.Statements)
    for (Access &A : St.Accesses)
      A.Subscripts = {IndexExpr::wrap(A.Subscripts[0], 64, false)};
  EXPECT_TRUE(takesTurns(P));
}

TEST(StoresInTurn, NotWhereAllOfItStaysInTheFirstCache) {
  EXPECT_FALSE(takesTurns(LongPair(1024))); // 24 bytes an iteration
  EXPECT_TRUE(takesTurns(LongPair(1025)));
}

TEST(StoresInTurn, ShortRowsOneBehindTheOtherStayInNoCache) {
  auto Row = [](int64_t Length) {
    LongPair P(Length);
    for (Statement &St : P.S.Statements)
      for (Access &A : St.Accesses)
        A.Subscripts.insert(A.Subscripts.begin(), IndexExpr::parameter(0));
    return P;
  };
  EXPECT_TRUE(takesTurns(Row(200)));
  EXPECT_FALSE(takesTurns(Row(32)));
}

TEST(StoresInTurn, NotWhereTheLinesWereReadBefore) {
  LongPair P(100000);
  for (Statement &St : P.S.Statements) { // "in[i] = …", "t[i] = …"
    std::vector<Access> Both = St.Accesses;
    Both[1].Array = Both[0].Array;
    Access Other = Both[0];
    Other.Array = 2;
    St.Accesses = {Both[0], Other, Both[1]};
  }
  EXPECT_FALSE(takesTurns(P));
  P.S.Statements[1].Accesses[0].Array = 2; // "t" is filled.
  EXPECT_TRUE(takesTurns(P));
}

TEST(StoresInTurn, RowsAreStreamsAndNeighboursAreNone) {
  LongPair P(100000);
  Access &Second = P.S.Statements[1].Accesses[1];
  Second.Array = 1;
  EXPECT_FALSE(takesTurns(P));
  Second.Subscripts = {IndexExpr::iterator(1) + IndexExpr::constant(1)};
  EXPECT_FALSE(takesTurns(P));
  Second.Subscripts = {IndexExpr::iterator(1) + IndexExpr::parameter(0)};
  P.S.Statements[1].Accesses[0].Array = 0; // Only "in" is read.
  EXPECT_TRUE(takesTurns(P));
  EXPECT_EQ(estimateByRules(measure(P.S, P.G), {}).Refused->Arguments[0], "rows of 't'");
  Second.Subscripts = {IndexExpr::iterator(1), IndexExpr::constant(1)}; // The second member of an element.
  P.S.Statements[0].Accesses[1].Subscripts = {IndexExpr::iterator(0), IndexExpr::constant(0)};
  EXPECT_FALSE(takesTurns(P));
}

TEST(StoresInTurn, NotWithoutVectors) {
  LongPair P(100000);
  EXPECT_FALSE(estimateByRules(measure(P.S, P.G, std::nullopt), {}).Refused.has_value());
  P.S.Statements[0].MathCalls = P.S.Statements[1].MathCalls = {"exp"};
  EXPECT_FALSE(takesTurns(P));
}

TEST(StoresInTurn, NotWhereThreadsShareTheLoops) {
  LongPair P(100000);
  P.S.Loops[0].Directive = P.S.Loops[1].Directive = "#pragma omp simd";
  EXPECT_TRUE(takesTurns(P));
  P.S.Loops[0].Directive = P.S.Loops[1].Directive = "#pragma omp parallel for";
  EXPECT_FALSE(takesTurns(P));
}

TEST(StoresInTurn, NotWhereEachLoopDoesThatByItself) {
  LongPair P(100000);
  for (unsigned M = 0; M < 2; ++M) { // Both fill an array of their own besides.
    P.S.Arrays.push_back(P.S.Arrays[0]);
    Access Other = P.S.Statements[M].Accesses[1];
    Other.Array = 3 + M;
    P.S.Statements[M].Accesses.push_back(Other);
    EXPECT_EQ(takesTurns(P), M == 0);
  }
}

TEST(StoresInTurn, NotWhereFarFewerBytesAreMoved) {
  PlanFeatures F;
  F.SharedArrays = 1;
  F.TripCount = 100000;
  F.Turns = "'x' and 'y'";
  F.BytesReadBefore = F.BytesWrittenBefore = 12;
  F.BytesWrittenAfter = 10;
  EXPECT_TRUE(estimateByRules(F, {}).Refused.has_value());
  F.BytesWrittenAfter = 9;
  EXPECT_FALSE(estimateByRules(F, {}).Refused.has_value());
}

TEST(ChooseStrips, WhereStoresWouldTakeTurns) {
  LongPair P(100000);
  EXPECT_EQ(strips(P, Granularity::Auto)->Begins, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(strips(P, Granularity::Auto)->Length, 512u);
  P.S.Statements[1].Accesses[0].Array = 0; // Also where only inputs are shared.
  EXPECT_EQ(strips(P, Granularity::Auto)->Begins, (std::vector<unsigned>{0, 1}));
}

TEST(ChooseStrips, NotInAStrip) {
  LongPair P(100000);
  IndexExpr Origin = IndexExpr::parameter(0), Last = IndexExpr::parameter(1);
  auto IsCut = [&](IndexExpr End) {
    for (Loop &L : P.S.Loops) {
      L.First = Origin;
      L.Bound = End;
    }
    return strips(P, Granularity::Auto).has_value();
  };
  EXPECT_TRUE(IsCut(Last));
  EXPECT_FALSE(IsCut(IndexExpr::minimum({Last, Origin + IndexExpr::constant(1024)})));
  EXPECT_FALSE(IsCut(IndexExpr::minimum({Last, IndexExpr::wrap(Origin + IndexExpr::constant(512), 32, false)})));
  EXPECT_TRUE(IsCut(IndexExpr::minimum({Last, Origin + IndexExpr::constant(100000)})));
}

TEST(ChooseStrips, NotWhereOneInnerLoopOrOneStripIsEnough) {
  Pair Alike; // One array is left.
  for (Loop &L : Alike.S.Loops)
    L.Bound = IndexExpr::constant(100000);
  Alike.S.Statements[1].Accesses[1].Array = 1;
  EXPECT_FALSE(strips(Alike, Granularity::Auto).has_value());
  EXPECT_TRUE(strips(Alike, Granularity::Strip).has_value());
  CallingPair ReadTwice(100000);
  ReadTwice.S.Statements[1].Accesses[0].Array = 0;
  EXPECT_FALSE(strips(ReadTwice, Granularity::Auto).has_value());
  CallingPair Short(1024), Longer(1025);
  EXPECT_FALSE(strips(Short, Granularity::Auto).has_value());
  EXPECT_TRUE(strips(Longer, Granularity::Auto).has_value());
}

TEST(ChooseStrips, WideElementsMakeShortStrips) {
  CallingPair P(100000);
  for (Array &A : P.S.Arrays)
    A.ElementBytes = 64;
  EXPECT_EQ(strips(P, Granularity::Auto)->Length, 128u); // 192 bytes an iteration
}

} // namespace
