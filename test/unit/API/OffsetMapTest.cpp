//===- OffsetMapTest.cpp - where text goes when it is edited --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/OffsetMap.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace loopfuse;

namespace {

TEST(OffsetMap, BothDirections) {
  // "0123456789" -> "01ab56789": 2..5 replaced by "ab".
  OffsetMap Map("f", {{"f", 2, 3, "ab"}});
  EXPECT_EQ(Map.forward(0), 0u);
  EXPECT_EQ(Map.forward(2), 2u);
  EXPECT_EQ(Map.forward(3), 2u) << "inside replaced text";
  EXPECT_EQ(Map.forward(5), 4u);
  EXPECT_EQ(Map.forward(9), 8u);
  EXPECT_EQ(Map.backward(3), 2u) << "inside new text";
  EXPECT_EQ(Map.backward(4), 5u);
}

TEST(OffsetMap, OtherFilesDoNotCount) {
  OffsetMap Map("f", {{"e", 0, 5, ""}, {"f", 0, 0, "xx"}, {"g", 0, 0, "yyy"}});
  EXPECT_EQ(Map.forward(4), 6u);
}

TEST(OffsetMap, MovedTextIsFound) {
  //                 0    5    10   15
  StringRef Old = "a; { one; two; } z";
  // "a; one;\n  two; z"
  OffsetMap Map("f", {{"f", 3, 0, "one;\n  two;"}, {"f", 3, 13, ""}});
  EXPECT_EQ(Map.origin(0, 2, Old), 0u) << "text that stays";
  EXPECT_EQ(Map.origin(3, 4, Old), 5u);
  EXPECT_EQ(Map.origin(10, 4, Old), 10u);
  EXPECT_EQ(Map.origin(3, 11, Old), 5u) << "the first line counts";
  EXPECT_EQ(Map.origin(15, 1, Old), 17u);
}

TEST(OffsetMap, EqualPiecesKeepTheirOrder) {
  StringRef Old = "{ x; y; x; }";
  OffsetMap Map("f", {{"f", 0, 12, "x; y; x;"}});
  EXPECT_EQ(Map.origin(0, 2, Old), 2u);
  EXPECT_EQ(Map.origin(6, 2, Old), 8u);
}

TEST(OffsetMap, NewTextHasNoOrigin) {
  OffsetMap Map("f", {{"f", 0, 8, "x; new;"}});
  EXPECT_EQ(Map.origin(0, 2, "{ x; x; }"), std::nullopt) << "it may be either";
  EXPECT_EQ(Map.origin(3, 4, "{ x; x; }"), std::nullopt);
}

TEST(OffsetMap, KeptCharactersGoThereAndBack) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    std::mt19937 Random(Seed);
    // All characters differ, so each one's way can be seen.
    std::string Text;
    for (char C = 1; C < 100; ++C)
      Text += C;
    EditGroup Edits;
    for (unsigned At = Random() % 10; At < Text.size();) {
      unsigned Length = std::min<unsigned>(Random() % 5, Text.size() - At);
      Edits.push_back({"f", At, Length, std::string(Random() % 6, '\x7f')});
      At += Length + 1 + Random() % 20;
    }
    std::string New = cantFail(applyEdits(Text, "f", Edits));
    OffsetMap Map("f", Edits);
    for (size_t Now = 0; Now < New.size(); ++Now) {
      if (New[Now] == '\x7f')
        continue;
      size_t Was = Text.find(New[Now]);
      // In front of a character that stays, an insertion may stand: both sides of it are right going back.
      ASSERT_EQ(Text[Map.backward(Now)], New[Now]) << "seed " << Seed;
      bool InsertedHere = any_of(Edits, [&](const TextEdit &E) { return E.Offset == Was && E.Length == 0; });
      if (!InsertedHere)
        ASSERT_EQ(Map.forward(Was), Now) << "seed " << Seed;
    }
  }
}

TEST(OffsetMap, PlacedAtCountsLinesAndColumns) {
  SourceSpan S = placedAt({}, "ab\ncd\nef\n", 4, 8);
  EXPECT_EQ(S.Offset, 4u);
  EXPECT_EQ(S.Length, 4u);
  EXPECT_EQ(S.Line, 2u);
  EXPECT_EQ(S.Column, 2u);
  EXPECT_EQ(S.EndLine, 3u);
  EXPECT_EQ(placedAt({}, "ab", 0, 1).Column, 1u);
  EXPECT_EQ(placedAt({}, "ab", 7, 9).Offset, 2u) << "never behind the text";
}

} // namespace
