//===- RulePagesTest.cpp - every rule has a page --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/RulePages.h"
#include "Support/Refusal.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

TEST(RulePages, EveryRefusalHasItsSection) {
  for (RefusalId Id : allRefusals()) {
    std::optional<RulePage> Page = rulePage(refusalName(Id));
    ASSERT_TRUE(Page.has_value()) << refusalName(Id).str();
    // A section opens with its class.
    std::string Class = refusalClassName(refusalClass(Id)).str();
    Class[0] = static_cast<char>(std::toupper(Class[0]));
    EXPECT_TRUE(StringRef(Page->Markdown).starts_with("*" + Class + ".*")) << refusalName(Id).str();
    EXPECT_EQ(StringRef(Page->Markdown).count("\n## "), 0u);
    EXPECT_FALSE(StringRef(Page->Summary).contains('{'));
    EXPECT_EQ(Page->Address, "docs/REFUSALS.md#" + refusalName(Id).str());
  }
}

TEST(RulePages, EveryCheckHasAPageWithItsParts) {
  for (StringRef Check : {"loopfuse-vertical", "loopfuse-horizontal", "loopfuse-call-chain"}) {
    std::optional<RulePage> Page = rulePage(Check);
    ASSERT_TRUE(Page.has_value()) << Check.str();
    for (StringRef Part : {"## Example", "becomes", "## When it is refused", "## What it gains"})
      EXPECT_TRUE(StringRef(Page->Markdown).contains(Part)) << Check.str() << " " << Part.str();
    EXPECT_FALSE(Page->Summary.empty());
    EXPECT_FALSE(StringRef(Page->Summary).contains('\n'));
  }
}

TEST(RulePages, NoOthers) {
  EXPECT_FALSE(rulePage("").has_value());
  EXPECT_FALSE(rulePage("loopfuse").has_value());
  EXPECT_FALSE(rulePage("The form of a loop").has_value());
}

} // namespace
