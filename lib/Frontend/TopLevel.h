//===- TopLevel.h - a unit's outermost declarations -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_TOPLEVEL_H
#define LOOPFUSE_FRONTEND_TOPLEVEL_H

#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace loopfuse {

/// The outermost declarations of the unit, or of the part of it that its traversal scope is limited to: with
/// precompiled headers, asking for all would read them all.
std::vector<clang::Decl *> topLevelDeclarations(const clang::ASTContext &Context);

/// Limits the traversal scope to what was parsed, and not read from a precompiled header.
void limitToParsedText(clang::ASTContext &Context);

} // namespace loopfuse

#endif
