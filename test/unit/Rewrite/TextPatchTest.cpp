//===- TextPatchTest.cpp - replacements, nested and moved -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/TextPatch.h"
#include <gtest/gtest.h>

using namespace loopfuse;

namespace {

TEST(TextPatch, InsertionsKeepTheirOrder) {
  TextPatch P("abc");
  P.insert(1, "1");
  P.insert(1, "2");
  P.insert(3, "3");
  EXPECT_EQ(P.patched({0, 3}), "a12bc3");
}

TEST(TextPatch, InsertionsStandAroundAReplacement) {
  for (bool ReplacedFirst : {true, false}) {
    TextPatch P("abcd");
    if (ReplacedFirst)
      P.replace({1, 3}, "X");
    P.insert(1, "(");
    P.insert(3, ")");
    if (!ReplacedFirst)
      P.replace({1, 3}, "X");
    EXPECT_EQ(P.patched({0, 4}), "a(X)d") << ReplacedFirst;
  }
}

TEST(TextPatch, AReplacementInsideAnotherIsDropped) {
  TextPatch P("t[i] = 1;");
  P.replace({0, 4}, "t_i");
  P.replace({2, 3}, "k");
  EXPECT_EQ(P.patched({0, 9}), "t_i = 1;");
}

TEST(TextPatch, AReplacementTakesThePlaceOfThoseInside) {
  TextPatch P("t[i] = 1;");
  P.replace({2, 3}, "k");
  P.insert(4, "!");
  P.remove({0, 9});
  EXPECT_EQ(P.patched({0, 9}), "");
  ASSERT_EQ(P.replacements().size(), 1u);
}

TEST(TextPatch, PatchedTakesOnlyWhatLiesInside) {
  TextPatch P("abcdef");
  P.replace({0, 1}, "A");
  P.replace({2, 3}, "C");
  P.replace({5, 6}, "F");
  EXPECT_EQ(P.patched({1, 4}), "bCd");
}

TEST(TextPatch, MinimisedKeepsCommonLines) {
  std::string Text = "one\ntwo\nthree\n";
  std::vector<TextPatch::Replacement> Small = minimised(Text, {{{0, 14}, "one\nTwo\nthree\nfour\n"}});
  ASSERT_EQ(Small.size(), 2u);
  EXPECT_EQ(Small[0].Range, (TextRange{4, 5}));
  EXPECT_EQ(Small[0].New, "T");
  EXPECT_EQ(Small[1].Range, (TextRange{14, 14}));
  EXPECT_EQ(Small[1].New, "four\n");
}

TEST(TextPatch, MinimisedKeepsTheResult) {
  std::string Text = "for {\n  a\n}\nrest\n  b\n";
  std::string New = "for {\n  a\n  b\n}\n\nrest\n";
  TextPatch P(Text);
  for (const TextPatch::Replacement &R : minimised(Text, {{{0, unsigned(Text.size())}, New}}))
    P.replace(R.Range, R.New);
  EXPECT_EQ(P.patched({0, unsigned(Text.size())}), New);
}

} // namespace
