//===- TextEdit.h - changes to the user's text ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_TEXTEDIT_H
#define LOOPFUSE_SUPPORT_TEXTEDIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace loopfuse {

/// Replaces the bytes [Offset, Offset + Length) of File.
struct TextEdit {
  std::string File; ///< Absolute real path.
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
  friend auto operator<=>(const TextEdit &, const TextEdit &) = default;
};

/// The edits of one fusion: applied all or none. Sorted, not overlapping.
using EditGroup = std::vector<TextEdit>;

/// \p Text with the edits of \p File applied.
llvm::Expected<std::string> applyEdits(llvm::StringRef Text, llvm::StringRef File, const EditGroup &Edits);

} // namespace loopfuse

#endif
