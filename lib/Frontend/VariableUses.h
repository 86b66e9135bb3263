//===- VariableUses.h - every mention of a variable -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VARIABLEUSES_H
#define LOOPFUSE_FRONTEND_VARIABLEUSES_H

#include "Frontend/Containers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// One place where a function mentions a variable, and what its value or address is put to from there.
struct VariableUse {
  unsigned Order = 0;    ///< Position in the walk over the function.
  bool Modifies = false; ///< The object itself may change here (not what it points to, not an element of it).
  bool Escapes = false;  ///< Its address, or one of its elements or of what it points to, becomes known to others here.
  bool Releases = false; ///< free(p), delete p.
  bool Allocates = false; ///< cudaMalloc(&p, …), which gives it its only value but null.
};

/// All mentions of all variables in one function's body, lambdas included.
struct UseTable {
  /// The walk numbers statements and expressions in preorder; a statement's parts lie in [Begin, End).
  struct Interval {
    unsigned Begin = 0;
    unsigned End = 0;
    bool contains(unsigned Order) const { return Begin <= Order && Order < End; }
  };
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<VariableUse, 2>> Uses;
  llvm::DenseMap<const clang::Stmt *, Interval> Positions;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Declared; ///< In this function, with the position.
  llvm::StringSet<> Names;
  bool IsComplete = true; ///< False: an expression was nested too deep to be walked.
  bool HasJumps = false;  ///< Text order says little: see Jumps.h.
};

/// Whether the pointer \p V is given nothing, or null, where it is declared.
bool isUnsetPointer(clang::ASTContext &Context, const clang::VarDecl &V);

/// Of the function and of the kernels it launches.
UseTable collectUses(clang::ASTContext &Context, const clang::FunctionDecl &Function, const ContainerTable &Containers,
                     llvm::ArrayRef<const clang::FunctionDecl *> Kernels = {});

} // namespace loopfuse

#endif
