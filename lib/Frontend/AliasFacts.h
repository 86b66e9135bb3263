//===- AliasFacts.h - what is known of the memory behind a name -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the arrays of the Scop with the facts that docs/LEGALITY.md's alias
// rules are decided by. Two spellings of one object give one array.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ALIASFACTS_H
#define LOOPFUSE_FRONTEND_ALIASFACTS_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// The variable itself; for a reference that is bound to nothing known, the object it refers to.
unsigned objectArray(Extraction &X, const clang::VarDecl &V);
/// The name of a variable; of a structured binding those of its parts: "[a, b]".
std::string printedName(const clang::VarDecl &V);
/// The binding of a reference, or the name of another variable, that a member of the region declares: what uses the
/// name stays behind the declaration.
unsigned nameArray(Extraction &X, const clang::VarDecl &V);
/// *this of the region's method.
unsigned thisArray(Extraction &X, clang::QualType Class);
/// What the pointer or view in variable \p V points to: elements of type \p Element.
unsigned pointeeArray(Extraction &X, const clang::VarDecl &V, clang::QualType Element);
/// What the pointer or view stored at \p Holder points to. \p Name is how the user writes the pointer.
unsigned pointeeArray(Extraction &X, const Place &Holder, clang::QualType Element, llvm::StringRef Name);
/// The same memory seen with the type it is used with; for void pointers.
unsigned viewOf(Extraction &X, unsigned Array, clang::QualType Element);
/// The elements owned by the container at \p Holder. Subscripts of Holder are the leading subscripts of the array.
unsigned ownedArray(Extraction &X, const Place &Holder, clang::QualType Element, llvm::StringRef Name);
/// The elements of an initializer list. Lists of equal expressions, evaluated alike, are one constant array: while what
/// they read keeps its value, their elements are equal.
unsigned listArray(Extraction &X, const clang::InitListExpr &List, llvm::StringRef Name);

/// Whether the C library's function \p Name, or the compiler's of that name, returns fresh storage of a stated size.
bool isAllocator(llvm::StringRef Name);

/// Whether \p T is a pointer, reference, container or other class that is more than numbers, or holds one: the handles
/// of assumption A4. Also true for character types, which may overwrite anything.
bool mayOverwriteHandle(const Extraction &X, clang::QualType T);

} // namespace loopfuse

#endif
