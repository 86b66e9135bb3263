//===- MacroBoundary.cpp - macros that make up a loop's structure -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop can be edited if the tokens that hold it together (for, parentheses,
// braces, semicolons) stand in the file. Macros in its expressions move along.
//
//===----------------------------------------------------------------------===//
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

class StructureCheck {
public:
  explicit StructureCheck(const ASTContext &Context)
      : Context(Context), Sources(Context.getSourceManager()), Options(Context.getLangOpts()) {}

  void loop(const Stmt &Loop);
  std::optional<Refusal> First;

private:
  void statement(const Stmt *S);
  void structure(const Stmt &S);
  void expression(const Stmt *E);
  void headerNames(const Stmt *S, const VarDecl *Variable);
  void token(SourceLocation Loc) {
    if (Loc.isValid() && Loc.isMacroID())
      refuseAt(Loc);
  }
  void refuseAt(SourceLocation Loc);
  bool isAtStart(SourceLocation Loc) const {
    return Loc.isFileID() || Lexer::isAtStartOfMacroExpansion(Loc, Sources, Options);
  }
  bool isAtEnd(SourceLocation Loc) const {
    return Loc.isFileID() || Lexer::isAtEndOfMacroExpansion(Loc, Sources, Options);
  }
  /// Whether one macro call holds the whole statement and nothing else.
  bool isOneMacroCall(const Stmt &S) const {
    return S.getBeginLoc().isMacroID() && S.getEndLoc().isMacroID() &&
           Sources.getExpansionLoc(S.getBeginLoc()) == Sources.getExpansionLoc(S.getEndLoc()) &&
           isAtStart(S.getBeginLoc()) && isAtEnd(S.getEndLoc());
  }

  const ASTContext &Context;
  const SourceManager &Sources;
  const LangOptions &Options;
};

} // namespace

void StructureCheck::refuseAt(SourceLocation Loc) {
  if (First)
    return;
  SourceLocation Call = Sources.getExpansionLoc(Loc);
  SmallString<32> Buffer;
  StringRef Name = Lexer::getSpelling(Call, Buffer, Sources, Options);
  First = refuse(RefusalId::InMacro, placeOf(Context, Call), {Name.str()});
}

void StructureCheck::expression(const Stmt *E) {
  if (!E)
    return;
  if (!isAtStart(E->getBeginLoc()))
    refuseAt(E->getBeginLoc());
  if (!isAtEnd(E->getEndLoc()))
    refuseAt(E->getEndLoc());
}

void StructureCheck::statement(const Stmt *S) {
  if (!S || isOneMacroCall(*S))
    return;
  expression(S);
  structure(*S);
}

/// The tokens that make up the statement itself, then its parts.
void StructureCheck::structure(const Stmt &S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(&S)) {
    token(Compound->getLBracLoc());
    for (const Stmt *Child : Compound->body())
      statement(Child);
    token(Compound->getRBracLoc());
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    token(Declaration->getEndLoc());
  } else if (const auto *If = dyn_cast<IfStmt>(&S)) {
    for (SourceLocation Loc : {If->getIfLoc(), If->getLParenLoc(), If->getRParenLoc(), If->getElseLoc()})
      token(Loc);
    expression(If->getCond());
    statement(If->getThen());
    statement(If->getElse());
  } else if (const auto *While = dyn_cast<WhileStmt>(&S)) {
    for (SourceLocation Loc : {While->getWhileLoc(), While->getLParenLoc(), While->getRParenLoc()})
      token(Loc);
    expression(While->getCond());
    statement(While->getBody());
  } else if (const auto *Do = dyn_cast<DoStmt>(&S)) {
    for (SourceLocation Loc : {Do->getDoLoc(), Do->getWhileLoc(), Do->getRParenLoc()})
      token(Loc);
    expression(Do->getCond());
    statement(Do->getBody());
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(&S)) {
    for (SourceLocation Loc : {Switch->getSwitchLoc(), Switch->getLParenLoc(), Switch->getRParenLoc()})
      token(Loc);
    expression(Switch->getCond());
    statement(Switch->getBody());
  } else if (const auto *Case = dyn_cast<SwitchCase>(&S)) {
    token(Case->getKeywordLoc());
    token(Case->getColonLoc());
    statement(Case->getSubStmt());
  } else if (const auto *Label = dyn_cast<LabelStmt>(&S)) {
    statement(Label->getSubStmt());
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(&S)) {
    statement(Attributed->getSubStmt());
  } else if (isa<ForStmt, CXXForRangeStmt, OMPExecutableDirective, OMPCanonicalLoop, CapturedStmt>(S)) {
    loop(S);
  }
}

/// A macro that spells the loop's variable hides part of the header.
void StructureCheck::headerNames(const Stmt *S, const VarDecl *Variable) {
  if (!S || !Variable)
    return;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S); Reference && Reference->getDecl() == Variable) {
    // The argument of a macro is text that stands in the header: MIN(i, n).
    SourceLocation Loc = Reference->getLocation();
    while (Loc.isMacroID() && Sources.isMacroArgExpansion(Loc))
      Loc = Sources.getImmediateSpellingLoc(Loc);
    token(Loc);
  }
  for (const Stmt *Child : S->children())
    headerNames(Child, Variable);
}

void StructureCheck::loop(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    for (SourceLocation Loc : {For->getForLoc(), For->getLParenLoc(), For->getRParenLoc()})
      token(Loc);
    for (const Stmt *Part :
         {For->getInit(), static_cast<const Stmt *>(For->getCond()), static_cast<const Stmt *>(For->getInc())}) {
      expression(Part);
      if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(For->getInit()))
        for (const Decl *D : Declaration->decls())
          headerNames(Part, dyn_cast<VarDecl>(D));
    }
    if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(For->getInit())) {
      token(Declaration->getEndLoc());
      for (const Decl *D : Declaration->decls())
        token(D->getLocation());
    }
    statement(For->getBody());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    for (SourceLocation Loc : {Range->getForLoc(), Range->getColonLoc(), Range->getRParenLoc()})
      token(Loc);
    token(Range->getLoopVariable()->getLocation());
    expression(Range->getRangeInit());
    statement(Range->getBody());
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(&Loop)) {
    loop(*Attributed->getSubStmt());
  } else if (const auto *Canonical = dyn_cast<OMPCanonicalLoop>(&Loop)) {
    loop(*Canonical->getLoopStmt());
  } else if (const auto *Captured = dyn_cast<CapturedStmt>(&Loop)) {
    loop(*Captured->getCapturedStmt());
  } else if (const auto *Directive = dyn_cast<OMPExecutableDirective>(&Loop)) {
    if (Directive->hasAssociatedStmt())
      loop(*Directive->getRawStmt());
  } else {
    structure(Loop);
  }
}

std::optional<Refusal> macroBoundary(const ASTContext &Context, const Stmt &Loop) {
  StructureCheck Check(Context);
  Check.loop(Loop);
  return Check.First;
}

} // namespace loopfuse
