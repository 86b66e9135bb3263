//===- CallAccesses.h - the walk behind Accesses ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CALLACCESSES_H
#define LOOPFUSE_FRONTEND_CALLACCESSES_H

#include "Frontend/Accesses.h"
#include "Frontend/Effects.h"

namespace clang {
class BinaryOperator;
class CallExpr;
class CastExpr;
class CXXDeleteExpr;
class DeclRefExpr;
class LambdaExpr;
class UnaryOperator;
} // namespace clang

namespace loopfuse {

/// a = b of a class whose assignment copies the bytes.
bool isTrivialAssignment(const clang::CallExpr &E);

/// Walks an expression and lists its accesses. Calls are in CallAccesses.cpp, the rest in Accesses.cpp.
class AccessCollector {
public:
  AccessCollector(Extraction &X, AccessList &List) : X(X), List(List) {}

  /// All accesses of evaluating \p E; a glvalue is not loaded.
  void collect(const clang::Expr &E);
  /// One access to the object that \p E designates, a call giving an element included.
  void access(const clang::Expr &E, AccessKind Kind);
  void declare(const clang::VarDecl &V);

private:
  /// Code that may not be evaluated: its accesses are no must-accesses.
  struct ConditionalScope {
    explicit ConditionalScope(AccessCollector &C) : C(C) { ++C.Conditional; }
    ~ConditionalScope() { --C.Conditional; }
    AccessCollector &C;
  };

  void name(const clang::DeclRefExpr &E);
  bool isUnchanging(const clang::Expr &E) const;
  void fail(const clang::Expr &E, llvm::StringRef What);
  void fail(Refusal R) {
    if (!List.Failed)
      List.Failed = std::move(R);
  }
  void dispatch(const clang::Expr &E);
  void collectAll(const clang::Stmt &S);
  void binary(const clang::BinaryOperator &E);
  void unary(const clang::UnaryOperator &E);
  void cast(const clang::CastExpr &E);
  void construct(const clang::CXXConstructExpr &E);
  void lambda(const clang::LambdaExpr &E);
  void release(const clang::CXXDeleteExpr &E);

  void call(const clang::CallExpr &E);
  bool assignment(const clang::CallExpr &E);
  bool iteratorOperation(const clang::CallExpr &E);
  bool containerOperation(const clang::CallExpr &E);
  /// The accesses of the callee's body in the place of the call, if they can be told.
  bool readInPlace(const clang::CallExpr &E);
  /// The accesses of a call to what its arguments refer to, by the summary of the callee.
  void argumentAccesses(const clang::CallExpr &E, const CallEffect &Effect);
  void argument(const clang::Expr &E, const clang::ParmVarDecl *Parameter, bool MayWrite, bool IsPure);
  /// May-reads (and writes) of the array that the pointer \p E points into, or of the elements of the container \p E.
  void reachable(const clang::Expr &E, bool MayWrite);

  Extraction &X;
  AccessList &List;
  unsigned Conditional = 0;
  unsigned Nesting = 0;
  static constexpr unsigned MaxNesting = 2000;
};

} // namespace loopfuse

#endif
