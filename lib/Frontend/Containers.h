//===- Containers.h - classes whose elements are understood -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CONTAINERS_H
#define LOOPFUSE_FRONTEND_CONTAINERS_H

#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class NamedDecl;
class QualType;
} // namespace clang

namespace loopfuse {

/// A class that is read as an array.
struct ContainerClass {
  enum class Storage {
    Owner, ///< Owns its elements: two objects never share any (std::vector).
    Value, ///< Holds them inside itself (std::array).
    View   ///< Points to somebody else's (std::span).
  };
  std::string Name; ///< Qualified name without template arguments: "std::vector".
  Storage Kind = Storage::Owner;
  std::vector<std::string> ElementAccess; ///< Methods that give an element: "operator[]", "operator()".
  std::vector<std::string> Size;          ///< Methods that give the number of elements: "size".
  std::vector<std::string> Pure;          ///< Further const methods without effect: "empty", "rows", "data".
};

using ContainerTable = std::vector<ContainerClass>;

/// std::vector, array, span, unique_ptr<T[]>, valarray, basic_string, string_view, initializer_list.
ContainerTable standardContainers();

/// The table's entry for a class; null if it has none, and for specialisations that do not behave like an array that
/// owns its elements: vector<bool>, unique_ptr of a single object, an allocator or deleter that is not the standard
/// one.
const ContainerClass *findContainer(const ContainerTable &Table, const clang::CXXRecordDecl *Class);
/// As above, of the class that a value, reference or const object of type \p Type is.
const ContainerClass *findContainer(const ContainerTable &Table, clang::QualType Type);

/// Whether \p Method is "front" or "back" of one of the standard's containers that have them.
bool isEndElement(const ContainerClass &Class, const std::string &Method);

/// "std::vector::push_back": without inline namespaces and template arguments. An unnamed namespace is "(anonymous)".
std::string qualifiedName(const clang::NamedDecl &D);

} // namespace loopfuse

#endif
