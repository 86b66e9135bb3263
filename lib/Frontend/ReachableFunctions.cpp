//===- ReachableFunctions.cpp - what a function may run ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/ReachableFunctions.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Functions that are looked into: as many hold half of the standard library.
static constexpr size_t MaxFunctions = 3000;

std::string plainName(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  // The names of these hold their class's arguments.
  if (isa<CXXConstructorDecl>(F))
    return Method->getParent()->getNameAsString();
  if (isa<CXXDestructorDecl>(F))
    return "~" + Method->getParent()->getNameAsString();
  if (isa<CXXConversionDecl>(F))
    return "operator";
  return F.getDeclName().getAsString();
}

namespace {
/// Lists what bodies name. Also what they run without a name: constructors, and the destructors of what they declare.
class NameSearch : public RecursiveASTVisitor<NameSearch> {
public:
  explicit NameSearch(std::set<std::string> &Names) : Names(Names) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(dyn_cast<FunctionDecl>(E->getDecl())); }
  bool VisitMemberExpr(MemberExpr *E) { return add(dyn_cast<FunctionDecl>(E->getMemberDecl())); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return add(E->getConstructor()) && addEnd(E->getType()); }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) { return add(E->getConstructor()); }
  bool VisitCXXNewExpr(CXXNewExpr *E) { return add(E->getOperatorNew()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) { return add(E->getOperatorDelete()) && addEnd(E->getDestroyedType()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) { return addEnd(E->getType()); }
  bool VisitVarDecl(VarDecl *V) { return addEnd(V->getType()); }
  bool VisitFunctionDecl(FunctionDecl *F) { return add(F); }
  bool VisitOverloadExpr(OverloadExpr *E) {
    Names.insert(E->getName().getAsString());
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) {
    Names.insert(E->getMember().getAsString());
    return true;
  }

  bool add(const FunctionDecl *F) {
    if (!F || !Seen.insert(F->getCanonicalDecl()).second)
      return true;
    Names.insert(plainName(*F));
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition))
      Work.push_back(Definition);
    return Work.size() <= MaxFunctions;
  }

  bool run() {
    for (size_t I = 0; I < Work.size(); ++I)
      if (!TraverseDecl(const_cast<FunctionDecl *>(Work[I])))
        return false;
    return true;
  }

private:
  /// The end of an object's life, and of its parts'.
  bool addEnd(QualType Type) {
    const CXXRecordDecl *Class = Type.isNull() ? nullptr : Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
      return true;
    if (!add(Class->getDestructor()))
      return false;
    if (!Parts.insert(Class->getCanonicalDecl()).second)
      return true;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!addEnd(Base.getType()))
        return false;
    return all_of(Class->fields(), [&](const FieldDecl *Field) { return addEnd(Field->getType()); });
  }

  std::set<std::string> &Names;
  DenseSet<const FunctionDecl *> Seen;
  DenseSet<const CXXRecordDecl *> Parts;
  std::vector<const FunctionDecl *> Work;
};
} // namespace

bool addReachable(const FunctionDecl &F, std::set<std::string> &Names) {
  NameSearch Search(Names);
  for (const DeclContext *At = &F; At; At = At->getParent())
    if (const auto *Around = dyn_cast<FunctionDecl>(At))
      if (!Search.add(Around))
        return false;
  return Search.run();
}

} // namespace loopfuse
