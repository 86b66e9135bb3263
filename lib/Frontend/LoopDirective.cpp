//===- LoopDirective.cpp - loops under OpenMP directives --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopDirective.h"
#include "clang/AST/Decl.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

const Stmt &loopUnder(const Stmt &S) {
  if (!isa<OMPForDirective, OMPSimdDirective, OMPForSimdDirective, OMPParallelForDirective,
           OMPParallelForSimdDirective>(&S))
    return S;
  const Stmt *At = cast<OMPExecutableDirective>(S).getRawStmt();
  while (const auto *Captured = dyn_cast_or_null<CapturedStmt>(At))
    At = Captured->getCapturedStmt();
  return isa_and_nonnull<ForStmt>(At) || isa_and_nonnull<CXXForRangeStmt>(At) ? *At : S;
}

const DeclContext *declaringFunction(const VarDecl &V) {
  const DeclContext *Context = V.getDeclContext();
  while (isa<CapturedDecl>(Context))
    Context = Context->getParent();
  return Context;
}

} // namespace loopfuse
