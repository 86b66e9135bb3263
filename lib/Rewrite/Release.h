//===- Release.h - the life of variables that are needed no longer -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_RELEASE_H
#define LOOPFUSE_REWRITE_RELEASE_H

#include "Rewrite/TextPatch.h"
#include "llvm/ADT/StringSet.h"

namespace loopfuse {

/// What a fusion leaves of the text, as far as the use of variables goes.
struct LeftOver {
  std::vector<TextRange> Gone;   ///< Text that vanishes: what it names is used no more, at least not there.
  std::vector<TextRange> Bodies; ///< The nests of the group: what they still name is in use.
  llvm::StringSet<> Written;     ///< All identifiers of the text that is new.
  /// Declarations that a plain variable with a value leaves only with all others: the re-check compares them as they
  /// are.
  std::vector<const clang::Stmt *> Uncut;

  bool isGone(TextRange R) const {
    return llvm::any_of(Gone, [&](TextRange G) { return G.contains(R); });
  }
};

/// The ends of variables' lives.
struct EndingLives {
  std::vector<TextRange> Statements; ///< Whole ones that can go.
  std::vector<TextRange> Fading;     ///< The names, where they are declared, of variables that lose uses but stay for
                                     ///< those outside of the group.
};

/// The statements that declare, set, allocate, test and release variables of which nothing but that is left: they can
/// go. These are the \p Arrays, the local variables that the text which vanishes names, and those that only such
/// variables were made of. What anything else in the function still names keeps all of it. A declarator that shares
/// its declaration with others is taken out in \p Patch instead.
EndingLives removeLives(const FileText &File, const clang::FunctionDecl &Function, const LeftOver &Text,
                        std::vector<const clang::VarDecl *> Arrays, TextPatch &Patch);

/// Whether nothing would be left of \p V without these \p Accesses but a declaration that cannot go, or values that
/// nobody reads: what compilers warn of.
bool wouldStayUnused(const FileText &File, const clang::FunctionDecl &Function, const clang::VarDecl &V,
                     llvm::ArrayRef<TextRange> Accesses);

} // namespace loopfuse

#endif
