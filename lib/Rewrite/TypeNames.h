//===- TypeNames.h - a type's name at another place -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_TYPENAMES_H
#define LOOPFUSE_REWRITE_TYPENAMES_H

#include "Rewrite/FileText.h"

namespace loopfuse {

/// How \p Type, which \p Written spells somewhere in \p Function, is spelled so that it means the same anywhere in
/// there:
/// \p Written, or with "struct" in front. Nothing if something else in the function, or in a class or function around
/// it, bears a name of the spelling.
std::optional<std::string> spelledAnywhere(const FileText &File, const clang::FunctionDecl &Function,
                                           clang::QualType Type, llvm::StringRef Written);

/// Whether the expression \p E, whose text is \p Place, would name the same things anywhere in \p Function.
bool meansSameAnywhere(const FileText &File, const clang::FunctionDecl &Function, const clang::Expr &E,
                       TextRange Place);

} // namespace loopfuse

#endif
