//===- Variables.h - how a function uses its variables ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VARIABLES_H
#define LOOPFUSE_FRONTEND_VARIABLES_H

#include "Frontend/Containers.h"
#include "Frontend/FindRegions.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace loopfuse {

struct UseTable;

/// Facts about the variables of one function, from one walk over its body. Made once a function and shared by its
/// regions. A capture by reference in a lambda counts as taking the address, and so does binding a reference to it (but
/// not a range-for over an array or container whose variable does not expose the elements in turn).
///
/// Of a variable that is not a local or parameter of this function (globals, static locals, what a lambda captures by
/// reference) the answers are the safe ones: modified, escaping, no value, not dead; isModifiedIn says what is written
/// in the text of S. So for variables that escape, a change through another name has to be looked for elsewhere.
class FunctionVariables {
public:
  /// The variables of \p Kernels, which the function launches, are told of as well.
  FunctionVariables(clang::ASTContext &Context, const clang::FunctionDecl &Function, const ContainerTable &Containers,
                    llvm::ArrayRef<const clang::FunctionDecl *> Kernels = {});

  /// Assigned, incremented, passed by non-const reference or otherwise changed anywhere after its initialisation. For a
  /// container: also any call that is not in the table as pure. Writing an element is not a change of the variable.
  bool isModified(const clang::VarDecl &V) const;
  /// As isModified, but only what happens inside \p S.
  bool isModifiedIn(const clang::VarDecl &V, const clang::Stmt &S) const;
  /// Whether its address (of the object, or for a pointer that owns an allocation: its value; for a container: a
  /// pointer, iterator or view of its elements) is known to anybody besides plain element accesses. `free(p)`,
  /// `delete[] p`, a null test and begin()/end() in the header of a loop over it do not count. A container that takes
  /// over elements which others may know (moved from another, swapped, a parameter, the result of an unknown function)
  /// escapes.
  bool escapes(const clang::VarDecl &V) const;
  /// The initialiser of a variable that is never modified, else null.
  const clang::Expr *onlyValue(const clang::VarDecl &V) const;
  bool isNameUsed(llvm::StringRef Name) const; ///< As any declaration or reference in the function.

  /// Whether no statement that may run after \p Last (a child of \p Compound) reads \p V's elements before the variable
  /// dies, given that it does not escape: none refers to it at all behind Last in Compound but to release it, and
  /// neither Compound nor the loops around it come back to a use in front of \p First. \p Enclosing as in Region.
  bool isDeadAfter(const clang::VarDecl &V, const Region &R, const clang::Stmt &First, const clang::Stmt &Last) const;

private:
  bool isOwn(const clang::VarDecl &V) const;

  std::shared_ptr<const UseTable> Table; ///< Of the walk (VariableUses.h).
};

} // namespace loopfuse

#endif
