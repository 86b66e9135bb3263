//===- AskGcc.h - GCC's vectors, by running it ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_ASKGCC_H
#define LOOPFUSE_API_ASKGCC_H

#include "API/CompilerRemarks.h"

namespace loopfuse {

/// Runs the compiler that the command names on a copy of the main file. What it writes goes to a temporary folder,
/// which is gone afterwards.
CompilerRemarks askGcc(const UnitCommand &Command, const ChangedTexts &Texts);

/// The command without its program, its source, and all that writes files or runs other programs.
std::vector<std::string> compilingArguments(const UnitCommand &Command);

} // namespace loopfuse

#endif
