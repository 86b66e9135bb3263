//===- OracleTest.cpp - the proofs against running all instances ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Oracle.h"
#include "Poly/Legality.h"
#include "Poly/RandomScop.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

constexpr unsigned long Quota = 4000000;

/// Two nests, a common depth and shifts.
struct RandomPair {
  RandomScop Source;
  Placement Earlier, Later;
  unsigned Depth;

  explicit RandomPair(unsigned Seed, bool Through = false) : Source(Seed, Through) {
    Earlier.Member = Source.nest();
    Later.Member = Source.nest();
    const Scop &S = Source.scop();
    unsigned Most = std::min(S.Members[0].PerfectDepth, S.Members[1].PerfectDepth);
    Depth = 1 + Source.below(Most);
    Earlier.Shift.assign(Depth, 0);
    Later.Shift.assign(Depth, 0);
    if (Source.chance(4)) {
      // The same iterations under another name: the second nest's loop starts elsewhere.
      int64_t D = Source.shift();
      Loop &L = Source.scop().Loops[S.Members[1].Loops[0]];
      L.First = L.First + num(D);
      L.Bound = L.Bound + num(D);
      Later.Shift[0] = -D;
    }
  }
};

TEST(Oracle, PairVerdictsAreExact) {
  unsigned Counts[4] = {0, 0, 0, 0}, Private = 0;
  for (unsigned Seed = 1; Seed <= 3500; ++Seed) {
    RandomPair P(Seed, Seed > 1500);
    if (Seed > 2500) {
      Array &Scalar = P.Source.scop().Arrays.front();
      Scalar.DeadAfter = true;
      Scalar.Escapes = false;
    }
    const Scop &S = P.Source.scop();
    OracleVerdict Truth = judgePair(S, P.Earlier, P.Later, P.Depth);
    ++Counts[unsigned(Truth)];
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    std::optional<Refusal> Why = checkPair(Ctx, R, P.Earlier, P.Later, P.Depth);
    std::string Said = Why ? std::string(refusalName(Why->Id)) + ": " + Why->message() : "legal";
    std::string Case = "seed " + std::to_string(Seed) + ", depth " + std::to_string(P.Depth) + ", shift " +
                       std::to_string(P.Later.Shift[0]) + ", said " + Said + "\n" + print(S);
    switch (Truth) {
    case OracleVerdict::Legal:
      ASSERT_FALSE(Why.has_value()) << Case;
      break;
    case OracleVerdict::LegalByValue:
      // Refused where only a chance of the numbers keeps the values.
      Private += !Why;
      break;
    case OracleVerdict::IterationsDiffer:
      ASSERT_TRUE(Why && Why->Id == RefusalId::TripCountsDiffer) << Case;
      break;
    case OracleVerdict::Reversed:
      ASSERT_TRUE(Why && refusalClass(Why->Id) == RefusalClass::Illegal) << Case;
      ASSERT_TRUE(Why->Proof.has_value()) << Case;
      break;
    }
  }
  // The generator must not lean to one side, or the comparison says little.
  for (OracleVerdict V : {OracleVerdict::Legal, OracleVerdict::IterationsDiffer, OracleVerdict::Reversed})
    EXPECT_GT(Counts[unsigned(V)], 150u);
  EXPECT_GT(Private, 45u);
}

TEST(Oracle, OrderIsKeptIffThereIsAConflict) {
  unsigned Conflicts = 0;
  for (unsigned Seed = 1; Seed <= 700; ++Seed) {
    RandomScop Source(Seed);
    Source.chance(2) ? Source.nest() : Source.plain();
    Source.chance(2) ? Source.nest() : Source.plain();
    const Scop &S = Source.scop();
    bool Truth = judgeConflict(S, 0, 1);
    Conflicts += Truth;
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    ASSERT_EQ(mustKeepOrder(R, 0, 1), Truth) << "seed " << Seed << "\n" << print(S);
    bool Found = !dependencesBetween(R, 0, 1).empty();
    ASSERT_EQ(Found, Truth) << "seed " << Seed << "\n" << print(S);
  }
  EXPECT_GT(Conflicts, 100u);
  EXPECT_LT(Conflicts, 600u);
}

TEST(Oracle, AlignmentGivesEqualIterations) {
  unsigned Aligned = 0, Shifted = 0;
  for (unsigned Seed = 1; Seed <= 700; ++Seed) {
    RandomPair P(Seed);
    const Scop &S = P.Source.scop();
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    std::optional<std::vector<int64_t>> Shift = alignDomains(Ctx, R, 0, 1, P.Depth);
    auto Same = [&](const Placement &Later) {
      bool All = true;
      forEachParameters(S, [&](const Values &V) {
        All = All && fusedIterations(S, V, P.Earlier, P.Depth) == fusedIterations(S, V, Later, P.Depth);
      });
      return All;
    };
    if (Shift) {
      ASSERT_TRUE(Same({1, *Shift})) << "seed " << Seed << "\n" << print(S);
      ++Aligned;
      Shifted += *Shift != std::vector<int64_t>(P.Depth, 0);
    } else {
      // A shift that lays one on the other was planted, so there is no excuse.
      ASSERT_FALSE(Same(P.Later)) << "seed " << Seed << "\n" << print(S);
    }
  }
  EXPECT_GT(Aligned, 200u);
  EXPECT_GT(Shifted, 20u);
}

/// The new order of a plan with one group of two nests and one member in between, run from end to end.
bool isPlanLegal(const Scop &S, const FusionGroup &G, OracleVerdict Pair) {
  if (Pair != OracleVerdict::Legal && Pair != OracleVerdict::LegalByValue)
    return false;
  return G.Before.empty() ? !judgeConflict(S, 1, 2) : !judgeConflict(S, 0, 1);
}

TEST(Oracle, PlansWithAMemberBetween) {
  unsigned Legal = 0;
  for (unsigned Seed = 1; Seed <= 1000; ++Seed) {
    RandomScop Source(Seed);
    Source.nest();
    Source.chance(2) ? Source.nest() : Source.plain();
    Source.nest();
    const Scop &S = Source.scop();
    FusionGroup G;
    G.Depth = 1 + Source.below(std::min(S.Members[0].PerfectDepth, S.Members[2].PerfectDepth));
    std::vector<int64_t> Zero(G.Depth, 0);
    G.Members = {{0, Zero}, {2, Zero}};
    (Source.chance(2) ? G.Before : G.After) = {1};
    FusionPlan Plan;
    Plan.Groups = {G};
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    OracleVerdict Pair = judgePair(S, G.Members[0], G.Members[1], G.Depth);
    bool Truth = isPlanLegal(S, G, Pair);
    auto Verdict = checkLegality(Ctx, R, Plan);
    const Refusal *Why = std::get_if<Refusal>(&Verdict);
    if (Pair == OracleVerdict::LegalByValue && Why)
      continue; // Only a chance of the numbers keeps the values.
    ASSERT_EQ(Why == nullptr, Truth) << "seed " << Seed << (Why ? ": " + Why->message() : "") << "\n" << print(S);
    Legal += Truth;
  }
  EXPECT_GT(Legal, 40u);
}

/// Makes the first statement write "a" first, and most other accesses of "a" follow it.
void plantTemporary(RandomPair &P) {
  Scop &S = P.Source.scop();
  int64_t Offset = P.Source.shift();
  for (Statement &St : S.Statements) {
    IndexExpr Same = IndexExpr::iterator(St.Loops[0]) + num(Offset + (St.Member ? P.Later.Shift[0] : 0));
    for (Access &A : St.Accesses)
      if (A.Array == 1 && !P.Source.chance(8))
        A.Subscripts = {Same};
    if (&St == &S.Statements.front()) {
      Access Write;
      Write.Kind = AccessKind::Write;
      Write.Array = 1;
      Write.Subscripts = {Same};
      St.Accesses.insert(St.Accesses.begin(), Write);
    }
  }
}

TEST(Oracle, ContractedArraysHoldOneElementAnIteration) {
  unsigned Found = 0;
  for (unsigned Seed = 1; Seed <= 1500; ++Seed) {
    RandomPair P(Seed);
    plantTemporary(P);
    Scop &S = P.Source.scop();
    if (judgePair(S, P.Earlier, P.Later, P.Depth) != OracleVerdict::Legal)
      continue;
    FusionGroup G;
    G.Depth = P.Depth;
    G.Members = {P.Earlier, P.Later};
    for (Array &A : S.Arrays) {
      A.Base = BaseKind::LocalObject;
      A.Escapes = false;
      A.DeadAfter = true;
    }
    S.Arrays[1].Extents = {IndexExpr::unknown()};
    S.Arrays[2].Extents = {IndexExpr::unknown(), IndexExpr::unknown()};
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    for (unsigned A = 0; A < S.Arrays.size(); ++A)
      if (findContraction(Ctx, R, G, A)) {
        ++Found;
        ASSERT_TRUE(judgeContraction(S, G, A)) << "seed " << Seed << ", array " << S.Arrays[A].Name << "\n" << print(S);
      }
  }
  EXPECT_GT(Found, 20u);
}

/// Two nests over rows of n (or n + pad) elements, flattened by hand.
Scop randomFlatScop(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto Below = [&](unsigned N) { return int64_t(Random() % N); };
  ScopBuilder B;
  unsigned A = B.array("a"), C = B.array("c");
  IndexExpr N = B.parameter("n", 0, 4), M = B.parameter("m", 0, 3);
  int64_t Pad = Below(3) ? 0 : Below(3) - 1;
  for (unsigned K = 0; K < 2; ++K) {
    B.nest();
    IndexExpr I = B.loop("i", num(0), M), J = B.loop("j", num(0), N);
    auto Subscript = [&] {
      IndexExpr Row = I + num(Below(5) ? 0 : Below(3) - 1), Column = J + num(Below(3) ? 0 : Below(3) - 1);
      if (Below(8) == 0)
        Column = num(Below(2));
      if (Below(12) == 0)
        Row = num(0);
      if (Below(12) == 0)
        Column = I;
      return Row * (N + num(Pad)) + Column;
    };
    B.statement();
    B.read(K ? A : C, {Subscript()});
    B.write(K ? C : A, {Subscript()});
  }
  return B.S;
}

TEST(Oracle, FlattenedArraysAreSplitSoundly) {
  unsigned Accepted = 0, Proved = 0;
  for (unsigned Seed = 1; Seed <= 500; ++Seed) {
    Scop S = randomFlatScop(Seed);
    for (unsigned Depth = 1; Depth <= 2; ++Depth) {
      std::vector<int64_t> Zero(Depth, 0);
      bool Truth = judgePair(S, {0, Zero}, {1, Zero}, Depth) == OracleVerdict::Legal;
      IslContext Ctx(Quota);
      RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
      std::optional<Refusal> Why = checkPair(Ctx, R, {0, Zero}, {1, Zero}, Depth);
      std::string Case = "seed " + std::to_string(Seed) + ", depth " + std::to_string(Depth) + "\n" + print(S);
      if (!Truth)
        ASSERT_TRUE(Why.has_value()) << Case;
      else if (Why)
        ASSERT_NE(refusalClass(Why->Id), RefusalClass::Illegal) << Case; // a proof of what is not so
      Accepted += !Why;
      Proved += Why && refusalClass(Why->Id) == RefusalClass::Illegal;
    }
  }
  EXPECT_GT(Accepted, 100u);
  EXPECT_GT(Proved, 100u);
}

} // namespace
