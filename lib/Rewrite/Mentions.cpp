//===- Mentions.cpp - where a body uses a variable, and in what way -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Mentions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class UseCollector : public RecursiveASTVisitor<UseCollector> {
public:
  UseCollector(const FileText &File, const ValueDecl &V) : File(File), V(V) {}
  std::vector<Mention> Uses;

  bool TraverseStmt(Stmt *S) {
    Stack.push_back(S);
    bool Result = RecursiveASTVisitor::TraverseStmt(S);
    Stack.pop_back();
    return Result;
  }
  bool TraverseLambdaCapture(LambdaExpr *E, const LambdaCapture *C, Expr *Init) {
    bool Outer = InCapture;
    InCapture = true;
    bool Result = RecursiveASTVisitor::TraverseLambdaCapture(E, C, Init);
    InCapture = Outer;
    return Result;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (E->getDecl()->getCanonicalDecl() != V.getCanonicalDecl())
      return true;
    Mention Use{E, {}, InCapture, File.token(E->getLocation())};
    for (size_t I = Stack.size() - 1; I-- > 0;)
      Use.Parents.push_back(Stack[I]);
    Uses.push_back(std::move(Use));
    return true;
  }

private:
  const FileText &File;
  const ValueDecl &V;
  std::vector<const Stmt *> Stack;
  bool InCapture = false;
};
} // namespace

std::vector<Mention> mentionsOf(const FileText &File, const ValueDecl &V, const Stmt &Body) {
  UseCollector Collector(File, V);
  Collector.TraverseStmt(const_cast<Stmt *>(&Body));
  return std::move(Collector.Uses);
}

// The conversion that reads the variable, parentheses skipped; null if it is not read.
static const ImplicitCastExpr *readOf(const Mention &Use) {
  for (const Stmt *P : Use.Parents) {
    if (isa<ParenExpr>(P))
      continue;
    const auto *Cast = dyn_cast<ImplicitCastExpr>(P);
    return Cast && Cast->getCastKind() == CK_LValueToRValue ? Cast : nullptr;
  }
  return nullptr;
}

// What the value is an operand of, implicit conversions skipped.
static const Stmt *userOf(const Mention &Use) {
  for (const Stmt *P : Use.Parents)
    if (!isa<ImplicitCastExpr>(P))
      return P;
  return nullptr;
}

bool Mention::isPlainRead() const { return !InCapture && readOf(*this); }

static bool isSelf(const Expr *E, const Mention &Use) { return E->IgnoreImpCasts() == Use.Ref; }

bool Mention::isBuiltinIndex() const {
  const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(userOf(*this));
  return Subscript && isPlainRead() && isSelf(Subscript->getRHS(), *this) && Subscript->getIdx() == Subscript->getRHS();
}

bool Mention::needsParentheses() const {
  const Stmt *User = userOf(*this);
  if (!User)
    return true;
  if (isa<ParenExpr, DeclStmt, ReturnStmt, CompoundStmt, InitListExpr, CXXNamedCastExpr, CXXFunctionalCastExpr>(User))
    return false;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(User))
    return !isSelf(Subscript->getRHS(), *this);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(User))
    return !(Call->getOperator() == OO_Subscript || Call->getOperator() == OO_Call) || isSelf(Call->getArg(0), *this);
  if (isa<CallExpr>(User))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(User)) {
    if (Binary->isAdditiveOp())
      return !isSelf(Binary->getLHS(), *this);
    return !Binary->isComparisonOp() && !Binary->isAssignmentOp();
  }
  return true;
}

bool areReplaceable(const FileText &File, const ValueDecl &V, ArrayRef<Mention> Uses, TextRange Within) {
  DenseSet<unsigned> Places;
  for (const Mention &Use : Uses) {
    if (!Use.Place || File.slice(*Use.Place) != V.getName() || !Within.contains(*Use.Place))
      return false;
    Places.insert(Use.Place->Begin);
  }
  unsigned Mentioned = 0;
  tok::TokenKind Previous = tok::unknown;
  for (const RawToken &T : File.tokens(Within)) {
    if (T.isComment())
      continue;
    if (T.Kind == tok::raw_identifier && File.slice(T.Range) == V.getName() && Previous != tok::period &&
        Previous != tok::arrow && Previous != tok::coloncolon) {
      if (!Places.contains(T.Range.Begin))
        return false;
      ++Mentioned;
    }
    Previous = T.Kind;
  }
  return Mentioned == Places.size();
}

std::optional<LiteralSum> literalSum(const FileText &File, const Mention &Use) {
  const auto *Binary = dyn_cast_or_null<BinaryOperator>(userOf(Use));
  if (!Binary || !Binary->isAdditiveOp() || !isSelf(Binary->getLHS(), Use) || !Use.Place)
    return std::nullopt;
  std::optional<TextRange> Operator = File.token(Binary->getOperatorLoc());
  std::optional<TextRange> Number = File.range(Binary->getRHS()->getSourceRange());
  if (!isa<IntegerLiteral>(Binary->getRHS()->IgnoreImpCasts()) || !Operator || !Number)
    return std::nullopt;
  LiteralSum Sum;
  StringRef Digits = File.slice(*Number);
  if (!llvm::all_of(Digits, [](char C) { return isDigit(C); }) || (Digits.size() > 1 && Digits[0] == '0') ||
      Digits.size() > 8)
    return std::nullopt;
  Digits.getAsInteger(10, Sum.Value);
  if (Binary->getOpcode() == BO_Sub)
    Sum.Value = -Sum.Value;
  Sum.Whole = {Use.Place->Begin, Number->End};
  Sum.Before = File.slice({Use.Place->End, Operator->Begin}).str();
  Sum.Behind = File.slice({Operator->End, Number->Begin}).str();
  if (!StringRef(Sum.Before + Sum.Behind).trim(" ").empty())
    return std::nullopt;
  auto At = llvm::find(Use.Parents, Binary);
  const auto *Paren = At != Use.Parents.end() && At + 1 != Use.Parents.end() ? dyn_cast<ParenExpr>(*(At + 1)) : nullptr;
  std::optional<TextRange> Around = Paren ? File.range(Paren->getSourceRange()) : std::nullopt;
  // "return(k + 1)"
  if (Around && Around->Begin && !isAsciiIdentifierContinue(File.text()[Around->Begin - 1]))
    Sum.Parentheses = Around;
  return Sum;
}

} // namespace loopfuse
