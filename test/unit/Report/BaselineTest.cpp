//===- BaselineTest.cpp - files of known findings -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Baseline.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

ReportedFinding found(std::string Fingerprint, std::string File) {
  ReportedFinding R;
  R.Fingerprint = std::move(Fingerprint);
  R.Result.Place.File = "/p/" + File;
  R.Result.Message = "these 2 loops can be fused";
  return R;
}

struct BaselineTest : testing::Test {
  SourceLines Lines{[](StringRef) { return std::optional<std::string>(); }};
  ReportContext Context{Lines, "/p"};
};

TEST_F(BaselineTest, IsReadAgain) {
  Baseline B;
  B.add(found("2", "b.cpp"), Context);
  B.add(found("1", "\xFF.cpp"), Context);
  B.add(found("3", "a.cpp"), Context);
  std::string Text = B.text();
  EXPECT_EQ(StringRef(Text).count('\n'), 5u); // One finding a line.
  EXPECT_LT(Text.find("a.cpp"), Text.find("b.cpp"));
  Expected<Baseline> Read = Baseline::parse(Text);
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(Read->text(), Text);
  EXPECT_TRUE(Read->knows(found("1", "moved.cpp")));
  EXPECT_FALSE(Read->knows(found("4", "a.cpp")));
}

TEST_F(BaselineTest, PrunesOnlyWhatWasLookedAt) {
  Baseline B;
  for (const char *Name : {"1", "2", "3"})
    B.add(found(Name, std::string(Name) + ".cpp"), Context);
  std::vector<ReportedFinding> Present = {found("1", "1.cpp")};
  EXPECT_EQ(B.prune(Present, [](StringRef File) { return File != "3.cpp"; }), 1u);
  EXPECT_TRUE(B.knows(found("1", "")));
  EXPECT_FALSE(B.knows(found("2", "")));
  EXPECT_TRUE(B.knows(found("3", "")));
  Present.front().IsSuppressed = true;
  EXPECT_EQ(B.prune(Present, [](StringRef) { return true; }), 2u);
}

TEST_F(BaselineTest, OtherFilesAreErrors) {
  for (StringRef Text : {"", "[]", "{}", "{\"tool\": \"other\", \"schema\": 1, \"findings\": []}",
                         "{\"tool\": \"loopfuse\", \"schema\": 2, \"findings\": []}",
                         "{\"tool\": \"loopfuse\", \"schema\": 1, \"findings\": [{}]}"}) {
    Expected<Baseline> Read = Baseline::parse(Text);
    EXPECT_FALSE(bool(Read)) << Text.str();
    consumeError(Read.takeError());
  }
}

} // namespace
