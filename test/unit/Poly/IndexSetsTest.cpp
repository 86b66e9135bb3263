//===- IndexSetsTest.cpp - wrapped and flattened subscripts ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Delinearize.h"
#include "Poly/Intervals.h"
#include "Poly/Legality.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

IndexExpr u64(IndexExpr E) { return IndexExpr::wrap(std::move(E), 64, false); }
IndexExpr u32(IndexExpr E) { return IndexExpr::wrap(std::move(E), 32, false); }
IndexExpr u8(IndexExpr E) { return IndexExpr::wrap(std::move(E), 8, false); }

/// One statement under some loops, asked about one access.
struct Probe : ScopBuilder {
  unsigned A = array("a");

  /// { "exact" or "not", as isl prints the relation without context }
  bool isExact() {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    return R.Statements.back().Accesses.back().Exact;
  }
  /// Whether, on the parameters' context, the relation of the last access is \p Text.
  bool is(const std::string &Text) {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    const AccessRelation &A = R.Statements.back().Accesses.back();
    isl::map Expected(Ctx.get(), Text);
    Expected = Expected.intersect_domain(R.Statements.back().Domain);
    bool Equal = A.Exact && A.Relation.is_equal(Expected).is_true();
    if (!Equal)
      ADD_FAILURE() << isl_map_to_str(A.Relation.get());
    return Equal;
  }
};

TEST(Wrap, DisappearsWhereItCannotHappen) {
  Probe P;
  IndexExpr N = P.parameter("n", 0);
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {u64(I + num(1))});
  EXPECT_TRUE(P.is("[p0] -> { S0[i] -> A0[i + 1] }"));
}

TEST(Wrap, SizesAreLimitedByTheLoops) {
  Probe P;
  IndexExpr N = P.size("n");
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {u64(I + N)}); // i < n <= 2^60, or the loop does not run
  EXPECT_TRUE(P.is("[p0] -> { S0[i] -> A0[i + p0] }"));
}

TEST(Wrap, ASizeBelowZeroIsABackwardStep) {
  Probe P;
  IndexExpr N = P.size("n");
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {u64(I - num(1))}); // a + (i - 1) with i == 0 is a - 1
  EXPECT_TRUE(P.is("[p0] -> { S0[i] -> A0[i - 1] }"));
}

TEST(Wrap, AnOffsetOfAnySizeIsExact) {
  Probe P;
  IndexExpr N = P.size("n"), Off = P.size("off");
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {u64(I + Off)});
  EXPECT_TRUE(
      P.is("[p0, p1] -> { S0[i] -> A0[i + p1] : i + p1 < 9223372036854775808 and 0 <= p1 < 18446744073709551616; "
           "S0[i] -> A0[i + p1 - 18446744073709551616] : i + p1 >= 9223372036854775808 and "
           "0 <= p1 < 18446744073709551616 }"));
}

TEST(Wrap, NarrowTypesWrapWithinOnePeriod) {
  Probe P;
  P.nest();
  IndexExpr I = P.loop("i", num(0), num(256));
  P.statement();
  P.write(P.A, {u8(I + num(200))});
  EXPECT_TRUE(P.is("{ S0[i] -> A0[i + 200] : i < 56; S0[i] -> A0[i - 56] : i >= 56 }"));
}

TEST(Wrap, FarAwayItIsAModulus) {
  Probe P;
  IndexExpr N = P.parameter("n", 0);
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {u8(I * num(3))});
  EXPECT_TRUE(P.is("[p0] -> { S0[i] -> A0[(3i) mod 256] }"));
}

TEST(Wrap, UnsignedBoundsThatMayBeHuge) {
  // for (unsigned i = 0; i < n - 1; ++i) with n == 0 runs to 2^32 - 1.
  Probe P;
  IndexExpr N = P.parameter("n", std::nullopt, std::nullopt, 32, false);
  P.nest();
  IndexExpr I = P.loop("i", num(0), u32(N - num(1)));
  P.statement();
  P.write(P.A, {I});
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, P.S, AliasPolicy::Refuse);
  isl::set Expected(Ctx.get(), "[p0] -> { S0[i] : 0 <= i < p0 - 1 and p0 < 4294967296; "
                               "S0[i] : 0 <= i < 4294967295 and p0 = 0 }");
  EXPECT_TRUE(R.Statements[0].Domain.is_equal(Expected).is_true());
}

TEST(Intervals, KnowTypesAndLoops) {
  ScopBuilder B;
  IndexExpr N = B.parameter("n", 1, 10), M = B.size("m");
  B.nest();
  IndexExpr I = B.loop("i", num(2), N, 1, BoundRelation::LessEqual);
  EXPECT_TRUE(fitsType(B.S, I * num(25) + num(5), 8, false));
  EXPECT_FALSE(fitsType(B.S, I * num(26), 8, false));
  EXPECT_TRUE(fitsType(B.S, IndexExpr::remainder(N - num(100), 7), 4, true));
  EXPECT_FALSE(fitsType(B.S, IndexExpr::remainder(N - num(100), 7), 3, false));
  EXPECT_FALSE(fitsType(B.S, M + num(1), 64, false));
  EXPECT_TRUE(fitsType(B.S, IndexExpr::minimum({M, num(100)}), 8, true));
  EXPECT_FALSE(fitsType(B.S, IndexExpr::unknown(), 64, true));
}

//===----------------------------------------------------------------------===//
// Flattened arrays
//===----------------------------------------------------------------------===//

struct Flat : Probe {
  IndexExpr N = parameter("n"), M = parameter("m");
  IndexExpr I, J;
  Flat() {
    nest();
    I = loop("i", num(0), M);
    J = loop("j", num(0), N);
    statement();
  }
};

TEST(Delinearize, RowsOfN) {
  Flat F;
  F.write(F.A, {F.I * F.N + F.J});
  EXPECT_TRUE(F.is("[p0, p1] -> { S0[i, j] -> A0[i, j] }"));
}

TEST(Delinearize, ThroughSizeArithmetic) {
  Flat F;
  F.write(F.A, {u64(F.I * u64(F.N) + F.J)});
  EXPECT_TRUE(F.is("[p0, p1] -> { S0[i, j] -> A0[i, j] }"));
}

TEST(Delinearize, OneColumnBeyondIsTheNextRow) {
  Flat F;
  F.write(F.A, {F.I * F.N + F.J + num(1)});
  EXPECT_TRUE(F.is("[p0, p1] -> { S0[i, j] -> A0[i, j + 1] : j + 1 < p0; S0[i, j] -> A0[i + 1, 0] : j + 1 = p0 }"));
}

TEST(Delinearize, StencilsOverRows) {
  Flat F;
  F.write(F.A, {(F.I - num(1)) * F.N + F.J});
  EXPECT_TRUE(F.is("[p0, p1] -> { S0[i, j] -> A0[i - 1, j] }"));
}

TEST(Delinearize, TwoColumnsBeyondNeedsAProof) {
  Flat F;
  F.write(F.A, {F.I * F.N + F.J * num(2) + num(5)}); // may be several rows on
  EXPECT_FALSE(F.isExact());
}

TEST(Delinearize, ARowOfUnknownLength) {
  ScopBuilder B;
  Probe P;
  IndexExpr N = P.parameter("n"), M = P.parameter("m"), K = P.parameter("k");
  P.nest();
  IndexExpr I = P.loop("i", num(0), M), J = P.loop("j", num(0), K);
  P.statement();
  P.write(P.A, {I * N + J}); // k may exceed n
  EXPECT_FALSE(P.isExact());
}

TEST(Delinearize, AStrideThatMayBeZero) {
  Probe P;
  IndexExpr Inc = P.parameter("inc", 0), M = P.parameter("m");
  P.nest();
  IndexExpr I = P.loop("i", num(0), M);
  P.statement();
  P.write(P.A, {I * Inc});
  EXPECT_FALSE(P.isExact());
  P.S.Parameters[0].Minimum = 1;
  EXPECT_TRUE(P.is("[p0, p1] -> { S0[i] -> A0[i, 0] }"));
}

TEST(Delinearize, ThreeDimensions) {
  Probe P;
  IndexExpr D = P.parameter("d"), H = P.parameter("h"), W = P.parameter("w");
  P.nest();
  IndexExpr I = P.loop("i", num(0), D), J = P.loop("j", num(0), H), K = P.loop("k", num(0), W);
  P.statement();
  P.write(P.A, {(I * H + J) * W + K});
  EXPECT_TRUE(P.is("[p0, p1, p2] -> { S0[i, j, k] -> A0[i, j, k] }"));
}

TEST(Delinearize, PaddedRows) {
  Probe P;
  IndexExpr D = P.parameter("d"), H = P.parameter("h"), W = P.parameter("w");
  P.nest();
  IndexExpr I = P.loop("i", num(1), D), J = P.loop("j", num(1), H, 1, BoundRelation::LessEqual),
            K = P.loop("k", num(1), W, 1, BoundRelation::LessEqual);
  P.statement();
  P.write(P.A, {(I * (H + num(2)) + J) * (W + num(2)) + K});
  EXPECT_TRUE(P.is("[p0, p1, p2] -> { S0[i, j, k] -> A0[i, j, k] }"));
}

TEST(Delinearize, FieldsStayBehind) {
  Flat F;
  F.write(F.A, {F.I * F.N + F.J, num(2)});
  EXPECT_TRUE(F.is("[p0, p1] -> { S0[i, j] -> A0[i, j, 2] }"));
}

TEST(Delinearize, AFlatWalkDoesNotSpoilTheOthers) {
  Flat F;
  F.write(F.A, {F.I * F.N + F.J});
  F.nest();
  IndexExpr K = F.loop("k", num(0), F.N * F.M);
  F.statement();
  F.write(F.A, {K});
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, F.S, AliasPolicy::Refuse);
  EXPECT_TRUE(R.Statements[0].Accesses[0].Exact);
  EXPECT_FALSE(R.Statements[1].Accesses[0].Exact);
  EXPECT_TRUE(mustKeepOrder(R, 0, 1));
}

TEST(Delinearize, TwoNestsMeetElementByElement) {
  Flat F;
  unsigned Out = F.array("out");
  F.write(F.A, {F.I * F.N + F.J});
  F.nest();
  IndexExpr I = F.loop("i", num(0), F.M), J = F.loop("j", num(0), F.N);
  F.statement();
  F.read(F.A, {I * F.N + J});
  F.write(Out, {I * F.N + J});
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, F.S, AliasPolicy::Refuse);
  EXPECT_FALSE(checkPair(Ctx, R, {0, {0, 0}}, {1, {0, 0}}, 2).has_value());
  // A column further is the next row at the end of this one.
  F.S.Statements[1].Accesses[0].Subscripts = {I * F.N + J + num(1)};
  RegionRelations Later = buildAccessRelations(Ctx, F.S, AliasPolicy::Refuse);
  std::optional<Refusal> Why = checkPair(Ctx, Later, {0, {0, 0}}, {1, {0, 0}}, 2);
  ASSERT_TRUE(Why && Why->Proof);
  EXPECT_EQ(Why->Id, RefusalId::DependenceReversed);
  EXPECT_EQ(Why->Proof->Earlier.Element, Why->Proof->Later.Element);
}

TEST(Delinearize, DeclaredExtentsBoundInnerSubscripts) {
  Probe P;
  P.S.Arrays[P.A].Extents = {IndexExpr::unknown(), num(8)};
  IndexExpr N = P.parameter("n", 0);
  P.nest();
  IndexExpr I = P.loop("i", num(0), N), J = P.loop("j", num(0), N);
  P.statement();
  P.write(P.A, {I, J});
  EXPECT_TRUE(P.is("[p0] -> { S0[i, j] -> A0[i, j] : j < 8 }"));
}

TEST(Delinearize, TrailingArraysOfOneAreNotBelieved) {
  Probe P;
  P.S.Arrays[P.A].Extents = {IndexExpr::unknown(), num(1)};
  IndexExpr N = P.parameter("n", 0);
  P.nest();
  IndexExpr I = P.loop("i", num(0), N);
  P.statement();
  P.write(P.A, {num(0), I});
  EXPECT_TRUE(P.is("[p0] -> { S0[i] -> A0[0, i] }"));
}

} // namespace
