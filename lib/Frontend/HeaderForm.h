//===- HeaderForm.h - the parts of a for statement's header -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_HEADERFORM_H
#define LOOPFUSE_FRONTEND_HEADERFORM_H

#include "Frontend/Extraction.h"
#include "clang/AST/Expr.h"
#include <variant>

namespace clang {
class ForStmt;
} // namespace clang

namespace loopfuse {

/// How the counter moves: by Sign * Amount (null: 1).
struct StepForm {
  const clang::VarDecl *Variable = nullptr;
  int Sign = 1;
  const clang::Expr *Amount = nullptr;
};

/// Variable-side and bound-side of the condition.
struct ConditionForm {
  const clang::Expr *Left = nullptr;
  const clang::Expr *Right = nullptr; ///< Null: 0.
  clang::BinaryOperatorKind Relation = clang::BO_LT;
};

/// When the counter moves.
enum class StepTime {
  BehindBody,      ///< for (i = 0; i < n; ++i)
  BeforeCondition, ///< for (i = -1; ++i < n;)
  BehindCondition  ///< for (i = n; i-- > 0;): the condition sees one value, the body the next one.
};

/// What the header says, before anything is known of the values.
struct HeaderForm {
  StepForm Step;
  StepTime When = StepTime::BehindBody;
  const clang::Expr *Init = nullptr;
  bool DeclaredOutside = false;
  bool ConvertsCounter = false; ///< The condition compares a value that may be another one than the counter's.
  ConditionForm Condition;
  std::vector<ConditionForm> Further; ///< That must hold as well; all have one relation.
};

std::variant<HeaderForm, Refusal> readHeaderForm(const Extraction &X, const clang::ForStmt &For);

/// The variable that \p E names, conversions not skipped; else null.
const clang::VarDecl *variableOf(const clang::Expr *E);

} // namespace loopfuse

#endif
