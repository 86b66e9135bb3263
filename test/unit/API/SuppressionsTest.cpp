//===- SuppressionsTest.cpp - NOLINT comments -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Suppressions.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

bool off(StringRef Text, unsigned Line) { return Suppressions(Text).covers(Line, "loopfuse-vertical"); }

TEST(Suppressions, OnTheLineItself) {
  EXPECT_TRUE(off("a\nfor (;;) // NOLINT\nb\n", 2));
  EXPECT_FALSE(off("a\nfor (;;) // NOLINT\nb\n", 1));
  EXPECT_FALSE(off("a\nfor (;;) // NOLINT\nb\n", 3));
}

TEST(Suppressions, NamedChecks) {
  EXPECT_TRUE(off("// NOLINT(loopfuse-vertical)", 1));
  EXPECT_TRUE(off("// NOLINT(loopfuse-*)", 1));
  EXPECT_TRUE(off("// NOLINT(misc-x, loopfuse)", 1)); // The tool's name alone, as README shows it.
  EXPECT_FALSE(off("// NOLINT(loop)", 1));
  EXPECT_TRUE(off("// NOLINT(*)", 1));
  EXPECT_TRUE(off("// NOLINT(misc-x, loopfuse-vertical)", 1));
  EXPECT_TRUE(off("/* NOLINT(loopfuse*): slower on our machines */", 1));
  EXPECT_FALSE(off("// NOLINT(loopfuse-horizontal)", 1));
  EXPECT_FALSE(off("// NOLINT(misc-x)", 1));
  EXPECT_FALSE(off("// NOLINT()", 1));
}

TEST(Suppressions, NextLine) {
  EXPECT_TRUE(off("// NOLINTNEXTLINE\nfor", 2));
  EXPECT_TRUE(off("// NOLINTNEXTLINE(loopfuse-vertical)\r\nfor", 2));
  EXPECT_FALSE(off("// NOLINTNEXTLINE\nfor", 1));
  EXPECT_FALSE(off("// NOLINTNEXTLINE\n\nfor", 3));
  EXPECT_FALSE(off("// NOLINTNEXTLINE(misc-x)\nfor", 2));
}

TEST(Suppressions, Blocks) {
  StringRef Text = "1\n// NOLINTBEGIN(loopfuse-*)\n3\n// NOLINTEND(loopfuse-*)\n5\n";
  EXPECT_FALSE(off(Text, 1));
  EXPECT_TRUE(off(Text, 3));
  EXPECT_FALSE(off(Text, 5));
  EXPECT_FALSE(off("// NOLINTBEGIN(misc-x)\nfor\n", 2));
  // One inside the other.
  StringRef Nested = "// NOLINTBEGIN\n// NOLINTBEGIN(misc-x)\n3\n// NOLINTEND(misc-x)\n5\n// NOLINTEND\n7\n";
  EXPECT_TRUE(off(Nested, 3));
  EXPECT_TRUE(off(Nested, 5));
  EXPECT_FALSE(off(Nested, 7));
  EXPECT_TRUE(Suppressions(Nested).unmatched().empty());
}

TEST(Suppressions, BlocksThatDoNotEndSuppressNothing) {
  StringRef Text = "1\n  // NOLINTBEGIN\n3\n// NOLINTEND(misc-x)\n5\n";
  EXPECT_FALSE(off(Text, 3));
  EXPECT_FALSE(off(Text, 5));
  Suppressions S(Text);
  ASSERT_EQ(S.unmatched().size(), 2u) << "a block is closed by an end with the same list only";
  EXPECT_TRUE(S.unmatched()[0].IsBegin);
  EXPECT_EQ(S.unmatched()[0].Line, 2u);
  EXPECT_EQ(S.unmatched()[0].Column, 6u);
  EXPECT_FALSE(S.unmatched()[1].IsBegin);
  EXPECT_EQ(S.unmatched()[1].Line, 4u);
}

TEST(Suppressions, OtherWordsDoNotCount) {
  EXPECT_FALSE(off("int NOLINTER;", 1));
  EXPECT_FALSE(off("int MYNOLINT;", 1));
}

TEST(Suppressions, AnyLoopOfAFinding) {
  Finding F;
  SourceSpan First, Second;
  First.Line = First.EndLine = 1;
  Second.Line = 3;
  Second.EndLine = 4;
  F.Loops = {First, Second};
  EXPECT_FALSE(Suppressions("for\n}\nfor (\n)\n").covers(F));
  EXPECT_TRUE(Suppressions("for // NOLINT\n}\nfor (\n)\n").covers(F));
  EXPECT_TRUE(Suppressions("for\n}\nfor (\n) // NOLINT(loopfuse-vertical)\n").covers(F));
  EXPECT_FALSE(Suppressions("for\n} // NOLINT\nfor (\n)\n").covers(F));
  F.Kind = FusionKind::Horizontal;
  EXPECT_FALSE(Suppressions("for\n}\nfor (\n) // NOLINT(loopfuse-vertical)\n").covers(F));
}

} // namespace
