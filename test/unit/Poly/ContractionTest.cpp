//===- ContractionTest.cpp - which arrays become scalars ------------------===//
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

/// for i < n: t[i] = x[i];  for i < n: y[i] = t[i];  and variations of it.
struct ContractionTest : ::testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned X = B.array("x"), Y = B.array("y"), T = B.temporary("t");
  IndexExpr I, J;
  FusionGroup G;

  ContractionTest() {
    B.nest();
    I = B.loop("i", num(0), N);
    B.statement();
    B.read(X, {I});
    B.write(T, {I});
    B.nest();
    J = B.loop("j", num(0), N);
    B.statement();
    B.read(T, {J});
    B.write(Y, {J});
    G.Members = {{0, {0}}, {1, {0}}};
  }
  std::optional<Contraction> find() {
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    return findContraction(Ctx, R, G, T);
  }
  Access &definition() { return B.S.Statements[0].Accesses[1]; }
  Access &use() { return B.S.Statements[1].Accesses[0]; }
};

TEST_F(ContractionTest, TheModelCase) {
  std::optional<Contraction> C = find();
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Array, T);
  EXPECT_EQ(C->Scalar, "t_i");
  EXPECT_EQ(C->Definition, (AccessRef{0, 1}));
  EXPECT_EQ(C->Accesses, (std::vector<AccessRef>{{0, 1}, {1, 0}}));
  EXPECT_TRUE(C->IsConstant);
}

TEST_F(ContractionTest, NothingElseMayVanish) {
  auto IsKept = [&](auto Change) {
    Array Saved = B.S.Arrays[T];
    Change(B.S.Arrays[T]);
    bool Kept = !find().has_value();
    B.S.Arrays[T] = Saved;
    return Kept;
  };
  EXPECT_TRUE(IsKept([](Array &A) { A.Escapes = true; }));
  EXPECT_TRUE(IsKept([](Array &A) { A.DeadAfter = false; }));
  EXPECT_TRUE(IsKept([](Array &A) { A.IsTrivial = false; }));
  EXPECT_TRUE(IsKept([](Array &A) { A.ElementType.clear(); }));
  EXPECT_TRUE(IsKept([](Array &A) { A.Base = BaseKind::StaticObject; }));
  EXPECT_TRUE(IsKept([](Array &A) { A.Base = BaseKind::Pointer; }));
  EXPECT_TRUE(IsKept([](Array &A) { A.Base = BaseKind::Owned; })); // by nobody known
  EXPECT_FALSE(IsKept([](Array &A) { A.Base = BaseKind::Allocation; }));
}

TEST_F(ContractionTest, ContainersOfTheFunction) {
  unsigned V = B.array("t", BaseKind::LocalObject);
  B.S.Arrays[T].Base = BaseKind::Owned;
  B.S.Arrays[T].Owner = V;
  B.S.Arrays[T].Extents.clear();
  EXPECT_TRUE(find().has_value());
  B.S.Parameters[0].Sources = {{V, {}}}; // n is t.size()
  EXPECT_FALSE(find().has_value());
  B.S.Parameters[0].Sources.clear();
  B.S.Arrays[V].Base = BaseKind::Reference;
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, ALoopOverTheElements) {
  B.S.Loops[1].Base = T;
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, OneElementAnIteration) {
  use().Subscripts = {J - num(1)};
  EXPECT_FALSE(find().has_value());
  definition().Subscripts = {I - num(1)};
  EXPECT_TRUE(find().has_value());
  G.Members[1].Shift = {1}; // the use is one iteration late now
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, ElementsThatRepeatAreFine) {
  definition().Subscripts = {IndexExpr::floorDivide(I, 2)};
  use().Subscripts = {IndexExpr::floorDivide(J, 2)};
  EXPECT_TRUE(find().has_value());
}

TEST_F(ContractionTest, MembersOfElements) {
  definition().Subscripts = {I, num(0)};
  use().Subscripts = {J, num(1)}; // another member
  EXPECT_FALSE(find().has_value());
  use().Subscripts = {J}; // all members
  EXPECT_FALSE(find().has_value());
  use().Subscripts = {J, J}; // any member
  EXPECT_FALSE(find().has_value());
  use().Subscripts = {J - num(1), num(0)}; // of another element
  EXPECT_FALSE(find().has_value());
  use().Subscripts = {J, num(0)};
  EXPECT_TRUE(find().has_value());
  definition().Subscripts = {I}; // all members
  EXPECT_TRUE(find().has_value());
  definition().Subscripts = {I, num(0)};
  B.S.Arrays[T].Extents.clear(); // a member of a lone object
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, UnknownSubscripts) {
  use().Subscripts = {IndexExpr::unknown()};
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, TheFirstAccessDefines) {
  definition().Must = false;
  EXPECT_FALSE(find().has_value());
  definition().Must = true;
  B.S.Statements[0].Guard.push_back({I - num(1), false});
  EXPECT_FALSE(find().has_value());
  B.S.Statements[0].Guard.clear();
  B.S.Statements[0].GuardIsExact = false;
  EXPECT_FALSE(find().has_value());
  B.S.Statements[0].GuardIsExact = true;
  // t[i] += x[i] reads first
  B.S.Statements[0].Accesses[0].Array = T;
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, UsesMayBeConditional) {
  use().Must = false;
  B.S.Statements[1].GuardIsExact = false;
  EXPECT_TRUE(find().has_value());
}

TEST_F(ContractionTest, WritingTwiceIsNoConstant) {
  B.write(T, {J});
  std::optional<Contraction> C = find();
  ASSERT_TRUE(C.has_value());
  EXPECT_FALSE(C->IsConstant);
  EXPECT_EQ(C->Accesses.size(), 3u);
}

TEST_F(ContractionTest, NobodyReadsIt) {
  use().Array = X;
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, SomebodyElseNeedsIt) {
  B.plain();
  B.read(T, {num(0)});
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, AnotherWriterBehind) {
  B.plain();
  B.write(T, {num(0)});
  EXPECT_FALSE(find().has_value());
}

TEST_F(ContractionTest, ItsReleaseBehindTheGroup) {
  B.plain();
  B.S.Statements.back().CallsFunction = true;
  B.write(T).Must = false;
  EXPECT_TRUE(find().has_value());
}

TEST_F(ContractionTest, AHeaderThatReadsIt) {
  B.S.Statements[1].IsHeader = true;
  EXPECT_FALSE(find().has_value());
}

TEST(Contraction, ItsDeclarationInTheRegion) {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned X = B.array("x"), T = B.temporary("t");
  B.plain(); // double t[100] = {};
  B.write(T);
  B.S.Arrays[T].Declared = B.S.Members.back().Span;
  for (unsigned K = 0; K < 2; ++K) {
    B.nest();
    IndexExpr I = B.loop("i", num(0), N);
    B.statement();
    B.read(K ? T : X, {I});
    B.write(K ? X : T, {I});
  }
  FusionGroup G;
  G.Members = {{1, {0}}, {2, {0}}};
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  EXPECT_TRUE(findContraction(Ctx, R, G, T).has_value());
  B.S.Arrays[T].Declared = ScopBuilder::lineSpan(1); // t = {…} of a variable that is declared elsewhere
  EXPECT_FALSE(findContraction(Ctx, R, G, T).has_value());
}

TEST(Contraction, InnerLoopsAndDepth) {
  // for i, j: t[i] = …; for i, j: … t[i]: per (i) at depth 1 the definition is inside the inner loop.
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned X = B.array("x"), T = B.temporary("t");
  B.S.Arrays[T].Extents = {num(100), num(100)};
  for (unsigned K = 0; K < 2; ++K) {
    B.nest();
    IndexExpr I = B.loop("i", num(0), N), J = B.loop("j", num(0), N);
    B.statement();
    B.read(K ? T : X, {I, J});
    B.write(K ? X : T, {I, J});
  }
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  FusionGroup G;
  G.Depth = 2;
  G.Members = {{0, {0, 0}}, {1, {0, 0}}};
  std::optional<Contraction> C = findContraction(Ctx, R, G, T);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Scalar, "t_value");
  G.Depth = 1;
  G.Members = {{0, {0}}, {1, {0}}};
  C = findContraction(Ctx, R, G, T);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Kept, 1u); // A row is left, no scalar.
}

TEST(Contraction, AMemberThatIsNotFirst) {
  // The temporary is made by the second member and read by the third.
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned X = B.array("x"), Y = B.array("y"), Z = B.array("z"), T = B.temporary("self.t");
  auto Copy = [&](unsigned To, unsigned From) {
    B.nest();
    IndexExpr I = B.loop("k", num(0), N);
    B.statement();
    B.read(From, {I});
    B.write(To, {I});
  };
  Copy(X, Y);
  Copy(T, X);
  Copy(Z, T);
  FusionGroup G;
  G.Members = {{0, {0}}, {1, {0}}, {2, {0}}};
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
  std::optional<Contraction> C = findContraction(Ctx, R, G, T);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Scalar, "t_k");
  EXPECT_EQ(C->Definition, (AccessRef{1, 1}));
}

} // namespace
