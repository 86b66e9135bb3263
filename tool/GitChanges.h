//===- GitChanges.h - what changed since a revision -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_GITCHANGES_H
#define LOOPFUSE_TOOL_GITCHANGES_H

#include "Report/ChangedLines.h"

namespace loopfuse {

/// The lines that the working tree at \p Root has changed since it branched from \p Revision, new files included. Asks
/// git.
llvm::Expected<ChangedLines> changesSince(llvm::StringRef Revision, llvm::StringRef Root);

/// The lines that a unified diff changes. Its names, with or without the prefixes "a/" and "b/", are looked for from
/// the working directory and from \p Root.
llvm::Expected<ChangedLines> changesOf(llvm::StringRef Diff, llvm::StringRef Root);

} // namespace loopfuse

#endif
