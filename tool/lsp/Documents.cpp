//===- Documents.cpp - what is open in the editor -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Documents.h"

using namespace llvm;

namespace loopfuse::lsp {

FileOverlay overlayOf(const Snapshot &S) {
  FileOverlay Overlay;
  for (const auto &[Path, D] : S.Open) {
    // A file may have gone since it was opened.
    Error Gone = D.IsUnsaved ? createStringError("not on disk") : Overlay.set(Path, *D.Text);
    if (Gone) {
      consumeError(std::move(Gone));
      Overlay.setUnsaved(Path, *D.Text);
    }
  }
  return Overlay;
}

} // namespace loopfuse::lsp
