//===- CallSummaries.cpp - effects of functions by their bodies -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CallSummaries.h"
#include "Frontend/BodyReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static CallEffect notUnderstood() { return {CallEffect::Kind::Unknown, "", refuse(RefusalId::UnknownCall, {})}; }

CallEffect summariseBody(ASTContext &Context, const FunctionDecl &Callee, const ContainerTable &Containers,
                         SummaryBudget &Budget) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Callee.getBody(Definition);
  if (!Body || Definition->hasAttr<WeakAttr>() || Definition->isVariadic() || isa<CXXDestructorDecl>(Definition) ||
      is_contained(Budget.Active, Definition) || Budget.Active.size() >= SummaryBudget::MaximumDepth)
    return notUnderstood();
  for (const ParmVarDecl *P : Definition->parameters())
    if (!isHarmlessDestruction(P->getType(), Containers))
      return notUnderstood();
  Budget.Active.push_back(Definition);
  CallEffect Effect = BodyReader(Context, Containers, Budget, *Definition).read(*Body);
  Budget.Active.pop_back();
  return Effect;
}

CallEffect summariseConstructor(ASTContext &Context, const CXXConstructorDecl &Constructor,
                                const ContainerTable &Containers, SummaryBudget &Budget) {
  return summariseBody(Context, Constructor, Containers, Budget);
}

bool isConstantData(const VarDecl &V) {
  if (V.isConstexpr())
    return true;
  const Expr *Init = V.getAnyInitializer();
  QualType Type = V.getType();
  return Init && !Type->isReferenceType() && Type.isConstantStorage(V.getASTContext(), false, true) &&
         !Type.isVolatileQualified() && !Init->isValueDependent() && V.hasConstantInitialization();
}

bool isHarmlessDestruction(QualType Type, const ContainerTable &Containers) {
  if (Type->isReferenceType())
    return true;
  const CXXRecordDecl *Class = QualType(Type->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return true;
  if (findContainer(Containers, Class)) {
    // Gives back memory, after the destruction of the elements.
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!S || S->getTemplateArgs().size() == 0 || S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return true;
    return isHarmlessDestruction(S->getTemplateArgs()[0].getAsType(), Containers);
  }
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  if (!Destructor)
    return false;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Destructor->getBody());
  if (!Destructor->isDefaulted() && !(Body && Body->body_empty()))
    return false;
  return all_of(Class->bases(),
                [&](const CXXBaseSpecifier &B) { return isHarmlessDestruction(B.getType(), Containers); }) &&
         all_of(Class->fields(), [&](const FieldDecl *F) { return isHarmlessDestruction(F->getType(), Containers); });
}

} // namespace loopfuse
