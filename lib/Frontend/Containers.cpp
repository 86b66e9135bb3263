//===- Containers.cpp - classes whose elements are understood ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Containers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

ContainerTable standardContainers() {
  using Storage = ContainerClass::Storage;
  const std::vector<std::string> Walk = {"empty", "data",   "begin", "end",     "cbegin",
                                         "cend",  "rbegin", "rend",  "crbegin", "crend"};
  std::vector<std::string> String = Walk;
  String.insert(String.end(), {"capacity", "max_size"});
  return {
      {"std::vector", Storage::Owner, {"operator[]"}, {"size"}, String},
      {"std::array", Storage::Value, {"operator[]"}, {"size", "max_size"}, Walk},
      {"std::span",
       Storage::View,
       {"operator[]"},
       {"size"},
       {"empty", "data", "begin", "end", "rbegin", "rend", "size_bytes"}},
      {"std::unique_ptr", Storage::Owner, {"operator[]"}, {}, {"get", "operator bool"}},
      {"std::valarray", Storage::Owner, {"operator[]"}, {"size"}, {}},
      {"std::basic_string", Storage::Owner, {"operator[]"}, {"size", "length"}, String},
      {"std::initializer_list", Storage::View, {}, {"size"}, {"begin", "end"}},
      {"std::basic_string_view", Storage::View, {"operator[]"}, {"size", "length"}, Walk},
  };
}

bool isEndElement(const ContainerClass &Class, const std::string &Method) {
  return (Method == "front" || Method == "back") && StringRef(Class.Name).starts_with("std::") &&
         Class.Name != "std::unique_ptr" && Class.Name != "std::valarray";
}

std::string qualifiedName(const NamedDecl &D) {
  std::string Name = D.getDeclName().getAsString();
  for (const DeclContext *C = D.getDeclContext(); C && !C->isTranslationUnit(); C = C->getParent()) {
    const auto *N = dyn_cast<NamedDecl>(C);
    if (!N || C->isInlineNamespace() || (isa<EnumDecl>(C) && C->isTransparentContext()))
      continue;
    StringRef Part = isa<NamespaceDecl>(N) && cast<NamespaceDecl>(N)->isAnonymousNamespace() ? "(anonymous)" : "";
    Name = (Part.empty() ? N->getDeclName().getAsString() : Part.str()) + "::" + Name;
  }
  return Name;
}

/// Template argument \p Index if it is a class type: its qualified name; else "".
static std::string classArgument(const ClassTemplateSpecializationDecl &S, unsigned Index) {
  const TemplateArgumentList &Arguments = S.getTemplateArgs();
  if (Index >= Arguments.size() || Arguments[Index].getKind() != TemplateArgument::Type)
    return "";
  const CXXRecordDecl *Class = Arguments[Index].getAsType()->getAsCXXRecordDecl();
  return Class ? qualifiedName(*Class) : "";
}

/// Whether a specialisation of a standard class is an array: std::vector<bool> packs its elements, unique_ptr<T> holds
/// one object, and other allocators or deleters may hand out shared storage.
static bool isArray(StringRef Name, const CXXRecordDecl &Class) {
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  if (!S || !Name.starts_with("std::"))
    return true;
  const TemplateArgumentList &Arguments = S->getTemplateArgs();
  QualType First =
      Arguments.size() && Arguments[0].getKind() == TemplateArgument::Type ? Arguments[0].getAsType() : QualType();
  if (Name == "std::vector")
    return !First.isNull() && !First->isBooleanType() && classArgument(*S, 1) == "std::allocator";
  if (Name == "std::basic_string")
    return classArgument(*S, 2) == "std::allocator";
  if (Name == "std::unique_ptr")
    return !First.isNull() && First->isArrayType() && classArgument(*S, 1) == "std::default_delete";
  return true;
}

const ContainerClass *findContainer(const ContainerTable &Table, const CXXRecordDecl *Class) {
  if (!Class || !Class->getIdentifier())
    return nullptr;
  for (const ContainerClass &C : Table) {
    StringRef Name = C.Name;
    // The unqualified name first: it is cheap and settles nearly all.
    if (Name.substr(Name.rfind(':') + 1) == Class->getName() && Name == qualifiedName(*Class))
      return isArray(Name, *Class) ? &C : nullptr;
  }
  return nullptr;
}

const ContainerClass *findContainer(const ContainerTable &Table, QualType Type) {
  return Type.isNull() ? nullptr : findContainer(Table, Type.getNonReferenceType()->getAsCXXRecordDecl());
}

} // namespace loopfuse
