//===- LoopGlance.h - what a loop shows without being modelled --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether calls are worth being taken apart is asked of every compound
// statement with one, and the answer costs another parse of the unit. So it is
// asked of what a glance at the loops shows first.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LOOPGLANCE_H
#define LOOPFUSE_FRONTEND_LOOPGLANCE_H

#include "Frontend/CallSites.h"
#include "llvm/ADT/DenseSet.h"

namespace loopfuse {

/// What a statement has to do with data: variables that are or lead to memory, and `this`; those of the caller, and
/// globals.
using Data = llvm::DenseSet<const void *>;

struct LoopGlance {
  std::string End;        ///< The bound's text in the caller's words; empty if it may be anything.
  Data Touched;           ///< By the loop.
  bool IsFusable = false; ///< Nothing in its body keeps it from being fused wherever it stands.
};

/// A child of the caller's compound statement: a loop, a call of a function with loops, or a block with loops.
struct ChildGlance {
  Data Touched; ///< By the whole of it.
  std::vector<LoopGlance> Loops;
};

ChildGlance glanceAtSite(clang::ASTContext &Context, const CallSite &Site, const ContainerTable &Containers);
ChildGlance glanceAtLoop(clang::ASTContext &Context, const clang::Stmt &Loop, const ContainerTable &Containers);

/// Whether the two have data in common, and loops that may run over the same iterations.
bool mayMeet(const ChildGlance &A, const ChildGlance &B);
/// Whether a loop of the one may be fused with a loop of the other, so far as can be seen.
bool mayFuse(const ChildGlance &A, const ChildGlance &B);

} // namespace loopfuse

#endif
