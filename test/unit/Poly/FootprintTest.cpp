//===- FootprintTest.cpp - which elements a group touches ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Footprint.h"
#include "Poly/Oracle.h"
#include "Poly/ScopBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

struct Guarded {
  ScopBuilder B;
  unsigned A = pointer("a"), C = pointer("c");

  unsigned pointer(std::string Name) {
    unsigned P = B.pointer(Name);
    B.S.Arrays[P].Pointer = std::move(Name);
    return P;
  }
  IndexExpr parameter(std::string Name, int64_t Minimum, int64_t Maximum, unsigned Bits = 32) {
    IndexExpr P = B.parameter(Name, Minimum, Maximum, Bits);
    B.S.Parameters[P.index()].Text = std::move(Name);
    return P;
  }
  static FusionGroup group(std::vector<unsigned> Members) {
    FusionGroup G;
    for (unsigned M : Members)
      G.Members.push_back({M, {0}});
    return G;
  }
  /// for i < n: a[i + Low] = 0; for i < n: c[i] = a[i + High]
  void copy(const IndexExpr &N, int64_t Low, int64_t High) {
    B.nest();
    IndexExpr I = B.loop("i", num(0), N);
    B.statement();
    B.write(A, {I + num(Low)});
    B.nest();
    IndexExpr J = B.loop("j", num(0), N);
    B.statement();
    B.read(A, {J + num(High)});
    B.write(C, {J});
  }
};

struct Answer {
  FusionGroup Group = Guarded::group({0, 1});
  std::optional<Refusal> Refused;
  std::optional<Refusal> Gate; ///< What checkLegality says to the plan, as Change left it.
};

template <typename Fn> Answer ask(const Scop &S, Fn Change, bool LeavesToGuards = true) {
  IslContext Ctx(500000);
  RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Guard);
  R.LeavesToGuards = LeavesToGuards;
  Answer Out;
  Out.Refused = addGuards(Ctx, R, Out.Group);
  Change(Out.Group);
  FusionPlan Plan;
  Plan.Groups = {Out.Group};
  auto Verdict = checkLegality(Ctx, R, Plan);
  if (auto *Why = std::get_if<Refusal>(&Verdict))
    Out.Gate = *Why;
  return Out;
}
Answer ask(const Scop &S) {
  return ask(S, [](FusionGroup &) {});
}

TEST(Footprint, AreTheFirstAndTheLastElement) {
  Guarded G;
  G.copy(G.parameter("n", -5, 20), 1, 0);
  Answer X = ask(G.B.S);
  EXPECT_FALSE(X.Refused);
  EXPECT_FALSE(X.Gate);
  ASSERT_EQ(X.Group.Guards.size(), 1u);
  const AliasGuard &Guard = X.Group.Guards.front();
  EXPECT_EQ(Guard.First.Array, G.A);
  EXPECT_EQ(Guard.Second.Array, G.C);
  ASSERT_EQ(Guard.First.Low.size(), 1u);
  ASSERT_EQ(Guard.First.High.size(), 1u);
  EXPECT_TRUE(Guard.First.Low[0][0] == num(0));
  EXPECT_EQ(toString(G.B.S, Guard.First.High[0][0]), "n");
  EXPECT_EQ(toString(G.B.S, Guard.Second.High[0][0]), "n - 1");
}

/// Whatever the loops touch lies between the ends, and the ends are among it if the loops are whole ones.
TEST(Footprint, AgreesWithEnumeration) {
  std::mt19937 Random(7);
  auto Draw = [&](int Low, int High) { return std::uniform_int_distribution<int>(Low, High)(Random); };
  unsigned Guards = 0;
  for (int Round = 0; Round < 300; ++Round) {
    Guarded G;
    IndexExpr N = G.parameter("n", -2, 7), M = G.parameter("m", -3, 6);
    auto Subscript = [&](const IndexExpr &I) {
      IndexExpr E = num(Draw(-3, 3)) * I + num(Draw(-4, 4));
      return Draw(0, 2) ? E : E + num(Draw(-1, 2)) * (Draw(0, 1) ? M : N);
    };
    for (int Member = 0; Member < 2; ++Member) {
      G.B.nest();
      IndexExpr I = G.B.loop("i", num(0), N, 1);
      bool IsDeep = Draw(0, 3) == 0;
      IndexExpr J = IsDeep ? G.B.loop("j", num(1), Draw(0, 1) ? M : I, Draw(1, 2)) : I;
      G.B.statement();
      G.B.read(G.A, {Subscript(Draw(0, 1) ? J : I)});
      if (Draw(0, 1))
        G.B.read(G.C, {Subscript(J)});
      G.B.write(Member ? G.C : G.A, {Subscript(J)}).Must = Draw(0, 3) != 0;
      if (IsDeep)
        G.B.end();
      G.B.end();
    }
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, G.B.S, AliasPolicy::Guard);
    FusionGroup Group = Guarded::group({0, 1});
    for (unsigned Array : {G.A, G.C}) {
      std::optional<ElementRange> Range = footprintOf(Ctx, R, Group, Array);
      if (!Range)
        continue;
      ++Guards;
      EXPECT_TRUE(holdsFootprint(Ctx, R, Group, *Range));
      forEachParameters(G.B.S, [&](const Values &Parameters) {
        Evaluator Evaluate{Parameters, {}, {}};
        int64_t Low = INT64_MAX, High = INT64_MIN;
        for (const ElementIndex &E : Range->Low)
          Low = std::min(Low, Evaluate(E[0]));
        for (const ElementIndex &E : Range->High)
          High = std::max(High, Evaluate(E[0]));
        for (unsigned Member : {0u, 1u})
          for (const Touch &T : run(G.B.S, Parameters, Member))
            if (T.Array == Array) {
              EXPECT_LE(Low, T.Element[0]);
              EXPECT_GE(High, T.Element[0]);
            }
      });
    }
  }
  EXPECT_GT(Guards, 150u);
}

/// The gate makes no use of how a range was found.
TEST(Footprint, AnyOtherRangeIsRefused) {
  Guarded G;
  G.copy(G.parameter("n", -5, 20), 0, 0);
  auto Refused = [&](auto Change) {
    Answer X = ask(G.B.S, [&](FusionGroup &Group) {
      ASSERT_EQ(Group.Guards.size(), 1u);
      Change(Group.Guards.front());
    });
    return X.Gate && X.Gate->Id == RefusalId::MayAlias;
  };
  EXPECT_FALSE(Refused([](AliasGuard &) {}));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.High[0][0] = X.First.High[0][0] - num(1); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.Second.Low[0][0] = num(1); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.High[0][0] = X.First.High[0][0] + num(1); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.Second.Low[0][0] = num(-1000000); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.High.clear(); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.High[0].push_back(num(0)); }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.Lengths = {num(1)}; }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.Array = X.Second.Array; }));
  EXPECT_TRUE(Refused([](AliasGuard &X) { X.First.High[0][0] = IndexExpr::unknown(); }));
}

TEST(Footprint, NoGuardNoFusion) {
  Guarded G;
  G.copy(G.parameter("n", -5, 20), 0, 0);
  Answer X = ask(G.B.S, [](FusionGroup &Group) { Group.Guards.clear(); });
  ASSERT_TRUE(X.Gate);
  EXPECT_EQ(X.Gate->Id, RefusalId::MayAlias);
  // Nor a guard where the proof was not made with it.
  X = ask(G.B.S, [](FusionGroup &) {}, false);
  ASSERT_TRUE(X.Gate);
  EXPECT_EQ(X.Gate->Id, RefusalId::MayAlias);
}

TEST(Footprint, OnlyWhatTheTextCanName) {
  auto Refused = [](auto Change) {
    Guarded G;
    G.copy(G.parameter("n", -5, 20), 0, 0);
    Change(G.B.S);
    Answer X = ask(G.B.S);
    return X.Refused && X.Refused->Id == RefusalId::MayAlias && X.Gate;
  };
  EXPECT_FALSE(Refused([](Scop &) {}));
  EXPECT_TRUE(Refused([](Scop &S) { S.Parameters[0].Text.clear(); }));
  EXPECT_TRUE(Refused([](Scop &S) { S.Arrays[1].Pointer.clear(); }));
  EXPECT_TRUE(Refused([](Scop &S) { S.Statements[0].Accesses[0].Subscripts[0] = IndexExpr::unknown(); }));
  EXPECT_TRUE(Refused([](Scop &S) { S.Statements[0].Accesses[0].Subscripts.clear(); }));
}

/// An end that is not touched for certain may be an address that wraps around.
TEST(Footprint, FarEndsMustBeTouched) {
  auto Refused = [](unsigned Bits, bool Must) {
    Guarded G;
    IndexExpr N = G.parameter("n", 0, 100), K = G.parameter("k", 0, 100, Bits);
    G.B.nest();
    IndexExpr I = G.B.loop("i", num(0), N);
    G.B.statement();
    G.B.write(G.A, {I + K}).Must = Must;
    G.B.read(G.A, {I});
    G.B.nest();
    IndexExpr J = G.B.loop("j", num(0), N);
    G.B.statement();
    G.B.write(G.C, {J});
    return ask(G.B.S).Refused.has_value();
  };
  EXPECT_FALSE(Refused(64, true));
  EXPECT_FALSE(Refused(32, false));
  EXPECT_TRUE(Refused(64, false));
}

TEST(Footprint, ABoundThatMayBeWrittenIsNoTest) {
  Guarded G;
  IndexExpr N = G.parameter("n", -5, 20);
  G.copy(N, 0, 0);
  G.B.S.Parameters[N.index()].Sources.push_back({G.A, {}});
  Answer X = ask(G.B.S);
  ASSERT_TRUE(X.Gate);
}

/// "for i < n: a[i] = 0; for i < n: c[i] = a[i]", with n in memory.
struct BoundInMemory : Guarded {
  unsigned Bound = B.array("n"), N;
  BoundInMemory() {
    B.S.Arrays[Bound].Pointer = "&n";
    IndexExpr Parameter = parameter("n", -5, 20);
    N = Parameter.index();
    B.S.Parameters[N].Sources.push_back({Bound, {}});
    copy(Parameter, 0, 0);
  }
};

std::vector<std::pair<unsigned, unsigned>> pairsOf(const FusionGroup &G) {
  std::vector<std::pair<unsigned, unsigned>> Pairs;
  for (const AliasGuard &Guard : G.Guards)
    Pairs.push_back(std::minmax(Guard.First.Array, Guard.Second.Array));
  llvm::sort(Pairs);
  return Pairs;
}

TEST(Footprint, ABoundInMemoryIsKeptApartFromAllWrites) {
  BoundInMemory G;
  Answer X = ask(G.B.S);
  EXPECT_FALSE(X.Refused);
  EXPECT_FALSE(X.Gate);
  EXPECT_EQ(pairsOf(X.Group), (std::vector<std::pair<unsigned, unsigned>>{{G.A, G.C}, {G.A, G.Bound}, {G.C, G.Bound}}));
  for (const AliasGuard &Guard : X.Group.Guards)
    for (const ElementRange *Range : {&Guard.First, &Guard.Second})
      if (Range->Array == G.Bound) {
        EXPECT_TRUE(Range->Low == std::vector<ElementIndex>{{num(0)}});
        EXPECT_TRUE(Range->High == std::vector<ElementIndex>{{num(0)}});
      }
  // The gate counts.
  for (size_t Gone = 0; Gone < 3; ++Gone)
    EXPECT_TRUE(ask(G.B.S, [&](FusionGroup &Group) { Group.Guards.erase(Group.Guards.begin() + Gone); }).Gate);
  G.B.S.Arrays[G.Bound].Pointer.clear();
  EXPECT_TRUE(ask(G.B.S).Refused);
}

/// A parameter that no access of the loops reads: it was read in front of the region.
TEST(Footprint, AnElementThatABoundIsReadFrom) {
  for (int64_t Element : {0, 3}) {
    Guarded G;
    unsigned Table = G.pointer("table");
    IndexExpr N = G.parameter("n", -5, 20);
    G.B.S.Parameters[N.index()].Sources.push_back({Table, {Element}});
    G.copy(N, 0, 0);
    Answer X = ask(G.B.S);
    EXPECT_FALSE(X.Gate);
    ASSERT_EQ(X.Group.Guards.size(), 3u);
    EXPECT_EQ(X.Group.Guards.back().Second.Array, Table);
    EXPECT_TRUE(X.Group.Guards.back().Second.Low == std::vector<ElementIndex>{{num(Element)}});
    EXPECT_TRUE(X.Group.Guards.back().Second.High == std::vector<ElementIndex>{{num(Element)}});
    // Of an unknown element there is no range.
    G.B.S.Parameters[N.index()].Sources.front().Path.clear();
    EXPECT_TRUE(ask(G.B.S).Refused);
  }
}

/// A part of an element counts as all of it.
TEST(Footprint, ElementsThatAreObjects) {
  Guarded G;
  IndexExpr N = G.parameter("n", -5, 20);
  G.B.nest();
  IndexExpr I = G.B.loop("i", num(0), N);
  G.B.statement();
  G.B.write(G.A, {I, num(1)});
  G.B.nest();
  IndexExpr J = G.B.loop("j", num(0), N);
  G.B.statement();
  G.B.read(G.A, {J, num(0), num(7)});
  G.B.write(G.C, {J});
  Answer X = ask(G.B.S);
  EXPECT_FALSE(X.Refused);
  EXPECT_FALSE(X.Gate);
  ASSERT_EQ(X.Group.Guards.size(), 1u);
  EXPECT_EQ(toString(G.B.S, X.Group.Guards.front().First.High[0][0]), "n - 1");
  // Some end of it must not wrap around.
  G.B.S.Arrays[G.A].ElementBytes = 4096;
  EXPECT_FALSE(ask(G.B.S).Refused);
  G.B.S.Arrays[G.A].ElementBytes = 1 << 20;
  EXPECT_TRUE(ask(G.B.S).Refused);
}

/// The test is made in front of the first member: what a statement behind that one writes is another value.
TEST(Footprint, NumbersOfTheTestKeepTheirValue) {
  auto Refused = [](bool Writes) {
    Guarded G;
    IndexExpr N = G.parameter("n", -5, 20), M = G.parameter("m", 0, 9);
    unsigned Holder = G.B.array("m"), Other = G.B.array("other");
    G.B.S.Parameters[M.index()].Sources.push_back({Holder, {}});
    G.B.nest();
    IndexExpr I = G.B.loop("i", num(0), N);
    G.B.statement();
    G.B.write(G.A, {I});
    unsigned Between = G.B.plain();
    G.B.write(Writes ? Holder : Other);
    G.B.S.Arrays[Holder].Escapes = G.B.S.Arrays[Other].Escapes = false;
    G.B.nest();
    IndexExpr J = G.B.loop("j", num(0), N);
    G.B.statement();
    G.B.read(G.A, {J});
    G.B.write(G.C, {J + M});
    IslContext Ctx(500000);
    RegionRelations R = buildAccessRelations(Ctx, G.B.S, AliasPolicy::Guard);
    R.LeavesToGuards = true;
    FusionGroup Group = Guarded::group({0, 2});
    Group.Before = {Between};
    EXPECT_FALSE(addGuards(Ctx, R, Group));
    FusionPlan Plan;
    Plan.Groups = {Group};
    return std::holds_alternative<Refusal>(checkLegality(Ctx, R, Plan));
  };
  EXPECT_FALSE(Refused(false));
  EXPECT_TRUE(Refused(true));
}

} // namespace
