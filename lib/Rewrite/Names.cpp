//===- Names.cpp - which names a piece of text needs and declares ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Names.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  NameUse &Use;
  DenseSet<const Decl *> Inside;
  explicit NameCollector(NameUse &Use) : Use(Use) {}

  bool VisitNamedDecl(NamedDecl *D) {
    Inside.insert(D->getCanonicalDecl());
    if (D->getIdentifier())
      Use.DeclaredInside.insert(D->getName());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    // What is found by a qualified name, or by the arguments of an operator, no local declaration can hide.
    if (!E->hasQualifier() && E->getDecl()->getIdentifier())
      Referred.push_back(E->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (E->isImplicitAccess() && !E->hasQualifier() && E->getMemberDecl()->getIdentifier())
      Referred.push_back(E->getMemberDecl());
    return true;
  }
  bool VisitIfStmt(IfStmt *S) {
    if (S->isConstexpr())
      Use.HasHiddenText = true;
    return true;
  }
  void finish() {
    for (const ValueDecl *D : Referred)
      if (!Inside.contains(D->getCanonicalDecl()))
        Use.Outside.insert(D);
  }

private:
  std::vector<const ValueDecl *> Referred;
};
} // namespace

static void addTopLevel(const Decl &D, NameUse &Use) {
  if (const auto *Enum = dyn_cast<EnumDecl>(&D); Enum && !Enum->isScoped())
    for (const EnumConstantDecl *C : Enum->enumerators())
      Use.DeclaredAtTop.insert(C->getName());
  if (const auto *Pattern = dyn_cast<DecompositionDecl>(&D))
    for (const BindingDecl *B : Pattern->bindings())
      Use.DeclaredAtTop.insert(B->getName());
  if (const auto *Var = dyn_cast<VarDecl>(&D)) {
    bool ExtendsTemporary = Var->getType()->isReferenceType() && Var->getInit() &&
                            isa<ExprWithCleanups, MaterializeTemporaryExpr>(Var->getInit());
    if (ExtendsTemporary || Var->getType().isDestructedType() != QualType::DK_none)
      Use.NeedsScope = true;
  }
  if (isa<UsingDirectiveDecl, UsingDecl, UsingEnumDecl>(D))
    Use.OpensNamespace = true;
  if (isa<TypeDecl, NamespaceAliasDecl>(D))
    Use.DeclaresTypes = true;
  if (const auto *Named = dyn_cast<NamedDecl>(&D); Named && Named->getIdentifier())
    Use.DeclaredAtTop.insert(Named->getName());
}

static void addText(const FileText &File, TextRange Within, NameUse &Use) {
  tok::TokenKind Previous = tok::unknown;
  IdentifierTable &Identifiers = const_cast<ASTContext &>(File.context()).Idents;
  for (const RawToken &T : File.tokens(Within)) {
    if (T.isComment())
      continue;
    if (T.Kind == tok::raw_identifier) {
      StringRef Name = File.slice(T.Range);
      if (auto It = Identifiers.find(Name); It != Identifiers.end() && It->second->hadMacroDefinition())
        Use.UsesMacro = true;
      if (Previous != tok::period && Previous != tok::arrow && Previous != tok::coloncolon)
        Use.InText.insert(Name);
    }
    Previous = T.Kind;
  }
}

NameUse namesIn(const FileText &File, const Stmt &S, TextRange Within) {
  NameUse Use;
  NameCollector Collector(Use);
  Collector.TraverseStmt(const_cast<Stmt *>(&S));
  Collector.finish();
  auto AddStatement = [&](const Stmt *Child) {
    if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Child))
      for (const Decl *D : Declaration->decls())
        addTopLevel(*D, Use);
  };
  if (const auto *Compound = dyn_cast<CompoundStmt>(&S))
    for (const Stmt *Child : Compound->body())
      AddStatement(Child);
  else
    AddStatement(&S);
  addText(File, Within, Use);
  return Use;
}

static bool hasName(const ValueDecl *D, StringRef Name) { return D->getIdentifier() && D->getName() == Name; }

bool NameUse::mentions(StringRef Name) const {
  return InText.contains(Name) || llvm::any_of(Outside, [&](const ValueDecl *D) { return hasName(D, Name); });
}

bool NameUse::needs(StringRef Name, ArrayRef<const ValueDecl *> Own) const {
  if (llvm::any_of(Outside, [&](const ValueDecl *D) { return hasName(D, Name) && !llvm::is_contained(Own, D); }))
    return true;
  if (!InText.contains(Name) || llvm::any_of(Own, [&](const ValueDecl *D) { return hasName(D, Name); }))
    return false;
  return HasHiddenText || !DeclaredInside.contains(Name);
}

std::string capturedName(const NameUse &Earlier, const NameUse &Later) {
  for (const auto &Entry : Earlier.DeclaredAtTop)
    if (Later.mentions(Entry.getKey()))
      return Entry.getKey().str();
  if (Earlier.OpensNamespace)
    return "using";
  if (Earlier.DeclaresTypes && Later.UsesMacro)
    return Earlier.DeclaredAtTop.begin()->getKey().str();
  return "";
}

} // namespace loopfuse
