//===- RecordedTimesTest.cpp - what was measured ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/RecordedTimes.h"
#include "gtest/gtest.h"

using namespace loopfuse;

namespace {

TEST(RecordedTimes, WhatIsWrittenCanBeRead) {
  RecordedTimes R{{{"ab12", "a \"machine\"", 4096, 1e-6, 5e-7}, {"ab12", "other", 1 << 30, 0.25, 0.125}}};
  std::string Text;
  for (const RecordedTime &T : R.Times)
    Text += recordLine(T);
  std::vector<std::string> Errors;
  std::optional<RecordedTimes> Again = parseRecord(Text, "r", Errors);
  ASSERT_TRUE(Again);
  EXPECT_EQ(Again->Times, R.Times);
}

TEST(RecordedTimes, AMistakeIsOneLineWithItsNumber) {
  std::string Good = recordLine({"a", "m", 1, 1, 1});
  for (const char *Bad : {"{", "[]", "{}", "{\"fusion\": \"a\", \"machine\": \"m\", \"bytes\": 1, \"secondsBefore\": 0, "
                                           "\"secondsAfter\": 1}"}) {
    std::vector<std::string> Errors;
    EXPECT_FALSE(parseRecord(Good + "\n" + Bad + "\n" + Bad, "r", Errors));
    ASSERT_EQ(Errors.size(), 1u);
    EXPECT_EQ(Errors[0].rfind("r:3: error: ", 0), 0u) << Errors[0];
    EXPECT_EQ(Errors[0].find('\n'), std::string::npos);
  }
}

TEST(RecordedTimes, FindsThoseOfAFusionAndAMachine) {
  RecordedTimes R{{{"a", "m", 8, 1, 2}, {"a", "n", 8, 1, 3}, {"b", "m", 8, 1, 4}, {"a", "m", 8, 1, 5}}};
  EXPECT_EQ(R.of("a", "m"), (std::vector<RecordedTime>{{"a", "m", 8, 1, 5}}));
  EXPECT_EQ(R.of("a", "").size(), 2u);
  EXPECT_TRUE(R.of("c", "").empty());
}

TEST(RecordedTimes, OneLossIsALoss) {
  EXPECT_EQ(slowerAsMeasured({{"a", "m", 8, 2, 1}, {"a", "m", 9, 1, 1}}), "");
  EXPECT_EQ(slowerAsMeasured({{"a", "m", 8, 2, 1}, {"a", "m", 9, 0.9, 1}}),
            "measured 0.90 times as fast with 9 bytes of memory on m");
  EXPECT_NE(slowerAsMeasured({{"a", "m", 8, 1, 1}}), "");
}

} // namespace
