//===- Describe.h - what a function wants to be called with -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_HARNESS_DESCRIBE_H
#define LOOPFUSE_HARNESS_DESCRIBE_H

#include "Harness/Harness.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace loopfuse {

/// The functions whose bodies hold the place: the innermost one that is no lambda, or, if that is a template, some of
/// its instances. \p File is a real path.
std::vector<const clang::FunctionDecl *> functionsAt(clang::ASTContext &Context, llvm::StringRef File, unsigned Offset);

/// The function's qualified name, for messages.
std::string nameOf(const clang::FunctionDecl &F);

/// Adds the function to \p H. Returns why it cannot be driven, and leaves H as it was; "" if it can.
std::string describe(const clang::FunctionDecl &F, Harness &H);

/// The text of the function, or "".
std::string textOf(const clang::FunctionDecl &F);

} // namespace loopfuse

#endif
