//===- UncutTest.cpp - planted faults in loops over strips ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/ScopBuilder.h"
#include "Verify/Recheck.h"
#include <functional>
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

Term operation(std::string Text) { return {TermKind::Operation, std::move(Text), 0, {}, 0}; }
Term memory(unsigned Access) { return {TermKind::Memory, "double", Access, {}, 0}; }
Term value(IndexExpr E) { return {TermKind::Value, "", 0, {std::move(E)}, 0}; }
Term local(unsigned Variable, std::string Type = "int") { return {TermKind::Local, Type, Variable, {}, 0}; }

/// for i < n: t[i] = a[i];  x[i] = a[i];  for j < n: y[j] = t[j];  by strips of 8.
struct UncutTest : ::testing::Test {
  struct Region {
    ScopBuilder B;
    IndexExpr N = B.parameter("n"), M = B.parameter("m"), Far = B.size("far");
    unsigned A = B.array("a"), X = B.array("x"), Y = B.array("y"), T = B.temporary("t");
  };
  Region Before;
  FusionPlan Plan;
  IndexExpr Start = num(0);

  void startAt(IndexExpr E) {
    Start = E;
    for (Loop &L : Before.B.S.Loops)
      L.First = E;
  }

  /// What a text may get wrong.
  struct Text {
    int64_t Step = 8, Length = 8, FirstOffset = 0, EndOffset = 0, SlotOffset = 0;
    int64_t OuterFirst = 0;
    std::string Buffer = "double[8]";
    bool Swapped = false;     ///< The inner loops.
    bool Parted = false;      ///< "x[i] = a[i]" stands in the second inner loop.
    bool EndIsBehind = false; ///< The strip's end is set between the inner loops.
    bool SetsBuffer = false;  ///< Something is written into the buffer between the inner loops.
    bool OtherBuffer = false; ///< The second inner loop reads another one.
    bool UsesOrigin = false;  ///< x[i0]
    bool Bounded = true;      ///< The strip ends with the loop.
  };

  UncutTest() {
    ScopBuilder &B = Before.B;
    B.nest();
    IndexExpr I = B.loop("i", num(0), Before.N);
    copy(Before, Before.A, {I}, Before.T, {I});
    copy(Before, Before.A, {I}, Before.X, {I});
    B.nest();
    IndexExpr J = B.loop("j", num(0), Before.N);
    copy(Before, Before.T, {J}, Before.Y, {J});
    FusionGroup G;
    G.Members = {{0, {0}}, {1, {0}}};
    G.ByStrips = Strips{8, {0, 1}};
    Contraction C;
    C.Array = Before.T;
    C.Scalar = "t_strip";
    C.Definition = {0, 1};
    C.Accesses = {{0, 1}, {2, 0}};
    G.Contractions = {C};
    Plan.Groups = {G};
  }

  static void copy(Region &R, unsigned From, std::vector<IndexExpr> Source, unsigned To,
                   std::vector<IndexExpr> Target) {
    R.B.statement();
    R.B.read(From, Source);
    R.B.write(To, Target);
    R.B.S.Statements.back().Terms = {operation("="), memory(1), memory(0)};
  }

  std::optional<std::string> ask(std::function<void(Text &)> Change) {
    Text W;
    Change(W);
    Region R;
    ScopBuilder &B = R.B;
    B.S.LocalVariables = {{"iEnd", {}}, {"t_strip", {}}, {"u_strip", {}}};
    B.nest();
    IndexExpr O = B.loop("i0", Start + num(W.OuterFirst), R.N, W.Step);
    IndexExpr Next = O + num(W.Length + W.EndOffset), End = W.Bounded ? IndexExpr::minimum({R.N, Next}) : Next;
    auto SetEnd = [&] { B.statement().Terms = {operation("="), local(0), value(Next)}; };
    auto Element = [&](unsigned Variable, IndexExpr I) -> std::vector<Term> {
      return {operation("ArraySubscriptExpr double"), local(Variable, W.Buffer), value(I - O + num(W.SlotOffset))};
    };
    auto CopyX = [&](IndexExpr I) { copy(R, R.A, {I}, R.X, {W.UsesOrigin ? O : I}); };
    auto Produce = [&] {
      IndexExpr I = B.loop("i", O + num(W.FirstOffset), End);
      B.statement();
      B.read(R.A, {I});
      std::vector<Term> &Terms = B.S.Statements.back().Terms;
      Terms = Element(1, I);
      Terms.insert(Terms.begin(), operation("="));
      Terms.push_back(memory(0));
      if (!W.Parted)
        CopyX(I);
      B.end();
    };
    auto Consume = [&] {
      IndexExpr J = B.loop("j", O + num(W.FirstOffset), End);
      if (W.Parted)
        CopyX(J);
      B.statement();
      B.write(R.Y, {J});
      std::vector<Term> &Terms = B.S.Statements.back().Terms;
      Terms = Element(W.OtherBuffer ? 2 : 1, J);
      Terms.insert(Terms.begin(), {operation("="), memory(0)});
      B.end();
    };
    if (!W.EndIsBehind)
      SetEnd();
    W.Swapped ? Consume() : Produce();
    if (W.EndIsBehind)
      SetEnd();
    if (W.SetsBuffer)
      B.statement().Terms = {operation("="), operation("ArraySubscriptExpr double"), local(1, W.Buffer), value(num(3)),
                             value(num(0))};
    W.Swapped ? Produce() : Consume();
    return recheck(Before.B.S, Plan, R.B.S);
  }
};

TEST_F(UncutTest, TheRightText) {
  EXPECT_EQ(ask([](Text &) {}), std::nullopt);
}

TEST_F(UncutTest, StripsThatOverlapOrLeaveGaps) {
  EXPECT_TRUE(ask([](Text &W) { W.Step = 9; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = 7; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = W.Length = 4; }));
  EXPECT_TRUE(ask([](Text &W) { W.FirstOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = -1; }));
  EXPECT_TRUE(ask([](Text &W) { W.OuterFirst = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.Bounded = false; }));
}

TEST_F(UncutTest, StartsThatAreNoConstants) {
  startAt(Before.M);
  EXPECT_EQ(ask([](Text &) {}), std::nullopt);
  EXPECT_TRUE(ask([](Text &W) { W.OuterFirst = 1; }));
  startAt(Before.Far); // The counter might come near the end of its type.
  EXPECT_TRUE(ask([](Text &) {}));
}

TEST_F(UncutTest, OtherElementsOfTheBuffer) {
  EXPECT_TRUE(ask([](Text &W) { W.SlotOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "double[7]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "double[9]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "float[8]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.OtherBuffer = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.SetsBuffer = true; }));
}

TEST_F(UncutTest, OtherInnerLoops) {
  EXPECT_TRUE(ask([](Text &W) { W.Swapped = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.Parted = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndIsBehind = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.UsesOrigin = true; }));
}

} // namespace
