//===- PlannerTest.cpp - the partition on hand-made graphs ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/Planner.h"
#include "gtest/gtest.h"
#include <set>

using namespace loopfuse;

namespace {

/// A region whose members walk over arrays by number, with the answers of the proofs given as sets of pairs.
struct World {
  Scop S;
  std::set<std::pair<unsigned, unsigned>> Ordered;         ///< KeepsOrder says yes.
  std::set<std::pair<unsigned, unsigned>> Forbidden;       ///< Joins says no at any depth.
  std::set<std::pair<unsigned, unsigned>> OuterOnly;       ///< Joins says no below depth 1.
  std::map<std::pair<unsigned, unsigned>, int64_t> Shifts; ///< Pairs that may be aligned.

  explicit World(unsigned Arrays) {
    for (unsigned A = 0; A < Arrays; ++A) {
      Array Ar;
      Ar.Name = std::string(1, static_cast<char>('a' + A));
      Ar.ElementBytes = 8;
      S.Arrays.push_back(Ar);
    }
  }

  unsigned nest(std::vector<unsigned> Reads, std::vector<unsigned> Writes, unsigned Depth = 1) {
    unsigned M = S.Members.size();
    Member Mb;
    Mb.Kind = MemberKind::Nest;
    Mb.IsLoop = true;
    Mb.PerfectDepth = Depth;
    Statement St;
    St.Member = M;
    for (unsigned D = 0; D < Depth; ++D) {
      Loop L;
      L.Member = M;
      L.First = IndexExpr::constant(0);
      L.Bound = IndexExpr::parameter(0);
      Mb.Loops.push_back(S.Loops.size());
      St.Loops.push_back(S.Loops.size());
      S.Loops.push_back(L);
    }
    auto Touch = [&](unsigned A, AccessKind K) {
      Access Ac;
      Ac.Array = A;
      Ac.Kind = K;
      Ac.Subscripts = {IndexExpr::iterator(St.Loops.back())};
      St.Accesses.push_back(Ac);
    };
    for (unsigned A : Reads)
      Touch(A, AccessKind::Read);
    for (unsigned A : Writes)
      Touch(A, AccessKind::Write);
    Mb.Statements = {static_cast<unsigned>(S.Statements.size())};
    S.Statements.push_back(St);
    S.Members.push_back(Mb);
    return M;
  }

  unsigned plain() {
    S.Members.push_back({});
    return S.Members.size() - 1;
  }

  FusionGraph graph() const {
    FusionGraph G;
    G.Joins = [this](const Placement &A, const Placement &B, unsigned Depth, Iterations) -> std::optional<Refusal> {
      std::pair<unsigned, unsigned> P{A.Member, B.Member};
      if (Forbidden.count(P) || (Depth > 1 && OuterOnly.count(P)))
        return refuse(RefusalId::DependenceReversed, {}, {"x"});
      return std::nullopt;
    };
    G.Align = [](unsigned, unsigned, unsigned Depth) { return std::optional(std::vector<int64_t>(Depth, 0)); };
    G.LeastShift = [this](unsigned A, unsigned B) -> std::optional<int64_t> {
      auto It = Shifts.find({A, B});
      return It == Shifts.end() ? std::nullopt : std::optional(It->second);
    };
    G.Common = [](const FusionGroup &, int64_t) { return CommonRange{0, {0}, {}, {}, true}; };
    G.KeepsOrder = [this](unsigned A, unsigned B) { return Ordered.count({A, B}) != 0; };
    return G;
  }
};

std::vector<unsigned> members(const FusionGroup &G) {
  std::vector<unsigned> M;
  for (const Placement &P : G.Members)
    M.push_back(P.Member);
  return M;
}

using Numbers = std::vector<unsigned>;

TEST(Planner, ChainBecomesOneGroup) {
  World W(4);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.nest({2}, {3});
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 1, 2}));
  EXPECT_TRUE(P.Refused.empty());
}

TEST(Planner, TheOthersFuseAroundWhatIsKeptOut) {
  World W(4);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.nest({1}, {3});
  W.Ordered = {{0, 1}, {0, 2}};
  FusionPlan P = choosePlan(W.S, W.graph(), {1});
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 2}));
  EXPECT_EQ(P.Groups[0].After, Numbers{1});
  EXPECT_TRUE(P.Refused.empty()) << "nobody asks about it";
  W.Ordered.insert({1, 2});
  P = choosePlan(W.S, W.graph(), {1});
  EXPECT_TRUE(P.Groups.empty()) << "it stands in the way";
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::StatementBetween);
}

TEST(Planner, TheNeighbourIsTriedThoughOthersShareMore) {
  World W(2);
  for (unsigned I = 0; I < 4; ++I)
    W.nest({0}, {1});
  W.nest({}, {0});
  W.nest({0}, {1});
  for (unsigned J = 0; J < 6; ++J)
    for (unsigned I = 0; I < J; ++I)
      W.Ordered.insert({I, J});
  W.Forbidden = W.Ordered;
  W.Forbidden.erase({4, 5});
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{4, 5}));
}

TEST(Planner, BrokenChainBecomesTwoGroups) {
  World W(5);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.nest({1}, {3}); // reads backwards
  W.nest({2, 3}, {4});
  W.Forbidden = {{0, 2}};
  W.Ordered = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 2u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 1}));
  EXPECT_EQ(members(P.Groups[1]), (Numbers{2, 3}));
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::DependenceReversed);
}

TEST(Planner, NoSharedDataIsNotFused) {
  World W(4);
  W.nest({0}, {1});
  W.nest({2}, {3});
  FusionPlan P = choosePlan(W.S, W.graph());
  EXPECT_TRUE(P.Groups.empty());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::NoReuse);
}

TEST(Planner, IllegalityIsNamedBeforeMissingReuse) {
  World W(4);
  W.nest({0}, {1});
  W.nest({2}, {3});
  W.Forbidden = {{0, 1}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::DependenceReversed);
}

TEST(Planner, FallsBackToOuterLevels) {
  World W(3);
  W.nest({0}, {1}, 2);
  W.nest({1}, {2}, 2);
  W.OuterOnly = {{0, 1}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(P.Groups[0].Depth, 1u);
  EXPECT_EQ(P.Groups[0].Members[1].Shift.size(), 1u);
}

TEST(Planner, StatementBetweenGoesWhereItsOrderSendsIt) {
  World W(3);
  W.nest({0}, {1});
  unsigned Before = W.plain(), Free = W.plain(), After = W.plain();
  unsigned Last = W.nest({1}, {2});
  W.Ordered = {{0, Last}, {Before, Last}, {0, After}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(P.Groups[0].Before, Numbers{Before});
  EXPECT_EQ(P.Groups[0].After, (Numbers{Free, After}));
}

TEST(Planner, StatementThatMustStayBetweenRefuses) {
  World W(3);
  W.nest({0}, {1});
  unsigned Between = W.plain();
  unsigned Last = W.nest({1}, {2});
  W.Ordered = {{0, Between}, {Between, Last}};
  FusionPlan P = choosePlan(W.S, W.graph());
  EXPECT_TRUE(P.Groups.empty());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::StatementBetween);
}

TEST(Planner, StatementBetweenThroughAnother) {
  World W(3);
  W.nest({0}, {1});
  unsigned X = W.plain(), Y = W.plain();
  unsigned Last = W.nest({1}, {2});
  W.Ordered = {{0, X}, {X, Y}, {Y, Last}};
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
}

TEST(Planner, ATemporaryThatVanishesWeighsMoreThanSharedInputs) {
  World W(6);
  W.nest({0, 1, 2}, {3});
  W.nest({}, {4});
  W.nest({0, 1, 2, 4}, {5});
  W.Forbidden = {{0, 1}};
  EXPECT_EQ(members(choosePlan(W.S, W.graph()).Groups.at(0)), (Numbers{0, 2}));
  W.S.Arrays[4].DeadAfter = true;
  EXPECT_EQ(members(choosePlan(W.S, W.graph()).Groups.at(0)), (Numbers{1, 2}));
  W.nest({4}, {}); // Nothing vanishes while this one is apart.
  W.Forbidden = {{0, 1}, {0, 3}, {1, 3}, {2, 3}};
  EXPECT_EQ(members(choosePlan(W.S, W.graph()).Groups.at(0)), (Numbers{0, 2}));
}

TEST(Planner, AnEarlierLoopDoesNotTakeAProducerFromItsConsumer) {
  World W(6);
  W.nest({0, 1, 2}, {3});
  W.nest({0, 1, 2}, {4});
  W.nest({4}, {5});
  W.Forbidden = {{0, 2}};
  EXPECT_EQ(members(choosePlan(W.S, W.graph()).Groups.at(0)), (Numbers{0, 1}));
  W.S.Arrays[4].DeadAfter = true;
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{1, 2}));
}

TEST(Planner, ManySharedInputsWeighMoreThanATemporary) {
  World W(9);
  W.nest({0, 1, 2, 5, 6, 7}, {3});
  W.nest({0, 1, 2, 5, 6, 7}, {4});
  W.nest({4}, {8});
  W.Forbidden = {{0, 2}};
  W.S.Arrays[4].DeadAfter = true;
  EXPECT_EQ(members(choosePlan(W.S, W.graph()).Groups.at(0)), (Numbers{0, 1}));
}

TEST(Planner, RefusedMemberTakesNoPart) {
  World W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.S.Members[1].Refusals.push_back(refuse(RefusalId::Break, {}));
  FusionPlan P = choosePlan(W.S, W.graph());
  EXPECT_TRUE(P.Groups.empty());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::Break);
}

TEST(Planner, TwoRefusedNeighboursAreReported) {
  World W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  for (Member &M : W.S.Members)
    M.Refusals.push_back(refuse(RefusalId::Break, {}));
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::Break);
}

TEST(Planner, GroupsDoNotInterleave) {
  World W(8);
  W.nest({0}, {1});
  W.nest({2}, {3});
  W.nest({1}, {4}); // would join 0 across 1
  W.nest({3}, {5}); // would join 1 across 2, which is in a group that begins before
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 2}));
}

/// Loops that Joins refuses where they must run over the same iterations.
struct Unequal : World {
  using World::World;
  FusionGraph graph() const {
    FusionGraph G = World::graph();
    G.Joins = [](const Placement &, const Placement &, unsigned, Iterations Expected) -> std::optional<Refusal> {
      return Expected == Iterations::Differ ? std::nullopt : std::optional(refuse(RefusalId::TripCountsDiffer, {}));
    };
    return G;
  }
};

TEST(Planner, EachMemberOfAChainFollowsTheOneItWaitsFor) {
  Unequal W(4);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.nest({1, 2}, {3});
  W.Shifts = {{{0, 1}, 1}, {{0, 2}, 2}, {{1, 2}, 3}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  ASSERT_TRUE(P.Groups[0].Common.has_value());
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 1, 2}));
  EXPECT_EQ(P.Groups[0].Members[1].Shift, std::vector<int64_t>{1});
  EXPECT_EQ(P.Groups[0].Members[2].Shift, std::vector<int64_t>{4});
}

TEST(Planner, NoShiftNoGroup) {
  Unequal W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  FusionPlan P = choosePlan(W.S, W.graph());
  EXPECT_TRUE(P.Groups.empty());
  ASSERT_EQ(P.Refused.size(), 1u);
  EXPECT_EQ(P.Refused[0].Reason.Id, RefusalId::TripCountsDiffer);
}

TEST(Planner, PartsAreFusedOnlyWhereTheLoopsWalkTogether) {
  Unequal W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.Shifts = {{{0, 1}, 0}};
  EXPECT_EQ(choosePlan(W.S, W.graph()).Groups.size(), 1u);
  IndexExpr &Read = W.S.Statements[1].Accesses[0].Subscripts[0];
  Read = Read + IndexExpr::constant(1000);
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
  Read = IndexExpr::constant(3);
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
}

TEST(Planner, NoShiftIsLookedForWhereNoneHelps) {
  Unequal W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  FusionGraph G = W.graph();
  unsigned Asked = 0;
  G.LeastShift = [&](unsigned, unsigned) {
    ++Asked;
    return std::optional<int64_t>();
  };
  IndexExpr &Read = W.S.Statements[1].Accesses[0].Subscripts[0], I = Read;
  auto IsAsked = [&](IndexExpr Subscript) {
    Read = Subscript;
    Asked = 0;
    choosePlan(W.S, G);
    return Asked > 0;
  };
  EXPECT_TRUE(IsAsked(I + IndexExpr::constant(1000)));
  EXPECT_TRUE(IsAsked(I + IndexExpr::parameter(2)));
  EXPECT_FALSE(IsAsked(IndexExpr::constant(2) * I));
  EXPECT_FALSE(IsAsked(-I));
  // By some shifts these are the same, by others not.
  IndexExpr &Written = W.S.Statements[0].Accesses[1].Subscripts[0], J = Written;
  Written = IndexExpr::wrap(J + IndexExpr::constant(1), 32, false);
  EXPECT_TRUE(IsAsked(IndexExpr::wrap(I, 32, false)));
  Written = (J + IndexExpr::constant(1)) * J;
  EXPECT_TRUE(IsAsked(I * (I - IndexExpr::constant(1))));
}

TEST(Planner, WhatKeepsLoopsFromSharingIterationsIsTheReason) {
  Unequal W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.Shifts = {{{0, 1}, 0}};
  FusionGraph G = W.graph();
  G.Joins = [](const Placement &, const Placement &, unsigned, Iterations Expected) -> std::optional<Refusal> {
    return refuse(Expected == Iterations::Differ ? RefusalId::MayAlias : RefusalId::TripCountsDiffer, {});
  };
  EXPECT_EQ(choosePlan(W.S, G).Refused.at(0).Reason.Id, RefusalId::MayAlias);
  G = W.graph();
  G.Common = [](const FusionGroup &, int64_t) -> std::variant<CommonRange, Refusal> {
    return refuse(RefusalId::NotSplit, {});
  };
  EXPECT_EQ(choosePlan(W.S, G).Refused.at(0).Reason.Id, RefusalId::NotSplit);
}

TEST(Planner, WhatASplitHasLeftIsNotSplitAgain) {
  Unequal W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.Shifts = {{{0, 1}, 0}};
  IndexExpr N = IndexExpr::parameter(0), M = IndexExpr::parameter(1), Zero = IndexExpr::constant(0);
  for (Loop &L : W.S.Loops)
    L.First = Zero, L.Bound = N;
  EXPECT_EQ(choosePlan(W.S, W.graph()).Groups.size(), 1u);
  W.S.Loops[1].Bound = IndexExpr::minimum({N, M});
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
  W.S.Loops[1].Bound = N;
  W.S.Loops[0].First = IndexExpr::maximum({Zero, M}) - IndexExpr::constant(1);
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
  W.S.Loops[0].First = M; // Nobody knows how far from the other one.
  EXPECT_TRUE(choosePlan(W.S, W.graph()).Groups.empty());
  W.S.Loops[1].First = M + IndexExpr::constant(2);
  EXPECT_EQ(choosePlan(W.S, W.graph()).Groups.size(), 1u);
}

TEST(Planner, AFusedGroupIsNotSplitForANewcomer) {
  World W(4);
  W.nest({0}, {1});
  W.nest({1}, {2});
  W.nest({2}, {3});
  W.Forbidden = {{0, 2}, {1, 2}};
  W.Shifts = {{{0, 2}, 1}, {{1, 2}, 1}};
  FusionPlan P = choosePlan(W.S, W.graph());
  ASSERT_EQ(P.Groups.size(), 1u);
  EXPECT_EQ(members(P.Groups[0]), (Numbers{0, 1}));
  EXPECT_FALSE(P.Groups[0].Common.has_value());
}

TEST(Planner, EqualLengthsAreNoReasonToMeet) {
  World W(3);
  W.nest({0}, {1});
  W.nest({1}, {2});
  FusionGraph G = W.graph();
  G.Align = [](unsigned, unsigned, unsigned) { return std::optional(std::vector<int64_t>{1000}); };
  EXPECT_TRUE(choosePlan(W.S, G).Groups.empty());
  G.Align = [](unsigned, unsigned, unsigned) { return std::optional(std::vector<int64_t>{-1}); };
  EXPECT_EQ(choosePlan(W.S, G).Groups.size(), 1u);
}

} // namespace
