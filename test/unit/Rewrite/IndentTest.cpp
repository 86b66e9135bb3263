//===- IndentTest.cpp - text at a new indentation -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Indent.h"
#include "clang/Basic/LangOptions.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using Lines = std::vector<std::string>;

namespace {

Lines moved(const std::string &Text, unsigned Begin, llvm::StringRef New) {
  clang::LangOptions Cpp;
  Cpp.CPlusPlus = Cpp.CPlusPlus11 = Cpp.RawStringLiterals = true;
  return reindented(Text.substr(Begin), indentAt(Text, Begin), New, Cpp);
}

TEST(Indent, WholeLinesKeepTheirDistance) {
  EXPECT_EQ(moved("    if (x)\n      y;\n\n    z;", 4, "  "), (Lines{"  if (x)", "    y;", "", "  z;"}));
}

TEST(Indent, LinesAlignedToThePieceStayAligned) {
  EXPECT_EQ(moved("  for (;;) b = f(x,\n                 y);", 11, "    "), (Lines{"    b = f(x,", "          y);"}));
}

TEST(Indent, LinesRelativeToTheLineKeepTheirDistanceFromIt) {
  EXPECT_EQ(moved("  for (;;) if (x) {\n    y;\n  }", 11, "      "),
            (Lines{"      if (x) {", "        y;", "      }"}));
}

TEST(Indent, TabsStayTabs) {
  EXPECT_EQ(moved("\t\ta;\n\t\t\tb;", 2, "\t"), (Lines{"\ta;", "\t\tb;"}));
  EXPECT_EQ(moved("\t\ta;\n\t\t  b;", 2, "\t\t\t"), (Lines{"\t\t\ta;", "\t\t\t  b;"}));
}

TEST(Indent, LinesInsideALiteralAreLeftAlone) {
  EXPECT_EQ(moved("  s = R\"(x\n  y)\"; /* c\n  d */", 2, "      "),
            (Lines{"      s = R\"(x", "  y)\"; /* c", "      d */"}));
  EXPECT_EQ(moved("  s = \"x\\\n  y\";", 2, "      "), (Lines{"      s = \"x\\", "  y\";"}));
}

TEST(Indent, CarriageReturnsStay) { EXPECT_EQ(moved("  a;\r\n  b;", 2, "    "), (Lines{"    a;\r", "    b;"})); }

TEST(Indent, LinePlaces) {
  llvm::StringRef Text = "ab\r\n  cd\nef";
  EXPECT_EQ(lineBegin(Text, 7), 4u);
  EXPECT_EQ(lineEnd(Text, 0), 2u);
  EXPECT_EQ(nextLine(Text, 0), 4u);
  EXPECT_EQ(lineEndOf(Text, 0), "\r\n");
  EXPECT_EQ(lineEndOf(Text, 5), "\n");
  EXPECT_TRUE(startsLine(Text, 6));
  EXPECT_FALSE(startsLine(Text, 7));
  EXPECT_TRUE(endsLine(Text, 8));
  EXPECT_EQ(indentOf("\xEF\xBB\xBF  x", 5), "  ");
}

TEST(RawTokens, CommentsDigraphsAndLineStarts) {
  std::string Text = "x <% // \xC3\xA9\n  y; /* } */ %>";
  clang::LangOptions Cpp;
  Cpp.CPlusPlus = Cpp.Digraphs = true;
  std::vector<RawToken> T = rawTokens(Text, {2, unsigned(Text.size())}, Cpp);
  ASSERT_EQ(T.size(), 6u);
  EXPECT_EQ(T[0].Kind, clang::tok::l_brace);
  EXPECT_FALSE(T[0].StartsLine);
  EXPECT_TRUE(T[1].isComment());
  EXPECT_TRUE(T[2].StartsLine);
  EXPECT_TRUE(T[4].isComment());
  EXPECT_EQ(T[5].Kind, clang::tok::r_brace);
}

} // namespace
