//===- UnifiedDiffTest.cpp - patches must lead from one text to the other --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/UnifiedDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace loopfuse;

namespace {

/// A reader of patches that shares nothing with the writer: carries out \p Patch on \p Old as `patch` would, strictly.
std::optional<std::string> applyPatch(StringRef Old, StringRef Patch) {
  std::vector<std::string> OldLines, PatchLines;
  auto Split = [](StringRef Text, std::vector<std::string> &Lines) {
    while (!Text.empty()) {
      auto [Line, Rest] = Text.split('\n');
      Lines.push_back(Line.str() + (Line.size() < Text.size() ? "\n" : ""));
      Text = Rest;
    }
  };
  Split(Old, OldLines);
  Split(Patch, PatchLines);
  std::string New;
  size_t At = 0; // Next old line.
  for (size_t I = 2; I < PatchLines.size(); ++I) {
    StringRef Line = PatchLines[I];
    if (Line.starts_with("@@ -")) {
      unsigned Begin = 0, Count = 1;
      Line.consume_front("@@ -");
      if (Line.consumeInteger(10, Begin))
        return std::nullopt;
      if (Line.consume_front(",") && Line.consumeInteger(10, Count))
        return std::nullopt;
      size_t First = Count == 0 ? Begin : Begin - 1;
      while (At < First)
        New += OldLines.at(At++);
      continue;
    }
    if (Line.starts_with("\\"))
      continue;
    std::string Text = Line.drop_front().str();
    if (I + 1 < PatchLines.size() && PatchLines[I + 1][0] == '\\')
      Text.pop_back(); // The line end belongs to the patch.
    if (Line[0] == '+') {
      New += Text;
      continue;
    }
    if (At >= OldLines.size() || OldLines[At] != Text)
      return std::nullopt;
    if (Line[0] == ' ')
      New += Text;
    ++At;
  }
  while (At < OldLines.size())
    New += OldLines[At++];
  return New;
}

/// Length of a longest common subsequence, by the textbook table.
size_t commonLines(ArrayRef<StringRef> A, ArrayRef<StringRef> B) {
  std::vector<std::vector<size_t>> L(A.size() + 1, std::vector<size_t>(B.size() + 1));
  for (size_t I = 0; I < A.size(); ++I)
    for (size_t J = 0; J < B.size(); ++J)
      L[I + 1][J + 1] = A[I] == B[J] ? L[I][J] + 1 : std::max(L[I][J + 1], L[I + 1][J]);
  return L[A.size()][B.size()];
}

std::string randomText(std::mt19937 &Random, unsigned MaxLines, unsigned Letters) {
  std::string Text;
  for (unsigned I = Random() % (MaxLines + 1); I > 0; --I) {
    Text += static_cast<char>('a' + Random() % Letters);
    Text += Random() % 8 == 0 ? "\r\n" : "\n";
  }
  if (!Text.empty() && Random() % 3 == 0)
    Text.pop_back(); // No line end at the end.
  return Text;
}

TEST(UnifiedDiff, EqualTextsGiveNothing) {
  EXPECT_EQ(unifiedDiff("x", "", ""), "");
  EXPECT_EQ(unifiedDiff("x", "a\nb\n", "a\nb\n"), "");
}

TEST(UnifiedDiff, Form) {
  EXPECT_EQ(unifiedDiff("src/x.cpp", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n"), "--- a/src/x.cpp\n"
                                                                                                 "+++ b/src/x.cpp\n"
                                                                                                 "@@ -2,7 +2,7 @@\n"
                                                                                                 " 2\n 3\n 4\n"
                                                                                                 "-5\n+five\n"
                                                                                                 " 6\n 7\n 8\n");
}

TEST(UnifiedDiff, MissingLineEndIsMarkedOnTheSideThatLacksIt) {
  EXPECT_EQ(unifiedDiff("x", "a", "a\n"), "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  EXPECT_EQ(unifiedDiff("x", "a\nb", "c\nb"),
            "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, EmptySideNamesTheLineInFront) {
  EXPECT_EQ(unifiedDiff("x", "", "a\n"), "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(unifiedDiff("x", "a\n", ""), "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
}

TEST(UnifiedDiff, NamesWithBlanksEndAtATab) {
  EXPECT_TRUE(StringRef(unifiedDiff("my file", "a\n", "b\n")).starts_with("--- a/my file\t\n+++ b/my file\t\n"));
}

TEST(UnifiedDiff, DistantChangesAreTwoHunks) {
  std::string Old, New;
  for (int I = 0; I < 30; ++I) {
    Old += std::to_string(I) + "\n";
    New += (I == 3 || I == 20 ? "x" : std::to_string(I)) + "\n";
  }
  std::string Diff = unifiedDiff("x", Old, New);
  EXPECT_EQ(StringRef(Diff).count("@@ -"), 2u);
  EXPECT_EQ(applyPatch(Old, Diff), New);
}

TEST(UnifiedDiff, RandomTextsAreReached) {
  for (unsigned Seed = 0; Seed < 3000; ++Seed) {
    std::mt19937 Random(Seed);
    std::string Old = randomText(Random, 25, 1 + Seed % 6), New = randomText(Random, 25, 1 + Seed % 6);
    std::string Diff = unifiedDiff("x", Old, New);
    ASSERT_EQ(Diff.empty(), Old == New) << "seed " << Seed;
    ASSERT_EQ(applyPatch(Old, Diff), New) << "seed " << Seed << "\n" << Diff;
  }
}

TEST(UnifiedDiff, ChangesAreFewest) {
  for (unsigned Seed = 0; Seed < 3000; ++Seed) {
    std::mt19937 Random(Seed);
    std::vector<StringRef> Old, New;
    static const StringRef Letters[] = {"a", "b", "c", "d"};
    for (unsigned I = Random() % 20; I > 0; --I)
      Old.push_back(Letters[Random() % 4]);
    for (unsigned I = Random() % 20; I > 0; --I)
      New.push_back(Letters[Random() % 4]);
    size_t Deleted = 0, Inserted = 0;
    for (const LineChange &C : diffLines(Old, New)) {
      Deleted += C.OldEnd - C.OldBegin;
      Inserted += C.NewEnd - C.NewBegin;
    }
    size_t Common = commonLines(Old, New);
    ASSERT_EQ(Deleted, Old.size() - Common) << "seed " << Seed;
    ASSERT_EQ(Inserted, New.size() - Common) << "seed " << Seed;
  }
}

TEST(UnifiedDiff, ColoursOnlyIfEnabled) {
  std::string Diff = unifiedDiff("x", "a\nb", "a\nc");
  std::string Plain, Coloured;
  raw_string_ostream PlainStream(Plain), ColouredStream(Coloured);
  ColouredStream.enable_colors(true);
  printDiff(PlainStream, Diff);
  printDiff(ColouredStream, Diff);
  EXPECT_EQ(Plain, Diff);
  EXPECT_NE(Coloured, Diff);
  EXPECT_NE(Coloured.find("\033["), std::string::npos);
}

} // namespace
