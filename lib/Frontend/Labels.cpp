//===- Labels.cpp - places that are jumped to -------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Labels.h"
#include "Frontend/SourceText.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool isLabel(const Stmt &S) { return isa<LabelStmt, SwitchCase>(&S); }

static const Stmt *behind(const Stmt &S) {
  if (const auto *Label = dyn_cast<LabelStmt>(&S))
    return Label->getSubStmt();
  const auto *Case = dyn_cast<SwitchCase>(&S);
  return Case ? Case->getSubStmt() : nullptr;
}

const Stmt &behindLabels(const Stmt &S) {
  const Stmt *At = &S;
  while (const Stmt *Next = behind(*At))
    At = Next;
  return *At;
}

SourceSpan labelSpan(const ASTContext &Context, const Stmt &S) {
  const Stmt *Last = &S;
  for (const Stmt *Next = behind(S); Next && isLabel(*Next); Next = behind(*Next))
    Last = Next;
  SourceLocation Colon;
  if (const auto *Case = dyn_cast<SwitchCase>(Last))
    Colon = Case->getColonLoc();
  else if (auto Next = Lexer::findNextToken(cast<LabelStmt>(Last)->getIdentLoc(), Context.getSourceManager(),
                                            Context.getLangOpts()))
    Colon = Next->getLocation();
  return spanOf(Context, {S.getBeginLoc(), Colon});
}

} // namespace loopfuse
