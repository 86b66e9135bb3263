//===- MachineCommand.h - the subcommand machine --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_MACHINECOMMAND_H
#define LOOPFUSE_TOOL_MACHINECOMMAND_H

#include "Options.h"

namespace loopfuse {

/// Prints the machine that --machine names, or else this one, measured.
ExitCode runMachine(const Options &O);

} // namespace loopfuse

#endif
