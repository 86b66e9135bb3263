//===- StripsTest.cpp - groups that run strip by strip --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Strips.h"
#include "Poly/Legality.h"
#include "Poly/Oracle.h"
#include "Poly/RandomScop.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

constexpr unsigned long Quota = 4000000;
constexpr unsigned Scalar = 0; ///< RandomScop's array without elements.

/// A touch and when it happens in the strip loop.
struct TimedTouch {
  Touch What;
  int64_t Strip;
  Values When; ///< Strip, inner loop, iteration, member, and what orders the member's own.
};

int64_t firstValue(const Scop &S, const Values &Parameters, const FusionGroup &G) {
  return Evaluator{Parameters, {}, {}}(S.Loops[S.Members[G.Members.front().Member].Loops.front()].First);
}

/// Runs the members strip by strip, from the definition of it alone.
std::vector<TimedTouch> runByStrips(const Scop &S, const Values &Parameters, const FusionGroup &G) {
  std::vector<TimedTouch> All;
  int64_t First = firstValue(S, Parameters, G);
  unsigned Leader = 0;
  for (unsigned P = 0; P < G.Members.size(); ++P) {
    for (unsigned Begin : G.ByStrips->Begins)
      if (Begin == P)
        Leader = P;
    for (const Touch &T : run(S, Parameters, G.Members[P].Member)) {
      int64_t I = T.Iterators.front(), Strip = (I - First) / G.ByStrips->Length;
      Values When{Strip, Leader, I, P};
      When.insert(When.end(), T.Time.begin(), T.Time.end());
      All.push_back({T, Strip, When});
    }
  }
  std::sort(All.begin(), All.end(), [](const TimedTouch &A, const TimedTouch &B) { return A.When < B.When; });
  return All;
}

/// Whether each read of the scalar \p Array sees what the same write left as before; nobody looks behind.
bool keepsScalar(const std::vector<TimedTouch> &New, std::vector<TimedTouch> Old, unsigned Array) {
  auto Seen = [&](const std::vector<TimedTouch> &Sequence) {
    std::map<Values, Values> Result;
    Values Last;
    for (const TimedTouch &T : Sequence)
      if (T.What.Array == Array)
        T.What.IsWrite ? void(Last = T.When) : void(Result[T.When] = Last);
    return Result;
  };
  std::sort(Old.begin(), Old.end(), [](const TimedTouch &A, const TimedTouch &B) {
    return std::tie(A.What.Member, A.What.Time) < std::tie(B.What.Member, B.What.Time);
  });
  return Seen(New) == Seen(Old);
}

/// Whether touches that meet keep their order, but for scalars that keep their values, and reads of \p Buffer, one
/// element for each iteration of a strip, find what they found in the array.
bool keepsValues(const Scop &S, const FusionGroup &G, std::optional<unsigned> Buffer) {
  bool Holds = true;
  forEachParameters(S, [&](const Values &Parameters) {
    std::vector<TimedTouch> New = runByStrips(S, Parameters, G);
    auto Before = [](const Touch &A, const Touch &B) {
      return A.Member != B.Member ? A.Member < B.Member : A.Time < B.Time;
    };
    for (size_t J = 0; J < New.size(); ++J)
      for (size_t I = 0; I < J; ++I)
        if (New[I].What.Array != Buffer && New[I].What.Array != Scalar && meet(New[I].What, New[J].What))
          Holds = Holds && Before(New[I].What, New[J].What);
    Holds = Holds && keepsScalar(New, New, Scalar);
    if (!Buffer)
      return;
    std::map<Values, Values> WhoWrote, InArray; // By element: the write's time. By read: what it found.
    std::vector<Touch> Old;
    for (const TimedTouch &T : New)
      Old.push_back(T.What);
    std::sort(Old.begin(), Old.end(), Before);
    auto Key = [](const Touch &T) {
      Values V{T.Member};
      V.insert(V.end(), T.Time.begin(), T.Time.end());
      return V;
    };
    for (const Touch &T : Old)
      if (T.Array == *Buffer)
        T.IsWrite ? WhoWrote[T.Element] = Key(T) : InArray[Key(T)] = WhoWrote[T.Element];
    std::map<int64_t, Values> Slots;
    int64_t Strip = -1, First = firstValue(S, Parameters, G);
    for (const TimedTouch &T : New) {
      if (T.Strip != Strip)
        Slots.clear(); // Of the next strip's buffer nothing is known.
      Strip = T.Strip;
      if (T.What.Array != *Buffer)
        continue;
      int64_t Slot = T.What.Iterators.front() - First - Strip * G.ByStrips->Length;
      Holds = Holds && Slot >= 0 && Slot < G.ByStrips->Length;
      if (T.What.IsWrite)
        Slots[Slot] = Key(T.What);
      else
        Holds = Holds && Slots.count(Slot) && Slots[Slot] == InArray[Key(T.What)];
    }
  });
  return Holds;
}

/// Some accesses of "a" become those of the iteration's own element, so that there is something to contract.
void plantTemporary(RandomScop &Source) {
  Scop &S = Source.scop();
  for (Array &A : S.Arrays) {
    A.Base = BaseKind::LocalObject;
    A.Escapes = false;
    A.DeadAfter = true;
    A.ElementBytes = 4;
  }
  S.Arrays[1].Extents = {IndexExpr::unknown()};
  S.Arrays[2].Extents = {IndexExpr::unknown(), IndexExpr::unknown()};
  for (Statement &St : S.Statements) {
    for (Access &A : St.Accesses)
      if (A.Array == 1 && !Source.chance(8))
        A.Subscripts = {IndexExpr::iterator(St.Loops[0])};
    if (&St == &S.Statements.front()) {
      Access Write;
      Write.Kind = AccessKind::Write;
      Write.Array = 1;
      Write.Subscripts = {IndexExpr::iterator(St.Loops[0])};
      St.Accesses.insert(St.Accesses.begin(), Write);
    }
  }
}

TEST(Strips, WhatIsLegalComputesTheSame) {
  unsigned Legal = 0, Buffers = 0, Refused = 0, Wrong = 0;
  for (unsigned Seed = 1; Seed <= 3000; ++Seed) {
    RandomScop Source(Seed, Seed > 2000);
    for (unsigned K = 0; K < 3; ++K)
      Source.nest();
    plantTemporary(Source);
    if (Seed % 3 == 0) // A start that is not a constant.
      for (Loop &L : Source.scop().Loops)
        if (!L.Parent)
          L.First = IndexExpr::parameter(Seed % Source.scop().Parameters.size()) + IndexExpr::constant(-1);
    const Scop &S = Source.scop();
    FusionGroup G;
    G.Members = {{0, {0}}, {1, {0}}, {2, {0}}};
    G.ByStrips = Strips{2 + Source.below(2), {0, 1 + Source.below(2)}};
    if (G.ByStrips->Begins[1] == 1 && Source.chance(2))
      G.ByStrips->Begins.push_back(2);
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    std::optional<unsigned> Buffer;
    if (auto C = findContraction(Ctx, R, G, 1); C && C->Kept == 0) {
      C->Scalar = "t";
      if (isStripBuffer(S, G, *C))
        Buffer = 1;
      G.Contractions.push_back(std::move(*C));
    }
    FusionPlan Plan;
    Plan.Groups = {G};
    auto Verdict = checkLegality(Ctx, R, Plan);
    if (const auto *Why = std::get_if<Refusal>(&Verdict)) {
      ++Refused;
      if (Wrong < 20 && refusalClass(Why->Id) == RefusalClass::Illegal && canBeCut(S, 0) && canBeCut(S, 1) &&
          canBeCut(S, 2))
        Wrong += !keepsValues(S, G, std::nullopt);
      continue;
    }
    ++Legal;
    Buffers += Buffer.has_value();
    ASSERT_TRUE(keepsValues(S, G, Buffer)) << "seed " << Seed << "\n" << print(S);
  }
  EXPECT_GT(Legal, 40u);
  EXPECT_GT(Buffers, 8u);
  EXPECT_GT(Refused, 250u);
  EXPECT_EQ(Wrong, 20u); // Those that would compute something else are among them.
}

/// for i < n: t[i] = x[i];  for i < n: y[i] = t[i];
struct StripsTest : ::testing::Test {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  FusionGroup G;

  StripsTest() {
    unsigned X = B.array("x"), Y = B.array("y"), T = B.temporary("t");
    B.nest();
    IndexExpr I = B.loop("i", num(0), N);
    B.statement();
    B.read(X, {I});
    B.write(T, {I});
    B.nest();
    IndexExpr J = B.loop("j", num(0), N);
    B.statement();
    B.read(T, {J});
    B.write(Y, {J});
    B.S.Arrays[T].ElementBytes = 8;
    G.Members = {{0, {0}}, {1, {0}}};
    G.ByStrips = Strips{1024, {0, 1}};
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    G.Contractions.push_back(*findContraction(Ctx, R, G, T));
  }
  bool isLegal(const FusionGroup &Group) {
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    FusionPlan Plan;
    Plan.Groups = {Group};
    return std::holds_alternative<LegalPlan>(checkLegality(Ctx, R, Plan));
  }
  bool isLegalWith(std::vector<unsigned> Begins, unsigned Length = 1024) {
    FusionGroup Other = G;
    Other.ByStrips = Strips{Length, std::move(Begins)};
    return isLegal(Other);
  }
};

TEST_F(StripsTest, TheModelCase) {
  EXPECT_TRUE(isStripBuffer(B.S, G, G.Contractions.front()));
  EXPECT_TRUE(isLegal(G));
}

TEST_F(StripsTest, InnerLoopsAreWellFormed) {
  EXPECT_FALSE(isLegalWith({}));
  EXPECT_FALSE(isLegalWith({0}));
  EXPECT_FALSE(isLegalWith({1}));
  EXPECT_FALSE(isLegalWith({0, 0}));
  EXPECT_FALSE(isLegalWith({0, 2}));
  EXPECT_FALSE(isLegalWith({0, 1}, 0));
}

TEST_F(StripsTest, BuffersFitOntoTheStack) {
  EXPECT_TRUE(isLegalWith({0, 1}, MaxBufferBytes / 8));
  EXPECT_FALSE(isLegalWith({0, 1}, MaxBufferBytes / 8 + 1));
}

TEST_F(StripsTest, LoopsThatCannotBeCut) {
  auto IsCutWith = [&](auto Change) {
    Scop Saved = B.S;
    for (Loop &L : B.S.Loops)
      Change(L);
    bool Is = isLegal(G);
    B.S = Saved;
    return Is;
  };
  EXPECT_TRUE(IsCutWith([](Loop &) {}));
  EXPECT_TRUE(IsCutWith([](Loop &L) { L.First = num(3); }));
  EXPECT_TRUE(IsCutWith([](Loop &L) { L.Relation = BoundRelation::LessEqual; }));
  EXPECT_TRUE(IsCutWith([&](Loop &L) { L.First = N - num(100); }));
  IndexExpr Far = B.size("m"); // A start of 64 bits may lie near the end of its type.
  EXPECT_FALSE(IsCutWith([&](Loop &L) { L.First = Far; }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.First = num(int64_t(1) << 40); }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.Step = num(2); }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.Relation = BoundRelation::NotEqual; }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.Order = DimOrder::Parallel; }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.Directive = "#pragma omp simd"; }));
  EXPECT_FALSE(IsCutWith([](Loop &L) { L.DeclaredOutside = true; }));
}

} // namespace
