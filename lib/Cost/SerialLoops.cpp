//===- SerialLoops.cpp - loops that run an iteration at a time ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/SerialLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {

/// Instructions that a core does while an addition waits for the one before.
constexpr unsigned BesideAddition = 12;

/// What a division counts as.
constexpr unsigned Division = 8;

/// Iterations that a vector holds, at most.
constexpr int64_t LongestVector = 16;

/// Vectors of so many bytes come with loads and stores of some of their elements.
constexpr unsigned MaskedVectors = 32;

bool isFloat(const Array &A) {
  return StringRef(A.ElementType).contains("float") || StringRef(A.ElementType).contains("double");
}

bool isOperation(const Term &T, ArrayRef<StringRef> Texts) {
  return T.Kind == TermKind::Operation && is_contained(Texts, T.Text);
}

bool isCondition(const Term &T) {
  return T.Kind == TermKind::Operation &&
         (StringRef(T.Text).contains("ConditionalOperator") || T.Text == "&&" || T.Text == "||");
}

bool isCall(const Term &T) { return T.Kind == TermKind::Operation && StringRef(T.Text).starts_with("call "); }

/// One member's part of the innermost merged loop.
class InnermostBody {
public:
  InnermostBody(const Scop &S, const Placement &P, unsigned Depth, const VectorizerFlags &Vectorizer)
      : S(S), Vectorizer(Vectorizer), Innermost(S.perfectLoops(S.Members[P.Member], Depth).back()) {
    for (unsigned I : S.Members[P.Member].Statements) {
      HasDeeperLoops |= S.Statements[I].Loops.size() > Depth;
      if (S.Statements[I].Loops.size() == Depth && !S.Statements[I].IsHeader)
        Statements.push_back(&S.Statements[I]);
    }
    for (const Statement *St : Statements)
      for (const Access &A : St->Accesses)
        if (!A.ReadsHandle && S.Arrays[A.Array].ElementBytes)
          NarrowestBytes = std::min(NarrowestBytes, S.Arrays[A.Array].ElementBytes);
    findSerial();
  }

  bool HasDeeperLoops = false;
  unsigned NarrowestBytes = ~0u;
  std::optional<SerialReason> Serial; ///< It is not vectorized, whatever is in the loop besides.
  std::optional<SerialReason> Sum;    ///< It has a sum in strict order, and nothing that is worth vectors.
  unsigned SumBytes = 0;              ///< Of the widest one.
  bool Waits = false;                 ///< Each iteration for an addition of the one before.

  /// Whether the compiler makes vectors of it that are worth something.
  bool gainsByVectors() const {
    if (Serial || Sum || HasDeeperLoops)
      return false;
    for (const Statement *St : Statements) {
      if (!St->MathCalls.empty() || St->CallsFunction)
        return false;
      for (const Access &A : St->Accesses)
        if (moves(A) && !isAlwaysPossible(*St, A) && !isInBothBranches(A) && Vectorizer.VectorBytes < MaskedVectors)
          return false;
    }
    return true;
  }

  /// Instructions of an iteration without vectors; none if it would branch, which way depends on the data.
  std::optional<unsigned> scalarWork() const {
    unsigned Work = 0, Conditions = 0;
    for (const Statement *St : Statements) {
      if (!St->GuardIsExact)
        return std::nullopt;
      Conditions += count_if(St->Terms, isCondition);
      for (const Access &A : St->Accesses) {
        if (!A.Must && any_of(St->Terms, isCondition) && !isAlwaysPossible(*St, A))
          return std::nullopt;
        Work += !A.ReadsHandle;
      }
      for (const Term &T : St->Terms)
        Work += isOperation(T, {"/", "%", "/=", "%="})              ? Division
                : isOperation(T, {"+", "-", "*", "+=", "-=", "*="}) ? 1
                                                                    : 0;
    }
    return Conditions > 1 ? std::nullopt : std::optional(Work);
  }

  /// The arrays of which it computes elements by a condition.
  std::set<unsigned> conditionalResults() const {
    std::set<unsigned> Arrays;
    for (const Statement *St : Statements)
      if (!St->GuardIsExact || any_of(St->Terms, isCondition) || any_of(St->Terms, isCall))
        for (const Access &A : St->Accesses)
          if (A.Kind == AccessKind::Write)
            Arrays.insert(A.Array);
    return Arrays;
  }

  /// If a condition decides what is added or counted: a read of one of the arrays.
  const Access *conditionOn(const std::set<unsigned> &Arrays) const {
    bool Counts = any_of(Statements, [&](const Statement *St) {
      return (!St->GuardIsExact || any_of(St->Terms, isCondition)) &&
             any_of(St->Accesses, [&](const Access &A) { return A.Kind == AccessKind::Write && !moves(A); });
    });
    for (const Statement *St : Statements)
      for (const Access &A : St->Accesses)
        if (Counts && A.Kind == AccessKind::Read && moves(A) && Arrays.count(A.Array))
          return &A;
    return nullptr;
  }

private:
  bool moves(const Access &A) const {
    return any_of(A.Subscripts, [&](const IndexExpr &E) { return E.isUnknown() || E.usesIterator(Innermost); });
  }

  /// A read that is done in any case, of an element whose place is known; a write that no condition guards.
  static bool isAlwaysPossible(const Statement &St, const Access &A) {
    if (any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); }))
      return false;
    if (A.Kind == AccessKind::Write)
      return St.GuardIsExact;
    return A.Must || any_of(St.Accesses, [&](const Access &Other) {
             return Other.Must && Other.Kind == A.Kind && Other.Array == A.Array && Other.Subscripts == A.Subscripts;
           });
  }

  /// "if (…) a[i] = b[i]; else a[i] = -b[i];": compilers take both out of the branches.
  bool isInBothBranches(const Access &A) const {
    unsigned Branches = 0;
    for (const Statement *St : Statements)
      Branches += !St->GuardIsExact && any_of(St->Accesses, [&](const Access &Other) {
        return Other.Must && Other.Kind == A.Kind && Other.Array == A.Array && Other.Subscripts == A.Subscripts;
      });
    return Branches > 1 && none_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); });
  }

  bool regroups() const {
    StringRef Directive = S.Loops[Innermost].Directive;
    return Vectorizer.Regroups ||
           (Vectorizer.UsesOpenMP && Directive.contains("simd") && Directive.contains("reduction"));
  }

  void findSerial() {
    for (const Statement *St : Statements)
      for (const Access &W : St->Accesses)
        if (W.Kind == AccessKind::Write && !Serial) {
          if (moves(W))
            findRecurrence(*St, W);
          else
            findReduction(*St, W);
        }
  }

  /// "a[i] = a[i - 1] + …", in one statement.
  void findRecurrence(const Statement &St, const Access &W) {
    for (const Access &R : St.Accesses) {
      if (R.Kind != AccessKind::Read || R.Array != W.Array || R.Subscripts.size() != W.Subscripts.size())
        continue;
      int64_t Distance = 0;
      for (size_t K = 0; K < W.Subscripts.size(); ++K) {
        IndexExpr Apart = W.Subscripts[K] - R.Subscripts[K];
        if (!Apart.isConstant() || W.Subscripts[K].isUnknown()) {
          Distance = 0;
          break;
        }
        if (W.Subscripts[K].usesIterator(Innermost))
          Distance = Apart.value() * S.Loops[Innermost].StepSign;
        else if (!Apart.isConstant(0))
          break;
      }
      if (Distance > 0 && Distance < LongestVector) {
        Serial = {"what earlier iterations wrote to '" + S.Arrays[W.Array].Name + "'", W.Place};
        Waits |= isFloat(S.Arrays[W.Array]) && St.GuardIsExact;
      }
    }
  }

  /// What the iterations hand on in a variable.
  void findReduction(const Statement &St, const Access &W) {
    auto Reads = [&](const Statement &Other) {
      return any_of(Other.Accesses, [&](const Access &A) {
        return A.Kind == AccessKind::Read && !A.ReadsHandle && A.Array == W.Array && !moves(A);
      });
    };
    auto Writes = [&](const Statement &Other) {
      return any_of(Other.Accesses, [&](const Access &A) { return A.Kind == AccessKind::Write && A.Array != W.Array; });
    };
    bool IsRead = any_of(Statements, [&](const Statement *Other) { return Reads(*Other); });
    std::string Name = "'" + S.Arrays[W.Array].Name + "'";
    if (!IsRead) {
      // "if (a[i] < least) { least = a[i]; at = i; }"
      bool IsConstant = none_of(St.Terms, [](const Term &T) { return T.Kind != TermKind::Operation; });
      if (!St.GuardIsExact && !IsConstant)
        Serial = {"which iteration was the last to set " + Name + ',', W.Place};
      return;
    }
    bool IsUsed = any_of(Statements, [&](const Statement *Other) { return Reads(*Other) && Writes(*Other); });
    bool Adds = Reads(St) && St.GuardIsExact && none_of(St.Terms, isCondition) && none_of(St.Terms, isCall);
    bool IsStrict = isFloat(S.Arrays[W.Array]) && !regroups();
    if (IsUsed)
      Serial = {"the running value of " + Name, W.Place};
    else if (IsStrict && !Adds)
      Serial = {"the comparison with " + Name + ", which iterations change,", W.Place};
    else if (IsStrict) {
      Sum = {"the sum in " + Name + ", whose order is kept,", W.Place};
      SumBytes = std::max(SumBytes, S.Arrays[W.Array].ElementBytes);
    }
    Waits |= Adds && isFloat(S.Arrays[W.Array]) && (IsUsed || IsStrict);
  }

  const Scop &S;
  const VectorizerFlags &Vectorizer;
  unsigned Innermost;
  std::vector<const Statement *> Statements;
};

/// Where a member counts by a condition on what another one has just computed by a condition, compilers make one out of
/// both, with branches.
std::optional<SerialReason> joinedConditions(const Scop &S, ArrayRef<InnermostBody> Bodies) {
  std::set<unsigned> Computed;
  for (const InnermostBody &B : Bodies) {
    if (!B.gainsByVectors())
      continue;
    if (const Access *A = B.conditionOn(Computed))
      return SerialReason{"the condition on '" + S.Arrays[A->Array].Name + "', which another condition computes,",
                          A->Place};
    Computed.merge(B.conditionalResults());
  }
  return std::nullopt;
}

/// Why the loop with all of them in it has no vectors. A compiler that adds up in order, an element of the vector after
/// the other, can do so if no smaller elements are in the loop.
std::optional<SerialReason> serialReason(ArrayRef<InnermostBody> Bodies, bool AddsInOrder) {
  unsigned Narrowest = ~0u;
  for (const InnermostBody &B : Bodies)
    Narrowest = std::min(Narrowest, B.NarrowestBytes);
  for (const InnermostBody &B : Bodies)
    if (B.Serial)
      return B.Serial;
  for (const InnermostBody &B : Bodies)
    if (B.Sum && (!AddsInOrder || Narrowest < B.SumBytes))
      return B.Sum;
  return std::nullopt;
}

} // namespace

std::optional<SerialReason> losesVectorsToSerial(const Scop &S, const FusionGroup &Group,
                                                 const VectorizerFlags &Vectorizer) {
  std::vector<InnermostBody> Bodies;
  for (const Placement &P : Group.Members)
    Bodies.emplace_back(S, P, Group.Depth, Vectorizer);
  if (any_of(Bodies, [](const InnermostBody &B) { return B.HasDeeperLoops; }))
    return std::nullopt;
  std::optional<SerialReason> Why = serialReason(Bodies, Vectorizer.AddsInOrder);
  if (!Why)
    return joinedConditions(S, Bodies);
  bool Waits = any_of(Bodies, [](const InnermostBody &B) { return B.Waits; });
  unsigned Work = 0;
  for (const InnermostBody &B : Bodies) {
    if (!B.gainsByVectors())
      continue;
    std::optional<unsigned> Own = B.scalarWork();
    if (!Waits || !Own || (Work += *Own) > BesideAddition)
      return Why;
  }
  return std::nullopt;
}

} // namespace loopfuse
