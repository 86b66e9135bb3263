//===- Savings.cpp - what fusing loops saves --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/Savings.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace loopfuse {

/// What a temporary that vanishes counts, against an array that is read once less: it is neither written nor read, its
/// lines are not fetched to be written, its memory is not asked for.
constexpr unsigned WeightOfTemporary = 4;

/// Elements that are not farther apart are still at hand.
constexpr int64_t NearBy = 16;

static std::set<unsigned> walkedArrays(const Scop &S, unsigned M) {
  std::set<unsigned> Walked;
  for (AccessKind Kind : {AccessKind::Read, AccessKind::Write})
    Walked.merge(S.walkedArrays(S.Members[M], Kind));
  return Walked;
}

Savings::Savings(const Scop &S) : S(S), Walked(S.Members.size()), Users(S.Arrays.size()) {
  for (unsigned M = 0; M < S.Members.size(); ++M) {
    Walked[M] = walkedArrays(S, M);
    for (unsigned A : Walked[M])
      Users[A].push_back(M);
  }
}

unsigned Savings::joining(ArrayRef<Placement> Members, unsigned M) const {
  unsigned Sum = 0;
  for (const Placement &P : Members)
    for (unsigned A : Walked[P.Member])
      if (Walked[M].count(A))
        Sum += weight(A, Members, M);
  return Sum;
}

uint64_t Savings::of(const FusionPlan &Plan) const {
  uint64_t Sum = 0;
  for (const FusionGroup &G : Plan.Groups)
    for (size_t I = 1; I < G.Members.size(); ++I)
      Sum += joining(ArrayRef(G.Members).take_front(I), G.Members[I].Member);
  return Sum;
}

ArrayRef<unsigned> Savings::usersOfTemporary(unsigned Array) const {
  bool IsShared = S.Arrays[Array].DeadAfter && Users[Array].size() > 1;
  return IsShared ? ArrayRef<unsigned>(Users[Array]) : ArrayRef<unsigned>();
}

unsigned Savings::weight(unsigned Array, ArrayRef<Placement> Members, unsigned M) const {
  auto IsIn = [&](unsigned User) {
    return User == M || any_of(Members, [&](const Placement &P) { return P.Member == User; });
  };
  bool Vanishes = S.Arrays[Array].DeadAfter && all_of(Users[Array], IsIn);
  return std::max(1u, S.Arrays[Array].ElementBytes) * (Vanishes ? WeightOfTemporary : 1);
}

/// Whether another value of a loop variable changes the value by a fixed amount.
static bool isLinear(const IndexExpr &E) {
  return is_contained(
             {IndexKind::Constant, IndexKind::Parameter, IndexKind::Iterator, IndexKind::Add, IndexKind::Multiply},
             E.kind()) &&
         (E.kind() != IndexKind::Multiply ||
          count_if(E.operands(), [](const IndexExpr &O) { return O.usesAnyIterator(); }) <= 1) &&
         all_of(E.operands(), isLinear);
}

static bool walkTogether(const Scop &S, const Placement &First, const Placement &Second, bool AtAnyShift) {
  unsigned Outermost = S.Members[Second.Member].Loops.front();
  for (unsigned X : S.Members[First.Member].Statements)
    for (const Access &A : S.Statements[X].Accesses)
      for (unsigned Y : S.Members[Second.Member].Statements)
        for (const Access &B : S.Statements[Y].Accesses) {
          if (A.Array != B.Array || A.Subscripts.size() != B.Subscripts.size())
            continue;
          // Loops that stand equally deep count as one.
          const std::vector<unsigned> &From = S.Statements[X].Loops, &To = S.Statements[Y].Loops;
          auto ToSecond = [&](const IndexExpr &Leaf) {
            auto It = Leaf.kind() == IndexKind::Iterator ? find(From, Leaf.index()) : From.end();
            size_t Level = It - From.begin();
            if (Level >= std::min(From.size(), To.size()))
              return Leaf;
            int64_t Shift = Level < Second.Shift.size() ? Second.Shift[Level] - First.Shift[Level] : 0;
            return IndexExpr::iterator(To[Level]) + IndexExpr::constant(Shift);
          };
          for (size_t K = 0; K < A.Subscripts.size(); ++K)
            if (B.Subscripts[K].usesIterator(Outermost)) {
              IndexExpr Apart = A.Subscripts[K].mapLeaves(ToSecond) - B.Subscripts[K];
              bool IsFixed = !Apart.isUnknown() && !Apart.usesAnyIterator();
              if (IsFixed && (AtAnyShift || !Apart.isConstant() || std::abs(Apart.value()) <= NearBy))
                return true;
              if (AtAnyShift && !(isLinear(A.Subscripts[K]) && isLinear(B.Subscripts[K])))
                return true;
            }
        }
  return false;
}

bool walkTogether(const Scop &S, const Placement &First, const Placement &Second) {
  return walkTogether(S, First, Second, /*AtAnyShift=*/false);
}

bool mayWalkTogether(const Scop &S, unsigned First, unsigned Second) {
  return walkTogether(S, {First, {0}}, {Second, {0}}, /*AtAnyShift=*/true);
}

} // namespace loopfuse
