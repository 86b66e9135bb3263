//===- Features.cpp - the numbers of a group --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Features.h"
#include "Cost/Reuse.h"
#include "Cost/SerialLoops.h"
#include "Cost/StoreStreams.h"
#include "Cost/Work.h"
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {

/// The arrays one member walks over.
struct Traffic {
  std::set<unsigned> Read, Written;
};

Traffic trafficOf(const Scop &S, unsigned M) {
  return {S.walkedArrays(S.Members[M], AccessKind::Read), S.walkedArrays(S.Members[M], AccessKind::Write)};
}

double bytesOf(const Scop &S, const std::set<unsigned> &Arrays) {
  double Bytes = 0;
  for (unsigned A : Arrays)
    Bytes += S.Arrays[A].ElementBytes;
  return Bytes;
}

/// What keeps the statements of a member from being vectorized, if anything: a call, or a write to elements that are
/// not known (a histogram). Those in loops of their own stay in them. Reductions do not count: they fuse well in strict
/// order (docs/COST.md).
const Statement *vectorizationBlocker(const Scop &S, unsigned M, unsigned Depth, std::string &Why) {
  for (unsigned I : S.Members[M].Statements) {
    const Statement &St = S.Statements[I];
    if (St.Loops.size() > Depth)
      continue;
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

bool hasDeeperLoops(const Scop &S, unsigned M, unsigned Depth) {
  return any_of(S.Members[M].Statements, [&](unsigned I) { return S.Statements[I].Loops.size() > Depth; });
}

/// Whether the user tells the compiler that the loops' iterations touch different memory.
bool promisesIndependence(StringRef Directive, const VectorizerFlags &Vectorizer) {
  return Directive.contains("ivdep") || Directive.contains("assume_safety") ||
         (Vectorizer.UsesOpenMP && Directive.contains("simd"));
}

void measureAliasChecks(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer, MayOverlap Overlap,
                        PlanFeatures &F) {
  unsigned Innermost = S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth).back();
  if (!Overlap || promisesIndependence(S.Loops[Innermost].Directive, Vectorizer) ||
      (Vectorizer.KnowsTripCounts && F.TripCountIsAssumed))
    return;
  AliasChecks Checks = countAliasChecks(S, Group, Overlap);
  F.MemberAliasChecks = std::move(Checks.Members);
  F.AliasChecks = Checks.Fused;
  F.AliasCheckLimit = Vectorizer.AliasChecks;
}

/// Of a first cache of 32 KiB.
constexpr double SmallBytes = 24 * 1024;

/// Iterations of a loop that is over before what it fills matters.
constexpr double ShortLoop = 32;

/// Whether the compiler makes vectors of loops of such trip counts.
bool usesVectors(const VectorizerFlags &Vectorizer, const PlanFeatures &F) {
  return Vectorizer.AliasChecks && !(Vectorizer.KnowsTripCounts && F.TripCountIsAssumed);
}

bool usesParameter(const IndexExpr &E) {
  return E.kind() == IndexKind::Parameter || any_of(E.operands(), usesParameter);
}

/// Whether the loops touch other elements each time that they are come to: those of a row, the number of which the loop
/// around counts.
bool movesOn(const Scop &S, const FusionGroup &Group) {
  return any_of(Group.Members, [&](const Placement &P) {
    return any_of(S.Members[P.Member].Statements, [&](unsigned I) {
      return any_of(S.Statements[I].Accesses, [](const Access &A) { return any_of(A.Subscripts, usesParameter); });
    });
  });
}

/// Two arrays that the fused loop fills in turn, with what \p Bytes an iteration touches; "" if there are none, or it
/// does not matter: no vectors are used, all of it stays in the first cache, threads share the loop, or the loops do
/// that by themselves.
std::string storesInTurn(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer,
                         const PlanFeatures &F, double Bytes) {
  bool UsesVectors = is_contained(F.MemberVectorizes, true) && usesVectors(Vectorizer, F);
  bool IsSmall =
      !F.TripCountIsAssumed && F.TripCount * Bytes <= SmallBytes && (F.TripCount <= ShortLoop || !movesOn(S, Group));
  // That threads start once, or wait once, is worth more than all else.
  if (!UsesVectors || IsSmall || isShared(S.Loops[S.Members[Group.Members.front().Member].Loops.front()]))
    return "";
  StoreStreams Fused = storeStreams(S, Group, Group.Members);
  auto TakesTurns = [&](const Placement &P) { return storeStreams(S, Group, P).takeTurns(); };
  if (!Fused.takeTurns() || all_of(Group.Members, TakesTurns))
    return "";
  std::string Names = "'" + S.Arrays[Fused.Arrays.front()].Name + "'";
  auto Other = find_if(Fused.Arrays, [&](unsigned A) { return A != Fused.Arrays.front(); });
  return Other == Fused.Arrays.end() ? "rows of " + Names : Names + " and '" + S.Arrays[*Other].Name + "'";
}

} // namespace

PlanFeatures measureFeatures(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer,
                             MayOverlap Overlap) {
  PlanFeatures F;
  F.Members = Group.Members.size();
  F.Contracted = Group.Contractions.size();
  F.StripLength = Group.ByStrips ? Group.ByStrips->Length : 0;
  if (Group.ByRows) {
    F.RowLoops = Group.ByRows->Loops.size();
    F.MergedByRows = isMergedRow(S, Group, Group.ByRows->Loops.front());
  }
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

    if (S.Members[P.Member].Launch)
      continue; // Its threads are no iterations of a vector loop.
    std::string Why;
    const Statement *Blocker = vectorizationBlocker(S, P.Member, Group.Depth, Why);
    // The vectors of deeper loops stay as they are.
    if (Blocker || !hasDeeperLoops(S, P.Member, Group.Depth))
      F.MemberVectorizes.push_back(!Blocker);
    if (Blocker && F.Blocker.empty()) {
      F.Blocker = Why;
      F.BlockerPlace = Blocker->Span;
    }
  }
  bool IsLaunch = S.Members[Group.Members.front().Member].Launch.has_value();
  Reuse R = innermostReuse(S, Group);
  F.SharesRowsOnly = R.OtherRows && !R.SameElements && !IsLaunch;
  if (R.Carried && !IsLaunch) {
    F.Carried = S.Arrays[R.Carried->Array].Name;
    F.CarriedPlace = R.Carried->Place;
  }
  if (!IsLaunch && usesVectors(Vectorizer, F) &&
      !isShared(S.Loops[S.Members[Group.Members.front().Member].Loops.front()]))
    if (std::optional<SerialReason> Why = losesVectorsToSerial(S, Group, Vectorizer)) {
      F.Serial = Why->Why;
      F.SerialPlace = Why->Place;
    }
  measureAliasChecks(S, Group, Vectorizer, Overlap, F);
  F.BytesReadAfter = bytesOf(S, ReadAfter);
  F.BytesWrittenAfter = bytesOf(S, WrittenAfter);
  F.Streams = All.size() - Contracted.size();
  for (unsigned A : Contracted)
    All.erase(A);
  F.Turns = storesInTurn(S, Group, Vectorizer, F, bytesOf(S, All));
  F.SharedArrays = Shared.size();
  measureWork(S, Group, Vectorizer, F);
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
