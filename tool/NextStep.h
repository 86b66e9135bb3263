//===- NextStep.h - the command to try next ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_NEXTSTEP_H
#define LOOPFUSE_TOOL_NEXTSTEP_H

#include "Options.h"

namespace loopfuse {

/// \p Word for a shell.
std::string quoted(llvm::StringRef Word);

/// A command that makes a compilation database of the project around \p Folder, by its build system; "" if it has none
/// that is known.
std::string databaseCommand(llvm::StringRef Folder);

/// "loopfuse SUBCOMMAND" with the arguments that name the same project, quoted for a shell, and \p Target in place of
/// the sources if it is not "".
std::string nextCommand(const Options &O, llvm::StringRef Subcommand, llvm::StringRef Target = "");

} // namespace loopfuse

#endif
