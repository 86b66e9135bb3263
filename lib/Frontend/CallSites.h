//===- CallSites.h - calls whose loops could stand in their place -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CALLSITES_H
#define LOOPFUSE_FRONTEND_CALLSITES_H

#include "Frontend/Algorithms.h"
#include "Frontend/ConditionalLoop.h"
#include "Frontend/Containers.h"
#include "Frontend/FindRegions.h"
#include <memory>
#include <variant>

namespace clang {
class CallExpr;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// A statement that is a call of a function with loops, or of an algorithm, or a block with loops, whose body could
/// stand in the statement's place; or a loop under a condition that could stand inside.
struct CallSite {
  const clang::Stmt *Statement = nullptr;
  unsigned Child = 0;                         ///< The statement's position in the compound statement.
  const clang::CompoundStmt *Block = nullptr; ///< Then there is no call.
  std::optional<ConditionalLoop> Conditional; ///< Nor is there one then.
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Callee = nullptr;    ///< The definition; null for an algorithm of the standard library.
  std::shared_ptr<const AlgorithmCall> Algorithm; ///< Then it is one.
  std::string NoLoop;                             ///< It is one, too, but cannot be a loop: why.
  /// The variable that gets the call's value; null if nobody wants it.
  const clang::VarDecl *Result = nullptr;
  bool Declares = false;          ///< The statement is the declaration of Result, else an assignment to it.
  std::vector<unsigned> Partners; ///< Child of the calls it has data in common with.
  bool MeetsLoop = false;         ///< There is a loop beside it with which it has.

  bool isCall() const { return !Block && !Conditional; }
  bool isAlgorithm() const { return Algorithm || !NoLoop.empty(); }
  std::string name() const; ///< Of what is called.
};

/// Takes away the calls that have no partner any more.
void dropLonely(std::vector<CallSite> &Calls);

/// A call that stays, and why.
struct KeptCall {
  SourceSpan Call;
  Refusal Why;
};

/// A compound statement in which such calls and loops follow each other and have data in common.
struct CallChain {
  Region Where;
  /// In order; each has data in common with another call or a loop that may run over the same iterations.
  std::vector<CallSite> Calls;
  std::vector<KeptCall> Kept; ///< Calls of functions with loops that have, too, and must stay.
};

/// The chains of files that \p WantsFile accepts, in source order; those in which all calls stay, too. Without \p
/// WithCalls those of blocks alone.
std::vector<CallChain> findCallChains(clang::ASTContext &Context, llvm::function_ref<bool(llvm::StringRef)> WantsFile,
                                      const ContainerTable &Containers, bool WithCalls);

} // namespace loopfuse

#endif
