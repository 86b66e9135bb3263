//===- TextRangeTest.cpp - lines and columns, in bytes and in characters --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/TextRange.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

std::string range(std::string Text, unsigned Offset, unsigned Length, ColumnUnit Unit = ColumnUnit::Bytes) {
  SourceLines Lines([&](StringRef) { return std::optional<std::string>(Text); });
  TextRange R = rangeOf(Lines, "f", Offset, Length, Unit);
  return std::to_string(R.Line) + ":" + std::to_string(R.Column) + "-" + std::to_string(R.EndLine) + ":" +
         std::to_string(R.EndColumn);
}

TEST(TextRange, LinesAndColumns) {
  EXPECT_EQ(range("ab\ncd\n", 0, 0), "1:1-1:1");
  EXPECT_EQ(range("ab\ncd\n", 1, 3), "1:2-2:2");
  EXPECT_EQ(range("ab\ncd\n", 2, 1), "1:3-2:1"); // The line end itself.
  EXPECT_EQ(range("ab\ncd\n", 3, 3), "2:1-3:1"); // Behind the last line end.
  EXPECT_EQ(range("ab\ncd", 3, 2), "2:1-2:3");
  EXPECT_EQ(range("\n\nx", 1, 2), "2:1-3:2");
  EXPECT_EQ(range("ab\r\ncd\r\n", 4, 2), "2:1-2:3");
  EXPECT_EQ(range("", 0, 0), "1:1-1:1");
}

TEST(TextRange, ColumnsMayCountCodePoints) {
  // Two bytes, three bytes, four bytes, one byte.
  EXPECT_EQ(range("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82x", 9, 1), "1:10-1:11");
  EXPECT_EQ(range("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82x", 9, 1, ColumnUnit::CodePoints), "1:4-1:5");
}

} // namespace
