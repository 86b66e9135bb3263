//===- ContainerCalls.cpp - calls of the container table's methods ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AliasFacts.h"
#include "Frontend/Places.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool ContainerCall::isElement() const { return is_contained(Class->ElementAccess, Method) || isEndElement(); }
bool ContainerCall::isEndElement() const { return Arguments.empty() && loopfuse::isEndElement(*Class, Method); }
bool ContainerCall::isSize() const { return is_contained(Class->Size, Method) && Arguments.empty(); }
bool ContainerCall::isBegin() const {
  return Arguments.empty() && (Method == "begin" || Method == "cbegin" || Method == "data" || Method == "get");
}
bool ContainerCall::isEnd() const { return Arguments.empty() && (Method == "end" || Method == "cend"); }
bool ContainerCall::isReverseBegin() const { return Arguments.empty() && (Method == "rbegin" || Method == "crbegin"); }
bool ContainerCall::isReverseEnd() const { return Arguments.empty() && (Method == "rend" || Method == "crend"); }

/// The first template argument of the class \p T; null if there is none.
static QualType firstArgument(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!S || S->getTemplateArgs().size() == 0 || S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  return S->getTemplateArgs()[0].getAsType();
}

bool isReverseIterator(QualType T) {
  const CXXRecordDecl *Class = T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier() || Class->getName() != "reverse_iterator" ||
      qualifiedName(*Class) != "std::reverse_iterator")
    return false;
  QualType Forward = firstArgument(T);
  return !Forward.isNull() && (Forward->isPointerType() || isIteratorClass(Forward)) && !isReverseIterator(Forward);
}

bool isIteratorClass(QualType T) {
  const CXXRecordDecl *Class = T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier())
    return false;
  StringRef Name = Class->getName();
  if (Name == "reverse_iterator")
    return isReverseIterator(T);
  if (Name != "__normal_iterator" && Name != "__wrap_iter")
    return false;
  std::string Qualified = qualifiedName(*Class);
  return Qualified == "__gnu_cxx::__normal_iterator" || Qualified == "std::__wrap_iter";
}

QualType pointeeOf(QualType T) {
  T = T.getNonReferenceType();
  if (const auto *P = T->getAs<clang::PointerType>())
    return P->getPointeeType();
  if (!isIteratorClass(T))
    return {};
  // All are templates over the pointer or iterator they wrap.
  QualType Wrapped = firstArgument(T);
  return Wrapped.isNull() ? QualType() : pointeeOf(Wrapped);
}

bool makesReverseIterator(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  return Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
         Callee->getName() == "make_reverse_iterator" && E.getNumArgs() == 1 && isReverseIterator(E.getType());
}

/// One of the free functions that stand for a method of their argument.
static bool isRangeFunction(StringRef Name) {
  return Name == "begin" || Name == "end" || Name == "cbegin" || Name == "cend" || Name == "rbegin" || Name == "rend" ||
         Name == "crbegin" || Name == "crend" || Name == "data" || Name == "size";
}

std::optional<ContainerCall> containerCall(const Extraction &X, const Expr &E) {
  ContainerCall Result;
  const auto *Call = dyn_cast<CallExpr>(&E);
  if (!Call || Call->isTypeDependent())
    return std::nullopt;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return std::nullopt;
  unsigned FirstArgument = 0;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const auto *ME = dyn_cast<MemberExpr>(Member->getCallee()->IgnoreParens());
    if (!ME)
      return std::nullopt;
    Result.Object = ME->getBase();
    Result.IsArrow = ME->isArrow();
  } else if (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) && Call->getNumArgs() >= 1) {
    Result.Object = Call->getArg(0);
    FirstArgument = 1;
  } else if (Callee->isInStdNamespace() && Callee->getIdentifier() && isRangeFunction(Callee->getName()) &&
             Call->getNumArgs() == 1) {
    Result.Object = Call->getArg(0);
    FirstArgument = 1;
  } else {
    return std::nullopt;
  }
  QualType Type = Result.Object->getType();
  if (Result.IsArrow)
    Type = Type->getPointeeType();
  Result.Class = findContainer(X.Containers, Type);
  if (!Result.Class)
    return std::nullopt;
  Result.Method = Callee->getDeclName().getAsString();
  for (unsigned I = FirstArgument; I < Call->getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Call->getArg(I)))
      Result.Arguments.push_back(Call->getArg(I));
  return Result;
}

std::optional<Place> containerPlace(Extraction &X, const ContainerCall &C) {
  return C.IsArrow ? resolvePointer(X, *C.Object) : resolveObject(X, *C.Object);
}

QualType elementType(const Extraction &X, QualType Container) {
  const CXXRecordDecl *Class = Container.getNonReferenceType()->getAsCXXRecordDecl();
  const ContainerClass *Entry = findContainer(X.Containers, Class);
  if (!Entry || !Class->hasDefinition())
    return {};
  // What the first element method returns.
  for (const CXXMethodDecl *M : Class->methods())
    if (is_contained(Entry->ElementAccess, M->getDeclName().getAsString()))
      return M->getReturnType().getNonReferenceType();
  // Of std::initializer_list, which has none.
  for (const CXXMethodDecl *M : Class->methods())
    if (Entry->ElementAccess.empty() && M->getDeclName().getAsString() == "begin" &&
        M->getReturnType()->isPointerType())
      return M->getReturnType()->getPointeeType();
  return {};
}

Place firstElement(Extraction &X, const Place &Holder, const ContainerClass &Class, QualType Element, StringRef Name) {
  Place P;
  P.Type = Element.getNonReferenceType().getUnqualifiedType();
  PathStep Zero{IndexExpr::constant(0), false};
  if (Holder.IsPrivate && Class.Kind != ContainerClass::Storage::View) {
    P.IsPrivate = true;
    return P;
  }
  P.IsExact = Holder.IsExact;
  switch (Class.Kind) {
  case ContainerClass::Storage::Value:
    P.Array = Holder.Array;
    P.Path = Holder.Path;
    P.InRow = Holder.lastIsElement();
    break;
  case ContainerClass::Storage::Owner:
    P.Array = ownedArray(X, Holder, P.Type, Name);
    for (const PathStep &S : Holder.Path)
      if (!S.IsField)
        P.Path.push_back(S);
    break;
  case ContainerClass::Storage::View:
    P.Array = pointeeArray(X, Holder, P.Type, Name);
    // Views at varying places may show the same elements.
    P.IsExact &= all_of(Holder.Path, [](const PathStep &S) { return S.Index.isConstant(); });
    if (const auto *V = dyn_cast_or_null<VarDecl>(X.Ast.Arrays[P.Array]))
      P.IsExact &= !(X.MemberStmt && X.Variables.isModifiedIn(*V, *X.MemberStmt));
    break;
  }
  if (P.IsExact)
    P.Path.push_back(Zero);
  return P;
}

} // namespace loopfuse
