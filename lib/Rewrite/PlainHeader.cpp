//===- PlainHeader.cpp - where start and bound of a loop stand ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/PlainHeader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::optional<TextRange> placeOf(const FileText &File, const Expr &E) {
  const SourceManager &Sources = File.context().getSourceManager();
  CharSourceRange Whole =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(E.getSourceRange()), Sources, File.langOpts());
  std::optional<unsigned> Begin = Whole.isValid() ? File.offset(Whole.getBegin()) : std::nullopt;
  std::optional<unsigned> End = Whole.isValid() ? File.offset(Whole.getEnd()) : std::nullopt;
  return Begin && End && *Begin < *End ? std::optional(TextRange{*Begin, *End}) : std::nullopt;
}

static const VarDecl *namedVariable(const Expr *E) {
  const auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::optional<PlainHeader> readPlainHeader(const FileText &File, const RegionAst &Ast, unsigned Loop) {
  PlainHeader H;
  H.Variable = Ast.LoopVariables[Loop];
  const auto *For = dyn_cast_or_null<ForStmt>(Ast.Loops[Loop]);
  const auto *Condition = For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  if (!For || !For->getInit() || !Condition || !Condition->isRelationalOp() || !H.Variable ||
      namedVariable(Condition->getLHS()) != H.Variable)
    return std::nullopt;
  if (const auto *D = dyn_cast<DeclStmt>(For->getInit()))
    H.Start = D->isSingleDecl() && D->getSingleDecl() == H.Variable ? H.Variable->getInit() : nullptr;
  else if (const auto *A = dyn_cast<BinaryOperator>(For->getInit());
           A && A->getOpcode() == BO_Assign && namedVariable(A->getLHS()) == H.Variable)
    H.Start = A->getRHS();
  H.Bound = Condition->getRHS();
  std::optional<TextRange> Start = H.Start ? placeOf(File, *H.Start) : std::nullopt, Bound = placeOf(File, *H.Bound),
                           Relation = File.token(Condition->getOperatorLoc());
  bool IsBraced = H.Start && isa<InitListExpr>(H.Start->IgnoreImplicit());
  if (!Start || !Bound || !Relation || IsBraced)
    return std::nullopt;
  H.StartRange = *Start;
  H.BoundRange = *Bound;
  H.RelationRange = *Relation;
  return H;
}

bool isLikeCounter(const FileText &File, const VarDecl &Counter, const Expr &E) {
  QualType Own = E.IgnoreParenImpCasts()->getType();
  return File.context().hasSameUnqualifiedType(Own, Counter.getType()) || E.isIntegerConstantExpr(File.context());
}

std::string comparisonOperand(const Expr &E, std::string Text) {
  const Expr *At = E.IgnoreImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(At);
  bool BindsLess =
      isa<ConditionalOperator>(At) || (B && !B->isAdditiveOp() && !B->isMultiplicativeOp() && !B->isShiftOp());
  return BindsLess ? "(" + Text + ")" : Text;
}

} // namespace loopfuse
