//===- HelpText.h - what --help says first ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_HELPTEXT_H
#define LOOPFUSE_TOOL_HELPTEXT_H

#include "llvm/ADT/StringRef.h"

namespace loopfuse {

/// What a subcommand does, and examples; the overview of the whole tool for "".
llvm::StringRef helpText(llvm::StringRef Subcommand);

} // namespace loopfuse

#endif
