//===- ScanTableTest.cpp - ranking and closing line -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ScanTable.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

Finding fusion(unsigned Line, unsigned Loops, double Bytes) {
  Finding F;
  F.Place.File = "/p/x.cpp";
  F.Place.Line = Line;
  F.Loops.resize(Loops);
  F.BytesSaved = Bytes;
  F.Ratio = 1.5;
  F.Depth = 1;
  F.Function = "f";
  return F;
}

Finding refused(RefusalId Id) {
  Finding F = fusion(1, 2, 1e9);
  F.Refused = refuse(Id, F.Place);
  return F;
}

TEST(ScanTable, RanksBySavingAndKeepsSourceOrderAmongEquals) {
  std::vector<Finding> All = {fusion(10, 2, 800), fusion(20, 3, 16e6), refused(RefusalId::Break), fusion(30, 2, 800)};
  All[1].Contracted = {"t", "u"};
  std::string Out;
  raw_string_ostream OS(Out);
  printRanking(OS, All, "/p");
  EXPECT_EQ(Out, "     saves   traffic  loops  kind        depth  where\n"
                 "   16.0 MB      -33%      3  vertical        1  x.cpp:20 in f (to scalars: t, u)\n"
                 "     800 B      -33%      2  vertical        1  x.cpp:10 in f\n"
                 "     800 B      -33%      2  vertical        1  x.cpp:30 in f\n");
}

TEST(ScanTable, NothingToGainIsNoTable) {
  std::string Out;
  raw_string_ostream OS(Out);
  printRanking(OS, {refused(RefusalId::Break)}, "/p");
  EXPECT_EQ(Out, "");
}

TEST(ScanTable, CountsPairs) {
  Finding Whole = refused(RefusalId::InMacro);
  Whole.Loops.clear(); // A region refused as a whole.
  Statistics S = countFindings({fusion(1, 4, 1), refused(RefusalId::MayAlias), refused(RefusalId::Break), Whole});
  EXPECT_EQ(S.Pairs, 6u);
  EXPECT_EQ(S.Fused, 3u);
  EXPECT_EQ(S.Modelled, 4u);
  EXPECT_EQ(S.RefusedBy[static_cast<unsigned>(RefusalId::MayAlias)], 1u);
}

TEST(ScanTable, ClosingLineCountsByClass) {
  Statistics S = countFindings({fusion(1, 2, 1), refused(RefusalId::DependenceReversed), refused(RefusalId::MayAlias),
                                refused(RefusalId::Quota), refused(RefusalId::Break), refused(RefusalId::NoReuse)});
  S.Files = 1;
  S.Functions = 2;
  S.Loops = 3;
  EXPECT_EQ(closingLine(S, 0.84), "files 1, functions 2, loops 3, pairs 6, fused 1, refused 5 (illegal 1, unproven 2, "
                                  "unsupported 1, unprofitable 1), 0.8 s");
}

TEST(ScanTable, Bytes) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(999), "999 B");
  EXPECT_EQ(formatBytes(1500), "1.5 kB");
  EXPECT_EQ(formatBytes(16e6), "16.0 MB");
}

} // namespace
