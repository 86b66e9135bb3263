//===- BodyReader.h - what a function touches -------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a function's body for its summary (CallSummaries.h). Only what is
// listed is understood; everything else fails.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_BODYREADER_H
#define LOOPFUSE_FRONTEND_BODYREADER_H

#include "Frontend/CallSummaries.h"
#include "clang/AST/ExprCXX.h"

namespace loopfuse {

/// What an lvalue or pointer in the body leads to.
enum class Root {
  Unknown,  ///< Not to be touched: reading it has failed.
  Local,    ///< A local, a parameter, a temporary.
  External, ///< What a parameter refers to, or the object.
  Constant  ///< Never changes.
};

/// Reads a body and notes what it touches. All functions return false (or Unknown) once something is not understood.
class BodyReader {
public:
  BodyReader(clang::ASTContext &Context, const ContainerTable &Containers, SummaryBudget &Budget,
             const clang::FunctionDecl &Function)
      : Context(Context), Containers(Containers), Budget(Budget), Function(Function) {}

  CallEffect read(const clang::Stmt &Body);

private:
  bool fail(RefusalId Id = RefusalId::UnknownCall) {
    Failure = Failure.value_or(Id);
    return false;
  }
  Root failed() {
    fail();
    return Root::Unknown;
  }
  bool spend() { return Budget.Nodes && Budget.Nodes-- ? true : fail(); }

  bool statement(const clang::Stmt *S);
  bool variable(const clang::VarDecl &V);
  bool returned(const clang::Expr *E);
  bool value(const clang::Expr *E);
  bool children(const clang::Expr &E);
  bool cast(const clang::CastExpr &E);
  bool unary(const clang::UnaryOperator &E);
  bool binary(const clang::BinaryOperator &E);
  bool call(const clang::CallExpr &E, bool IsDiscarded = false);
  bool argument(const clang::Expr &E, CallEffect::Kind Effect, bool IsWritable, bool IsObject = false);
  bool construct(const clang::CXXConstructExpr &E);
  bool list(const clang::InitListExpr &E);
  Root lvalue(const clang::Expr *E);
  Root named(const clang::ValueDecl &D, bool IsCapture);
  Root calledLvalue(const clang::CallExpr &E);
  Root pointer(const clang::Expr *E);
  Root object(const clang::Expr &E);
  Root localPointer(const clang::Expr &E);
  Root either(Root A, Root B) const;
  bool load(Root R, clang::QualType Type);
  bool store(Root R, clang::QualType Type);

  clang::ASTContext &Context;
  const ContainerTable &Containers;
  SummaryBudget &Budget;
  const clang::FunctionDecl &Function;
  bool Reads = false;
  bool Writes = false;
  std::optional<RefusalId> Failure;
};

} // namespace loopfuse

#endif
