//===- Positions.h - places as editors count them ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_POSITIONS_H
#define LOOPFUSE_TOOL_LSP_POSITIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace loopfuse::lsp {

/// The lines of a text. Editors count lines and UTF-16 code units from 0.
class Positions {
public:
  explicit Positions(std::string Text);

  llvm::json::Object position(size_t Offset) const;
  llvm::json::Object range(size_t Begin, size_t End) const;
  size_t offset(size_t Line, size_t Character) const;
  /// Where the line begins that \p Offset is on.
  size_t lineBegin(size_t Offset) const;
  llvm::StringRef text() const { return Text; }

private:
  std::string Text;
  std::vector<size_t> Begins; ///< Of the lines.
};

/// The path of a "file:" URI; "" for others.
std::string pathOf(llvm::StringRef Uri);
std::string uriOf(llvm::StringRef Path);

} // namespace loopfuse::lsp

#endif
