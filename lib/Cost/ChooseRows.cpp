//===- ChooseRows.cpp - which reductions gain by rows ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/ChooseRows.h"
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace loopfuse {

/// GCC writes out loops of 16 iterations or fewer before it makes vectors, and then has none.
static constexpr int64_t ShortestRow = 17;

/// Up to here a compiler that makes vectors of the row around a single loop does as well: the sums stay in registers.
static constexpr int64_t LongRow = 256;

/// Strips that compilers keep in registers, the best first: long enough to be a loop, of whole vectors.
static constexpr unsigned EvenStrips[] = {32, 40, 24, 48};

/// Terms of a sum that compilers write out, so that the row itself is the innermost loop they see.
static constexpr int64_t FewTerms = 16;

/// Terms of the sum; std::nullopt if some loop's number of iterations is not known.
static std::optional<int64_t> numTerms(const Scop &S, unsigned Reduction) {
  int64_t Terms = 1;
  for (std::optional<unsigned> At = Reduction, Inner; At; At = Inner) {
    std::optional<int64_t> Length = constantLength(S.Loops[*At]);
    if (!Length || *Length > FewTerms)
      return std::nullopt;
    Terms *= *Length;
    Inner.reset();
    for (unsigned L : S.Members[S.Loops[*At].Member].Loops)
      if (S.Loops[L].Parent == *At)
        Inner = L;
  }
  return Terms;
}

/// GCC does not see that a strip's length is constant where the counter may wrap around.
static bool dividesEvenly(const Scop &S, unsigned Row, unsigned Strip) {
  std::optional<int64_t> Length = constantLength(S.Loops[Row]);
  return is_contained({"int", "long", "long long"}, StringRef(S.Loops[Row].VariableType)) && Length && *Length > 0 &&
         *Length % Strip == 0;
}

/// Whether what the nest adds to is a scalar by iteration: of arrays it only writes those for which \p IsBuffer holds.
/// GCC exchanges loops of two iterations with the row's (-floop-interchange), which then is no vector any more.
static bool sumsInScalars(const Scop &S, unsigned Reduction, function_ref<bool(AccessRef)> IsBuffer) {
  for (unsigned L = 0; L < S.Loops.size(); ++L)
    if (isInside(S, L, Reduction) && constantLength(S.Loops[L]) == 2)
      return false;
  for (unsigned I = 0; I < S.Statements.size(); ++I)
    if (is_contained(S.Statements[I].Loops, Reduction))
      for (unsigned A = 0; A < S.Statements[I].Accesses.size(); ++A)
        if (S.Statements[I].Accesses[A].Kind == AccessKind::Write && !IsBuffer({I, A}))
          return false;
  return true;
}

/// By how much \p E grows with the variable of \p Loop; std::nullopt if that is no constant.
static std::optional<int64_t> strideOf(const IndexExpr &E, unsigned Loop) {
  if (!E.usesIterator(Loop))
    return E.isUnknown() ? std::nullopt : std::optional<int64_t>(0);
  switch (E.kind()) {
  case IndexKind::Iterator:
    return 1;
  case IndexKind::Wrap:
    return strideOf(E.operands()[0], Loop);
  case IndexKind::Add: {
    int64_t Sum = 0;
    for (const IndexExpr &Operand : E.operands()) {
      std::optional<int64_t> Own = strideOf(Operand, Loop);
      if (!Own)
        return std::nullopt;
      Sum += *Own;
    }
    return Sum;
  }
  default:
    return std::nullopt;
  }
}

/// 0 or 1 if neighbours on the row touch the same or neighbouring elements.
static std::optional<int64_t> strideOf(const Access &A, unsigned Row) {
  std::optional<int64_t> Last = 0;
  for (const IndexExpr &E : A.Subscripts) {
    if (Last != 0)
      return std::nullopt;
    Last = strideOf(E, Row);
  }
  return Last == 0 || Last == 1 ? Last : std::nullopt;
}

bool gainsByRow(const Scop &S, unsigned Row, unsigned Reduction, Granularity Grain, bool VectorizesOuterLoops) {
  if (Grain == Granularity::Row)
    return true;
  std::optional<int64_t> Length = constantLength(S.Loops[Row]);
  bool IsSingleLoop = none_of(S.Loops, [&](const Loop &L) { return L.Parent == Reduction; });
  bool InRegisters = any_of(EvenStrips, [&](unsigned Strip) { return dividesEvenly(S, Row, Strip); }) &&
                     sumsInScalars(S, Reduction, [](AccessRef) { return false; });
  if (Length && *Length < (VectorizesOuterLoops && IsSingleLoop && !InRegisters ? LongRow : ShortestRow))
    return false;
  // With few terms in one loop, too, GCC has vectors of a row of sums alone, but not of what is fused with them.
  bool StaysWritten = !IsSingleLoop || !InRegisters;
  if (std::optional<int64_t> Terms = numTerms(S, Reduction); Terms && *Terms <= FewTerms && StaysWritten)
    return false;
  bool ReadsAlong = false;
  for (const Statement &St : S.Statements) {
    if (!is_contained(St.Loops, Reduction))
      continue;
    if (!St.MathCalls.empty())
      return false; // What it calls is not vectorized; the array would be gone through many times.
    for (const Access &A : St.Accesses) {
      std::optional<int64_t> Stride = strideOf(A, Row);
      if (!Stride)
        return false;
      ReadsAlong |= A.Kind == AccessKind::Read && *Stride == 1;
    }
  }
  return ReadsAlong;
}

void cutEvenly(const Scop &S, FusionGroup &Group) {
  std::vector<RowLoop *> Cut;
  for (RowLoop &Row : Group.ByRows->Loops) {
    if (!Row.IsWhole)
      return; // It has strips of its own length.
    auto IsBuffer = [&](AccessRef A) {
      return any_of(Group.Contractions, [&](const Contraction &C) {
        return is_contained(C.Accesses, A) && bufferedIn(S, Group, C) == &Row;
      });
    };
    if (all_of(Row.Reductions, [&](unsigned L) { return sumsInScalars(S, L, IsBuffer); }))
      Cut.push_back(&Row);
  }
  for (unsigned Strip : EvenStrips)
    if (!Cut.empty() && all_of(Cut, [&](const RowLoop *Row) { return dividesEvenly(S, Row->Loop, Strip); })) {
      Group.ByRows->Length = Strip;
      for (RowLoop *Row : Cut)
        Row->IsWhole = false;
      return;
    }
}

} // namespace loopfuse
