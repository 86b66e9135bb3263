//===- KnownMethods.h - methods and operators of known classes --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_KNOWNMETHODS_H
#define LOOPFUSE_FRONTEND_KNOWNMETHODS_H

#include "Frontend/CallSummaries.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CXXMethodDecl;
} // namespace clang

namespace loopfuse {

// Parts of knownFunction (CallSummaries.h); none where the class or name says nothing.

/// Operators on iterators of contiguous containers, which behave like pointers. \p Name is the callee's: "operator*".
std::optional<CallEffect> iteratorCall(const clang::CallExpr &Call, llvm::StringRef Name);
/// Methods and operators of the container table and of other standard containers.
std::optional<CallEffect> containerMethod(const clang::ASTContext &Context, const clang::CallExpr &Call,
                                          const clang::CXXMethodDecl &Method, const ContainerTable &Containers);
/// std::swap(v, w), std::begin(v) and so on; \p Name is without "std::".
std::optional<CallEffect> containerFunction(const clang::ASTContext &Context, llvm::StringRef Name,
                                            const clang::CallExpr &Call, const ContainerTable &Containers);
/// Operators and methods of streams, mutexes, atomics: the reason why they are not modelled.
std::optional<RefusalId> refusedByClass(const clang::CallExpr &Call, const clang::FunctionDecl &Callee);

} // namespace loopfuse

#endif
