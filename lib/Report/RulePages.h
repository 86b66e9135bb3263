//===- RulePages.h - the documentation of a rule ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_RULEPAGES_H
#define LOOPFUSE_REPORT_RULEPAGES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace loopfuse {

/// What docs/checks/ says of a check, or docs/REFUSALS.md of a refusal. The pages are compiled in.
struct RulePage {
  std::string Summary;  ///< One line, plain text.
  std::string Opening;  ///< The first paragraph.
  std::string Markdown; ///< All of it, without the heading.
  std::string Address;  ///< "docs/REFUSALS.md#break", from the top of the source tree.
};

/// std::nullopt if there is no such rule.
std::optional<RulePage> rulePage(llvm::StringRef Rule);

} // namespace loopfuse

#endif
