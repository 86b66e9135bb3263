//===- ByRows.cpp - a region as its plan's rows have it -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/ByRows.h"
#include "Model/OmpDirective.h"
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
class RowOrder {
public:
  RowOrder(const Scop &Before, const FusionGroup &Given) : Before(Before), Given(Given) {
    Out.Region = Before;
    Out.Group = Given;
    Out.Group.ByRows.reset();
  }

  void run();
  ByRows Out;

private:
  void joinBodies();
  void place(const RowLoop &Row);
  void placeStatement(const RowStatement &RS, unsigned Level, std::optional<unsigned> Strip, unsigned Row);
  unsigned copyOf(unsigned Loop);

  const Scop &Before;
  const FusionGroup &Given;
};
} // namespace

static void rename(IndexExpr &E, const std::map<unsigned, unsigned> &Loops) {
  E = E.mapLeaves([&](const IndexExpr &Leaf) {
    auto It = Leaf.kind() == IndexKind::Iterator ? Loops.find(Leaf.index()) : Loops.end();
    return It == Loops.end() ? Leaf : IndexExpr::iterator(It->second);
  });
}

static void rename(Loop &L, const std::map<unsigned, unsigned> &Loops) {
  for (IndexExpr *E : {&L.First, &L.Bound, &L.Step})
    rename(*E, Loops);
  if (auto It = L.Parent ? Loops.find(*L.Parent) : Loops.end(); It != Loops.end())
    L.Parent = It->second;
}

static void rename(Statement &St, const std::map<unsigned, unsigned> &Loops) {
  for (unsigned &L : St.Loops)
    if (auto It = Loops.find(L); It != Loops.end())
      L = It->second;
  for (Constraint &C : St.Guard)
    rename(C.Expr, Loops);
  for (Access &A : St.Accesses)
    for (IndexExpr &E : A.Subscripts)
      rename(E, Loops);
  for (Term &T : St.Terms)
    for (IndexExpr &E : T.Values)
      rename(E, Loops);
}

/// The members' bodies one behind the other in the first one's loops: the merged loops run over the same iterations.
void RowOrder::joinBodies() {
  Scop &S = Out.Region;
  unsigned Depth = Given.Depth, First = Given.Members.front().Member;
  std::vector<unsigned> Kept = S.perfectLoops(S.Members[First], Depth);
  for (unsigned P = 0; P < Given.Members.size(); ++P) {
    const Member M = Before.Members[Given.Members[P].Member];
    std::vector<unsigned> Merged = Before.perfectLoops(M, Depth);
    std::map<unsigned, unsigned> Loops;
    for (unsigned K = 0; K < Depth; ++K)
      Loops[Merged[K]] = Kept[K];
    for (unsigned L : M.Loops)
      if (P > 0 && !is_contained(Merged, L)) {
        rename(S.Loops[L], Loops);
        S.Loops[L].Member = First;
        S.Members[First].Loops.push_back(L);
      }
    for (unsigned I : M.Statements) {
      Statement &St = S.Statements[I];
      if (St.IsHeader)
        continue;
      rename(St, Loops);
      St.Member = First;
      for (unsigned K = 0; K < Depth; ++K)
        St.Position[K] = 0;
      St.Position[Depth] += P << 16;
      if (P > 0)
        S.Members[First].Statements.push_back(I);
    }
  }
  std::string &Directive = S.Loops[S.Members[First].Loops.front()].Directive;
  Directive = mergedDirective(Before, Given).value_or(Directive);
  Out.Group.Members = {{First, {}}};
  Out.Group.Depth = 0;
}

unsigned RowOrder::copyOf(unsigned Loop) {
  Scop &S = Out.Region;
  struct Loop Copy = S.Loops[Loop];
  S.Members[Copy.Member].Loops.push_back(S.Loops.size());
  S.Loops.push_back(std::move(Copy));
  return S.Loops.size() - 1;
}

/// The statement's loops, and its position in them: the strip, then the parts; in a reduction the row comes last.
void RowOrder::placeStatement(const RowStatement &RS, unsigned Level, std::optional<unsigned> Strip, unsigned Row) {
  Statement &St = Out.Region.Statements[RS.Statement];
  std::vector<unsigned> Loops(St.Loops.begin(), St.Loops.begin() + Level),
      Inner(St.Loops.begin() + Level + 1, St.Loops.end());
  std::vector<unsigned> Position(St.Position.begin(), St.Position.begin() + Level + 1);
  if (Strip) {
    Loops.push_back(*Strip);
    Position.push_back(RS.Part);
  } else {
    Position.back() += RS.Part;
  }
  std::vector<unsigned> Below(St.Position.begin() + Level + 1, St.Position.end());
  if (RS.Reduction) {
    Below.erase(Below.begin()); // Where the reduction stands in the row's body: that is its part.
    Below.insert(Below.end() - 1, 0);
    append_range(Loops, Inner);
    Loops.push_back(Row);
  } else {
    Loops.push_back(Row);
    append_range(Loops, Inner);
  }
  append_range(Position, Below);
  St.Loops = std::move(Loops);
  St.Position = std::move(Position);
}

void RowOrder::place(const RowLoop &Row) {
  Scop &S = Out.Region;
  unsigned Level = levelOf(Before, Row.Loop);
  std::vector<RowStatement> Statements = rowStatements(Before, Given, Row);
  uint64_t Length = rowLength(Before, *Given.ByRows, Row);
  // Room for the parts beside what else stands in the loop around.
  if (Row.IsWhole)
    for (unsigned I : S.Members[S.Loops[Row.Loop].Member].Statements)
      if (S.Statements[I].Position.size() > Level)
        S.Statements[I].Position[Level] *= 256;
  std::optional<unsigned> Strip;
  if (!Row.IsWhole) {
    Strip = copyOf(Row.Loop);
    S.Loops[*Strip].Step = IndexExpr::constant(Length);
  }
  std::map<unsigned, unsigned> Copies; // By part.
  for (const RowStatement &RS : Statements) {
    auto [Copy, IsNew] = Copies.try_emplace(RS.Part, 0);
    if (IsNew) {
      Copy->second = copyOf(Row.Loop);
      Loop &L = S.Loops[Copy->second];
      if (Strip) {
        L.First = IndexExpr::iterator(*Strip);
        IndexExpr End = IndexExpr::iterator(*Strip) + IndexExpr::constant(int64_t(Length) - L.boundToEnd());
        L.Bound = isCutEvenly(Before, *Given.ByRows, Row) ? End : IndexExpr::minimum({End, L.Bound});
      }
      if (Strip)
        L.Parent = Strip;
    }
    std::vector<unsigned> Around = S.Statements[RS.Statement].Loops;
    placeStatement(RS, Level, Strip, Copy->second);
    std::map<unsigned, unsigned> ToCopy{{Row.Loop, Copy->second}};
    rename(S.Statements[RS.Statement], ToCopy);
    // The loops below stand in the strip or the loop around, or in the row of their part.
    for (unsigned K = Level + 1; K < Around.size(); ++K)
      if (S.Loops[Around[K]].Parent == Row.Loop) {
        if (RS.Reduction)
          S.Loops[Around[K]].Parent = Strip ? Strip : S.Loops[Row.Loop].Parent;
        else
          rename(S.Loops[Around[K]], ToCopy);
      } else if (!RS.Reduction) {
        rename(S.Loops[Around[K]], ToCopy);
      }
    if (RS.Reduction)
      S.Loops[Copy->second].Parent = Around.back();
    unsigned Place = find(S.Statements[RS.Statement].Loops, Copy->second) - S.Statements[RS.Statement].Loops.begin();
    Out.Places[RS.Statement] = {Place, Strip ? std::optional(Level) : std::nullopt, Length,
                                S.Loops[Row.Loop].First.isConstant() ? S.Loops[Row.Loop].First.value() : 0};
  }
}

void RowOrder::run() {
  if (isMergedRow(Before, Given, Given.ByRows->Loops.front()))
    joinBodies();
  for (const RowLoop &Row : Given.ByRows->Loops)
    place(Row);
  for (const Placement &P : Out.Group.Members) {
    std::vector<unsigned> &Loops = Out.Region.Members[P.Member].Loops;
    erase_if(Loops, [&](unsigned L) {
      return any_of(Given.ByRows->Loops, [&](const RowLoop &Row) { return Row.Loop == L; });
    });
    llvm::sort(Loops, [&](unsigned A, unsigned B) {
      return std::pair(levelOf(Out.Region, A), A) < std::pair(levelOf(Out.Region, B), B);
    });
  }
}

ByRows byRows(const Scop &Before, const FusionGroup &Group) {
  RowOrder Order(Before, Group);
  Order.run();
  return std::move(Order.Out);
}

} // namespace loopfuse
