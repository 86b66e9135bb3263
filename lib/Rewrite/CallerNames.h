//===- CallerNames.h - names for variables that come into a function -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_CALLERNAMES_H
#define LOOPFUSE_REWRITE_CALLERNAMES_H

#include "Rewrite/LoopVariables.h"
#include "Rewrite/Names.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// New names for a caller: none that its text mentions, in whatever meaning.
class CallerNames {
public:
  CallerNames(const FileText &File, const clang::FunctionDecl &Caller, const FunctionVariables &Variables);

  /// False if the function's text does not stand in the file.
  bool isKnown() const { return IsKnown; }
  /// \p Wanted or something like it, that \p Callee does not use in another meaning either.
  std::string get(llvm::StringRef Wanted, const NameUse &Callee);

private:
  FreshNames Fresh;
  llvm::StringSet<> Mentioned;
  bool IsKnown = false;
};

/// Adds the names that \p S refers to: macros mention more than the text shows.
void addReferredNames(const clang::Stmt &S, llvm::StringSet<> &Out);

/// Calls \p V, a local or parameter of what stands at \p Within, \p Name wherever \p Body names it. False if that
/// cannot be said in the text.
bool renameVariable(const FileText &File, const clang::VarDecl &V, llvm::StringRef Name, const clang::Stmt &Body,
                    TextRange Within, TextPatch &Patch);

} // namespace loopfuse

#endif
