//===- CompareRowsTest.cpp - planted faults in nests by rows --------------===//
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
Term local(unsigned Variable, std::string Type) { return {TermKind::Local, Type, Variable, {}, 0}; }

/// for y < 3: for x < n: { acc = b[y]; for k < 4: for l < 2: acc += a[k][x]; x[y][x] = acc; }
/// for y < 3: for x < n: z[y][x] = x[y][x];        by strips of 8.
struct CompareRowsTest : ::testing::Test {
  struct Region {
    explicit Region(std::optional<int64_t> Length) : N(Length ? num(*Length) : B.parameter("n")) {}
    ScopBuilder B;
    IndexExpr N;
    unsigned A = B.array("a"), Bias = B.array("b"), X = B.array("x"), Z = B.array("z");
  };
  std::optional<int64_t> Constant; ///< In the place of n.
  Region Before{Constant};
  FusionPlan Plan;

  /// What a text may get wrong.
  struct Text {
    int64_t Step = 8, Length = 8, FirstOffset = 0, EndOffset = 0, SlotOffset = 0;
    std::string Buffer = "double[8]";
    bool HasInit = true;
    bool Swapped = false;     ///< k and l.
    bool ByIteration = false; ///< x around k and l.
    bool KSlot = false;       ///< acc[k] is added to.
    bool OtherBuffer = false; ///< The last part reads another one.
    bool Reordered = false;   ///< The last part's statements.
    bool SetsBuffer = false;  ///< Something is written into the buffer between the parts.
  };

  void add(Region &R, IndexExpr K, IndexExpr X, std::vector<Term> Sum) {
    R.B.statement();
    R.B.read(R.A, {K, X});
    R.B.S.Statements.back().Terms = std::move(Sum);
    R.B.S.Statements.back().Terms.insert(R.B.S.Statements.back().Terms.begin(), operation("+="));
    R.B.S.Statements.back().Terms.push_back(memory(0));
  }
  void copy(Region &R, IndexExpr Y, IndexExpr X) {
    R.B.statement();
    R.B.read(R.X, {Y, X});
    R.B.write(R.Z, {Y, X});
    R.B.S.Statements.back().Terms = {operation("="), memory(1), memory(0)};
  }
  void set(Region &R, IndexExpr Y, std::vector<Term> Sum) {
    R.B.statement();
    R.B.read(R.Bias, {Y});
    R.B.S.Statements.back().Terms = std::move(Sum);
    R.B.S.Statements.back().Terms.insert(R.B.S.Statements.back().Terms.begin(), operation("="));
    R.B.S.Statements.back().Terms.push_back(memory(0));
  }
  void store(Region &R, IndexExpr Y, IndexExpr X, std::vector<Term> Sum) {
    R.B.statement();
    R.B.write(R.X, {Y, X});
    R.B.S.Statements.back().Terms = std::move(Sum);
    std::vector<Term> &Terms = R.B.S.Statements.back().Terms;
    Terms.insert(Terms.begin(), {operation("="), memory(0)});
  }

  explicit CompareRowsTest(std::optional<int64_t> N = {}) : Constant(N) {
    ScopBuilder &B = Before.B;
    B.nest();
    IndexExpr Y = B.loop("y", num(0), num(3)), X = B.loop("x", num(0), Before.N);
    unsigned Row = B.S.Loops.size() - 1;
    B.S.LocalVariables = {{"acc", Row, 8, false}};
    set(Before, Y, {local(0, "double")});
    IndexExpr K = B.loop("k", num(0), num(4));
    B.loop("l", num(0), num(2));
    add(Before, K, X, {local(0, "double")});
    B.end();
    B.end();
    store(Before, Y, X, {local(0, "double")});
    B.nest();
    IndexExpr V = B.loop("y", num(0), num(3)), U = B.loop("x", num(0), Before.N);
    copy(Before, V, U);
    FusionGroup G;
    G.Members = {{0, {0, 0}}, {1, {0, 0}}};
    G.Depth = 2;
    RowLoop L;
    L.Loop = Row;
    L.Reductions = {Row + 1};
    L.Expanded = {0};
    G.ByRows = RowForm{8, {L}};
    Plan.Groups = {G};
  }

  std::optional<std::string> ask(std::function<void(Text &)> Change) {
    Text W;
    Change(W);
    Region R{Constant};
    ScopBuilder &B = R.B;
    B.S.LocalVariables = {{"xEnd", {}}, {"acc", {}}, {"other", {}}};
    B.nest();
    IndexExpr Y = B.loop("y", num(0), num(3)), O = B.loop("x0", num(0), R.N, W.Step);
    IndexExpr Next = O + num(W.Length + W.EndOffset), End = Constant ? Next : IndexExpr::minimum({R.N, Next});
    auto Element = [&](unsigned Variable, IndexExpr I) -> std::vector<Term> {
      return {operation("ArraySubscriptExpr double"), local(Variable, W.Buffer), value(I - O + num(W.SlotOffset))};
    };
    auto Row = [&] { return B.loop("x", O + num(W.FirstOffset), End); };
    if (!Constant)
      B.statement().Terms = {operation("="), local(0, "int"), value(Next)};
    if (W.HasInit) {
      IndexExpr X = Row();
      set(R, Y, Element(1, X));
      B.end();
    }
    if (W.SetsBuffer)
      B.statement().Terms = {operation("="), operation("ArraySubscriptExpr double"), local(1, W.Buffer), value(num(3)),
                             value(num(0))};
    if (W.ByIteration) {
      IndexExpr X = Row(), K = B.loop("k", num(0), num(4));
      B.loop("l", num(0), num(2));
      add(R, K, X, Element(1, X));
    } else {
      IndexExpr K = W.Swapped ? B.loop("l", num(0), num(2)) : B.loop("k", num(0), num(4));
      IndexExpr L = W.Swapped ? B.loop("k", num(0), num(4)) : B.loop("l", num(0), num(2));
      IndexExpr X = Row();
      add(R, W.Swapped ? L : K, X, W.KSlot ? Element(1, K) : Element(1, X));
    }
    for (int Loop = 0; Loop < 3; ++Loop)
      B.end();
    IndexExpr X = Row();
    if (W.Reordered)
      copy(R, Y, X);
    store(R, Y, X, Element(W.OtherBuffer ? 2 : 1, X));
    if (!W.Reordered)
      copy(R, Y, X);
    return recheck(Before.B.S, Plan, B.S);
  }
};

TEST_F(CompareRowsTest, TheRightText) {
  EXPECT_EQ(ask([](Text &) {}), std::nullopt);
}

TEST_F(CompareRowsTest, StripsThatOverlapOrLeaveGaps) {
  EXPECT_TRUE(ask([](Text &W) { W.Step = 9; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = 7; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = W.Length = 4; }));
  EXPECT_TRUE(ask([](Text &W) { W.FirstOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = -1; }));
}

TEST_F(CompareRowsTest, OtherElementsOfTheBuffer) {
  EXPECT_TRUE(ask([](Text &W) { W.SlotOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "double[7]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "double[9]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "float[8]"; }));
  EXPECT_TRUE(ask([](Text &W) { W.KSlot = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.OtherBuffer = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.SetsBuffer = true; }));
}

TEST_F(CompareRowsTest, OtherParts) {
  EXPECT_TRUE(ask([](Text &W) { W.HasInit = false; }));
  EXPECT_TRUE(ask([](Text &W) { W.Swapped = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.ByIteration = true; }));
  EXPECT_TRUE(ask([](Text &W) { W.Reordered = true; }));
}

/// Of 24 iterations, no strip is cut short.
struct CompareEvenRowsTest : CompareRowsTest {
  CompareEvenRowsTest() : CompareRowsTest(24) {}
};

TEST_F(CompareEvenRowsTest, TheRightText) {
  EXPECT_EQ(ask([](Text &) {}), std::nullopt);
}

TEST_F(CompareEvenRowsTest, StripsThatOverlapOrLeaveGaps) {
  EXPECT_TRUE(ask([](Text &W) { W.Step = 9; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = 4; }));
  EXPECT_TRUE(ask([](Text &W) { W.Step = W.Length = 12; }));
  EXPECT_TRUE(ask([](Text &W) { W.FirstOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.EndOffset = -1; }));
  EXPECT_TRUE(ask([](Text &W) { W.SlotOffset = 1; }));
  EXPECT_TRUE(ask([](Text &W) { W.Buffer = "double[7]"; }));
}

TEST_F(CompareEvenRowsTest, ALastStripThatGoesPastTheRow) {
  Plan.Groups.front().ByRows->Length = 7;
  EXPECT_TRUE(ask([](Text &W) {
    W.Step = W.Length = 7;
    W.Buffer = "double[7]";
  }));
  Plan.Groups.front().ByRows->Length = 6;
  EXPECT_EQ(ask([](Text &W) {
              W.Step = W.Length = 6;
              W.Buffer = "double[6]";
            }),
            std::nullopt);
}

} // namespace
