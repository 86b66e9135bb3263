//===- Features.cpp - the numbers of a group --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Features.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {

/// The arrays one member walks over.
struct Traffic {
  std::set<unsigned> Read, Written;
};

Traffic trafficOf(const Scop &S, unsigned M) {
  Traffic T;
  for (unsigned St : S.Members[M].Statements)
    for (const Access &A : S.Statements[St].Accesses)
      if (any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown() || E.usesAnyIterator(); }))
        (A.Kind == AccessKind::Read ? T.Read : T.Written).insert(A.Array);
  return T;
}

double bytesOf(const Scop &S, const std::set<unsigned> &Arrays) {
  double Bytes = 0;
  for (unsigned A : Arrays)
    Bytes += S.Arrays[A].ElementBytes;
  return Bytes;
}

std::optional<double> constantTripCount(const Loop &L) {
  if (!L.First.isConstant() || !L.Bound.isConstant() || !L.Step.isConstant() || L.Step.isConstant(0))
    return std::nullopt;
  bool Inclusive = L.Relation == BoundRelation::LessEqual || L.Relation == BoundRelation::GreaterEqual;
  double Distance = double(L.Bound.value()) - double(L.First.value());
  double Step = L.Step.value();
  double Count = Inclusive ? std::floor(Distance / Step) + 1 : std::ceil(Distance / Step);
  return std::max(0.0, Count);
}

/// What keeps the statements of a member from being vectorized, if anything: a call, or a write to elements that are
/// not known (a histogram). Reductions do not count: they fuse well in strict order (docs/COST.md).
const Statement *vectorizationBlocker(const Scop &S, unsigned M, std::string &Why) {
  for (unsigned I : S.Members[M].Statements) {
    const Statement &St = S.Statements[I];
    if (!St.MathCalls.empty()) {
      Why = "the call to '" + St.MathCalls.front() + "'";
      return &St;
    }
    for (const Access &A : St.Accesses)
      if (A.Kind == AccessKind::Write && any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); })) {
        Why = "the scattered write to '" + S.Arrays[A.Array].Name + "'";
        return &St;
      }
  }
  return nullptr;
}

/// The members' own vectors are not longer than that, in elements.
constexpr int64_t LongestVector = 16;

/// How many iterations of the fused nest's innermost loop lie between a write of \p Earlier and a read of \p Later of
/// one element, if that is a constant, and the merged loops are the innermost of both.
std::optional<int64_t> carriedDistance(const Scop &S, const FusionGroup &Group, const Placement &Earlier,
                                       const Placement &Later, const Statement &From, const Access &Write,
                                       const Statement &To, const Access &Read) {
  if (From.Loops.size() != Group.Depth || To.Loops.size() != Group.Depth || Write.Array != Read.Array ||
      Write.Subscripts.size() != Read.Subscripts.size())
    return std::nullopt;
  std::optional<int64_t> Distance;
  for (size_t K = 0; K < Write.Subscripts.size(); ++K) {
    // Both in the variables of the fused nest.
    auto InFused = [&](const IndexExpr &E, const Statement &St, const Placement &P) {
      return E.mapLeaves([&](const IndexExpr &Leaf) {
        for (unsigned D = 0; D < Group.Depth; ++D)
          if (Leaf.kind() == IndexKind::Iterator && Leaf.index() == St.Loops[D])
            return IndexExpr::iterator(From.Loops[D]) - IndexExpr::constant(P.Shift[D]);
        return Leaf;
      });
    };
    IndexExpr W = InFused(Write.Subscripts[K], From, Earlier), R = InFused(Read.Subscripts[K], To, Later);
    unsigned Innermost = From.Loops.back();
    IndexExpr Apart = W - R;
    if (!Apart.isConstant())
      return std::nullopt;
    if (!W.usesIterator(Innermost)) {
      if (!Apart.isConstant(0))
        return std::nullopt;
      continue;
    }
    IndexExpr Rest = W - IndexExpr::iterator(Innermost);
    if (Rest.usesIterator(Innermost) || Distance)
      return std::nullopt;
    Distance = S.Loops[Innermost].StepSign > 0 ? Apart.value() : -Apart.value();
  }
  return Distance;
}

/// Looks for a value that the fused nest carries over a few iterations of its innermost loop.
void findCarried(const Scop &S, const FusionGroup &Group, PlanFeatures &F) {
  for (size_t J = 1; J < Group.Members.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      for (unsigned X : S.Members[Group.Members[I].Member].Statements)
        for (const Access &Write : S.Statements[X].Accesses)
          for (unsigned Y : S.Members[Group.Members[J].Member].Statements)
            for (const Access &Read : S.Statements[Y].Accesses) {
              if (Write.Kind != AccessKind::Write || Read.Kind != AccessKind::Read)
                continue;
              std::optional<int64_t> D = carriedDistance(S, Group, Group.Members[I], Group.Members[J], S.Statements[X],
                                                         Write, S.Statements[Y], Read);
              if (!D || *D <= 0 || *D >= LongestVector)
                continue;
              F.Carried = S.Arrays[Write.Array].Name;
              F.CarriedPlace = Read.Place;
              return;
            }
}

} // namespace

PlanFeatures measureFeatures(const Scop &S, const FusionGroup &Group) {
  PlanFeatures F;
  F.Members = Group.Members.size();
  F.Contracted = Group.Contractions.size();
  F.TripCount = 1;
  for (unsigned L : S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth)) {
    if (std::optional<double> Count = constantTripCount(S.Loops[L]))
      F.TripCount *= *Count;
    else
      F.TripCountIsAssumed = true;
  }
  if (F.TripCountIsAssumed)
    F.TripCount = AssumedTripCount;

  std::set<unsigned> Contracted, ReadAfter, WrittenAfter, All, Shared;
  for (const Contraction &C : Group.Contractions)
    Contracted.insert(C.Array);
  for (const Placement &P : Group.Members) {
    Traffic T = trafficOf(S, P.Member);
    F.BytesReadBefore += bytesOf(S, T.Read);
    F.BytesWrittenBefore += bytesOf(S, T.Written);
    std::set<unsigned> Touched = T.Read;
    Touched.insert(T.Written.begin(), T.Written.end());
    for (unsigned A : Touched)
      if (!All.insert(A).second)
        Shared.insert(A);
    // What an earlier member wrote is still in a register or in the first cache.
    for (unsigned A : T.Read)
      if (!WrittenAfter.count(A) && !Contracted.count(A))
        ReadAfter.insert(A);
    for (unsigned A : T.Written)
      if (!Contracted.count(A))
        WrittenAfter.insert(A);

    std::string Why;
    const Statement *Blocker = vectorizationBlocker(S, P.Member, Why);
    F.MemberVectorizes.push_back(!Blocker);
    if (Blocker && F.Blocker.empty()) {
      F.Blocker = Why;
      F.BlockerPlace = Blocker->Span;
    }
  }
  findCarried(S, Group, F);
  F.BytesReadAfter = bytesOf(S, ReadAfter);
  F.BytesWrittenAfter = bytesOf(S, WrittenAfter);
  F.Streams = All.size() - Contracted.size();
  F.SharedArrays = Shared.size();
  return F;
}

FusionKind fusionKind(const Scop &S, const FusionGroup &Group) {
  std::set<unsigned> Written;
  for (const Placement &P : Group.Members) {
    Traffic T = trafficOf(S, P.Member);
    if (any_of(T.Read, [&](unsigned A) { return Written.count(A) != 0; }))
      return FusionKind::Vertical;
    Written.insert(T.Written.begin(), T.Written.end());
  }
  return FusionKind::Horizontal;
}

} // namespace loopfuse
