//===- Globals.cpp - variables outside that a function uses ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness/Globals.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

/// Walks over a function and all that it may call whose bodies are there.
class GlobalFinder : public RecursiveASTVisitor<GlobalFinder> {
public:
  explicit GlobalFinder(const SourceManager &Sources) : Sources(Sources) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  void walk(const FunctionDecl &F) {
    Functions.insert(&F);
    for (size_t I = 0; I < Functions.size(); ++I)
      TraverseDecl(const_cast<FunctionDecl *>(Functions[I]));
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return note(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return note(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return note(E->getConstructor()); }

  SetVector<const VarDecl *> Variables;

private:
  bool note(ValueDecl *D) {
    if (Sources.isInSystemHeader(D->getLocation()))
      return true;
    if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasGlobalStorage())
      Variables.insert(V->getCanonicalDecl());
    const FunctionDecl *Body = nullptr;
    if (auto *F = dyn_cast<FunctionDecl>(D); F && F->hasBody(Body))
      Functions.insert(Body);
    return true;
  }

  const SourceManager &Sources;
  SetVector<const FunctionDecl *> Functions;
};

} // namespace

/// The definition that the source lacks, in the namespaces of \p V.
static std::string definitionOf(const VarDecl &V) {
  std::string Text = "__typeof__(" + V.getNameAsString() + ") " + V.getNameAsString() + ";";
  for (const DeclContext *C = V.getDeclContext(); C; C = C->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(C))
      Text = "namespace " + N->getNameAsString() + " { " + Text + " }";
    else if (const auto *L = dyn_cast<LinkageSpecDecl>(C); L && L->getLanguage() == LinkageSpecLanguageIDs::C)
      Text = "extern \"C\" { " + Text + " }";
  }
  return Text;
}

std::string addGlobals(const FunctionDecl &F, Harness &H, LayoutReader &Layout, DrivenFunction &Out) {
  GlobalFinder Finder(F.getASTContext().getSourceManager());
  Finder.walk(F);
  for (const VarDecl *V : Finder.Variables) {
    std::string Named = "the variable '" + V->getNameAsString() + "'";
    const VarDecl *Definition = V->getDefinition();
    if (V->isConstexpr() || (V->getType().isConstQualified() && (Definition || V->hasInit())))
      continue;
    if (V->isStaticLocal())
      return Named + " keeps its value from call to call, and cannot be reached";
    if (V->getType()->isReferenceType() || V->getType().isConstQualified())
      return Named + " cannot be given a value";
    const VarDecl *Known = Definition ? Definition : V->getMostRecentDecl();
    if (Known->getType()->isIncompleteType())
      return "the size of " + Named + " is not known";
    std::optional<unsigned> Type = Layout.typeNumber(Known->getType());
    if (!Type)
      return Named + ": " + Layout.reason();
    std::string Name;
    raw_string_ostream OS(Name);
    PrintingPolicy Policy(F.getASTContext().getLangOpts());
    Policy.SuppressUnwrittenScope = true;
    V->printQualifiedName(OS, Policy);
    auto It = llvm::find(H.Globals, Name);
    unsigned Number = It - H.Globals.begin();
    if (It == H.Globals.end()) {
      H.Globals.push_back(Name);
      if (!Definition && V->hasDefinition() == VarDecl::DeclarationOnly) {
        if (!V->getDeclContext()->getRedeclContext()->isFileContext())
          return Named + " is defined elsewhere";
        H.Defined.push_back(definitionOf(*V));
      }
    }
    Out.Objects.push_back({Name, HarnessObject::Global, *Type, Number});
  }
  return "";
}

namespace {

class UndefinedFinder : public RecursiveASTVisitor<UndefinedFinder> {
public:
  explicit UndefinedFinder(ASTContext &Context) : Context(Context), Mangler(Context.createMangleContext()) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitVarDecl(VarDecl *V) {
    bool IsElsewhere = V->isFileVarDecl() && V->hasExternalFormalLinkage() && V->isUsed(/*CheckUsedAttr=*/false) &&
                       V->hasDefinition() == VarDecl::DeclarationOnly && !V->getDeclContext()->isDependentContext();
    if (IsElsewhere && !Context.getSourceManager().isInSystemHeader(V->getLocation()))
      Names.insert(nameOf(*V));
    return true;
  }

  std::set<std::string> Names;

private:
  std::string nameOf(const VarDecl &V) const {
    std::string Name;
    raw_string_ostream OS(Name);
    if (Mangler->shouldMangleDeclName(&V))
      Mangler->mangleName(&V, OS);
    else
      OS << V.getName();
    return Name;
  }

  ASTContext &Context;
  std::unique_ptr<MangleContext> Mangler;
};

} // namespace

std::vector<std::string> undefinedVariables(ASTContext &Context) {
  UndefinedFinder Finder(Context);
  Finder.TraverseAST(Context);
  return {Finder.Names.begin(), Finder.Names.end()};
}

} // namespace loopfuse
