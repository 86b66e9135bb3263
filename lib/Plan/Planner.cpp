//===- Planner.cpp - choose what to fuse ------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/Planner.h"
#include "Plan/Savings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {

/// A nest joins a group that ends at most this many members earlier: text is not moved farther.
constexpr unsigned MaxDistance = 64;
/// Groups tried for one nest, best first.
constexpr unsigned MaxCandidates = 4;
/// Members of one group: a body longer than that runs out of registers (docs/COST.md), and pairs grow as its square.
constexpr unsigned MaxMembers = 16;

bool holds(const IndexExpr &E, IndexKind Kind) {
  return E.kind() == Kind || any_of(E.operands(), [&](const IndexExpr &Part) { return holds(Part, Kind); });
}

/// The state of one partition. The members in \p Starts join nobody before them.
class Partition {
public:
  Partition(const Scop &S, const FusionGraph &Graph, const Savings &Saved, const std::set<unsigned> &KeptOut,
            const std::set<unsigned> &Starts)
      : S(S), Graph(Graph), Saved(Saved), KeptOut(KeptOut), Starts(Starts), GroupOf(S.Members.size(), -1) {}

  FusionPlan run() {
    std::optional<unsigned> Previous;
    for (unsigned M = 0; M < S.Members.size(); ++M) {
      if (KeptOut.count(M) || (!S.Members[M].IsLoop && S.Members[M].Kind != MemberKind::Nest))
        continue;
      std::optional<Refusal> WithPrevious = place(M, Previous);
      if (Previous && (GroupOf[M] < 0 || GroupOf[M] != GroupOf[*Previous]))
        Plan.Refused.push_back({*Previous, M, reasonApart(*Previous, M, std::move(WithPrevious))});
      Previous = M;
    }
    erase_if(Groups, [](const FusionGroup &G) { return G.Members.size() < 2; });
    Plan.Groups = std::move(Groups);
    return std::move(Plan);
  }

private:
  /// Puts nest \p M into the best group, or into one of its own. Returns why it did not join the group of \p Previous.
  std::optional<Refusal> place(unsigned M, std::optional<unsigned> Previous) {
    std::optional<Refusal> WithPrevious;
    if (S.Members[M].Kind == MemberKind::Nest && S.Members[M].Refusals.empty()) {
      SmallVector<unsigned> Candidates = candidates(M, Previous);
      for (unsigned G : Candidates) {
        if (Groups[G].Common)
          continue;
        std::optional<Refusal> Why = join(G, M);
        if (!Why)
          return std::nullopt;
        if (Previous && GroupOf[*Previous] == static_cast<int>(G))
          WithPrevious = std::move(Why);
      }
      // The same iterations are worth more: temporaries may vanish, and no text stands twice.
      for (unsigned G : Candidates) {
        std::optional<Refusal> Apart;
        if (joinInPart(G, M, Apart))
          return std::nullopt;
        // They could share some of their iterations but for this.
        bool IsLesser = WithPrevious && WithPrevious->Id == RefusalId::TripCountsDiffer;
        if (Apart && IsLesser && Previous && GroupOf[*Previous] == static_cast<int>(G))
          WithPrevious = std::move(Apart);
      }
      GroupOf[M] = Groups.size();
      FusionGroup Single;
      Single.Depth = S.Members[M].PerfectDepth;
      Single.Members.push_back({M, std::vector<int64_t>(Single.Depth, 0)});
      Groups.push_back(std::move(Single));
    }
    return WithPrevious;
  }

  /// Groups that share data with \p M, most saved bytes first, nearest first among equals. That of \p Previous is
  /// always one of them: it is the one nothing stands in front of.
  SmallVector<unsigned> candidates(unsigned M, std::optional<unsigned> Previous) const {
    SmallVector<std::pair<unsigned, unsigned>> Found; // bytes, group
    for (unsigned G = Starts.count(M) ? 0 : Groups.size(); G-- > 0;) {
      if (M - Groups[G].Members.back().Member > MaxDistance || Groups[G].Members.size() >= MaxMembers)
        continue;
      if (unsigned Bytes = Saved.joining(Groups[G].Members, M))
        Found.push_back({Bytes, G});
    }
    sort(Found, std::greater<>());
    SmallVector<unsigned> Result;
    for (const auto &[Bytes, G] : Found)
      if (Result.size() < MaxCandidates || (Previous && GroupOf[*Previous] == static_cast<int>(G)))
        Result.push_back(G);
    return Result;
  }

  /// Adds \p M to group \p G if that can be done; else says why not.
  std::optional<Refusal> join(unsigned G, unsigned M) {
    const FusionGroup &Group = Groups[G];
    unsigned Deepest = std::min(Group.Depth, S.Members[M].PerfectDepth);
    // A pair may meet on outer loops only; a group that is already fused deeper is not taken apart for a newcomer.
    // The directions of a grid stay together.
    unsigned Shallowest = Group.Members.size() > 1 ? Group.Depth : S.Members[M].Launch ? Deepest : 1;
    std::optional<Refusal> Why;
    for (unsigned Depth = Deepest; Depth >= Shallowest && Depth > 0; --Depth) {
      std::optional<Refusal> Refused = joinAt(G, M, Depth);
      if (!Refused)
        return std::nullopt;
      // The reason at the outermost level is the one that matters.
      Why = std::move(Refused);
    }
    if (!Why)
      Why = refuse(RefusalId::TripCountsDiffer, S.Members[M].Span,
                   {std::to_string(Group.Depth) + " loops deep", std::to_string(S.Members[M].PerfectDepth)});
    return Why;
  }

  std::optional<Refusal> joinAt(unsigned G, unsigned M, unsigned Depth) {
    FusionGroup Grown = Groups[G];
    Grown.Depth = Depth;
    for (Placement &P : Grown.Members)
      cutTo(P, Depth);
    auto Shift = Graph.Align(Grown.Members.front().Member, M, Depth);
    Placement New = placedBehind(S, Grown.Members.front(), M, Shift ? *Shift : std::vector<int64_t>(Depth, 0));
    for (const Placement &P : Grown.Members)
      if (auto Refused = Graph.Joins(P, New, Depth, Iterations::Same))
        return Refused;
    // Two loops of equal length may lie anywhere.
    bool IsShifted = any_of(New.Shift, [](int64_t By) { return By != 0; });
    if (IsShifted && none_of(Grown.Members, [&](const Placement &P) { return walkTogether(S, P, New); }))
      return refuse(RefusalId::NoReuse, S.Members[M].Span);
    Grown.Members.push_back(std::move(New));
    return add(G, M, std::move(Grown));
  }

  std::optional<Refusal> add(unsigned G, unsigned M, FusionGroup Grown) {
    if (Grown.Common) {
      auto Common = Graph.Common(Grown, FewIterations);
      if (auto *Refused = std::get_if<Refusal>(&Common))
        return std::move(*Refused);
      Grown.Common = std::get<CommonRange>(std::move(Common));
    }
    if (auto Refused = placeBetween(S, Graph, Grown))
      return Refused;
    if (auto Refused = splitsAnotherGroup(Grown))
      return Refused;
    Groups[G] = std::move(Grown);
    GroupOf[M] = G;
    return std::nullopt;
  }

  /// Whether the two begin a known way apart, and neither is what another split has left: it would be split on and on.
  bool mayShare(unsigned First, unsigned Second) const {
    const Loop &A = S.Loops[S.Members[First].Loops.front()], &B = S.Loops[S.Members[Second].Loops.front()];
    auto IsPiece = [](const IndexExpr &E) { return holds(E, IndexKind::Minimum) || holds(E, IndexKind::Maximum); };
    return (A.First - B.First).isConstant() && none_of(std::array{A.First, A.Bound, B.First, B.Bound}, IsPiece);
  }

  /// Adds \p M to group \p G behind all its members, by the least shift that keeps the dependences, over the iterations
  /// they then share. A group that runs over the same iterations is not split for a newcomer. Leaves in \p Why what
  /// keeps them apart if they meet at all.
  bool joinInPart(unsigned G, unsigned M, std::optional<Refusal> &Why) {
    FusionGroup Grown = Groups[G];
    if (!Grown.Common && Grown.Members.size() > 1)
      return false;
    // One counter stands for all in what is split off.
    auto TypeOf = [&](unsigned Member) { return S.Loops[S.Members[Member].Loops.front()].VariableType; };
    if (TypeOf(Grown.Members.front().Member) != TypeOf(M))
      return false;
    if (!all_of(Grown.Members, [&](const Placement &P) { return mayShare(P.Member, M); }) ||
        none_of(Grown.Members, [&](const Placement &P) { return mayWalkTogether(S, P.Member, M); }))
      return false;
    Grown.Depth = 1;
    Grown.Common.emplace();
    Placement New{M, {0}};
    for (Placement &P : Grown.Members) {
      cutTo(P, 1);
      std::optional<int64_t> Shift = Graph.LeastShift(P.Member, M);
      if (!Shift)
        return false;
      int64_t Sum = P.Shift.front() + *Shift;
      if (std::abs(Sum) > std::abs(New.Shift.front()))
        New.Shift.front() = Sum;
    }
    if (none_of(Grown.Members, [&](const Placement &P) { return walkTogether(S, P, New); }))
      return false;
    for (const Placement &P : Grown.Members)
      if ((Why = Graph.Joins(P, New, 1, Iterations::Differ)))
        return false;
    Grown.Members.push_back(std::move(New));
    Why = add(G, M, std::move(Grown));
    return !Why;
  }

  /// A group that has members both inside and outside the span of \p Grown would have to be in two places.
  std::optional<Refusal> splitsAnotherGroup(const FusionGroup &Grown) const {
    unsigned First = Grown.Members.front().Member, Last = Grown.Members.back().Member;
    auto Splits = [&](unsigned Between) {
      if (GroupOf[Between] < 0 || Groups[GroupOf[Between]].Members.size() < 2)
        return false;
      const FusionGroup &Other = Groups[GroupOf[Between]];
      auto SameSide = [&](const Placement &P) {
        return is_contained(is_contained(Grown.Before, Between) ? Grown.Before : Grown.After, P.Member);
      };
      return Other.Members.front().Member < First || Other.Members.back().Member > Last ||
             !all_of(Other.Members, SameSide);
    };
    for (unsigned Between : concat<const unsigned>(Grown.Before, Grown.After))
      if (Splits(Between))
        return refuse(RefusalId::StatementBetween, S.Members[Between].Span, {"it is fused with another loop"});
    return std::nullopt;
  }

  /// Why neighbouring loops are apart.
  Refusal reasonApart(unsigned First, unsigned Second, std::optional<Refusal> WithPrevious) const {
    for (unsigned M : {First, Second})
      if (!S.Members[M].Refusals.empty())
        return S.Members[M].Refusals.front();
    if (WithPrevious)
      return *WithPrevious;
    // They share nothing, so nobody asked yet; legality is the better answer where it says no.
    unsigned Depth = S.Members[First].Launch && S.Members[Second].Launch
                         ? std::min(S.Members[First].PerfectDepth, S.Members[Second].PerfectDepth)
                         : 1;
    auto Shift = Graph.Align(First, Second, Depth);
    std::vector<int64_t> Zero(Depth, 0);
    Placement A{First, Zero}, B = placedBehind(S, A, Second, Shift ? *Shift : Zero);
    if (auto Refused = Graph.Joins(A, B, Depth, Iterations::Same))
      return *Refused;
    return refuse(RefusalId::NoReuse, S.Members[Second].Span);
  }

  const Scop &S;
  const FusionGraph &Graph;
  const Savings &Saved;
  const std::set<unsigned> &KeptOut;
  const std::set<unsigned> &Starts;
  std::vector<int> GroupOf; ///< Per member: its group, or -1.
  std::vector<FusionGroup> Groups;
  FusionPlan Plan;
};

bool areTogether(const FusionPlan &Plan, ArrayRef<unsigned> Members) {
  return any_of(Plan.Groups, [&](const FusionGroup &G) {
    return all_of(Members,
                  [&](unsigned M) { return any_of(G.Members, [&](const Placement &P) { return P.Member == M; }); });
  });
}

/// Whether the first of \p Members may be fused with each of the others.
bool mayJoinFirst(const Scop &S, const FusionGraph &Graph, ArrayRef<unsigned> Members) {
  return all_of(Members.drop_front(), [&](unsigned M) {
    auto Shift = Graph.Align(Members.front(), M, 1);
    Placement First{Members.front(), {0}};
    return !Graph.Joins(First, placedBehind(S, First, M, Shift ? *Shift : std::vector<int64_t>{0}), 1,
                        Iterations::Same);
  });
}

} // namespace

std::optional<Refusal> placeBetween(const Scop &S, const FusionGraph &Graph, FusionGroup &Group) {
  std::vector<unsigned> In, Between;
  for (const Placement &P : Group.Members)
    In.push_back(P.Member);
  for (unsigned M = In.front() + 1; M < In.back(); ++M)
    if (!is_contained(In, M))
      Between.push_back(M);

  // Who must stay in front of a later member of the group, directly or through another of them; and the reverse.
  std::set<unsigned> MustBefore, MustAfter;
  for (unsigned X : reverse(Between)) {
    auto Leads = [&](unsigned M) { return M > X && Graph.KeepsOrder(X, M); };
    if (any_of(In, Leads) || any_of(MustBefore, Leads))
      MustBefore.insert(X);
  }
  for (unsigned X : Between) {
    auto Follows = [&](unsigned M) { return M < X && Graph.KeepsOrder(M, X); };
    if (any_of(In, Follows) || any_of(MustAfter, Follows))
      MustAfter.insert(X);
  }
  for (unsigned X : MustBefore)
    if (MustAfter.count(X)) {
      const Member &M = S.Members[X];
      // Of a label it matters alone that it is there.
      if (!M.Refusals.empty() && is_contained({RefusalId::Label, RefusalId::SwitchCase}, M.Refusals.front().Id))
        return M.Refusals.front();
      return refuse(RefusalId::StatementBetween, M.Span,
                    {M.Refusals.empty() ? "it needs what is computed before it and is needed behind it"
                                        : M.Refusals.front().message()});
    }

  // Those that may go either way stay where no text must move.
  Group.Before.clear();
  Group.After.clear();
  for (unsigned X : Between)
    (MustBefore.count(X) || (MustAfter.empty() && !MustBefore.empty()) ? Group.Before : Group.After).push_back(X);
  return std::nullopt;
}

FusionPlan choosePlan(const Scop &S, const FusionGraph &Graph, const std::set<unsigned> &KeptOut) {
  Savings Saved(S);
  std::set<unsigned> Starts;
  FusionPlan Best = Partition(S, Graph, Saved, KeptOut, Starts).run();
  // A loop that joins earlier ones for what they share may be lost for the later one that reads what it writes.
  unsigned Tried = 0;
  for (unsigned A = 0; A < S.Arrays.size() && Tried < MaxCandidates; ++A) {
    ArrayRef<unsigned> Users = Saved.usersOfTemporary(A);
    auto IsWhole = [&](unsigned M) {
      return S.Members[M].Kind == MemberKind::Nest && S.Members[M].Refusals.empty() && !KeptOut.count(M);
    };
    if (Users.empty() || !all_of(Users, IsWhole) || areTogether(Best, Users) || !mayJoinFirst(S, Graph, Users))
      continue;
    ++Tried;
    std::set<unsigned> More = Starts;
    More.insert(Users.front());
    FusionPlan Other = Partition(S, Graph, Saved, KeptOut, More).run();
    if (Saved.of(Other) > Saved.of(Best)) {
      Best = std::move(Other);
      Starts = std::move(More);
    }
  }
  return Best;
}

} // namespace loopfuse
