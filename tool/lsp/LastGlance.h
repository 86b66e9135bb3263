//===- LastGlance.h - what a keystroke leaves as it was ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_LASTGLANCE_H
#define LOOPFUSE_TOOL_LSP_LASTGLANCE_H

#include "Report/Finding.h"
#include <memory>
#include <optional>

namespace clang {
class ASTContext;
}

namespace loopfuse::lsp {

/// A text and what was found in it.
struct Glance {
  std::shared_ptr<const std::string> Text;
  std::string Others; ///< Stands for all else that the findings come from.
  std::vector<Finding> Findings;
};

/// The bytes [Begin, End) of the new text that stand for [Begin, OldEnd) of the old one.
struct TextChange {
  unsigned Begin, End, OldEnd;
};
TextChange changeBetween(llvm::StringRef Old, llvm::StringRef New);

/// If the change lies in the body of one function, limits the unit's traversal scope to that function. Gives the body
/// in the new text.
std::optional<std::pair<unsigned, unsigned>> limitToChange(clang::ASTContext &Context, const TextChange &C);

/// The findings of \p Before outside the body, with their places in the new text.
std::vector<Finding> findingsOutside(const Glance &Before, llvm::StringRef File, llvm::StringRef New,
                                     const TextChange &C, std::pair<unsigned, unsigned> Body);

} // namespace loopfuse::lsp

#endif
