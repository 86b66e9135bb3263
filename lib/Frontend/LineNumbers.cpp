//===- LineNumbers.cpp - values that depend on the place in the text ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LineNumbers.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assertions.h"
#include "Frontend/SourceText.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::optional<Refusal> usesItsPlace(const ASTContext &Context, const Stmt &S) {
  std::optional<Refusal> Found;
  auto IsPlace = [&](const Stmt &Part) {
    if (const Expr *Condition = assertedCondition(Context, Part))
      Found = usesItsPlace(Context, *Condition);
    SourceLocation Loc = Part.getBeginLoc();
    if (!isa<IntegerLiteral>(Part) || !Loc.isMacroID())
      return Found.has_value();
    StringRef Macro = Lexer::getImmediateMacroName(Loc, Context.getSourceManager(), Context.getLangOpts());
    if (Macro == "__LINE__" || Macro == "__COUNTER__")
      Found = refuse(RefusalId::UnsupportedStatement, placeOf(Context, Loc),
                     {("'" + Macro + "', which has another value elsewhere in the text,").str()});
    return Found.has_value();
  };
  anyStmt(S, IsPlace, [&](const Stmt &Part) { return !assertedCondition(Context, Part); });
  return Found;
}

} // namespace loopfuse
