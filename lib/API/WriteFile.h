//===- WriteFile.h - a report, a baseline, a cache's entry ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_WRITEFILE_H
#define LOOPFUSE_API_WRITEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace loopfuse {

/// Writes \p Text to what \p File names. A regular file, or one that is not there yet, is replaced as a whole: what was
/// there stays if the text cannot be written. Symbolic links are followed and stay. Devices, pipes and descriptors of
/// this process (`/dev/stdout`, `/proc/self/fd/3`, `-`) are written to. The error is one line.
llvm::Error writeFile(llvm::StringRef File, llvm::StringRef Text);

} // namespace loopfuse

#endif
