//===- GeneratedFile.h - files that a program writes ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_GENERATEDFILE_H
#define LOOPFUSE_FRONTEND_GENERATEDFILE_H

#include "llvm/ADT/StringRef.h"

namespace loopfuse {

/// Whether a change of the file would be lost, or would be made to the wrong file: by its name (`x.pb.cc`,
/// `moc_x.cpp`), by what the comments at its head say (isMarkedGenerated), by `#line` directives that name another
/// file.
bool isGenerated(llvm::StringRef File, llvm::StringRef Text);

/// "DO NOT EDIT", "@generated", "made by GNU Bison" and their kin in the comments in front of the first declaration.
bool isMarkedGenerated(llvm::StringRef Text);

} // namespace loopfuse

#endif
