//===- Values.h - integer expressions of the language -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From Clang's integer expressions to mathematical ones over loop variables and
// parameters. Unsigned arithmetic and conversions wrap; the Wrap is left out
// where the range of the value shows that nothing is lost. Signed overflow is
// undefined, so signed results lie in the range of their type.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VALUES_H
#define LOOPFUSE_FRONTEND_VALUES_H

#include "Frontend/Extraction.h"

namespace loopfuse {

struct ContainerCall;

/// An integer value with the range it is known to lie in.
struct Value {
  IndexExpr Expr; ///< Unknown: not expressible.
  Interval Range;

  bool isKnown() const { return !Expr.isUnknown(); }
  static Value unknown() { return {}; }
  static Value constant(int64_t V) { return {IndexExpr::constant(V), Interval::of(V)}; }
};

/// The value of an integer prvalue, or of an integer glvalue when it is loaded. Also the distance of two pointers into
/// one array. Asking makes parameters of the invariants it meets.
Value valueOf(Extraction &X, const clang::Expr &E);
/// The value of the integer variable \p V.
Value counterValue(Extraction &X, const clang::VarDecl &V);
/// The number of elements of the container at \p Holder, which the user writes \p Name.
Value sizeOf(Extraction &X, const Place &Holder, llvm::StringRef Name);
/// The expression that \p C, a size of a vector, has the value of wherever it stands, if that is the number of elements
/// that the vector was made with; null if there is none.
const clang::Expr *sizeAsMade(Extraction &X, const ContainerCall &C);
/// What the method \p C, one of its class's sizes, gives.
Value sizeOf(Extraction &X, const Place &Holder, const ContainerCall &C, clang::QualType Result);
/// As converted to an integer type of \p Bits bits.
Value convert(Value V, unsigned Bits, bool Signed);

/// The lesser of the two, or the greater.
Value extremum(const Value &A, const Value &B, bool IsMinimum);

/// The living parameter of the key, made if there is none; unknown if the member at work writes what it is read from.
/// \p P gives name and type.
Value parameter(Extraction &X, ParameterKey Key, Parameter P);

} // namespace loopfuse

#endif
