//===- TextEdit.cpp - changes to the user's text ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/TextEdit.h"

using namespace llvm;

namespace loopfuse {

Expected<std::string> applyEdits(StringRef Text, StringRef File, const EditGroup &Edits) {
  std::string Out;
  size_t Done = 0;
  for (const TextEdit &E : Edits) {
    if (E.File != File)
      continue;
    if (E.Offset < Done || size_t(E.Offset) + E.Length > Text.size())
      return createStringError("edits of %s overlap or lie outside the file", File.str().c_str());
    Out += Text.slice(Done, E.Offset);
    Out += E.Text;
    Done = size_t(E.Offset) + E.Length;
  }
  return Out + Text.substr(Done).str();
}

} // namespace loopfuse
