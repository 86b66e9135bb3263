//===- Work.cpp - what members do in an iteration -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Work.h"
#include "Cost/Features.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace loopfuse {

namespace {

/// How often each loop of the group runs. Those of unknown length share AssumedTripCount, as far as the known ones of
/// the deepest nest leave something of it.
class TripCounts {
public:
  TripCounts(const Scop &S, const FusionGroup &Group) : S(S) {
    double Known = 1;
    unsigned Unknown = 0, Deepest = 0;
    for (const Placement &P : Group.Members)
      for (unsigned I : S.Members[P.Member].Statements) {
        const std::vector<unsigned> &Loops = S.Statements[I].Loops;
        if (Loops.size() <= Deepest)
          continue;
        Deepest = Loops.size();
        Known = 1;
        Unknown = 0;
        for (unsigned L : Loops)
          if (std::optional<double> Count = constantTripCount(S.Loops[L]))
            Known *= *Count;
          else
            ++Unknown;
      }
    Assumed = Unknown ? std::max(std::pow(std::max(AssumedTripCount / Known, 1.0), 1.0 / Unknown), 16.0) : 1;
  }

  double of(unsigned Loop) const { return constantTripCount(S.Loops[Loop]).value_or(Assumed); }

private:
  const Scop &S;
  double Assumed;
};

/// Bytes by array.
using Bytes = std::map<unsigned, double>;

double sum(const Bytes &B) {
  double Sum = 0;
  for (const auto &[Array, Count] : B)
    Sum += Count;
  return Sum;
}

void raise(Bytes &In, unsigned Array, double To) { In[Array] = std::max(In[Array], To); }

/// One member, in numbers.
struct Traffic {
  Bytes Read, Written; ///< In an iteration of the merged loops.
  Bytes Touched;       ///< In all of them.
  MemberWork Work;
};

bool isArithmetic(const Term &T) {
  return T.Kind == TermKind::Operation && StringSwitch<bool>(T.Text)
                                              .Cases({"+", "-", "*", "/", "%", "<", ">", "<=", ">="}, true)
                                              .Cases({"==", "!=", "&", "|", "^", "<<", ">>", "&&", "||", "!"}, true)
                                              .Cases({"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "?"}, true)
                                              .Default(false);
}

bool isFloat(StringRef Type) { return Type.contains("float") || Type.contains("double"); }

/// Whether an iteration of the innermost loop around the statement needs what another one of it left, so that no two
/// run at a time: a sum in strict order, or a recurrence.
bool isChain(const Scop &S, const Statement &St, const VectorizerFlags &Vectorizer) {
  if (St.Loops.empty())
    return false;
  unsigned Innermost = St.Loops.back();
  auto Moves = [&](const Access &A) {
    return any_of(A.Subscripts, [&](const IndexExpr &E) { return E.isUnknown() || E.usesIterator(Innermost); });
  };
  for (const Access &W : St.Accesses) {
    if (W.Kind != AccessKind::Write)
      continue;
    for (const Access &R : St.Accesses) {
      if (R.Kind != AccessKind::Read || R.ReadsHandle || R.Array != W.Array)
        continue;
      if (!Moves(W) && !Moves(R))
        return isFloat(S.Arrays[W.Array].ElementType) && !Vectorizer.Regroups;
      if (Moves(W) && Moves(R) && W.Subscripts.size() == R.Subscripts.size() && W.Subscripts != R.Subscripts)
        return all_of(W.Subscripts, [](const IndexExpr &E) { return !E.isUnknown(); });
    }
  }
  return false;
}

class MemberReader {
public:
  MemberReader(const Scop &S, const FusionGroup &Group, const TripCounts &Trips, const VectorizerFlags &Vectorizer)
      : S(S), Depth(Group.Depth), Trips(Trips), Vectorizer(Vectorizer) {}

  Traffic read(unsigned Member) const {
    Traffic T;
    T.Work.ElementBytes = 1;
    for (unsigned I : S.Members[Member].Statements) {
      const Statement &St = S.Statements[I];
      if (St.Loops.size() < Depth || St.IsHeader)
        continue;
      double Times = runsOf(ArrayRef(St.Loops).drop_front(Depth), nullptr);
      double Operations = count_if(St.Terms, isArithmetic);
      T.Work.Operations += Times * Operations;
      T.Work.Calls += Times * (St.MathCalls.size() + St.CallsFunction);
      if (isChain(S, St, Vectorizer))
        T.Work.Chain += Times;
      for (const Access &A : St.Accesses)
        readAccess(St, A, T);
    }
    T.Work.BytesRead = sum(T.Read);
    T.Work.BytesWritten = sum(T.Written);
    return T;
  }

private:
  /// How many different elements an access meets in the loops; without one, how often they run.
  double runsOf(ArrayRef<unsigned> Loops, const Access *A) const {
    double Runs = 1;
    for (unsigned L : Loops)
      if (!A || any_of(A->Subscripts, [&](const IndexExpr &E) { return E.isUnknown() || E.usesIterator(L); }))
        Runs *= Trips.of(L);
    return Runs;
  }

  void readAccess(const Statement &St, const Access &A, Traffic &T) const {
    ArrayRef<unsigned> Loops = St.Loops;
    double Element = S.Arrays[A.Array].ElementBytes;
    double All = runsOf(Loops, &A) * Element;
    if (A.ReadsHandle || All <= Element)
      return; // A scalar: it is in a register.
    raise(T.Touched, A.Array, All);
    T.Work.ElementBytes = std::max(T.Work.ElementBytes, S.Arrays[A.Array].ElementBytes);
    // What all iterations of the merged loops touch is near after the first one.
    double Inner = runsOf(Loops.drop_front(Depth), &A) * Element;
    if (All > Inner)
      raise(A.Kind == AccessKind::Read ? T.Read : T.Written, A.Array, Inner);
  }

  const Scop &S;
  unsigned Depth;
  const TripCounts &Trips;
  const VectorizerFlags &Vectorizer;
};

} // namespace

std::optional<double> constantTripCount(const Loop &L) {
  if (!L.First.isConstant() || !L.Bound.isConstant() || !L.Step.isConstant() || L.Step.isConstant(0))
    return std::nullopt;
  double Distance = double(L.Bound.value()) - double(L.First.value());
  double Step = L.Step.value();
  double Count = L.isInclusive() ? std::floor(Distance / Step) + 1 : std::ceil(Distance / Step);
  return std::max(0.0, Count);
}

bool isShared(const Loop &L) {
  StringRef Directive = L.Directive;
  return Directive.contains("omp") && Directive.contains("for");
}

void measureWork(const Scop &S, const FusionGroup &Group, const VectorizerFlags &Vectorizer, PlanFeatures &F) {
  TripCounts Trips(S, Group);
  MemberReader Reader(S, Group, Trips, Vectorizer);
  const Member &First = S.Members[Group.Members.front().Member];
  F.Iterations = 1;
  for (unsigned L : S.perfectLoops(First, Group.Depth))
    F.Iterations *= Trips.of(L);
  F.IsOfDevice = First.Launch.has_value();
  if (F.IsOfDevice || isShared(S.Loops[First.Loops.front()]))
    F.Launches = Group.Members.size();
  F.GuardTests = Group.Guards.size() + Group.Assumptions.size();
  F.VectorBytes =
      !Vectorizer.AliasChecks || (Vectorizer.KnowsTripCounts && F.TripCountIsAssumed) ? 0 : Vectorizer.VectorBytes;

  auto IsContracted = [&](unsigned Array) {
    return any_of(Group.Contractions, [&](const Contraction &C) { return C.Array == Array; });
  };
  Bytes Read, Written, Touched;
  for (const Placement &P : Group.Members) {
    Traffic T = Reader.read(P.Member);
    T.Work.Vectorizes = T.Work.Calls == 0 && T.Work.Chain == 0 && !F.IsOfDevice;
    for (unsigned I : S.Members[P.Member].Statements)
      for (const Access &A : S.Statements[I].Accesses)
        if (A.Kind == AccessKind::Write && any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); }))
          T.Work.Vectorizes = false;
    // What an earlier member wrote is still in a register or in the first cache.
    for (const auto &[Array, Count] : T.Read)
      if (!Written.count(Array) && !IsContracted(Array))
        raise(Read, Array, Count);
    for (const auto &[Array, Count] : T.Written)
      if (!IsContracted(Array))
        raise(Written, Array, Count);
    for (const auto &[Array, Count] : T.Touched)
      raise(Touched, Array, Count);
    F.Work.push_back(T.Work);
  }
  F.ReadAfter = sum(Read);
  F.WrittenAfter = sum(Written);
  F.TouchedBefore = F.TouchedAfter = sum(Touched);
  for (const Contraction &C : Group.Contractions) {
    double Gone = Touched.count(C.Array) ? Touched[C.Array] : 0;
    F.TouchedAfter -= Gone;
    if (S.Arrays[C.Array].Base == BaseKind::Allocation || S.Arrays[C.Array].Base == BaseKind::Owned)
      F.FreshBytes += Gone;
  }
}

} // namespace loopfuse
