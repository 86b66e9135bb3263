//===- Term.h - what a statement computes -----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_TERM_H
#define LOOPFUSE_MODEL_TERM_H

#include "Model/IndexExpr.h"
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// A variable that the iterations of a nest declare for themselves. They share nothing through it, so it is in no
/// access.
struct LocalVariable {
  std::string Name;
  std::optional<unsigned> Loop = {}; ///< The innermost loop around its declaration, if that is known.
  unsigned Bytes = 0;                ///< Of a number; 0: it is none.
  bool KeepsValue = false;           ///< From its declaration on.
};

enum class TermKind {
  Operation, ///< Text: an operator, a literal, a function, the name of a pointer.
  Memory,    ///< Index: position in the statement's Accesses of the first to that object. Text: its type.
  Local,     ///< Index: position in Scop::LocalVariables. Text: its type.
  Value,     ///< Values[0]: an integer that depends on nothing but loop variables.
  Address    ///< Of the element Values of array Index, which the variable of a loop points or refers to.
};

/// A node of what a statement computes. A statement's terms are its expression tree in pre-order: two statements with
/// equal terms do the same if what their leaves stand for is the same. The re-check compares them, the cost model
/// counts them.
struct Term {
  TermKind Kind = TermKind::Operation;
  std::string Text;
  unsigned Index = 0;
  std::vector<IndexExpr> Values;
  /// Memory: how many of the following terms say which object it is. None where the access's subscripts do.
  unsigned Below = 0;
};

} // namespace loopfuse

#endif
