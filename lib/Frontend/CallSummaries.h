//===- CallSummaries.h - effects of functions -------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What classifyCall is made of: names that are known, and bodies that are read.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CALLSUMMARIES_H
#define LOOPFUSE_FRONTEND_CALLSUMMARIES_H

#include "Frontend/Effects.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CXXConstructorDecl;
class FunctionDecl;
class QualType;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// Keeps the reading of bodies that call bodies from growing without bound, and from running in circles.
struct SummaryBudget {
  unsigned Nodes = 4000; ///< Expressions and statements that may still be read.
  llvm::SmallVector<const clang::FunctionDecl *, 8> Active;
  static constexpr unsigned MaximumDepth = 8;
};

/// By the callee's name: the standard library, builtins and the container table. None if the name says nothing.
std::optional<CallEffect> knownFunction(clang::ASTContext &Context, const clang::CallExpr &Call,
                                        const clang::FunctionDecl &Callee, const ContainerTable &Containers);

/// By the callee's body: Pure, ReadsArguments, WritesArguments or Unknown (Refused with no place and no arguments).
/// The body may use its parameters, locals, constants and what pointer and reference parameters refer to directly; a
/// pointer that it loads from memory must not be followed, since the caller could not tell what it leads to.
CallEffect summariseBody(clang::ASTContext &Context, const clang::FunctionDecl &Callee,
                         const ContainerTable &Containers, SummaryBudget &Budget);
/// As above of a constructor; the object it makes does not count as an argument.
CallEffect summariseConstructor(clang::ASTContext &Context, const clang::CXXConstructorDecl &Constructor,
                                const ContainerTable &Containers, SummaryBudget &Budget);

/// classifyCall from inside a body that is being read.
CallEffect classifyCall(clang::ASTContext &Context, const clang::CallExpr &Call, const ContainerTable &Containers,
                        SummaryBudget &Budget);
bool isHarmlessConstruction(const clang::CXXConstructExpr &Construct, const ContainerTable &Containers,
                            SummaryBudget &Budget);

/// Whether the end of such an object's life has no effect besides giving back memory.
bool isHarmlessDestruction(clang::QualType Type, const ContainerTable &Containers);

/// Whether a variable holds the same value in every run of the code that reads it: constant and of constant
/// initialisation.
bool isConstantData(const clang::VarDecl &V);

/// The callee as the user wrote it, for messages: "printf", "v.push_back", "operator<<".
std::string calleeName(const clang::ASTContext &Context, const clang::CallExpr &Call);
CallEffect unknownCall(const clang::ASTContext &Context, const clang::CallExpr &Call, RefusalId Id,
                       std::vector<std::string> Arguments);

} // namespace loopfuse

#endif
