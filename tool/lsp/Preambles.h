//===- Preambles.h - headers parsed once ------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_PREAMBLES_H
#define LOOPFUSE_TOOL_LSP_PREAMBLES_H

#include "API/ParseUnit.h"

namespace loopfuse::lsp {

/// Parses with the #includes at the top of the file precompiled, as long as neither they nor what they include change.
/// For one thread.
class Preambles {
public:
  Preambles();
  ~Preambles();

  /// As parseUnit, but what the includes declare is outside the traversal scope. \p Others stands for the texts of
  /// other files in the overlay: where it differs, all is parsed anew.
  ParsedUnit parse(const UnitCommand &Command, const FileOverlay &Overlay, const std::string &Others,
                   llvm::function_ref<void(clang::ASTContext &)> Body, const std::set<std::string> *Functions);
  void forget(llvm::StringRef File);

private:
  struct Entry;
  std::map<std::string, std::unique_ptr<Entry>> ByFile;
  uint64_t Uses = 0;
};

} // namespace loopfuse::lsp

#endif
