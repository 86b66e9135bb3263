//===- Mentions.cpp - where a body uses a variable, and in what way -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Mentions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

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
  /// What a directive captures is seen where it is used.
  bool TraverseCapturedStmt(CapturedStmt *S) { return TraverseDecl(S->getCapturedDecl()); }
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

} // namespace loopfuse
