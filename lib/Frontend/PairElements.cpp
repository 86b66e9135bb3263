//===- PairElements.cpp - the two parts of a std::pair ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Places.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool isPair(QualType T) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() && Class->getName() == "pair";
}

std::optional<Place> pairElement(Extraction &X, const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const TemplateArgumentList *Arguments = Callee ? Callee->getTemplateSpecializationArgs() : nullptr;
  if (!Arguments || !Callee->isInStdNamespace() || !Callee->getIdentifier() || Callee->getName() != "get" ||
      E.getNumArgs() != 1 || !isPair(E.getArg(0)->getType()) ||
      Arguments->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  StringRef Name = Arguments->get(0).getAsIntegral().isZero() ? "first" : "second";
  auto P = resolveObject(X, *E.getArg(0));
  for (const FieldDecl *Field : E.getArg(0)->getType()->getAsCXXRecordDecl()->fields())
    if (P && Field->getIdentifier() && Field->getName() == Name && !Field->getType()->isReferenceType()) {
      P->InRow = false;
      P->Type = Field->getType();
      if (!P->IsPrivate && P->IsExact)
        P->Path.push_back({IndexExpr::constant(Field->getFieldIndex()), true});
      return P;
    }
  return std::nullopt;
}

} // namespace loopfuse
