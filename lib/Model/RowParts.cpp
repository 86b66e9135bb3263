//===- RowParts.cpp - the parts of a body that runs by rows ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

unsigned levelOf(const Scop &S, unsigned Loop) {
  unsigned Level = 0;
  for (std::optional<unsigned> Parent = S.Loops[Loop].Parent; Parent; Parent = S.Loops[*Parent].Parent)
    ++Level;
  return Level;
}

bool isInside(const Scop &S, unsigned Loop, unsigned Outer) {
  for (std::optional<unsigned> At = Loop; At; At = S.Loops[*At].Parent)
    if (*At == Outer)
      return true;
  return false;
}

bool isMergedRow(const Scop &S, const FusionGroup &Group, const RowLoop &Row) {
  return S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth).back() == Row.Loop;
}

std::optional<unsigned> rowLoopIn(const Scop &S, const FusionGroup &Group, const RowLoop &Row, unsigned Position) {
  unsigned Member = Group.Members[Position].Member;
  if (isMergedRow(S, Group, Row))
    return S.perfectLoops(S.Members[Member], Group.Depth).back();
  return S.Loops[Row.Loop].Member == Member ? std::optional(Row.Loop) : std::nullopt;
}

/// One member's, in textual order.
static std::vector<unsigned> statementsIn(const Scop &S, unsigned Member, unsigned Loop) {
  std::vector<unsigned> Result;
  for (unsigned I : S.Members[Member].Statements)
    if (!S.Statements[I].IsHeader && is_contained(S.Statements[I].Loops, Loop))
      Result.push_back(I);
  llvm::sort(Result, [&](unsigned A, unsigned B) {
    return std::tie(S.Statements[A].Position, A) < std::tie(S.Statements[B].Position, B);
  });
  return Result;
}

std::vector<RowStatement> rowStatements(const Scop &S, const FusionGroup &Group, const RowLoop &Row) {
  std::vector<RowStatement> Result;
  std::optional<unsigned> Reduction;
  unsigned Part = 0;
  for (unsigned P = 0; P < Group.Members.size(); ++P) {
    std::optional<unsigned> Loop = rowLoopIn(S, Group, Row, P);
    if (!Loop)
      continue;
    for (unsigned I : statementsIn(S, Group.Members[P].Member, *Loop)) {
      std::optional<unsigned> Own;
      for (unsigned L : S.Statements[I].Loops)
        if (is_contained(Row.Reductions, L))
          Own = L;
      Part += !Result.empty() && Own != Reduction;
      Reduction = Own;
      Result.push_back({I, P, Part, Own});
    }
  }
  return Result;
}

const RowLoop *bufferedIn(const Scop &S, const FusionGroup &Group, const Contraction &C) {
  if (!Group.ByRows || C.Kept)
    return nullptr;
  for (const RowLoop &Row : Group.ByRows->Loops) {
    if (!isMergedRow(S, Group, Row))
      continue; // It belongs to an iteration around the row.
    std::set<unsigned> Parts;
    bool InReduction = false;
    for (const RowStatement &R : rowStatements(S, Group, Row))
      if (any_of(C.Accesses, [&](AccessRef A) { return A.Statement == R.Statement; })) {
        Parts.insert(R.Part);
        InReduction |= R.Reduction.has_value();
      }
    if (Parts.size() > 1 || InReduction)
      return &Row;
  }
  return nullptr;
}

std::optional<int64_t> constantLength(const Loop &L) {
  if (!L.First.isConstant() || !L.Bound.isConstant() || !L.Step.isConstant(1))
    return std::nullopt;
  int64_t Length;
  if (__builtin_sub_overflow(L.Bound.value(), L.First.value(), &Length) ||
      __builtin_add_overflow(Length, L.boundToEnd(), &Length))
    return std::nullopt;
  return std::max<int64_t>(Length, 0);
}

bool isCutEvenly(const Scop &S, const RowForm &Rows, const RowLoop &Row) {
  std::optional<int64_t> Length = constantLength(S.Loops[Row.Loop]);
  return !Row.IsWhole && Length && *Length > 0 && Rows.Length > 0 && *Length % Rows.Length == 0;
}

uint64_t rowLength(const Scop &S, const RowForm &Rows, const RowLoop &Row) {
  return Row.IsWhole ? constantLength(S.Loops[Row.Loop]).value_or(0) : Rows.Length;
}

} // namespace loopfuse
