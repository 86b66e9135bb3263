//===- FindingJsonTest.cpp - nothing is lost on the way to JSON and back --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/FindingJson.h"
#include "gtest/gtest.h"
#include <limits>

using namespace llvm;
using namespace loopfuse;

namespace {

SourceSpan span(std::string File, unsigned N) { return {std::move(File), N, N + 1, N + 2, N + 3, N + 4}; }

/// Every field has a value of its own.
Finding full() {
  Finding F;
  F.Kind = FusionKind::Horizontal;
  F.AcrossCalls = true;
  F.Function = "f(int)";
  F.Place = span("/p/a.cpp", 1);
  F.Region = span("/p/a.cpp", 2);
  F.Loops = {span("/p/a.cpp", 3), span("/elsewhere/b.h", 4)};
  F.Refused = refuse(RefusalId::DependenceReversed, span("/p/a.cpp", 5), {"a", "b"});
  F.Refused->Remedy = "swap them";
  F.Refused->Proof = Witness{{"a[i]", "a[1]", "i=1", true, span("/p/a.cpp", 6), span("/p/a.cpp", 7)},
                             {"a[j]", "a[1]", "j=2", false, span("/p/a.cpp", 8), {}},
                             "n=3"};
  F.Message = "message \"quoted\"\n";
  F.Notes = {{span("/p/a.cpp", 9), "one"}, {{}, "two"}};
  F.Form = "form";
  F.Legality = "legality";
  F.Profit = "profit";
  F.Contracted = {"t"};
  F.BytesSaved = 1.0 / 3;
  F.Ratio = 1.5;
  F.Depth = 2;
  F.Edits = {{"/p/a.cpp", 10, 11, "new\ttext"}, {"/p/a.cpp", 30, 1, "Latin-1: \xE9"}};
  F.Fading = {span("/p/a.cpp", 12)};
  return F;
}

std::string printed(const Finding &F, const JsonPaths &Paths) {
  std::string Out;
  raw_string_ostream(Out) << json::Value(findingToJson(F, Paths));
  return Out;
}

TEST(FindingJson, RoundTrip) {
  JsonPaths Paths{"/p"};
  std::string Text = printed(full(), Paths);
  Expected<json::Value> Parsed = json::parse(Text);
  ASSERT_TRUE(bool(Parsed));
  std::optional<Finding> Back = findingFromJson(*Parsed->getAsObject(), Paths);
  ASSERT_TRUE(Back.has_value());
  EXPECT_EQ(printed(*Back, Paths), Text);
  Finding F = full();
  EXPECT_EQ(Back->Edits, F.Edits);
  EXPECT_EQ(Back->Loops, F.Loops);
  EXPECT_EQ(Back->Fading, F.Fading);
  EXPECT_EQ(Back->BytesSaved, F.BytesSaved);
  EXPECT_EQ(Back->Message, F.Message);
  EXPECT_EQ(Back->check(), F.check());
  EXPECT_EQ(Back->Kind, F.Kind);
  EXPECT_EQ(describe(*Back->Refused->Proof), describe(*F.Refused->Proof));
  EXPECT_EQ(Back->Notes[1].Place, SourceSpan());
}

TEST(FindingJson, PathsAreRelativeToTheRootAndMoveWithIt) {
  json::Object O = findingToJson(full(), {"/p"});
  EXPECT_EQ(O.getObject("place")->getString("file"), "a.cpp");
  EXPECT_EQ((*O.getArray("loops"))[1].getAsObject()->getString("file"), "/elsewhere/b.h");
  EXPECT_EQ(findingFromJson(O, {"/moved"})->Place.File, "/moved/a.cpp");
}

TEST(FindingJson, NumbersThatJsonCannotHold) {
  Finding F = full();
  F.Ratio = std::numeric_limits<double>::infinity();
  EXPECT_EQ(findingFromJson(findingToJson(F, {}), {})->Ratio, F.Ratio);
}

TEST(FindingJson, WhatIsMissingOrWrongIsNoFinding) {
  JsonPaths Paths;
  json::Object All = findingToJson(full(), Paths);
  for (const auto &[Key, Value] : All) {
    json::Object Less = All;
    Less.erase(Key);
    EXPECT_EQ(findingFromJson(Less, Paths).has_value(), Key == "refused") << StringRef(Key).str();
    json::Object Wrong = All;
    Wrong[StringRef(Key)] = json::Array{json::Object{{"x", 1}}};
    EXPECT_FALSE(findingFromJson(Wrong, Paths).has_value()) << StringRef(Key).str();
  }
  All.getObject("refused")->insert({"id", "no-such-refusal"});
  (*All.getObject("refused"))["id"] = "no-such-refusal";
  EXPECT_FALSE(findingFromJson(All, Paths).has_value());
}

} // namespace
