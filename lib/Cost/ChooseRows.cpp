//===- ChooseRows.cpp - which reductions gain by rows ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/ChooseRows.h"
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

/// A row this short fills no vectors.
static constexpr int64_t ShortestRow = 8;

/// Up to here a compiler that makes vectors of the row around a single loop does as well: the sums stay in registers.
static constexpr int64_t LongRow = 256;

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
  if (Length && *Length < (VectorizesOuterLoops && IsSingleLoop ? LongRow : ShortestRow))
    return false;
  if (std::optional<int64_t> Terms = numTerms(S, Reduction); Terms && *Terms <= FewTerms)
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

} // namespace loopfuse
