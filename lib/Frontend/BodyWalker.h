//===- BodyWalker.h - the walk over a member's body -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LoopBody.cpp walks loops and plain statements, LaunchBody.cpp the kernels of
// launches.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_BODYWALKER_H
#define LOOPFUSE_FRONTEND_BODYWALKER_H

#include "Frontend/Accesses.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/LoopHeader.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

namespace loopfuse {

class BodyWalker {
public:
  BodyWalker(Extraction &X, Member &M, bool Flat) : X(X), M(M), Flat(Flat) {}

  std::optional<Refusal> nest(const clang::Stmt &Loop, const clang::Expr *Condition);
  std::optional<Refusal> plain(const clang::Stmt &S);
  std::optional<Refusal> launch(const clang::Stmt &S);

private:
  void visit(const clang::Stmt &S);
  void visitLoop(const clang::Stmt &S);
  void modelLoop(const clang::Stmt &S, LoopHeader &H);
  void flatLoop(const clang::Stmt &S);
  using Branch = std::optional<llvm::function_ref<void()>>;
  void visitBranches(const clang::Expr &Given, Branch Then, Branch Else);
  void visitIf(const clang::IfStmt &S);
  void visitAll(llvm::ArrayRef<clang::Stmt *> Children, bool IsBody);
  void visitBody(const clang::Stmt &Body);
  void visitSwitch(const clang::SwitchStmt &S);
  /// Code that may run or not, for reasons that are not modelled.
  void visitMaybe(const char *Where, llvm::function_ref<void()> Visit);
  void visitMaybe(const clang::Stmt *S, const char *Where);
  void leaf(const clang::Stmt &S);
  void noteDeclarations(const clang::DeclStmt &S);
  /// \p Evaluated is what it computes, \p S how it is called.
  void addStatement(const clang::Stmt *S, llvm::ArrayRef<const clang::Stmt *> Evaluated, AccessList &List);
  void addCondition(const clang::Expr &Condition);
  std::vector<Term> termsOf(llvm::ArrayRef<const clang::Stmt *> Evaluated, const AccessList &List);
  void addHeader(LoopHeader &H, const clang::Stmt &S);
  void addArguments(const clang::CUDAKernelCallExpr &Call);
  void openThreadLoops(LaunchShape &Shape, const clang::Stmt &S);
  void visitKernel(const clang::CompoundStmt &Body);
  unsigned perfectDepth(const clang::Stmt &Loop) const;
  void fail(Refusal R) {
    if (!Failed)
      Failed = std::move(R);
  }
  void fail(const clang::Stmt &S, llvm::StringRef What) {
    fail(refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, S.getBeginLoc()), {What.str()}));
  }

  Extraction &X;
  Member &M;
  bool Flat;
  std::optional<Refusal> Failed;
  std::vector<unsigned> Loops;
  std::vector<unsigned> Position{0};
  std::vector<Constraint> Guard;
  unsigned Maybe = 0;            ///< Depth of code that may be skipped.
  std::vector<std::string> Path; ///< What may skip it: "then", "case 1", a `continue` in front of the "rest".
  unsigned Bodies = 0;           ///< Of loops around.
  AccessList Header;
  std::vector<bool> IsPlain; ///< Per loop of M: runs over known iterations, with no copy of the element to make.
};

} // namespace loopfuse

#endif
