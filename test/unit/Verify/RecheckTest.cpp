//===- RecheckTest.cpp - planted faults in the new text -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/Recheck.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// x[i] = a[i]; a statement; y[j + 1] = x[j] over 1..n, with a temporary; and what a rewriter makes of it.
Term operation(std::string Text) { return {TermKind::Operation, std::move(Text), 0, {}, 0}; }
Term memory(unsigned Access) { return {TermKind::Memory, "double", Access, {}, 0}; }
Term local(unsigned Variable) { return {TermKind::Local, "double", Variable, {}, 0}; }
Term value(IndexExpr E) { return {TermKind::Value, "", 0, {std::move(E)}, 0}; }

struct Region {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  unsigned A = B.array("a"), X = B.array("x"), Y = B.array("y"), T = B.temporary("t"), S = B.array("s");

  /// The last statement is "To = From".
  void assign(Term To, Term From) { B.S.Statements.back().Terms = {operation("="), std::move(To), std::move(From)}; }
};

struct RecheckTest : ::testing::Test {
  Region Before, After;
  FusionPlan Plan;

  RecheckTest() {
    ScopBuilder &B = Before.B;
    B.nest();
    B.statement().IsHeader = true;
    IndexExpr I = B.loop("i", num(0), Before.N);
    B.statement();
    B.read(Before.A, {I});
    B.write(Before.T, {I});
    Before.assign(memory(1), memory(0));
    B.statement();
    B.read(Before.T, {I});
    B.write(Before.X, {I});
    Before.assign(memory(1), memory(0));
    B.plain();
    B.write(Before.S);
    B.nest();
    B.statement().IsHeader = true;
    IndexExpr J = B.loop("j", num(1), Before.N, 1, BoundRelation::LessEqual);
    B.statement();
    B.read(Before.X, {J - num(1)});
    B.write(Before.Y, {J});
    Before.assign(memory(1), memory(0));

    FusionGroup G;
    G.Members = {{0, {0}}, {2, {-1}}};
    G.Before = {1};
    Contraction C;
    C.Array = Before.T;
    C.Scalar = "t_i";
    C.Definition = {1, 1};
    C.Accesses = {{1, 1}, {2, 0}};
    G.Contractions = {C};
    Plan.Groups = {G};
    write(After);
  }
  /// The right answer: s = …; and a loop with double t_i = a[i]; x[i] = t_i; y[i + 1] = x[i];
  void write(Region &R) {
    ScopBuilder &B = R.B;
    B.plain();
    B.write(R.S);
    B.nest();
    B.statement().IsHeader = true;
    IndexExpr I = B.loop("i", num(0), R.N);
    B.S.LocalVariables = {{"t_i", {}}};
    B.statement();
    B.read(R.A, {I});
    R.assign(local(0), memory(0));
    B.statement();
    B.write(R.X, {I});
    R.assign(memory(0), local(0));
    B.statement();
    B.read(R.X, {I});
    B.write(R.Y, {I + num(1)});
    R.assign(memory(1), memory(0));
  }
  std::optional<std::string> check() { return recheck(Before.B.S, Plan, After.B.S); }
  /// A statement of the loop; 0 is its header.
  Statement &at(unsigned I) { return After.B.S.Statements[I + 1]; }
  IndexExpr i() { return IndexExpr::iterator(0); }
};

TEST_F(RecheckTest, TheRightAnswer) { EXPECT_EQ(check(), std::nullopt); }

TEST_F(RecheckTest, OtherNumbersForTheSameNames) {
  // A parameter and an array that come first in the new text shift all indices.
  Region Other;
  ScopBuilder B;
  B.parameter("unused");
  B.array("other");
  Other.B = B;
  Other.N = Other.B.parameter("n");
  Other.Y = Other.B.array("y");
  Other.X = Other.B.array("x");
  Other.A = Other.B.array("a");
  Other.S = Other.B.array("s");
  write(Other);
  EXPECT_EQ(recheck(Before.B.S, Plan, Other.B.S), std::nullopt);
}

TEST_F(RecheckTest, AnotherSpellingOfTheBound) {
  After.B.S.Loops[0].Relation = BoundRelation::LessEqual;
  After.B.S.Loops[0].Bound = After.N - num(1);
  EXPECT_EQ(check(), std::nullopt);
}

TEST_F(RecheckTest, ABoundOffByOne) {
  After.B.S.Loops[0].Bound = After.N - num(1);
  EXPECT_TRUE(check().has_value());
  After.B.S.Loops[0].Bound = After.N;
  After.B.S.Loops[0].First = num(1);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AnotherStep) {
  After.B.S.Loops[0].Step = num(2);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AShiftOffByOne) {
  at(3).Accesses[1].Subscripts = {i()};
  std::optional<std::string> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_NE(Why->find("touches other elements of 'y'"), std::string::npos) << *Why;
  at(3).Accesses[1].Subscripts = {i() + num(1)};
  at(3).Accesses[0].Subscripts = {i() - num(1)};
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, TheSameElementSpelledDifferently) {
  at(3).Accesses[1].Subscripts = {IndexExpr::floorDivide(i() * num(2) + num(3), 2)};
  EXPECT_EQ(check(), std::nullopt);
}

TEST_F(RecheckTest, SwappedBodies) {
  std::swap(at(2).Position, at(3).Position);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ADroppedStore) {
  at(3).Accesses.pop_back();
  std::optional<std::string> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_NE(Why->find("does not touch 'y' any more"), std::string::npos) << *Why;
}

TEST_F(RecheckTest, ADroppedStatement) {
  After.B.S.Members[1].Statements.pop_back();
  std::optional<std::string> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_NE(Why->find("is missing"), std::string::npos) << *Why;
}

TEST_F(RecheckTest, AStatementTooMany) {
  After.B.statement();
  After.B.write(After.X, {i()});
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AWrongName) {
  at(3).Accesses[0].Array = After.A;
  EXPECT_TRUE(check().has_value());
  at(3).Accesses[0].Array = After.B.array("x2");
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, TwoArraysOfOneName) {
  // "x" of an inner scope is another array than the first of that name.
  unsigned Other = After.B.array("x");
  at(3).Accesses[0].Array = Other;
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, APointerAndWhatItPointsTo) {
  // The declaration of a pointer x between the loops is in front of them now, so only what it points to is listed.
  unsigned Variable = Before.B.array("x", BaseKind::LocalObject);
  Before.B.S.Arrays[Variable].ElementType = "double *";
  std::swap(Before.B.S.Arrays[Variable], Before.B.S.Arrays[Before.X]);
  auto Move = [&](unsigned &Array) {
    if (Array == Before.X)
      Array = Variable;
  };
  for (Statement &St : Before.B.S.Statements)
    for (Access &A : St.Accesses)
      Move(A.Array);
  EXPECT_EQ(check(), std::nullopt);
  After.B.S.Arrays[After.X].ElementType = "double *";
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AWrongParameter) {
  After.B.S.Loops[0].Bound = After.B.parameter("m");
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ReadsAndWritesInAnotherOrder) {
  std::swap(at(3).Accesses[0], at(3).Accesses[1]);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AContractedArrayThatIsStillUsed) {
  at(2).Accesses.insert(at(2).Accesses.begin(), Access(at(2).Accesses[0]));
  at(2).Accesses[0].Kind = AccessKind::Read;
  at(2).Accesses[0].Array = After.T;
  std::optional<std::string> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_NE(Why->find("'t' is still used"), std::string::npos) << *Why;
}

TEST_F(RecheckTest, ANewCondition) {
  at(3).Guard.push_back({i() - num(1), false});
  EXPECT_TRUE(check().has_value());
  at(3).Guard = {{i(), false}}; // always true
  EXPECT_EQ(check(), std::nullopt);
  at(3).Guard.clear();
  at(3).GuardIsExact = false;
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, DirectivesSayWhatTheOldOnesSaid) {
  Before.B.S.Loops[0].Directive = "#pragma omp for nowait implicit(a,n) private(u)";
  Before.B.S.Loops[1].Directive = "#pragma omp for copied(n) implicit(x) reduction(+:s)";
  auto Says = [&](std::string Text) {
    After.B.S.Loops[0].Directive = "#pragma omp " + Text;
    return !check();
  };
  EXPECT_TRUE(Says("for copied(n) implicit(a,x) private(u) reduction(+:s)"));
  EXPECT_TRUE(Says("for copied(n) implicit(x) private(u)")); // Fewer variables are left.
  EXPECT_FALSE(Says("for copied(n) implicit(a,u,x) reduction(+:s)"));
  EXPECT_FALSE(Says("for copied(n) implicit(a,x,s) private(u)"));
  EXPECT_FALSE(Says("for copied(n) implicit(a,x) private(u) reduction(*:s)"));
  EXPECT_FALSE(Says("for implicit(a,n,x) private(u) reduction(+:s)"));
  EXPECT_FALSE(Says("for nowait copied(n) implicit(a,x) private(u) reduction(+:s)"));
  EXPECT_FALSE(Says("for simd copied(n) implicit(a,x) private(u) reduction(+:s)"));
  EXPECT_FALSE(Says("for copied(n) implicit(a,x,y) private(u) reduction(+:s)"));
}

TEST_F(RecheckTest, AnotherDirectiveOrOrder) {
  After.B.S.Loops[0].Directive = "#pragma omp simd";
  EXPECT_TRUE(check().has_value());
  After.B.S.Loops[0].Directive.clear();
  After.B.S.Loops[0].Order = DimOrder::Parallel;
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ALoopThatStayedBehind) {
  After.B.nest();
  IndexExpr J = After.B.loop("j", num(1), After.N, 1, BoundRelation::LessEqual);
  After.B.statement();
  After.B.read(After.X, {J - num(1)});
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ANestThatIsNoNestAnyMore) {
  After.B.S.Members[1].Kind = MemberKind::Opaque;
  EXPECT_TRUE(check().has_value());
  After.B.S.Members.clear();
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, TheOriginalTextIsNotTheNewOne) { EXPECT_TRUE(recheck(Before.B.S, Plan, Before.B.S).has_value()); }

TEST_F(RecheckTest, WhatWasMovedInFrontOfTheLoop) {
  OuterStatements Moved = movedOut(Before.B.S, Plan);
  EXPECT_EQ(Moved.InFront, 1u);
  EXPECT_EQ(Moved.Behind, 0u);
  Region Other = After;
  Other.B.S.Statements[0].Accesses[0].Array = After.X;
  EXPECT_TRUE(recheck(Before.B.S, Plan, Other.B.S).has_value());
  std::rotate(After.B.S.Members.begin(), After.B.S.Members.begin() + 1, After.B.S.Members.end());
  EXPECT_TRUE(check().has_value()); // Behind it.
  After.B.S.Members.pop_back();
  std::optional<std::string> Why = check();
  ASSERT_TRUE(Why.has_value());
  EXPECT_NE(Why->find("line 20 "), std::string::npos) << *Why;
}

TEST_F(RecheckTest, WhatWasMovedBehindTheLoop) {
  std::swap(Plan.Groups[0].Before, Plan.Groups[0].After);
  OuterStatements Moved = movedOut(Before.B.S, Plan);
  EXPECT_EQ(Moved.InFront, 0u);
  EXPECT_EQ(Moved.Behind, 1u);
  EXPECT_TRUE(check().has_value()); // In front of it.
  std::rotate(After.B.S.Members.begin(), After.B.S.Members.begin() + 1, After.B.S.Members.end());
  EXPECT_EQ(check(), std::nullopt);
  After.B.S.Members.pop_back();
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, APlanOfAnotherRegion) {
  Plan.Groups[0].Members[1].Member = 9;
  EXPECT_TRUE(check().has_value());
}

/// A statement behind the fused nest that sets a variable and is gone in the new text, and a loop behind that.
TEST_F(RecheckTest, AStatementThatOnlySetsWhatNobodyReads) {
  auto AddLoop = [](Region &R, std::optional<unsigned> Read) {
    R.B.nest();
    R.B.statement().IsHeader = true;
    IndexExpr K = R.B.loop("k", num(0), num(7));
    R.B.statement();
    if (Read)
      R.B.read(*Read);
    R.B.write(R.X, {K});
    R.assign(memory(Read ? 1 : 0), Read ? memory(0) : operation("1"));
  };
  for (bool IsDead : {true, false})
    for (bool IsRead : {false, true}) {
      Region Old = Before, New = After;
      unsigned InOld = IsDead ? Old.B.temporary("end") : Old.B.array("end", BaseKind::LocalObject);
      unsigned InNew = IsDead ? New.B.temporary("end") : New.B.array("end", BaseKind::LocalObject);
      Old.B.plain();
      Old.B.write(InOld);
      AddLoop(Old, IsRead ? std::optional(InOld) : std::nullopt);
      AddLoop(New, IsRead ? std::optional(InNew) : std::nullopt);
      EXPECT_EQ(recheck(Old.B.S, Plan, New.B.S) == std::nullopt, IsDead && !IsRead) << IsDead << IsRead;
    }
}

TEST_F(RecheckTest, AReadThatOnlyNamedTheContractedElement) {
  // t[m - i] = a[i] read m; the scalar does not.
  unsigned M = Before.B.array("m");
  Statement &St = Before.B.S.Statements[1];
  Access Extra;
  Extra.Array = M;
  Extra.Place = St.Accesses[1].Place;
  Extra.Place.Offset += 2;
  Extra.Place.Length = 1;
  St.Accesses.push_back(Extra);
  EXPECT_EQ(check(), std::nullopt);
  // Beside the element, in the same statement, it is missing.
  St.Accesses[2].Place.Offset = St.Accesses[1].Place.end();
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ADroppedRead) {
  at(1).Accesses.clear();
  at(1).Terms = {operation("="), local(0), value(num(0))};
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AScalarReadBeforeItIsWritten) {
  std::swap(at(1).Position, at(2).Position);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AContractionWithoutADefinition) {
  // The plan is wrong: the first access is a read, or does not always happen.
  Statement &St = Before.B.S.Statements[1];
  St.Guard = at(1).Guard = {{i() - num(1), false}};
  EXPECT_TRUE(check().has_value());
  St.Guard.clear();
  at(1).Guard.clear();
  EXPECT_EQ(check(), std::nullopt);
  St.GuardIsExact = at(1).GuardIsExact = false;
  EXPECT_TRUE(check().has_value());
  St.GuardIsExact = at(1).GuardIsExact = true;
  St.Accesses[1].Must = false;
  EXPECT_TRUE(check().has_value());
  St.Accesses[1].Must = true;
  St.Accesses[1].Kind = AccessKind::Read;
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AnotherScalar) {
  After.B.S.LocalVariables.push_back({"other", {}});
  at(2).Terms[2] = local(1);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AScalarOfAnotherType) {
  at(1).Terms[1].Text = at(2).Terms[2].Text = "float";
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, OneScalarForTwoVariables) {
  // x[i] = t[i] + s with the iteration's own s, which must not become t_i.
  Before.B.S.LocalVariables = {{"s", {}}};
  Before.B.S.Statements[2].Terms = {operation("="), memory(1), operation("+"), memory(0), local(0)};
  After.B.S.LocalVariables = {{"t_i", {}}, {"s", {}}};
  at(2).Terms = {operation("="), memory(0), operation("+"), local(0), local(1)};
  EXPECT_EQ(check(), std::nullopt);
  at(2).Terms[4] = local(0);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, NothingInPlaceOfAContractedElement) {
  at(2).Terms[2] = memory(0); // x[i] = x[i]
  EXPECT_TRUE(check().has_value());
  at(2).Terms.clear();
  EXPECT_TRUE(check().has_value());
  Before.B.S.Statements[2].Terms.clear();
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AnotherOperation) {
  at(3).Terms[0].Text = "+=";
  EXPECT_TRUE(check().has_value());
  at(3).Terms[0].Text = "=";
  at(3).Terms.push_back(operation("0"));
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AnotherOperand) {
  // Both are accesses of the statement, in the wrong places.
  std::swap(at(3).Terms[1], at(3).Terms[2]);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, AnotherNumber) {
  // y[j] = j: the variable's value is one more than that of the loop that stays.
  Before.B.S.Statements.back().Terms[2] = value(IndexExpr::iterator(1));
  at(3).Terms[2] = value(i() + num(1));
  EXPECT_EQ(check(), std::nullopt);
  at(3).Terms[2] = value(i());
  EXPECT_TRUE(check().has_value());
  at(3).Terms[2] = value(num(1));
  EXPECT_TRUE(check().has_value());
  // Spelled otherwise.
  at(3).Terms[2] = value(IndexExpr::floorDivide(i() * num(2) + num(3), 2));
  EXPECT_EQ(check(), std::nullopt);
}

TEST_F(RecheckTest, WhatAnUnknownSubscriptIsMadeOf) {
  // y[f(j)] = x[j - 1]
  auto Unknown = [](Access &A) { A.Subscripts = {IndexExpr::unknown()}; };
  Statement &Old = Before.B.S.Statements.back();
  Unknown(Old.Accesses[1]);
  Unknown(at(3).Accesses[1]);
  auto Write = [](Statement &St, std::string Function, IndexExpr Argument) {
    Term Element = memory(1);
    Element.Below = 2;
    St.Terms = {operation("="), Element, operation(Function), value(std::move(Argument)), memory(0)};
  };
  Write(Old, "f", IndexExpr::iterator(1));
  Write(at(3), "f", i() + num(1));
  EXPECT_EQ(check(), std::nullopt);
  Write(at(3), "f", i());
  EXPECT_TRUE(check().has_value());
  Write(at(3), "g", i() + num(1));
  EXPECT_TRUE(check().has_value());
  Old.Terms.clear();
  at(3).Terms.clear();
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ReadsOfPointersAreToldByTheTerms) {
  // A pointer that a declaration in front of the nest now sets is not listed any more.
  Access Handle;
  Handle.Array = Before.B.array("p");
  Handle.ReadsHandle = true;
  Before.B.S.Statements.back().Accesses.push_back(Handle);
  EXPECT_EQ(check(), std::nullopt);
  Before.B.S.Statements.back().Accesses.back().ReadsHandle = false;
  EXPECT_TRUE(check().has_value());
}

/// An inner loop over what is read from memory: for (k = s[i]; k < s[i + 1]; ++k) y[i] += a[k];
struct OpenLoopTest : ::testing::Test {
  Region Before, After;
  FusionPlan Plan;

  static void first(Region &R, IndexExpr I) {
    R.B.statement();
    R.B.read(R.A, {I});
    R.B.write(R.X, {I});
    R.assign(memory(1), memory(0));
  }
  static void second(Region &R, IndexExpr I) {
    Statement &Header = R.B.statement();
    R.B.read(R.S, {I});
    R.B.read(R.S, {I + num(1)});
    Header.Terms = {memory(0), memory(1)};
    R.B.loop("k", IndexExpr::unknown(), IndexExpr::unknown());
    R.B.S.Loops.back().Evaluation = R.B.S.Statements.size() - 1;
    R.B.statement().GuardIsExact = false;
    R.B.read(R.A, {IndexExpr::iterator(R.B.S.Loops.size() - 1)}).Must = false;
    R.B.write(R.Y, {I}).Must = false;
    R.assign(memory(1), memory(0));
  }
  OpenLoopTest() {
    Before.B.nest();
    first(Before, Before.B.loop("i", num(0), Before.N));
    Before.B.nest();
    second(Before, Before.B.loop("i", num(0), Before.N));
    FusionGroup G;
    G.Members = {{0, {0}}, {1, {0}}};
    Plan.Groups = {G};
    After.B.nest();
    IndexExpr I = After.B.loop("i", num(0), After.N);
    first(After, I);
    second(After, I);
  }
  std::optional<std::string> check() { return recheck(Before.B.S, Plan, After.B.S); }
  Statement &header() { return After.B.S.Statements[1]; }
};

TEST_F(OpenLoopTest, TheRightAnswer) { EXPECT_EQ(check(), std::nullopt); }

TEST_F(OpenLoopTest, AnotherBound) {
  std::swap(header().Terms[0], header().Terms[1]);
  EXPECT_TRUE(check().has_value());
}

TEST_F(OpenLoopTest, AnotherElementInTheBound) {
  header().Accesses[1].Subscripts = {IndexExpr::iterator(0) + num(2)};
  EXPECT_TRUE(check().has_value());
}

TEST_F(OpenLoopTest, AnotherRelationOrStep) {
  After.B.S.Loops[1].Relation = BoundRelation::LessEqual;
  EXPECT_TRUE(check().has_value());
  After.B.S.Loops[1].Relation = BoundRelation::Less;
  After.B.S.Loops[1].Step = num(2);
  EXPECT_TRUE(check().has_value());
}

TEST_F(OpenLoopTest, ABoundThatNobodyVouchesFor) {
  After.B.S.Loops[1].Evaluation = 0;
  EXPECT_TRUE(check().has_value());
  After.B.S.Loops[1].Evaluation = std::nullopt;
  EXPECT_TRUE(check().has_value());
  Before.B.S.Loops[2].Evaluation = std::nullopt;
  EXPECT_TRUE(check().has_value());
}

TEST_F(OpenLoopTest, AStartThatIsNoLongerUnknown) {
  After.B.S.Loops[1].First = num(0);
  EXPECT_TRUE(check().has_value());
}

TEST_F(RecheckTest, ANarrowCounterInAWideLoop) {
  // The second loop counted in a short and ended, so its numbers fit one.
  Before.B.S.Loops[1].VariableType = "short";
  IndexExpr Short = IndexExpr::wrap(i(), 16, true);
  at(3).Accesses[0].Subscripts = {Short};
  at(3).Accesses[1].Subscripts = {Short + num(1)};
  EXPECT_EQ(check(), std::nullopt);
  at(3).Accesses[0].Subscripts = {IndexExpr::wrap(i(), 8, true)};
  EXPECT_TRUE(check().has_value());
  at(3).Accesses[0].Subscripts = {Short};
  Before.B.S.Loops[1].VariableType = "int";
  EXPECT_TRUE(check().has_value());
}

/// Members around the group keep their places.
struct OrderTest : ::testing::Test {
  Region Before, After;
  FusionPlan Plan;

  static void copy(Region &R, unsigned To, unsigned From) {
    R.B.nest();
    IndexExpr I = R.B.loop("i", num(0), R.N);
    body(R, I, To, From);
  }
  static void body(Region &R, IndexExpr I, unsigned To, unsigned From) {
    R.B.statement();
    R.B.read(From, {I});
    R.B.write(To, {I});
  }
  static void set(Region &R, unsigned Array) {
    R.B.plain();
    R.B.write(Array);
  }
  OrderTest() {
    copy(Before, Before.X, Before.A);
    set(Before, Before.S);
    copy(Before, Before.Y, Before.A);
    copy(Before, Before.T, Before.X);
    FusionGroup G;
    G.Members = {{0, {0}}, {2, {0}}};
    G.After = {1};
    Plan.Groups = {G};
  }
  void fused(Region &R) {
    R.B.nest();
    IndexExpr I = R.B.loop("i", num(0), R.N);
    body(R, I, R.X, R.A);
    body(R, I, R.Y, R.A);
  }
};

TEST_F(OrderTest, AsPlanned) {
  fused(After);
  set(After, After.S);
  copy(After, After.T, After.X);
  EXPECT_EQ(recheck(Before.B.S, Plan, After.B.S), std::nullopt);
}

TEST_F(OrderTest, AMovedStatementOnTheWrongSide) {
  set(After, After.S);
  fused(After);
  copy(After, After.T, After.X);
  EXPECT_TRUE(recheck(Before.B.S, Plan, After.B.S).has_value());
}

TEST_F(OrderTest, AStatementLost) {
  fused(After);
  copy(After, After.T, After.X);
  EXPECT_TRUE(recheck(Before.B.S, Plan, After.B.S).has_value());
}

TEST_F(OrderTest, LoopsThatChangedPlaces) {
  copy(After, After.T, After.X);
  set(After, After.S);
  fused(After);
  EXPECT_TRUE(recheck(Before.B.S, Plan, After.B.S).has_value());
}

TEST_F(OrderTest, TheReleaseOfAContractedArrayMayGo) {
  Contraction C;
  C.Array = Before.S;
  Plan.Groups[0].Contractions = {C};
  fused(After);
  copy(After, After.T, After.X);
  EXPECT_EQ(recheck(Before.B.S, Plan, After.B.S), std::nullopt);
}

TEST_F(OrderTest, InnerLoopsAreNotMerged) {
  // Two inner loops at depth 1 must stay two.
  auto Build = [](Region &R, bool Merge) {
    R.B.nest();
    IndexExpr I = R.B.loop("i", num(0), R.N);
    IndexExpr J = R.B.loop("j", num(0), R.N);
    R.B.statement();
    R.B.write(R.X, {I, J});
    if (!Merge) {
      R.B.end();
      J = R.B.loop("j", num(0), R.N);
    }
    R.B.statement();
    R.B.read(R.X, {I, J});
    R.B.write(R.Y, {I, J});
  };
  Region Old, New, Wrong;
  Build(Old, false);
  Build(New, false);
  Build(Wrong, true);
  FusionPlan Nothing;
  EXPECT_EQ(recheck(Old.B.S, Nothing, New.B.S), std::nullopt);
  EXPECT_TRUE(recheck(Old.B.S, Nothing, Wrong.B.S).has_value());
}

TEST_F(OrderTest, OpaqueMembersKeepTheirText) {
  auto Build = [](Region &R, const std::string &Text) {
    R.B.nest();
    R.B.loop("i", num(0), R.N);
    R.B.statement();
    R.B.write(R.X, {IndexExpr::iterator(0)});
    R.B.S.Members[R.B.opaque()].Text = Text;
    R.B.nest();
    R.B.loop("i", num(0), R.N);
    R.B.statement();
    R.B.write(R.Y, {IndexExpr::iterator(1)});
  };
  Region Old, New, Wrong;
  Build(Old, "note ( 1 ) ;");
  Build(New, "note ( 1 ) ;");
  Build(Wrong, "note ( 2 ) ;");
  FusionPlan Nothing;
  EXPECT_EQ(recheck(Old.B.S, Nothing, New.B.S), std::nullopt);
  EXPECT_TRUE(recheck(Old.B.S, Nothing, Wrong.B.S).has_value());
  // "int j, k = f();" without j.
  Old.B.S.Members[1].Text = "int j , k = f ( ) ;";
  Old.B.S.Members[1].Declares = {"j", "k"};
  New.B.S.Members[1].Text = "int k = f ( ) ;";
  New.B.S.Members[1].Declares = {"k"};
  EXPECT_EQ(recheck(Old.B.S, Nothing, New.B.S), std::nullopt);
  New.B.S.Members[1].Text = "int k = g ( ) ;";
  EXPECT_TRUE(recheck(Old.B.S, Nothing, New.B.S).has_value());
}

TEST(Recheck, CountersThatEndBelowTheirType) {
  // for (unsigned i = n; i; --i) x[i - 1]; against for (unsigned i = n; i-- > 0;) x[i] with a shift.
  auto Build = [](Region &R, bool Fused, int64_t Offset) {
    R.B.nest();
    IndexExpr I = R.B.loop("i", R.N, num(0), -1, BoundRelation::NotEqual);
    R.B.S.Loops.back().VariableType = "unsigned int";
    R.B.statement();
    R.B.write(R.X, {I - num(1)});
    if (!Fused) {
      R.B.nest();
      I = R.B.loop("i", R.N - num(1), num(0), -1, BoundRelation::GreaterEqual);
      R.B.S.Loops.back().VariableType = "unsigned int";
    }
    R.B.statement();
    R.B.write(R.Y, {Fused ? I - num(Offset) : I});
  };
  FusionGroup G;
  G.Members = {{0, {0}}, {1, {1}}};
  FusionPlan Plan;
  Plan.Groups = {G};
  Region Old, New, Wrong;
  Build(Old, false, 0);
  Build(New, true, 1);
  Build(Wrong, true, 2);
  EXPECT_EQ(recheck(Old.B.S, Plan, New.B.S), std::nullopt);
  EXPECT_TRUE(recheck(Old.B.S, Plan, Wrong.B.S).has_value());
}

} // namespace
