//===- Opposite.cpp - the text of a condition's opposite --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Opposite.h"
#include "Frontend/LoopBody.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string oppositeText(const FileText &File, const Expr &Condition, const TextPatch &Patch) {
  const Expr &E = *Condition.IgnoreImpCasts();
  std::optional<TextRange> All = File.range(E.getSourceRange());
  // An operator of a class may do anything.
  if (!All || !E.getType()->isScalarType())
    return "";
  if (const auto *Not = dyn_cast<UnaryOperator>(&E); Not && Not->getOpcode() == UO_LNot) {
    const Expr *Inner = Not->getSubExpr()->IgnoreImpCasts();
    if (const auto *Paren = dyn_cast<ParenExpr>(Inner))
      Inner = Paren->getSubExpr();
    std::optional<TextRange> Range = File.range(Inner->getSourceRange());
    return Range ? Patch.patched(*Range) : "";
  }
  if (const auto *B = dyn_cast<BinaryOperator>(&E); B && hasOpposite(*B))
    if (std::optional<TextRange> Operator = File.token(B->getOperatorLoc()))
      return Patch.patched({All->Begin, Operator->Begin}) +
             BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(B->getOpcode())).str() +
             Patch.patched({Operator->End, All->End});
  bool IsPrimary = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, ParenExpr>(E) ||
                   (isa<CallExpr>(E) && !isa<CXXOperatorCallExpr>(E));
  return IsPrimary ? "!" + Patch.patched(*All) : "!(" + Patch.patched(*All) + ")";
}

} // namespace loopfuse
