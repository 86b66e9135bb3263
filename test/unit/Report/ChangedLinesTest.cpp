//===- ChangedLinesTest.cpp - patches of all kinds ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ChangedLines.h"
#include "Report/UnifiedDiff.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace loopfuse;

namespace {

ChangedLines read(StringRef Patch) {
  ChangedLines C;
  Error E = C.add(Patch, [](StringRef Name) { return Name == "/dev/null" ? std::string() : Name.str(); });
  EXPECT_EQ(toString(std::move(E)), "");
  return C;
}

bool fails(StringRef Patch) {
  ChangedLines C;
  Error E = C.add(Patch, [](StringRef Name) { return Name.str(); });
  bool Failed = bool(E);
  consumeError(std::move(E));
  return Failed;
}

TEST(ChangedLines, AddedLinesAndPlacesOfDeletedOnes) {
  ChangedLines C = read("--- a/x\n+++ b/x\n@@ -3,4 +3,4 @@ f()\n 3\n-old\n+new\n 5\n-gone\n+7\n");
  EXPECT_FALSE(C.touches("b/x", 3, 3));
  EXPECT_TRUE(C.touches("b/x", 4, 4));
  EXPECT_FALSE(C.touches("b/x", 5, 5));
  EXPECT_TRUE(C.touches("b/x", 6, 9));
  EXPECT_FALSE(C.touches("b/x", 7, 9));
  EXPECT_FALSE(C.touches("b/y", 1, 99));
}

TEST(ChangedLines, WithoutContext) {
  ChangedLines C = read("+++ b/x\n@@ -5,2 +4,0 @@\n-a\n-b\n@@ -20 +18,2 @@\n-c\n+d\n+e\n@@ -0,0 +30 @@\n+f\n");
  // Lines went between 4 and 5.
  EXPECT_TRUE(C.touches("b/x", 4, 5));
  EXPECT_FALSE(C.touches("b/x", 4, 4));
  EXPECT_FALSE(C.touches("b/x", 5, 17));
  EXPECT_TRUE(C.touches("b/x", 18, 18));
  EXPECT_TRUE(C.touches("b/x", 19, 25));
  EXPECT_TRUE(C.touches("b/x", 30, 30));
}

TEST(ChangedLines, NamesInQuotesWithDatesAndGoneFiles) {
  ChangedLines C = read("+++ \"b/\\303\\244 \\\"\\t.h\"\n@@ -1 +1 @@\n-a\n+b\n"
                        "--- a/c d\t2020-01-01\n+++ b/c d\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n"
                        "+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  EXPECT_EQ(C.files(), (std::vector<std::string>{"b/c d", "b/\xC3\xA4 \"\t.h"}));
}

TEST(ChangedLines, LinesThatLookLikeHeadersAndMissingLineEnds) {
  ChangedLines C = read("+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n-z\n\\ No newline at end of file\n+++ b/y\n+w\n"
                        "\\ No newline at end of file\n");
  EXPECT_EQ(C.files(), std::vector<std::string>{"b/x"});
  EXPECT_TRUE(C.touches("b/x", 2, 2));
}

TEST(ChangedLines, BadPatchesAreErrors) {
  EXPECT_TRUE(fails("+++ b/x\n@@ -1,2 +1,2 @@\n a\n"));
  EXPECT_TRUE(fails("+++ b/x\n@@ nonsense\n"));
  EXPECT_TRUE(fails("@@ -1 +1 @@\n-a\n+b\n"));
  EXPECT_TRUE(fails("+++ b/x\n@@ -1,1 +1,1 @@\n+a\n+b\n+c\n"));
  EXPECT_FALSE(fails(""));
  EXPECT_FALSE(fails("diff --git a/x b/x\nrename from x\nBinary files differ\n"));
}

TEST(ChangedLines, AWholeFile) {
  ChangedLines C;
  C.addWhole("/x");
  EXPECT_TRUE(C.touches("/x", 7, 7));
}

/// Against random texts: a line that is not in the old text at all must count, and where the texts are equal nothing.
TEST(ChangedLines, RandomPatches) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    std::mt19937 Random(Seed);
    std::string Old, New;
    std::vector<bool> IsNew;
    for (unsigned I = 0; I < 30; ++I) {
      std::string Line = "line " + std::to_string(I) + "\n";
      Old += Line;
      if (Random() % 6 == 0) {
        New += "new " + std::to_string(I) + "\n";
        IsNew.push_back(true);
      }
      if (Random() % 8 != 0) {
        New += Line;
        IsNew.push_back(false);
      }
    }
    ChangedLines C = read(unifiedDiff("x", Old, New));
    for (unsigned L = 0; L < IsNew.size(); ++L)
      ASSERT_EQ(C.touches("b/x", L + 1, L + 1), IsNew[L]) << Seed << " line " << L + 1;
  }
}

} // namespace
