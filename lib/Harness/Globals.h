//===- Globals.h - variables outside that a function uses -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_HARNESS_GLOBALS_H
#define LOOPFUSE_HARNESS_GLOBALS_H

#include "Harness/Layout.h"

namespace loopfuse {

/// Adds the variables of static storage that \p F and the functions it calls may change or see changed, as objects of
/// \p Out. Returns why one of them cannot be given a value; "" if all can.
std::string addGlobals(const clang::FunctionDecl &F, Harness &H, LayoutReader &Layout, DrivenFunction &Out);

/// The variables that the unit uses and does not define, by the linker's names. A library of the unit alone can be
/// loaded where they are weak.
std::vector<std::string> undefinedVariables(clang::ASTContext &Context);

} // namespace loopfuse

#endif
