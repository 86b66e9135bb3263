//===- Places.h - which memory an expression names --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_PLACES_H
#define LOOPFUSE_FRONTEND_PLACES_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// The object that a glvalue (or a call that gives an element) designates; std::nullopt if the memory has no name here.
/// Evaluates nothing: the reads on the way (pointers, subscripts) are the business of Accesses.
std::optional<Place> resolveObject(Extraction &X, const clang::Expr &E);
/// The object that the value of a pointer or random-access iterator points to.
std::optional<Place> resolvePointer(Extraction &X, const clang::Expr &E);
/// As above of a pointer that is kept in a variable.
std::optional<Place> resolvePointerValue(Extraction &X, const clang::Expr &E);

/// A random-access iterator of a standard container that is a class (others are pointers), or a reverse one.
bool isIteratorClass(clang::QualType T);
/// A std::reverse_iterator over a pointer or an iterator class. Its place is that of the element it gives, which goes
/// down as it moves on.
bool isReverseIterator(clang::QualType T);
/// A call of std::make_reverse_iterator.
bool makesReverseIterator(const clang::CallExpr &E);
/// What a pointer or iterator of type \p T points to; null if it cannot be told.
clang::QualType pointeeOf(clang::QualType T);

/// std::pair, whose parts std::get names.
bool isPair(clang::QualType T);
/// The part that std::get<0>(pair) names, of which structured bindings are made; std::nullopt for other calls.
std::optional<Place> pairElement(Extraction &X, const clang::CallExpr &E);

/// \p E without parentheses, temporaries and other nodes that stand for their operand alone.
const clang::Expr *stripTransparent(const clang::Expr *E);

/// The method of a container of the table that \p Call calls, with the container.
struct ContainerCall {
  const ContainerClass *Class = nullptr;
  const clang::Expr *Object = nullptr; ///< The container: a glvalue, or a pointer to it if IsArrow.
  bool IsArrow = false;
  std::string Method;                                  ///< "size", "operator[]".
  llvm::SmallVector<const clang::Expr *, 2> Arguments; ///< Without the object.
  bool isElement() const;
  bool isEndElement() const; ///< front or back.
  bool isSize() const;
  bool isBegin() const; ///< begin, cbegin, data, get: gives a pointer or iterator to the first element.
  bool isEnd() const;
  bool isReverseBegin() const;
  bool isReverseEnd() const;
};
/// Also the free functions std::begin, end, data, size.
std::optional<ContainerCall> containerCall(const Extraction &X, const clang::Expr &Call);
std::optional<Place> containerPlace(Extraction &X, const ContainerCall &C);
/// Element 0 of the container at \p Holder, of class \p Class. \p Name is how the user writes the container.
Place firstElement(Extraction &X, const Place &Holder, const ContainerClass &Class, clang::QualType Element,
                   llvm::StringRef Name);
/// The type of the elements of a container of the table.
clang::QualType elementType(const Extraction &X, clang::QualType Container);

/// Moves a pointer to \p P by \p Elements.
Place advance(Place P, const IndexExpr &Elements);
/// How the user writes \p E on one line, or \p Otherwise where the text is not to be had.
std::string nameOf(const Extraction &X, const clang::Expr &E, llvm::StringRef Otherwise);

} // namespace loopfuse

#endif
