//===- MergeUnitsTest.cpp - one text, several translation units -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/MergeUnits.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

const std::string Header = "/p/h.h";

SourceSpan span(unsigned Offset, unsigned Length, std::string File = Header) {
  SourceSpan S;
  S.File = std::move(File);
  S.Offset = Offset;
  S.Length = Length;
  S.Line = S.EndLine = 1;
  return S;
}

Finding fusion(unsigned Offset, std::string Text = "new", std::string File = Header) {
  Finding F;
  F.Place = F.Region = span(Offset, 10, File);
  F.Message = "can be fused";
  F.Edits = {{File, Offset, 3, std::move(Text)}};
  return F;
}

Finding refusal(RefusalId Id, unsigned Offset, unsigned Length = 10) {
  Finding F;
  F.Place = F.Region = span(Offset, Length);
  F.Refused = refuse(Id, F.Place, {"a", "b"});
  F.Message = F.Refused->message();
  return F;
}

/// A unit that read the header without an error.
UnitAnalysis unit(std::vector<Finding> Findings) {
  UnitAnalysis U;
  U.Parse.Succeeded = true;
  U.Parse.Files[Header] = {};
  for (Finding &F : Findings)
    U.Findings.push_back(std::make_shared<const Finding>(std::move(F)));
  return U;
}

struct Merge : testing::Test {
  Merge() {
    for (const char *File : {"/p/a.cpp", "/p/b.cpp", "/p/c.cpp"}) {
      UnitCommand C;
      C.File = File;
      P.Units.push_back(C);
      P.MainFiles.insert(File);
    }
  }
  std::vector<ProjectFinding> merge(std::vector<UnitAnalysis> Units) {
    std::map<unsigned, UnitAnalysis> Results;
    for (unsigned I = 0; I < Units.size(); ++I)
      Results[I] = std::move(Units[I]);
    return mergeUnits(P, Results);
  }
  static std::string verdict(const std::vector<ProjectFinding> &All) {
    std::string Out;
    for (const ProjectFinding &M : All)
      Out += (M.Result.Refused ? refusalName(M.Result.Refused->Id).str() : "fused") + " ";
    return Out;
  }
  Project P;
};

TEST_F(Merge, EqualFindingsAreOne) {
  auto All = merge({unit({fusion(0)}), unit({fusion(0)})});
  EXPECT_EQ(verdict(All), "fused ");
  EXPECT_EQ(All[0].Sources.size(), 2u);
}

TEST_F(Merge, UnitsThatNeverReadTheFileDoNotMatter) {
  UnitAnalysis Other;
  Other.Parse.Succeeded = true;
  EXPECT_EQ(verdict(merge({unit({fusion(0)}), std::move(Other)})), "fused ");
}

TEST_F(Merge, OneRefusalStopsAll) {
  auto All = merge({unit({fusion(0)}), unit({refusal(RefusalId::DependenceReversed, 0)})});
  EXPECT_EQ(verdict(All), "instances-disagree ");
  EXPECT_TRUE(All[0].Result.Edits.empty());
  EXPECT_NE(All[0].Result.Message.find("in b.cpp, fusing would reverse"), std::string::npos);
}

TEST_F(Merge, DifferentEditsStopBoth) {
  auto All = merge({unit({fusion(0, "x")}), unit({fusion(0, "y")})});
  EXPECT_EQ(verdict(All), "instances-disagree ") << "one place is told of once";
}

TEST_F(Merge, SilenceIsNoConsent) { EXPECT_EQ(verdict(merge({unit({fusion(0)}), unit({})})), "instances-disagree "); }

TEST_F(Merge, SkippedTextDoesNotMatter) {
  UnitAnalysis Skips = unit({});
  Skips.Parse.Files[Header].Skipped = {{0, 50}};
  EXPECT_EQ(verdict(merge({unit({fusion(10)}), Skips})), "fused ");
  Skips.Parse.Files[Header].Skipped = {{0, 15}};
  EXPECT_EQ(verdict(merge({unit({fusion(10)}), Skips})), "instances-disagree ") << "skipped in part only";
}

TEST_F(Merge, TemplatesThatAUnitNeverInstantiatesDoNotMatter) {
  UnitAnalysis Other = unit({refusal(RefusalId::TemplateUninstantiated, 0, 100)});
  EXPECT_EQ(verdict(merge({unit({fusion(10)}), Other})), "fused ");
  EXPECT_EQ(verdict(merge({Other, Other})), "template-uninstantiated ");
}

TEST_F(Merge, UnitsWithErrorsAndCrashesStopTheirHeaders) {
  UnitAnalysis Broken = unit({});
  Broken.Parse.Succeeded = false;
  EXPECT_EQ(verdict(merge({unit({fusion(0)}), Broken})), "instances-disagree ");
  UnitAnalysis Crashed;
  Crashed.Parse.Crashed = true;
  EXPECT_EQ(verdict(merge({unit({fusion(0)}), Crashed})), "instances-disagree ");
  EXPECT_EQ(verdict(merge({unit({fusion(0, "x", "/p/a.cpp")}), Crashed})), "fused ") << "not another unit's main file";
}

TEST_F(Merge, SortedByPlaceWhateverTheUnits) {
  auto All =
      merge({unit({fusion(30, "x", "/p/a.cpp"), fusion(10, "x", "/p/a.cpp")}), unit({fusion(20, "x", "/p/0.h")})});
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(All[0].Result.Region.File, "/p/0.h");
  EXPECT_EQ(All[1].Result.Region.Offset, 10u);
  EXPECT_EQ(All[2].Result.Region.Offset, 30u);
}

TEST_F(Merge, ThirdUnitThatAgreesDoesNotOutvoteTheSecond) {
  EXPECT_EQ(verdict(merge({unit({fusion(0)}), unit({refusal(RefusalId::Break, 0)}), unit({fusion(0)})})),
            "instances-disagree ");
}

} // namespace
