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

std::string withoutComments(llvm::StringRef Text) {
  std::string Plain;
  for (size_t Begin = Text.find("/*"); Begin != llvm::StringRef::npos; Begin = Text.find("/*")) {
    Plain += withoutBlanks(Text.take_front(Begin));
    Text = Text.drop_front(std::min(Text.find("*/", Begin + 2), Text.size() - 2) + 2);
  }
  return Plain + withoutBlanks(Text);
}

} // namespace loopfuse
