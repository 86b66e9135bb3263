//===- NvccCommand.h - nvcc command lines as clang reads them ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_NVCCCOMMAND_H
#define LOOPFUSE_API_NVCCCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace loopfuse {

bool isNvcc(llvm::StringRef Program);

/// What an nvcc command says, in clang's words.
struct NvccCommand {
  std::vector<std::string> Arguments; ///< That matter to a parse: macros, include folders, the language.
  bool Contracts = true;              ///< Device code may use fused multiply-adds: not under -fmad=false.
  bool Regroups = false;              ///< --use_fast_math
};

/// \p Arguments without the program. Only what is known to matter is kept; options files are read, relative to \p
/// Directory.
NvccCommand translateNvcc(llvm::ArrayRef<std::string> Arguments, llvm::StringRef Directory);

} // namespace loopfuse

#endif
