//===- RowContractionTest.cpp - arrays of which a row is enough -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Legality.h"
#include "Poly/Oracle.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>
#include <random>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// for i < n, for j < m: t[i][j] = x[i];  for i < n, for j < m: y[i] += t[i][j];  and variations of it.
struct RowTest : ::testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n", 0, 4), M = B.parameter("m", 0, 4);
  unsigned X = B.array("x"), Y = B.array("y"), T = B.temporary("t");
  IndexExpr I, J, K, L;
  FusionGroup G;

  RowTest() {
    B.S.Arrays[T].Extents = {num(8), num(8)};
    B.nest();
    I = B.loop("i", num(0), N);
    J = B.loop("j", num(0), M);
    B.statement();
    B.read(X, {I});
    B.write(T, {I, J});
    B.end();
    B.end();
    B.nest();
    K = B.loop("k", num(0), N);
    L = B.loop("l", num(0), M);
    B.statement();
    B.read(T, {K, L});
    B.write(Y, {K});
    G.Members = {{0, {0}}, {1, {0}}};
  }
  std::optional<Contraction> find() {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    return findContraction(Ctx, R, G, T);
  }
  /// Of the array's dimensions; 9 if it stays as it is.
  unsigned kept() {
    std::optional<Contraction> C = find();
    return C ? C->Kept : 9;
  }
  Access &definition() { return B.S.Statements[0].Accesses[1]; }
  Access &use() { return B.S.Statements[1].Accesses[0]; }
};

TEST_F(RowTest, TheModelCase) {
  std::optional<Contraction> C = find();
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Kept, 1u);
  EXPECT_EQ(C->Scalar, "t");
  EXPECT_EQ(C->Accesses, (std::vector<AccessRef>{{0, 1}, {1, 0}}));
}

TEST_F(RowTest, AScalarWhereOneIsEnough) {
  G.Depth = 2;
  G.Members = {{0, {0, 0}}, {1, {0, 0}}};
  EXPECT_EQ(kept(), 0u);
}

TEST_F(RowTest, OnlyOneRow) {
  use().Subscripts = {K - num(1), L};
  EXPECT_EQ(kept(), 9u);
  definition().Subscripts = {I - num(1), J};
  EXPECT_EQ(kept(), 1u);
  definition().Subscripts = {J, I};
  EXPECT_EQ(kept(), 9u);
}

TEST_F(RowTest, ShiftsCount) {
  use().Subscripts = {K + num(1), L};
  EXPECT_EQ(kept(), 9u);
  G.Members[1].Shift = {1};
  EXPECT_EQ(kept(), 9u); // Iteration 0 of the fused loop has no use, but those behind it have.
  definition().Subscripts = {I + num(2), J};
  EXPECT_EQ(kept(), 9u);
}

TEST_F(RowTest, EveryReadIsOfWhatWasWritten) {
  B.S.Loops[3].Bound = M + num(1);
  EXPECT_EQ(kept(), 9u);
  B.S.Loops[3].Bound = M - num(1);
  EXPECT_EQ(kept(), 1u);
  B.S.Loops[3].Bound = M;
  use().Subscripts = {K, M - num(1) - L};
  EXPECT_EQ(kept(), 1u);
  use().Subscripts = {K, L + num(1)};
  EXPECT_EQ(kept(), 9u);
  use().Subscripts = {K, L};
  B.S.Loops[1].Step = num(2);
  EXPECT_EQ(kept(), 9u);
}

TEST_F(RowTest, WritesMustHappen) {
  definition().Must = false;
  EXPECT_EQ(kept(), 9u);
  definition().Must = true;
  B.S.Statements[0].GuardIsExact = false;
  EXPECT_EQ(kept(), 9u);
  B.S.Statements[0].GuardIsExact = true;
  B.S.Statements[0].Guard.push_back({J - num(1), false});
  EXPECT_EQ(kept(), 9u);
  B.S.Statements[1].Guard.push_back({L - num(1), false});
  EXPECT_EQ(kept(), 1u);
}

TEST_F(RowTest, UsesMayBeConditionalButNotUnknown) {
  use().Must = false;
  B.S.Statements[1].GuardIsExact = false;
  EXPECT_EQ(kept(), 1u);
  use().Subscripts = {K, IndexExpr::unknown()};
  EXPECT_EQ(kept(), 9u);
}

TEST_F(RowTest, ReadFirstInItsOwnLoop) {
  // t[i][j] += x[i]
  B.S.Statements[0].Accesses[0] = B.S.Statements[0].Accesses[1];
  B.S.Statements[0].Accesses[0].Kind = AccessKind::Read;
  EXPECT_EQ(kept(), 9u);
}

TEST_F(RowTest, OtherPlacesKeepIt) {
  Array Saved = B.S.Arrays[T];
  B.S.Arrays[T].Base = BaseKind::Allocation;
  EXPECT_EQ(kept(), 9u);
  B.S.Arrays[T] = Saved;
  B.S.Arrays[T].DeadAfter = false;
  EXPECT_EQ(kept(), 9u);
  B.S.Arrays[T] = Saved;
  EXPECT_EQ(kept(), 1u);
  for (Loop &Each : B.S.Loops)
    Each.Order = DimOrder::Parallel;
  EXPECT_EQ(kept(), 9u);
}

/// Position of the last write that each read finds, per read in the order in which the original runs them.
using Sources = std::map<size_t, std::optional<size_t>>;

struct Event {
  Touch What;
  Values Key;
  size_t Id;
};

/// What each read of \p Array finds if the touches run in the order of their keys and an element is named by its last
/// \p Kept subscripts.
Sources sources(std::vector<Event> Events, unsigned Array, unsigned Kept) {
  std::sort(Events.begin(), Events.end(), [](const Event &A, const Event &B) { return A.Key < B.Key; });
  std::map<Values, size_t> Last;
  Sources Found;
  for (const Event &E : Events) {
    if (E.What.Array != Array)
      continue;
    Values Element(E.What.Element.end() - Kept, E.What.Element.end());
    if (E.What.IsWrite)
      Last[Element] = E.Id;
    else
      Found[E.Id] = Last.count(Element) ? std::optional(Last[Element]) : std::nullopt;
  }
  return Found;
}

/// Whatever is found to be enough: every read finds in the row what the array held.
TEST(RowContraction, AgreesWithEnumeration) {
  std::mt19937 Random(3);
  auto Draw = [&](int Low, int High) { return std::uniform_int_distribution<int>(Low, High)(Random); };
  unsigned Rows = 0, Legal = 0;
  for (int Round = 0; Round < 400; ++Round) {
    ScopBuilder B;
    IndexExpr N = B.parameter("n", 0, 3), M = B.parameter("m", 0, 3);
    unsigned T = B.temporary("t"), X = B.array("x");
    B.S.Arrays[T].Extents = {num(9), num(9)};
    int Row = Draw(0, 2), Shift = Draw(0, 3) == 0 ? Draw(-1, 1) : 0;
    for (int Member = 0; Member < 2; ++Member) {
      B.nest();
      IndexExpr I = B.loop("i", num(0), N), At = I + num(2 + (Draw(0, 9) ? Row : Row + 1) - Member * Shift);
      for (int Loop = 0, Loops = Draw(1, 2); Loop < Loops; ++Loop) {
        bool IsWrite = Member == 0 && Loop == 0 ? Draw(0, 9) != 0 : Draw(0, 3) == 0;
        IndexExpr J = B.loop("j", num(Draw(0, 4) == 0), Draw(0, 5) ? M : M - num(1), Draw(0, 7) ? 1 : 2);
        IndexExpr Column = Draw(0, 4) ? J : Draw(0, 2) ? M - num(1) - J : J + num(1);
        Statement &St = B.statement();
        if (Draw(0, 6) == 0)
          St.Guard.push_back({J - num(1), false});
        if (!IsWrite || Draw(0, 5) == 0)
          B.read(T, {At, Column});
        if (IsWrite)
          B.write(T, {At, Column}).Must = Draw(0, 6) != 0;
        else
          B.write(X, {I});
        B.end();
      }
      B.end();
    }
    FusionGroup G;
    G.Members = {{0, {0}}, {1, {0}}};
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    if (checkPair(Ctx, R, G.Members[0], G.Members[1], 1))
      continue;
    ++Legal;
    std::optional<Contraction> C = findContraction(Ctx, R, G, T);
    if (!C)
      continue;
    ASSERT_EQ(C->Kept, 1u);
    ++Rows;
    forEachParameters(B.S, [&](const Values &Parameters) {
      std::vector<Event> Original, Fused;
      for (unsigned Member : {0u, 1u})
        for (Touch &X : run(B.S, Parameters, Member)) {
          Values Time = X.Time, Key{int64_t(Member)}, FusedKey{X.Iterators[0], int64_t(Member)};
          Key.insert(Key.end(), Time.begin(), Time.end());
          FusedKey.insert(FusedKey.end(), Time.begin(), Time.end());
          Original.push_back({X, Key, Original.size()});
          Fused.push_back({X, FusedKey, Fused.size()});
        }
      EXPECT_EQ(sources(Original, T, 2), sources(Fused, T, 1));
    });
  }
  EXPECT_GT(Rows, 40u);
  EXPECT_GT(Legal, Rows + 40);
}

} // namespace
