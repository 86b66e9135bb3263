//===- RunProgram.h - another program, without a shell ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place from which the library starts programs; each option that leads
// here says so (docs/SECURITY.md).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_RUNPROGRAM_H
#define LOOPFUSE_API_RUNPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace loopfuse {

/// How a program ended.
struct ProgramRun {
  std::string Error; ///< Why it did not end by itself; else "".
  int Code = -1;
};

/// The program that a shell in \p Folder would run for \p Name; "" if there is none.
std::string findProgram(llvm::StringRef Name, llvm::StringRef Folder);

/// Runs a program in \p Folder and waits for its end; after \p Seconds, unless 0, it is killed with all that it has
/// started. What it prints goes to the file \p Output ("": nowhere), and it reads nothing.
ProgramRun runProgram(llvm::StringRef Folder, llvm::StringRef Program, llvm::ArrayRef<std::string> Arguments,
                      llvm::StringRef Output = "", unsigned Seconds = 0);

} // namespace loopfuse

#endif
