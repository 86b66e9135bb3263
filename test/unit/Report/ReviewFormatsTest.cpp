//===- ReviewFormatsTest.cpp - texts that could break out of their form ---===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ReviewFormats.h"
#include "Report/FixesYaml.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

using Renderer = void (*)(raw_ostream &, const RunReport &, ReportContext &);

std::string rendered(Renderer Render, const RunReport &Run) {
  SourceLines Lines([](StringRef) { return std::optional<std::string>("for (;;) a;\nfor (;;) b;\n"); });
  ReportContext Context{Lines, "/p"};
  std::string Out;
  raw_string_ostream OS(Out);
  Render(OS, Run, Context);
  return Out;
}

RunReport hostile() {
  ReportedFinding R;
  R.Fingerprint = "f1";
  R.Result.Place = {"/p/a,b:c%\n\xFF.cpp", 0, 8, 1, 1, 1};
  R.Result.Region = {R.Result.Place.File, 0, 22, 1, 1, 2};
  R.Result.Message = "a%\nb\r::error::x";
  R.Result.Edits = {{R.Result.Place.File, 9, 2, "{ a;"}, {R.Result.Place.File, 12, 9, "\"}\\"}};
  R.OffersEdits = true;
  RunReport Run;
  Run.Findings.push_back(R);
  R.IsSuppressed = true;
  Run.Findings.push_back(R);
  return Run;
}

TEST(ReviewFormats, GitHubCommandsStayOnTheirLine) {
  EXPECT_EQ(rendered(printGitHub, hostile()),
            "::warning file=a%2Cb%3Ac%25%0A\xEF\xBF\xBD.cpp,line=1,endLine=1,col=1,endColumn=9,"
            "title=loopfuse-vertical::a%25%0Ab%0D::error::x\n");
}

TEST(ReviewFormats, JsonIsJson) {
  for (Renderer Render : {printGitLab, printRdJson}) {
    Expected<json::Value> Read = json::parse(rendered(Render, hostile()));
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  }
}

TEST(ReviewFormats, TheSuggestionIsOneReplacement) {
  Expected<json::Value> Read = json::parse(rendered(printRdJson, hostile()));
  ASSERT_TRUE(bool(Read));
  const json::Object &D = *(*Read->getAsObject()->getArray("diagnostics"))[0].getAsObject();
  const json::Object &S = *(*D.getArray("suggestions"))[0].getAsObject();
  // From the first edit to the end of the last one: "a;\nfor (;;) ".
  EXPECT_EQ(S.getString("text"), "{ a;\n\"}\\");
  EXPECT_EQ(S.getObject("range")->getObject("start")->getInteger("column"), 10);
  EXPECT_EQ(S.getObject("range")->getObject("end")->getInteger("line"), 2);
  EXPECT_EQ(S.getObject("range")->getObject("end")->getInteger("column"), 10);
}

TEST(ReviewFormats, NothingFoundIsStillADocument) {
  EXPECT_EQ(rendered(printGitLab, {}), "[]\n");
  EXPECT_EQ(rendered(printGitHub, {}), "");
  EXPECT_EQ(rendered(printFixesYaml, {}), "---\nMainSourceFile: \"\"\nDiagnostics: []\n...\n");
}

TEST(FixesYaml, EditsThatAreNotUtf8AreLeftOut) {
  RunReport Run = hostile();
  Run.Findings.pop_back();
  Run.Findings[0].Result.Place.File = Run.Findings[0].Result.Edits[0].File = Run.Findings[0].Result.Edits[1].File =
      "/p/x.cpp";
  EXPECT_NE(rendered(printFixesYaml, Run).find("ReplacementText: \"{ a;\""), std::string::npos);
  Run.Findings[0].Result.Edits[1].Text = "\xE9";
  EXPECT_EQ(rendered(printFixesYaml, Run).find("ReplacementText"), std::string::npos);
}

} // namespace
