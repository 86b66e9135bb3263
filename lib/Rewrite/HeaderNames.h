//===- HeaderNames.h - what the headers of loops declare -------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_HEADERNAMES_H
#define LOOPFUSE_REWRITE_HEADERNAMES_H

#include "Rewrite/MemberText.h"
#include "Rewrite/Names.h"

namespace loopfuse {

/// The names that the header of \p Loop declares: the outermost scope of a braced body may not declare them again.
llvm::StringSet<> headerNames(const clang::Stmt &Loop);

/// A name that a moved body would take for another thing once it stands under the headers of \p Kept instead of its
/// own, "" if there is none: one that a kept header declares besides its loop variable, or that its own header does. A
/// constant with one initial value in both ("for (int i = 0, e = n; …") is one thing. \p LoopVariables are all those
/// of both nests.
std::string nameChangedByHeaders(const FileText &File, const BodyText &Kept, const BodyText &Moved,
                                 const NameUse &MovedNames, llvm::ArrayRef<const clang::VarDecl *> LoopVariables);

} // namespace loopfuse

#endif
