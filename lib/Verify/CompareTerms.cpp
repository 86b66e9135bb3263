//===- CompareTerms.cpp - does a statement compute the same? ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareTerms.h"
#include "Model/Elements.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

bool TermComparison::standsFor(bool IsArray, unsigned Old, unsigned New) {
  if (auto It = Shared.find(Old); !IsArray && It != Shared.end())
    Old = It->second;
  std::pair<bool, unsigned> Key{IsArray, Old};
  return NewLocal.try_emplace(Key, New).first->second == New && Origin.try_emplace(New, Key).first->second == Key;
}

std::optional<unsigned> TermComparison::copyOf(const Statement &Copy) {
  auto It = find_if(Copy.Terms, [](const Term &T) { return T.Kind == TermKind::Local; });
  return It == Copy.Terms.end() ? std::nullopt : std::optional(It->Index);
}

bool TermComparison::mayChange(const Statement &St, unsigned Local) {
  // Only what reads it is let pass: arithmetic, comparisons, conversions.
  auto OnlyReads = [](const Term &Operator) {
    StringRef Text = Operator.Text;
    static const StringRef Compares[] = {"==", "!=", "<=", ">="};
    return Operator.Kind == TermKind::Operation && !Text.contains("++") && !Text.contains("--") && Text != "&" &&
           (!Text.ends_with("=") || is_contained(Compares, Text));
  };
  for (size_t I = 0; I < St.Terms.size(); ++I)
    if (St.Terms[I].Kind == TermKind::Local && St.Terms[I].Index == Local && I > 0 &&
        St.Terms[I - 1].Kind == TermKind::Operation && !OnlyReads(St.Terms[I - 1]))
      return true;
  return false;
}

bool TermComparison::copiesAgain(const Statement &Second, const Statement &First, const Statement *New) {
  auto IsLocal = [](const Term &T) { return T.Kind == TermKind::Local; };
  auto Own = find_if(Second.Terms, IsLocal), Kept = find_if(First.Terms, IsLocal);
  if (Own == Second.Terms.end() || Kept == First.Terms.end())
    return false;
  // "int y = x;"
  if (New && New->Accesses.empty() && New->Terms.size() == 3 && New->Terms[0].Text == "=" && IsLocal(New->Terms[1]) &&
      IsLocal(New->Terms[2]) && New->Terms[1].Text == Own->Text && standsFor(false, Kept->Index, New->Terms[2].Index))
    return standsFor(false, Own->Index, New->Terms[1].Index);
  Shared[Own->Index] = Kept->Index;
  return false;
}

/// Both name the same one of the accesses that were found to correspond.
bool TermComparison::sameMemory(const Term &T, const Term &U, const Instance &X, const Instance &Y) {
  size_t PX = find(X.Accesses, T.Index) - X.Accesses.begin(), PY = find(Y.Accesses, U.Index) - Y.Accesses.begin();
  return U.Kind == TermKind::Memory && PX == PY && PX < X.Accesses.size() && T.Below == U.Below;
}

std::optional<std::string> TermComparison::compare(const Instance &X, const Instance &Y,
                                                   function_ref<bool(unsigned, unsigned)> SameValue) {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  auto Differ = [&] {
    return lineOf(SY) + " does not compute what the one at line " + std::to_string(SX.Span.Line) + " did";
  };
  unsigned ValuesX = 0, ValuesY = 0, InY = 0;
  std::vector<unsigned> Matched; // The contracted accesses that a scalar stands for.
  for (unsigned InX = 0; InX < SX.Terms.size(); ++InX, ++InY) {
    if (InY >= SY.Terms.size())
      return Differ();
    const Term &T = SX.Terms[InX];
    bool IsContracted = T.Kind == TermKind::Memory && isContracted(Group, SX.Accesses[T.Index].Array);
    std::string Members; // "t[i].x" becomes "t_i.x".
    while (IsContracted && InY + 1 < SY.Terms.size() && SY.Terms[InY].Kind == TermKind::Operation &&
           StringRef(SY.Terms[InY].Text).starts_with("."))
      Members = SY.Terms[InY++].Text + Members;
    const Term &U = SY.Terms[InY];
    if (T.Text != U.Text + Members)
      return Differ();
    if (auto Copy = T.Kind == TermKind::Memory ? X.Copies.find(T.Index) : X.Copies.end(); Copy != X.Copies.end()) {
      if (U.Kind != TermKind::Local || !standsFor(false, Copy->second, U.Index))
        return Differ();
      for (unsigned Skipped = InX + 1; Skipped <= InX + T.Below; ++Skipped)
        ValuesX += SX.Terms[Skipped].Kind == TermKind::Value;
      InX += T.Below;
      continue;
    }
    if (IsContracted) {
      if (U.Kind != TermKind::Local || !standsFor(true, SX.Accesses[T.Index].Array, U.Index))
        return Differ();
      for (unsigned Skipped = InX + 1; Skipped <= InX + T.Below; ++Skipped)
        ValuesX += SX.Terms[Skipped].Kind == TermKind::Value;
      InX += T.Below;
      Matched.push_back(T.Index);
      continue;
    }
    if (T.Kind != U.Kind)
      return Differ();
    bool Same = true;
    switch (T.Kind) {
    case TermKind::Operation:
      break;
    case TermKind::Memory:
      Same = sameMemory(T, U, X, Y);
      break;
    case TermKind::Local:
      Same = standsFor(false, T.Index, U.Index);
      break;
    case TermKind::Value:
      Same = sameTree(B, T.Values.front(), U.Values.front(), X, SY) || SameValue(ValuesX, ValuesY);
      ++ValuesX, ++ValuesY;
      break;
    case TermKind::Address:
      Same = T.Index == U.Index && T.Values.size() == U.Values.size();
      for (size_t K = 0; Same && K < T.Values.size(); ++K)
        Same = sameTree(B, T.Values[K], U.Values[K], X, SY);
      break;
    }
    if (!Same)
      return Differ();
  }
  if (InY != SY.Terms.size())
    return Differ();
  for (unsigned K = 0; K < SX.Accesses.size(); ++K) {
    const Access &Ac = SX.Accesses[K];
    bool Is = isContracted(Group, Ac.Array);
    // Read and write of one "t[i] += x" are one term.
    if (Is && none_of(Matched, [&](unsigned M) { return SX.Accesses[M].Place == Ac.Place; }))
      return lineOf(SY) + " has nothing in place of '" + Ac.Text + "'";
  }
  return std::nullopt;
}

std::optional<std::string>
TermComparison::checkDefinitions(const std::vector<Instance> &Old,
                                 function_ref<bool(const Instance &, const Instance &)> RunsIn) const {
  for (const Contraction &C : Group.Contractions) {
    auto Touches = [&](const Access &Ac) { return Ac.Array == C.Array; };
    auto TouchesIt = [&](const Instance &X) { return any_of(B.Statements[X.Index].Accesses, Touches); };
    auto First = find_if(Old, TouchesIt);
    if (First == Old.end())
      continue;
    auto IsUnconditional = [&](const Statement &St, const Access &Ac) {
      return Ac.Kind == AccessKind::Write && Ac.Must && St.GuardIsExact && St.Loops.size() == Group.Depth &&
             St.Guard.empty();
    };
    // Each part that is read must have been written.
    std::vector<const Access *> Written;
    bool ReadsOther = false;
    for (const Instance &X : Old)
      for (const Access &Ac : B.Statements[X.Index].Accesses) {
        if (!Touches(Ac))
          continue;
        ReadsOther |= !isInOneElement(B.Arrays[C.Array], Ac) ||
                      (Ac.Kind == AccessKind::Read &&
                       none_of(Written, [&](const Access *W) { return holdsPartOf(B.Arrays[C.Array], *W, Ac); }));
        if (!ReadsOther && IsUnconditional(B.Statements[X.Index], Ac))
          Written.push_back(&Ac);
      }
    if (!ReadsOther)
      continue;
    const Statement &St = B.Statements[First->Index];
    const Access &Definition = *find_if(St.Accesses, Touches);
    auto RunsInDefinition = [&](const Instance &X) { return !TouchesIt(X) || RunsIn(X, *First); };
    if (!B.Members[St.Member].Launch || Definition.Kind != AccessKind::Write || !Definition.Must || !St.GuardIsExact ||
        St.Loops.size() != Group.Depth || !all_of(Old, RunsInDefinition))
      return "'" + B.Arrays[C.Array].Name + "' is not written before it is read";
  }
  return std::nullopt;
}

} // namespace loopfuse
