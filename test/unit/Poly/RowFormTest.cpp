//===- RowFormTest.cpp - loops that run by rows ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle computes: every statement writes a number that is made of all it
// reads, in order, so that no two orders of a sum give the same. It runs small
// programs iteration by iteration and by rows, both by their definitions.
//
//===----------------------------------------------------------------------===//
#include "Poly/RowForm.h"
#include "Model/RowParts.h"
#include "Poly/Legality.h"
#include "Poly/Oracle.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>
#include <random>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

constexpr unsigned long Quota = 4000000;
constexpr uint64_t Fresh = 77; ///< What a variable holds before it is given a value.

/// What a statement does with the local variable number 0.
struct LocalUse {
  bool Reads = false, Writes = false;
};

/// Two members over o and x, whose bodies hold statements and reductions.
class RandomRows {
public:
  explicit RandomRows(unsigned Seed) : Random(Seed) {
    W = B.array("w");
    A = B.array("a");
    G = B.array("g");
    N = B.parameter("n", 0, 3);
    IsMerged = below(3);
    B.S.LocalVariables = {{"acc", std::nullopt, 8, false}};
    for (unsigned M = 0; M < 2; ++M)
      member(M == 0 || !chance(3));
  }

  Scop &scop() { return B.S; }
  unsigned below(unsigned Many) { return Random() % Many; }
  bool chance(unsigned OneIn) { return below(OneIn) == 0; }

  std::vector<LocalUse> Uses; ///< Per statement.
  bool IsMerged;
  std::vector<unsigned> Rows; ///< Per member: its loop over x.

private:
  void member(bool HasReduction) {
    B.nest();
    IndexExpr O = B.loop("o", num(0), num(2));
    IndexExpr X = B.loop("x", num(0), chance(3) ? num(4) : N + num(1));
    unsigned Row = B.S.Loops.size() - 1;
    Rows.push_back(Row);
    if (Rows.size() == 1)
      B.S.LocalVariables[0].Loop = chance(12) ? Row - 1 : Row;
    bool OwnsLocal = Rows.size() == 1;
    for (unsigned K = below(2); K > 0; --K)
      statement({O, X}, OwnsLocal);
    for (unsigned K = HasReduction ? 1 + below(2) : 0; K > 0; --K) {
      std::vector<IndexExpr> Inside{O, X};
      unsigned Depth = 1 + below(2);
      for (unsigned D = 0; D < Depth; ++D)
        Inside.push_back(chance(4) ? B.loop("r", num(2), num(0), -1, BoundRelation::GreaterEqual)
                                   : B.loop("r", num(0), chance(10) ? X : num(1 + below(3))));
      for (unsigned S = 1 + below(2); S > 0; --S)
        statement(Inside, OwnsLocal);
      for (unsigned D = 0; D < Depth; ++D)
        B.end();
      if (chance(2))
        statement({O, X}, OwnsLocal);
    }
    if (chance(2) || !HasReduction)
      statement({O, X}, OwnsLocal);
  }

  IndexExpr subscript(const std::vector<IndexExpr> &Its) {
    IndexExpr E = Its[chance(3) ? below(Its.size()) : 1];
    return chance(5) ? E + num(int64_t(below(3)) - 1) : E;
  }

  void access(AccessKind Kind, const std::vector<IndexExpr> &Its) {
    auto Add = [&](unsigned Array, std::vector<IndexExpr> Subscripts) {
      Kind == AccessKind::Read ? B.read(Array, Subscripts) : B.write(Array, Subscripts);
    };
    if (Kind == AccessKind::Read && !chance(3))
      return Add(W, {subscript(Its), subscript(Its)});
    chance(4) ? Add(A, {subscript(Its)}) : Add(G, {chance(8) ? subscript(Its) : Its[0], subscript(Its)});
  }

  void statement(const std::vector<IndexExpr> &Its, bool OwnsLocal) {
    B.statement();
    LocalUse Use;
    if (OwnsLocal && !chance(4)) {
      Use.Writes = chance(2);
      Use.Reads = !Use.Writes || Its.size() > 2;
    }
    for (unsigned K = 1 + below(2); K > 0; --K)
      access(AccessKind::Read, Its);
    if (!Use.Writes || chance(4))
      access(AccessKind::Write, Its);
    if (chance(6))
      B.S.Statements.back().Guard.push_back({Its[below(Its.size())] - num(1), false});
    Statement &St = B.S.Statements.back();
    St.Terms = {{TermKind::Operation, "=", 0, {}, 0}};
    if (Use.Reads || Use.Writes)
      St.Terms.push_back({TermKind::Local, "double", 0, {}, 0});
    Uses.push_back(Use);
  }

  ScopBuilder B;
  std::mt19937 Random;
  unsigned W, A, G;
  IndexExpr N;
};

/// One instance of a statement, and when it runs.
struct Run {
  unsigned Statement;
  Values Iterators, Time;
};

using Memory = std::map<Values, uint64_t>;

uint64_t mixed(uint64_t A, uint64_t B) { return (A * 6364136223846793005u + 1442695040888963407u) ^ (B * 31 + 7); }

class Machine {
public:
  Machine(const RandomRows &Source, const Scop &S, const Values &Parameters)
      : Source(Source), S(S), Sizes(Parameters) {}

  /// Whose variable an instance uses: each iteration has its own, or the row shares one.
  template <typename KeyT> Memory run(std::vector<Run> Order, KeyT LocalOf) {
    std::sort(Order.begin(), Order.end(), [](const Run &A, const Run &B) {
      return std::tie(A.Time, A.Statement, A.Iterators) < std::tie(B.Time, B.Statement, B.Iterators);
    });
    Memory Cells;
    std::map<Values, uint64_t> Locals;
    for (const Run &R : Order) {
      const Statement &St = S.Statements[R.Statement];
      Evaluator Evaluate{Sizes, St.Loops, R.Iterators};
      auto Cell = [&](const Access &A) {
        Values At{A.Array};
        for (const IndexExpr &E : A.Subscripts)
          At.push_back(Evaluate(E));
        return At;
      };
      uint64_t Value = R.Statement + 1;
      for (const Access &A : St.Accesses)
        if (A.Kind == AccessKind::Read) {
          Values At = Cell(A);
          auto Known = Cells.find(At);
          uint64_t Initial = 1;
          for (int64_t V : At)
            Initial = mixed(Initial, V);
          Value = mixed(Value, Known == Cells.end() ? Initial : Known->second);
        }
      LocalUse Use = Source.Uses[R.Statement];
      Values Own = LocalOf(R);
      if (Use.Reads)
        Value = mixed(Value, Locals.count(Own) ? Locals[Own] : Fresh);
      if (Use.Writes)
        Locals[Own] = Value;
      for (const Access &A : St.Accesses)
        if (A.Kind == AccessKind::Write)
          Cells[Cell(A)] = Value;
    }
    return Cells;
  }

private:
  const RandomRows &Source;
  const Scop &S;
  const Values &Sizes;
};

std::vector<Run> instances(const Scop &S, const Values &Parameters) {
  std::vector<Run> All;
  for (unsigned I = 0; I < S.Statements.size(); ++I)
    forEachIteration(S, Parameters, S.Statements[I].Loops, [&](const Values &Iterators) {
      Evaluator Evaluate{Parameters, S.Statements[I].Loops, Iterators};
      for (const Constraint &C : S.Statements[I].Guard)
        if (Evaluate(C.Expr) < 0)
          return;
      All.push_back({I, Iterators, {}});
    });
  return All;
}

int64_t inOrder(const Scop &S, const Statement &St, const Values &Iterators, size_t K) {
  return S.Loops[St.Loops[K]].Step.value() > 0 ? Iterators[K] : -Iterators[K];
}

/// Runs everything twice. By iteration: (o, x, member, …) where x is merged, else (o, member, x, …). By rows with the
/// parts of the body between x and the rest.
bool computesTheSame(const RandomRows &Source, const Scop &S, const RowLoop &Row, unsigned Length) {
  bool Same = true;
  auto ReductionOf = [&](unsigned St) {
    int64_t Own = -1;
    for (unsigned L : S.Statements[St].Loops)
      for (unsigned R : Row.Reductions)
        Own = R == L ? int64_t(R) : Own;
    return Own;
  };
  std::map<unsigned, int64_t> PartOf;
  int64_t Part = 0, Last = -2;
  for (unsigned St = 0; St < S.Statements.size(); ++St) { // They are in the order of the text.
    if (!Source.IsMerged && S.Statements[St].Loops[1] != Row.Loop)
      continue;
    int64_t Own = ReductionOf(St);
    Part += Own != Last;
    Last = Own;
    PartOf[St] = Part;
  }
  forEachParameters(S, [&](const Values &Parameters) {
    std::vector<Run> All = instances(S, Parameters), ByRows;
    for (Run &R : All) {
      const Statement &St = S.Statements[R.Statement];
      int64_t O = R.Iterators[0], X = R.Iterators[1];
      Values Rest;
      for (size_t K = 2; K < St.Position.size(); ++K) {
        Rest.push_back(St.Position[K]);
        if (K < R.Iterators.size())
          Rest.push_back(inOrder(S, St, R.Iterators, K));
      }
      R.Time = Source.IsMerged ? Values{O, X, St.Member} : Values{O, St.Member, X};
      R.Time.insert(R.Time.end(), Rest.begin(), Rest.end());
      Run New = R;
      if (PartOf.count(R.Statement)) {
        New.Time = Source.IsMerged ? Values{O} : Values{O, St.Member};
        New.Time.insert(New.Time.end(), {X / Length, PartOf[R.Statement]});
        if (ReductionOf(R.Statement) < 0) {
          New.Time.insert(New.Time.end(), {X, St.Member});
          New.Time.insert(New.Time.end(), Rest.begin(), Rest.end());
        } else {
          for (size_t K = 2; K < R.Iterators.size(); ++K)
            New.Time.push_back(inOrder(S, St, R.Iterators, K));
          New.Time.push_back(X);
          New.Time.push_back(St.Position.back());
        }
      }
      ByRows.push_back(New);
    }
    Machine M(Source, S, Parameters);
    bool IsOutside = S.LocalVariables[0].Loop != Source.Rows[0], IsExpanded = !Row.Expanded.empty();
    Memory Old = M.run(
        All, [&](const Run &R) { return IsOutside ? Values{R.Iterators[0]} : Values{R.Iterators[0], R.Iterators[1]}; });
    Memory New = M.run(ByRows, [&](const Run &R) {
      if (IsOutside)
        return Values{R.Iterators[0]};
      Values Own{R.Iterators[0], R.Iterators[1]};
      if (!IsExpanded) // A variable of each part.
        Own.push_back(PartOf.count(R.Statement) ? PartOf[R.Statement] : -1);
      return Own;
    });
    Same = Same && Old == New;
  });
  return Same;
}

/// for i < n: for j < n: { for k < n: c[i][j] += b[k][j]; }
struct Product {
  ScopBuilder B;
  IndexExpr N = B.parameter("n");
  FusionGroup G;

  Product() {
    unsigned C = B.array("c"), From = B.array("b");
    for (unsigned M = 0; M < 2; ++M) {
      B.nest();
      IndexExpr I = B.loop("i", num(0), N), J = B.loop("j", num(0), N), K = B.loop("k", num(0), N);
      B.statement().Terms = {{TermKind::Operation, "+=", 0, {}, 0}};
      B.read(From, {K, J});
      B.read(C, {I, J});
      B.write(C, {I, J});
      G.Members.push_back({M, {0}});
    }
  }
  std::optional<RowLoop> find(unsigned Loop) {
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, B.S, AliasPolicy::Refuse);
    return findRowLoop(Ctx, R, G, Loop, [](unsigned) { return true; });
  }
};

TEST(RowForm, LoopsThatADirectiveMakesOneOfStayTogether) {
  Product P;
  ASSERT_TRUE(P.find(1).has_value());
  EXPECT_EQ(P.find(1)->Reductions, std::vector<unsigned>{2});
  P.B.S.Members[0].CollapsedLoops = 2;
  EXPECT_FALSE(P.find(1).has_value());
  EXPECT_TRUE(P.find(4).has_value());
}

TEST(RowForm, EndsThatDependOnTheRow) {
  Product P;
  P.B.S.Loops[2].Bound = IndexExpr::iterator(1);
  EXPECT_FALSE(P.find(1).has_value());
}

TEST(RowForm, WhatEachIterationLeavesForTheNext) {
  Product P;
  P.B.S.Statements[0].Accesses[1].Subscripts[1] = IndexExpr::iterator(1) - num(1); // c[i][j - 1]
  EXPECT_FALSE(P.find(1).has_value());
}

TEST(RowForm, WhatIsLegalComputesTheSame) {
  unsigned Legal = 0, Expanded = 0, Merged = 0, Refused = 0, Wrong = 0, CutEvenly = 0;
  for (unsigned Seed = 1; Seed <= 2000; ++Seed) {
    RandomRows Source(Seed);
    const Scop &S = Source.scop();
    FusionGroup G;
    G.Depth = Source.IsMerged ? 2 : 1;
    G.Members = {{0, std::vector<int64_t>(G.Depth, 0)}, {1, std::vector<int64_t>(G.Depth, 0)}};
    IslContext Ctx(Quota);
    RegionRelations R = buildAccessRelations(Ctx, S, AliasPolicy::Refuse);
    FusionPlan Plan;
    Plan.Groups = {G};
    auto ByIteration = checkLegality(Ctx, R, Plan);
    if (std::holds_alternative<Refusal>(ByIteration))
      continue;
    unsigned Loop = Source.Rows[Source.IsMerged ? 0 : Source.below(2)];
    std::vector<unsigned> Wanted;
    for (unsigned L = 0; L < S.Loops.size(); ++L)
      if (S.Loops[L].Parent && (S.Loops[L].Parent == Source.Rows[0] || S.Loops[L].Parent == Source.Rows[1]) &&
          !Source.chance(6))
        Wanted.push_back(L);
    auto Wants = [&](unsigned L) { return std::find(Wanted.begin(), Wanted.end(), L) != Wanted.end(); };
    std::optional<RowLoop> Row = findRowLoop(Ctx, R, G, Loop, Wants);
    unsigned Length = 2 + Source.below(2);
    if (!Row) {
      ++Refused;
      RowLoop Tried;
      Tried.Loop = Loop;
      for (unsigned L : Wanted)
        if (Source.IsMerged || S.Loops[L].Parent == Loop)
          Tried.Reductions.push_back(L);
      Tried.Expanded = {0};
      Wrong += !computesTheSame(Source, S, Tried, Length);
      continue;
    }
    ++Legal;
    Expanded += !Row->Expanded.empty();
    Merged += Source.IsMerged;
    ASSERT_TRUE(computesTheSame(Source, S, *Row, Row->IsWhole ? 64 : Length)) << "seed " << Seed << "\n" << print(S);
    G.ByRows = RowForm{Length, {*Row}};
    Plan.Groups = {G};
    auto Verdict = checkLegality(Ctx, R, Plan);
    EXPECT_TRUE(std::holds_alternative<LegalPlan>(Verdict)) << "seed " << Seed;
    // Another plan for the same loop is not taken, but for strips of a whole row that are all of one length.
    RowLoop Other = *Row;
    bool OtherCut = Source.chance(2) || Row->Expanded.empty();
    OtherCut ? (void)(Other.IsWhole = !Other.IsWhole) : Other.Expanded.clear();
    Plan.Groups.front().ByRows->Loops = {Other};
    Verdict = checkLegality(Ctx, R, Plan);
    bool IsEven = OtherCut && Row->IsWhole && *constantLength(S.Loops[Loop]) % Length == 0;
    EXPECT_EQ(std::holds_alternative<LegalPlan>(Verdict), IsEven) << "seed " << Seed;
    CutEvenly += IsEven;
    if (IsEven)
      ASSERT_TRUE(computesTheSame(Source, S, Other, Length)) << "seed " << Seed << "\n" << print(S);
  }
  EXPECT_GT(Legal, 60u);
  EXPECT_GT(Expanded, 20u);
  EXPECT_GT(Merged, 20u);
  EXPECT_GT(CutEvenly, 3u);
  EXPECT_GT(Wrong, 20u) << "of " << Refused;
}

} // namespace
