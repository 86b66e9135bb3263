//===- TypeNames.cpp - a type's name at another place -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/TypeNames.h"
#include "Frontend/AnyStmt.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// The declarations that a type names, with the classes and namespaces around them.
class NamedInType : public RecursiveASTVisitor<NamedInType> {
public:
  SmallPtrSet<const NamedDecl *, 8> Found;
  bool VisitTagType(TagType *T) { return add(T->getDecl()); }
  bool VisitTypedefType(TypedefType *T) { return add(T->getDecl()); }
  bool VisitUsingType(UsingType *T) { return add(T->getDecl()); }
  bool VisitTemplateTypeParmType(TemplateTypeParmType *T) { return add(T->getDecl()); }
  bool VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *T) { return add(T->getReplacedParameter()); }
  bool VisitTemplateSpecializationType(TemplateSpecializationType *T) {
    return add(T->getTemplateName().getAsTemplateDecl());
  }

private:
  bool add(const NamedDecl *D) {
    for (; D; D = dyn_cast<NamedDecl>(D->getDeclContext())) {
      if (isa<FunctionDecl>(D))
        break;
      Found.insert(cast<NamedDecl>(D->getCanonicalDecl()));
    }
    return true;
  }
};

/// What a function declares under a name, in any of its scopes.
class DeclaredUnder : public RecursiveASTVisitor<DeclaredUnder> {
public:
  explicit DeclaredUnder(const IdentifierInfo *Name) : Name(Name) {}
  std::vector<const NamedDecl *> Found;
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitNamedDecl(NamedDecl *D) {
    if (D->getIdentifier() == Name && !isa<LabelDecl>(D))
      Found.push_back(D);
    return true;
  }

private:
  const IdentifierInfo *Name;
};
} // namespace

/// Nearer to the places in \p Function than what namespaces declare.
static std::vector<const NamedDecl *> declaredNear(const FunctionDecl &Function, const IdentifierInfo *Name) {
  DeclaredUnder Near(Name);
  auto AddMembers = [&](const CXXRecordDecl *Class) {
    append_range(Near.Found, Class->lookup(Name));
    return true;
  };
  const auto *Within = dyn_cast<DeclContext>(&Function);
  const FunctionDecl *Outermost = nullptr;
  for (; Within; Within = Within->getParent())
    if (const auto *Around = dyn_cast<FunctionDecl>(Within)) {
      Outermost = Around;
    } else if (const auto *Class = dyn_cast<CXXRecordDecl>(Within); Class && Class->hasDefinition()) {
      AddMembers(Class->getDefinition());
      Class->getDefinition()->forallBases([&](const CXXRecordDecl *Base) { return AddMembers(Base); });
    }
  Near.TraverseDecl(const_cast<FunctionDecl *>(Outermost));
  return Near.Found;
}

/// A name of a type's spelling.
using SpelledName = std::pair<std::string, /*IsTag=*/bool>;

static std::set<SpelledName> namesInSpelling(const FileText &File, const NamedInType &Means, StringRef Written) {
  bool HasTags = !File.langOpts().CPlusPlus; // There, tags have names of their own.
  bool UsesMacro = false;
  std::set<SpelledName> Names;
  std::string Terminated = Written.str();
  StringRef Previous;
  for (const RawToken &T : rawTokens(Terminated, {0, unsigned(Written.size())}, File.langOpts())) {
    if (T.isComment())
      continue;
    StringRef Text = Written.slice(T.Range.Begin, T.Range.End);
    auto Known = File.context().Idents.find(Text);
    UsesMacro |= Known != File.context().Idents.end() && Known->second->hadMacroDefinition();
    if (T.Kind == tok::raw_identifier && Previous != "::")
      Names.insert({Text.str(), HasTags && is_contained({"struct", "union", "enum"}, Previous)});
    Previous = Text;
  }
  if (UsesMacro)
    for (const NamedDecl *D : Means.Found)
      if (D->getIdentifier() && !isa<NamespaceDecl>(D))
        Names.insert({D->getName().str(), HasTags && isa<TagDecl>(D)});
  return Names;
}

/// Whether \p D, found under a name of a type's spelling, is what that means.
static bool isMeant(const NamedInType &Means, const NamedDecl *D) {
  if (const auto *Class = dyn_cast<CXXRecordDecl>(D); Class && Class->isInjectedClassName())
    D = cast<NamedDecl>(Class->getDeclContext());
  return Means.Found.contains(cast<NamedDecl>(D->getCanonicalDecl()));
}

std::optional<std::string> spelledAnywhere(const FileText &File, const FunctionDecl &Function, QualType Type,
                                           StringRef Written) {
  const ASTContext &Context = File.context();
  NamedInType Means;
  for (QualType T = Type, Next;; T = Next) {
    Means.TraverseType(T);
    Next = T.getSingleStepDesugaredType(Context);
    if (Next == T)
      break;
  }
  const auto *Tag = Context.getLangOpts().CPlusPlus ? Type->getAs<TagType>() : nullptr;
  bool NeedsKeyword = false;
  for (const auto &[Name, IsTag] : namesInSpelling(File, Means, Written)) {
    auto Known = Context.Idents.find(Name);
    if (Known == Context.Idents.end())
      continue;
    for (const NamedDecl *D : declaredNear(Function, Known->second)) {
      bool IsOtherKind = !Context.getLangOpts().CPlusPlus && IsTag != isa<TagDecl>(D);
      if (IsOtherKind || isMeant(Means, D))
        continue;
      if (!Tag || Written != Name || isa<TypeDecl, TemplateDecl, NamespaceAliasDecl, UsingDecl>(D))
        return std::nullopt;
      NeedsKeyword = true;
    }
  }
  return NeedsKeyword ? (Tag->getDecl()->getKindName() + " " + Written).str() : Written.str();
}

bool meansSameAnywhere(const FileText &File, const FunctionDecl &Function, const Expr &E, TextRange Place) {
  const IdentifierTable &Known = File.context().Idents;
  std::set<std::pair<std::string, const Decl *>> Means;
  anyStmt(E, [&](const Stmt &S) {
    const ValueDecl *D = nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(&S); Member && Member->isImplicitAccess())
      D = Member->getMemberDecl();
    if (D)
      Means.insert({D->getNameAsString(), D->getCanonicalDecl()});
    return false;
  });
  std::set<std::string> Names;
  for (const auto &[Name, D] : Means)
    Names.insert(Name);
  tok::TokenKind Previous = tok::unknown;
  for (const RawToken &T : File.tokens(Place)) {
    if (T.Kind == tok::raw_identifier && !is_contained({tok::coloncolon, tok::period, tok::arrow}, Previous))
      Names.insert(File.slice(T.Range).str());
    Previous = T.Kind;
  }
  return all_of(Names, [&](const std::string &Name) {
    auto Id = Known.find(Name);
    return Id == Known.end() || all_of(declaredNear(Function, Id->second), [&](const NamedDecl *D) {
             return Means.count({Name, D->getCanonicalDecl()}) != 0;
           });
  });
}

} // namespace loopfuse
