//===- Recheck.cpp - does the new text mean what was proved? --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/Recheck.h"
#include "Model/DeviceOrder.h"
#include "Verify/CompareNests.h"
#include "Verify/CompareRows.h"
#include "Verify/PartOfMember.h"
#include "Verify/Renumber.h"
#include "Verify/Uncut.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// What the new text must hold at one place: a fused nest or a member as it was.
struct Expected {
  std::optional<unsigned> Group; ///< Position in the plan.
  unsigned Member = 0;           ///< Without a group, and of a part the member it is taken from.
  Part Which = Part::All;
};
} // namespace

static unsigned firstOf(const FusionGroup &G) { return G.Members.front().Member; }
static unsigned lastOf(const FusionGroup &G) { return G.Members.back().Member; }

/// Whether member \p M comes before member \p N of another unit in the new text.
static bool goesBefore(const FusionPlan &Plan, ArrayRef<std::optional<unsigned>> GroupOf, unsigned M, unsigned N) {
  for (const FusionGroup &G : Plan.Groups) {
    bool HoldsM = GroupOf[M] && &Plan.Groups[*GroupOf[M]] == &G, HoldsN = GroupOf[N] && &Plan.Groups[*GroupOf[N]] == &G;
    if (HoldsN && is_contained(G.Before, M))
      return true;
    if (HoldsN && is_contained(G.After, M))
      return false;
    if (HoldsM && is_contained(G.After, N))
      return true;
    if (HoldsM && is_contained(G.Before, N))
      return false;
    if (is_contained(G.Before, M) && is_contained(G.After, N))
      return true;
    if (is_contained(G.After, M) && is_contained(G.Before, N))
      return false;
  }
  return M < N;
}

/// The members and fused nests in the order of the new text. checkLegality lets no plan pass whose groups cross, so the
/// order is a total one.
static std::vector<Expected> newOrder(const Scop &Before, const FusionPlan &Plan) {
  std::vector<std::optional<unsigned>> GroupOf(Before.Members.size());
  for (unsigned G = 0; G < Plan.Groups.size(); ++G)
    for (const Placement &P : Plan.Groups[G].Members)
      GroupOf[P.Member] = G;
  std::vector<Expected> Order;
  std::vector<unsigned> Leader; ///< Per entry of Order: the member it is sorted by.
  for (unsigned M = 0; M < Before.Members.size(); ++M) {
    if (GroupOf[M] && firstOf(Plan.Groups[*GroupOf[M]]) != M)
      continue;
    // A group stands where its first member stood, so only what the plan moves passes it.
    size_t At = Order.size();
    while (At > 0 && !goesBefore(Plan, GroupOf, Leader[At - 1], M))
      --At;
    Order.insert(Order.begin() + At, {GroupOf[M], M});
    Leader.insert(Leader.begin() + At, M);
  }
  return Order;
}

/// Whether a statement of the region may be gone because it only made or released a contracted array.
static bool mayVanish(const Scop &Before, const FusionPlan &Plan, unsigned Member) {
  const struct Member &M = Before.Members[Member];
  auto IsContracted = [&](unsigned Array) {
    return any_of(Plan.Groups, [&](const FusionGroup &G) {
      return any_of(G.Contractions,
                    [&](const Contraction &C) { return C.Array == Array || Before.Arrays[C.Array].Owner == Array; });
    });
  };
  if (M.Kind == MemberKind::Nest || M.TouchesUnknown)
    return false;
  bool Writes = false;
  for (unsigned St : M.Statements)
    for (const Access &A : Before.Statements[St].Accesses) {
      bool IsHolder = any_of(Plan.Groups, [&](const FusionGroup &G) {
        return any_of(G.Contractions, [&](const Contraction &C) {
          return Before.Arrays[C.Array].Declared.isValid() &&
                 Before.Arrays[A.Array].Declared == Before.Arrays[C.Array].Declared;
        });
      });
      if (A.Kind == AccessKind::Read || isDeviceOrder(Before.Arrays[A.Array]))
        continue;
      if (!IsContracted(A.Array) && !IsHolder)
        return false;
      Writes = true;
    }
  return Writes;
}

/// Whether the variable is gone: nobody reads it behind the region, and the new text of that does not name it.
static bool isUnused(const Scop &Before, unsigned Array, const Scop &New) {
  return Before.Arrays[Array].DeadAfter && !Before.Arrays[Array].Escapes &&
         none_of(New.Statements, [&](const Statement &Other) {
           return any_of(Other.Accesses, [&](const Access &A) { return A.Array == Array; });
         });
}

/// Whether a statement sets unused variables and nothing else.
static bool onlySetsUnused(const Scop &Before, const Statement &St, const Scop &New) {
  auto IsWrite = [](const Access &A) { return A.Kind == AccessKind::Write; };
  return any_of(St.Accesses, IsWrite) &&
         all_of(St.Accesses, [&](const Access &A) { return !IsWrite(A) || isUnused(Before, A.Array, New); });
}

/// Takes variables that are declared without a value, and unused, out of a declaration of several.
static void dropUnusedDeclarators(const Scop &Before, Statement &St, const Scop &New) {
  auto Declares = [&](size_t T, StringRef Name) {
    return T < St.Terms.size() && St.Terms[T].Kind == TermKind::Operation &&
           StringRef(St.Terms[T].Text).starts_with(("declare " + Name).str());
  };
  for (size_t T = St.Terms.size(); T-- > 0;) {
    bool HasValue = T + 1 < St.Terms.size() && !Declares(T + 1, "");
    if (HasValue || !Declares(T, ""))
      continue;
    auto Own = llvm::find_if(St.Accesses, [&](const Access &A) {
      return A.Kind == AccessKind::Write && A.Subscripts.empty() &&
             St.Terms[T].Text == "declare " + Before.Arrays[A.Array].Name && isUnused(Before, A.Array, New);
    });
    if (Own == St.Accesses.end())
      continue;
    size_t Gone = Own - St.Accesses.begin();
    St.Accesses.erase(Own);
    St.Terms.erase(St.Terms.begin() + T);
    for (Term &Other : St.Terms)
      Other.Index -= Other.Kind == TermKind::Memory && Other.Index > Gone;
  }
}

/// The region without the plain statements that the new text can do without: a declaration may have lost some of its
/// variables.
static Scop withoutUnused(const Scop &Before, const Scop &New) {
  Scop Result = Before;
  for (Member &M : Result.Members) {
    if (M.Kind != MemberKind::Plain || M.TouchesUnknown)
      continue;
    erase_if(M.Statements, [&](unsigned St) { return onlySetsUnused(Before, Before.Statements[St], New); });
    for (unsigned St : M.Statements)
      dropUnusedDeclarators(Before, Result.Statements[St], New);
  }
  return Result;
}

static bool isEmpty(const Member &M) {
  return M.Kind == MemberKind::Plain && !M.TouchesUnknown && M.Statements.empty();
}

static bool isLoop(const Scop &S, unsigned Member) {
  return S.Members[Member].Kind == MemberKind::Nest || S.Members[Member].IsLoop;
}

/// Whether the region of the new text is not without it: what the plan moves into a branch of a guard has its place
/// beside the loops there.
static bool isInside(const Scop &Before, const FusionPlan &Plan, const Expected &E) {
  return E.Group || isLoop(Before, E.Member) || any_of(Plan.Groups, [&](const FusionGroup &G) {
           return G.isGuarded() && (is_contained(G.Before, E.Member) || is_contained(G.After, E.Member));
         });
}

/// The loop of \p P, not the first of its group, whose counter is to have behind the fused nest what the first one's
/// has; null if there is none.
static const Loop *copiesCounter(const Scop &Before, const FusionGroup &G, const Placement &P) {
  const Loop &First = Before.Loops[Before.Members[firstOf(G)].Loops.front()],
             &Own = Before.Loops[Before.Members[P.Member].Loops.front()];
  return Own.LiveBehind && Own.Counter != First.Counter ? &Own : nullptr;
}

static unsigned countersCopied(const Scop &Before, const FusionGroup &G) {
  return count_if(G.Members, [&](const Placement &P) { return copiesCounter(Before, G, P); });
}

/// "k = i;"
static bool isCopy(const Scop &S, unsigned Member, unsigned To, unsigned From) {
  const struct Member &M = S.Members[Member];
  if (M.Kind != MemberKind::Plain || M.TouchesUnknown || M.Statements.size() != 1)
    return false;
  const Statement &St = S.Statements[M.Statements.front()];
  auto Is = [&](const Term &T, AccessKind Kind, unsigned Array) {
    if (T.Kind != TermKind::Memory || T.Below != 0)
      return false;
    const Access &A = St.Accesses[T.Index];
    return A.Kind == Kind && A.Array == Array && A.Must && A.Subscripts.empty();
  };
  return St.Accesses.size() == 2 && St.Terms.size() == 3 && St.Terms[0].Text == "=" &&
         Is(St.Terms[1], AccessKind::Write, To) && Is(St.Terms[2], AccessKind::Read, From);
}

OuterStatements movedOut(const Scop &Before, const FusionPlan &Plan) {
  std::vector<Expected> Order = newOrder(Before, Plan);
  auto IsInside = [&](const Expected &E) { return isInside(Before, Plan, E); };
  auto First = llvm::find_if(Order, IsInside);
  OuterStatements Moved;
  Moved.InFront = First - Order.begin();
  auto Last = llvm::find_if(reverse(Order), IsInside);
  Moved.Behind = Last - Order.rbegin();
  if (Last != Order.rend() && Last->Group)
    Moved.Behind += countersCopied(Before, Plan.Groups[*Last->Group]);
  // The constant of its strips may stand between them and the loop.
  if (Moved.InFront > 0 && First->Group)
    Moved.InFront += Plan.Groups[*First->Group].ByStrips || Plan.Groups[*First->Group].ByRows;
  return Moved;
}

/// What is split is expected in its parts.
static std::vector<Expected> withParts(const FusionPlan &Plan, ArrayRef<Expected> Order) {
  std::vector<Expected> Result;
  for (const Expected &E : Order) {
    const FusionGroup *G = E.Group ? &Plan.Groups[*E.Group] : nullptr;
    if (!G || !G->Common) {
      Result.push_back(E);
      continue;
    }
    for (unsigned I : G->Common->Prologues)
      Result.push_back({E.Group, G->Members[I].Member, Part::Prologue});
    Result.push_back({E.Group, E.Member, Part::Common});
    for (unsigned I : G->Common->Epilogues)
      Result.push_back({E.Group, G->Members[I].Member, Part::Epilogue});
  }
  return Result;
}

static std::optional<std::string> compare(const Scop &Before, const FusionPlan &Plan, const FusionGroup &Contracted,
                                          const Expected &E, const Scop &After, unsigned Member) {
  if (!E.Group)
    return compareMember(Before, E.Member, Contracted, After, Member);
  const FusionGroup &Group = Plan.Groups[*E.Group];
  if (Group.ByStrips) {
    auto Whole = uncut(Before, Group, After, Member);
    auto *Why = std::get_if<std::string>(&Whole);
    return Why ? std::optional(*Why) : compareNest(Before, Group, std::get<Scop>(Whole), Member);
  }
  if (Group.ByRows)
    return compareRows(Before, Group, After, Member);
  if (E.Which == Part::All)
    return compareNest(Before, Group, After, Member);
  Scop Restricted = partOf(Before, Group, E.Which);
  if (E.Which == Part::Common)
    return compareNest(Restricted, Group, After, Member);
  FusionGroup Alone;
  Alone.Members = {{E.Member, {0}}};
  return compareNest(Restricted, Alone, After, Member);
}

/// The declaration of a constant that is new: the length of the strips behind it.
static bool declaresNew(const Scop &Before, const Scop &New, unsigned Member) {
  const struct Member &M = New.Members[Member];
  return M.Kind == MemberKind::Plain && !M.TouchesUnknown && all_of(M.Statements, [&](unsigned I) {
           const Statement &St = New.Statements[I];
           return !St.CallsFunction && all_of(St.Accesses, [&](const Access &A) {
             return A.Kind == AccessKind::Write && A.Array >= Before.Arrays.size() && A.Subscripts.empty();
           });
         });
}

static bool isWellFormed(const Scop &Before, const FusionPlan &Plan) {
  return all_of(Plan.Groups, [&](const FusionGroup &G) {
    return !G.Members.empty() && lastOf(G) < Before.Members.size() &&
           all_of(
               G.Members,
               [&](const Placement &P) {
                 return P.Shift.size() == G.Depth && (P.Reversed.empty() || P.Reversed.size() == G.Depth);
               }) &&
           !G.Members.front().isReversed() && (!G.Common || hasParts(Before, G)) &&
           (!G.ByStrips || (G.Depth == 1 && !G.Common && !G.ByStrips->Begins.empty())) &&
           (!G.ByRows || (!G.Common && !G.ByStrips && !G.ByRows->Loops.empty()));
  });
}

/// Of an access that need not happen, the terms tell the element again, by all subscripts that are written. Where the
/// access itself tells it, these terms go.
static void dropPlaceTerms(Statement &St, unsigned Array) {
  for (size_t I = 0; I < St.Terms.size(); ++I) {
    Term &T = St.Terms[I];
    if (T.Kind != TermKind::Memory || St.Accesses[T.Index].Array != Array ||
        any_of(St.Accesses[T.Index].Subscripts, [](const IndexExpr &E) { return E.isUnknown(); }))
      continue;
    unsigned Gone = T.Below;
    T.Below = 0;
    St.Terms.erase(St.Terms.begin() + I + 1, St.Terms.begin() + I + 1 + Gone);
  }
}

/// Takes the contractions that keep rows out of \p Plan and gives the region as it would be with them alone: of each
/// access the inner subscripts are left. That the rows are those of one iteration, the proof has shown.
static Scop withRows(const Scop &Before, FusionPlan &Plan) {
  Scop Out = Before;
  for (FusionGroup &G : Plan.Groups) {
    for (const Contraction &C : G.Contractions) {
      if (C.Kept == 0)
        continue;
      auto Keep = [&](std::vector<IndexExpr> &All) {
        All.erase(All.begin(), All.end() - std::min<size_t>(C.Kept, All.size()));
      };
      Keep(Out.Arrays[C.Array].Extents);
      for (Statement &St : Out.Statements) {
        dropPlaceTerms(St, C.Array);
        for (Access &A : St.Accesses)
          if (A.Array == C.Array)
            Keep(A.Subscripts);
      }
    }
    erase_if(G.Contractions, [](const Contraction &C) { return C.Kept != 0; });
  }
  return Out;
}

/// Whether the arrays of which rows are kept are declared with these rows.
static std::optional<std::string> checkRows(const Scop &Before, const FusionPlan &Plan, const Scop &Old,
                                            const Scop &After) {
  for (const FusionGroup &G : Plan.Groups)
    for (const Contraction &C : G.Contractions)
      if (C.Kept && none_of(After.Arrays, [&](const Array &A) {
            return A.Name == Before.Arrays[C.Array].Name && A.Base == Before.Arrays[C.Array].Base &&
                   A.Extents == Old.Arrays[C.Array].Extents;
          }))
        return "'" + Before.Arrays[C.Array].Name + "' has not the size of its rows";
  return std::nullopt;
}

std::optional<std::string> recheck(const Scop &Given, const FusionPlan &Whole, const Scop &After) {
  if (!isWellFormed(Given, Whole))
    return "the plan is not one of this region";
  FusionPlan Plan = Whole;
  const Scop Before = withRows(Given, Plan);
  if (std::optional<std::string> Why = checkRows(Given, Whole, Before, After))
    return Why;
  Scop New = inNumbersOf(Before, After);
  for (const FusionGroup &G : Whole.Groups)
    for (const Contraction &C : G.Contractions)
      if (C.Kept)
        for (Statement &St : New.Statements)
          dropPlaceTerms(St, C.Array);
  FusionGroup Contracted; // The contractions of all groups.
  for (const FusionGroup &G : Plan.Groups)
    llvm::append_range(Contracted.Contractions, G.Contractions);
  for (const Statement &St : New.Statements)
    for (const Access &A : St.Accesses)
      for (const Contraction &C : Contracted.Contractions)
        if (C.Array == A.Array)
          return "'" + Before.Arrays[A.Array].Name + "' is still used at line " + utostr(A.Place.Line);

  Scop Kept = withoutUnused(Before, New);
  std::vector<Expected> Order = newOrder(Before, Plan);
  Order = withParts(Plan, Order);
  unsigned Next = 0;
  for (const Expected &E : Order) {
    std::optional<std::string> Why = "line " + utostr(Before.Members[E.Member].Span.Line) + " has no counterpart";
    if (E.Group && (Plan.Groups[*E.Group].ByStrips || Plan.Groups[*E.Group].ByRows) && Next < New.Members.size() &&
        declaresNew(Before, New, Next))
      ++Next;
    if (Next < New.Members.size())
      Why = compare(Kept, Plan, Contracted, E, New, Next);
    if (!Why) {
      ++Next;
      const FusionGroup *G = E.Group && E.Which == Part::All ? &Plan.Groups[*E.Group] : nullptr;
      for (const Placement &P : G ? ArrayRef(G->Members) : ArrayRef<Placement>())
        if (const Loop *Own = copiesCounter(Before, *G, P)) {
          const Loop &First = Before.Loops[Before.Members[firstOf(*G)].Loops.front()];
          if (!First.Counter || Next >= New.Members.size() || !isCopy(New, Next, *Own->Counter, *First.Counter))
            return "'" + Own->Variable + "' is not what line " + utostr(Own->Span.Line) + " left in it";
          ++Next;
        }
    } else if (E.Group || (!isEmpty(Kept.Members[E.Member]) && !mayVanish(Before, Plan, E.Member))) {
      return Why;
    }
  }
  if (Next < New.Members.size())
    return "line " + utostr(New.Members[Next].Span.Line) + " was not there before";
  return std::nullopt;
}

} // namespace loopfuse
