//===- Blanks.cpp - texts compared without their layout -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/Blanks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace loopfuse {

std::string withoutBlanks(llvm::StringRef Text) {
  std::string Out = Text.str();
  llvm::erase_if(Out, llvm::isSpace);
  return Out;
}

} // namespace loopfuse
