//===- Commands.h - what the subcommands do ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_COMMANDS_H
#define LOOPFUSE_TOOL_COMMANDS_H

#include "Options.h"

namespace loopfuse {

/// Runs what the command line asks for: results to standard output, errors, progress and summary to standard error.
ExitCode runCommand(const Options &O);

} // namespace loopfuse

#endif
