//===- TextHistoryTest.cpp - places of the text on disk -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/TextHistory.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

SourceSpan spanOf(StringRef Text, StringRef Piece) {
  SourceSpan S;
  S.File = "f";
  return placedAt(S, Text, Text.find(Piece), Text.find(Piece) + Piece.size());
}

// Two steps: the second body moves up, then a line goes.
const StringRef First = "head\n{\n  inner;\n}\ngone\nlast\n";
const StringRef Second = "head\n  inner;\ngone\nlast\n";
const StringRef Third = "head\n  inner;\nlast\n";

TextHistory history() {
  TextHistory H;
  H.add("f", First, {{"f", 5, 13, "  inner;\n"}});
  H.add("f", Second, {{"f", 14, 5, ""}});
  return H;
}

TEST(TextHistory, TheTestsTextsAreWhatTheEditsMake) {
  EXPECT_EQ(cantFail(applyEdits(First, "f", {{"f", 5, 13, "  inner;\n"}})), Second);
  EXPECT_EQ(cantFail(applyEdits(Second, "f", {{"f", 14, 5, ""}})), Third);
}

TEST(TextHistory, PlacesGoBackThroughAllSteps) {
  Finding F;
  F.Place = spanOf(Third, "inner;");
  F.Loops = {spanOf(Third, "head"), spanOf(Third, "last")};
  F = history().inOriginalText(F);
  EXPECT_EQ(F.Place.Line, 3u);
  EXPECT_EQ(F.Place.Column, 3u);
  EXPECT_EQ(F.Place.Length, 6u);
  EXPECT_EQ(F.Loops[0].Line, 1u);
  EXPECT_EQ(F.Loops[1].Line, 6u);
  EXPECT_TRUE(F.Notes.empty());
}

TEST(TextHistory, TheWitnessNamesLinesOfTheOriginal) {
  Finding F;
  F.Place = spanOf(Third, "head");
  F.Refused = refuse(RefusalId::DependenceReversed, F.Place, {"b"});
  F.Refused->Proof.emplace();
  F.Refused->Proof->Earlier.Loop = spanOf(Third, "inner;");
  F.Refused->Proof->Later.Loop = spanOf(Third, "last");
  F.Notes = {{spanOf(Third, "last"), describe(*F.Refused->Proof)}};
  F.Legality = "no: " + describe(*F.Refused->Proof);
  F = history().inOriginalText(F);
  for (const std::string &Text : {F.Notes.front().Text, F.Legality}) {
    EXPECT_NE(Text.find("the loop at line 6"), std::string::npos) << Text;
    EXPECT_NE(Text.find("the loop at line 3"), std::string::npos) << Text;
  }
  EXPECT_EQ(F.Notes.size(), 1u);
}

TEST(TextHistory, SaysWhereAPlaceIsNotExact) {
  TextHistory H;
  H.add("f", "a\nb\nc\n", {{"f", 2, 2, "new;\n"}});
  Finding F;
  F.Place = spanOf("a\nnew;\nc\n", "new;");
  F = H.inOriginalText(F);
  EXPECT_EQ(F.Place.Line, 2u);
  ASSERT_EQ(F.Notes.size(), 1u);
  EXPECT_NE(F.Notes[0].Text.find("another fusion"), std::string::npos);
}

TEST(TextHistory, WhatIsNewIsAtTheCodeOfItsLine) {
  TextHistory H;
  const StringRef Old = "{\n  for (a)\n    b;\n}\n", New = "{\n  for (a) {\n    for (c)\n      d;\n    b;\n}\n";
  H.add("f", Old, {{"f", 11, 0, " {\n    for (c)\n      d;"}});
  ASSERT_EQ(cantFail(applyEdits(Old, "f", {{"f", 11, 0, " {\n    for (c)\n      d;"}})), New);
  Finding F;
  F.Place = spanOf(New, "for (c)");
  F = H.inOriginalText(F);
  EXPECT_EQ(F.Place.Line, 2u);
  EXPECT_EQ(F.Place.Column, 3u);
  EXPECT_EQ(F.Place.Length, 7u);
}

} // namespace
