//===- ReachableFunctions.h - what a function may run -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_REACHABLEFUNCTIONS_H
#define LOOPFUSE_FRONTEND_REACHABLEFUNCTIONS_H

#include <set>
#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace loopfuse {

/// The name by which a function is known here: the same for a template and its instances, for overloads, and for
/// functions of different classes.
std::string plainName(const clang::FunctionDecl &F);

/// Adds the plain names of \p F, of the functions around it, and of all that their bodies name, directly or through
/// other bodies that the unit holds. False if that is too much: then the names are not complete.
bool addReachable(const clang::FunctionDecl &F, std::set<std::string> &Names);

} // namespace loopfuse

#endif
