//===- DiagnosticsTest.cpp - findings as a compiler would print them ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Diagnostics.h"
#include "Report/Explain.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

SourceSpan span(unsigned Line, unsigned Column, unsigned Length) {
  SourceSpan S;
  S.File = "/home/me/project/src/x.cpp";
  S.Line = S.EndLine = Line;
  S.Column = Column;
  S.Length = Length;
  return S;
}

std::string printed(const Finding &F, std::string Text, bool Colour = false, bool Explained = false) {
  SourceLines Lines([&](StringRef) { return std::optional<std::string>(Text); });
  ReportContext Context{Lines, "/home/me/project"};
  std::string Out;
  raw_string_ostream OS(Out);
  OS.enable_colors(Colour);
  if (Explained)
    printExplanation(OS, F, Context);
  else
    printDiagnostic(OS, F, Context);
  return Out;
}

Finding fusable(SourceSpan Place) {
  Finding F;
  F.Place = Place;
  F.Message = "these 2 loops can be fused";
  return F;
}

TEST(Diagnostics, WarningWithSnippetAndNotes) {
  Finding F = fusable(span(2, 3, 9));
  F.Notes.push_back({span(3, 3, 3), "this loop joins it"});
  F.Notes.push_back({{}, "a note without a place"});
  EXPECT_EQ(printed(F, "void f() {\n  for (;;);\n  for (;;);\n}\n"),
            "src/x.cpp:2:3: warning: these 2 loops can be fused [loopfuse-vertical]\n"
            "    2 |   for (;;);\n"
            "      |   ^~~~~~~~~\n"
            "src/x.cpp:3:3: note: this loop joins it\n"
            "    3 |   for (;;);\n"
            "      |   ^~~\n"
            "note: a note without a place\n");
}

TEST(Diagnostics, HorizontalFusionHasItsOwnCheckName) {
  Finding F = fusable(span(1, 1, 1));
  F.Kind = FusionKind::Horizontal;
  EXPECT_NE(printed(F, "x").find("[loopfuse-horizontal]"), std::string::npos);
}

TEST(Diagnostics, RefusalIsARemarkThatNamesTheReason) {
  Finding F = fusable(span(1, 1, 3));
  F.Refused = refuse(RefusalId::DependenceReversed, F.Place, {"a"});
  F.Message = F.Refused->message();
  EXPECT_EQ(printed(F, "for\n"),
            "src/x.cpp:1:1: remark: not fused: fusing would reverse a dependence on 'a' [dependence-reversed]\n"
            "    1 | for\n"
            "      | ^~~\n");
}

TEST(Diagnostics, CaretsStandBelowTheirTextBehindTabsAndWideCharacters) {
  // A tab ends at column 8; "é" is one column of two bytes; an invalid byte is shown as <FF>.
  EXPECT_NE(printed(fusable(span(1, 2, 3)), "\tfor x").find("    1 |         for x\n      |         ^~~\n"),
            std::string::npos);
  EXPECT_NE(printed(fusable(span(1, 4, 3)), "\xC3\xA9 for").find("\xC3\xA9 for\n      |   ^~~\n"), std::string::npos);
  EXPECT_NE(printed(fusable(span(1, 3, 3)), "\xFF for").find("<FF> for\n      |      ^~~\n"), std::string::npos);
}

TEST(Diagnostics, CarriageReturnsAreNotShown) {
  EXPECT_NE(printed(fusable(span(1, 1, 3)), "for\r\nx\r\n").find("    1 | for\n"), std::string::npos);
}

TEST(Diagnostics, SpanOverSeveralLinesIsMarkedToTheEndOfTheFirst) {
  EXPECT_NE(printed(fusable(span(1, 1, 30)), "for (a;\n  b; c)\n").find("for (a;\n      | ^~~~~~~\n"),
            std::string::npos);
}

TEST(Diagnostics, PlaceBehindTheTextHasNoSnippet) {
  EXPECT_EQ(printed(fusable(span(9, 1, 3)), "x\n"),
            "src/x.cpp:9:1: warning: these 2 loops can be fused [loopfuse-vertical]\n");
}

TEST(Diagnostics, ColoursOnlyIfEnabled) {
  Finding F = fusable(span(1, 1, 3));
  EXPECT_EQ(printed(F, "for").find('\033'), std::string::npos);
  EXPECT_NE(printed(F, "for", true).find('\033'), std::string::npos);
}

TEST(Diagnostics, ExplanationAnswersThreeQuestions) {
  Finding F = fusable(span(1, 1, 3));
  F.Form = "two loops";
  F.Legality = "proved";
  std::string Out = printed(F, "for", false, true);
  EXPECT_NE(Out.find("  form:     two loops\n  legality: proved\n  profit:   -\n"), std::string::npos);
}

TEST(Explain, CoversTheLinesOfItsRegion) {
  Finding F;
  F.Region = span(10, 1, 50);
  F.Region.EndLine = 14;
  EXPECT_FALSE(coversLine(F, F.Region.File, 9));
  EXPECT_TRUE(coversLine(F, F.Region.File, 10));
  EXPECT_TRUE(coversLine(F, F.Region.File, 14));
  EXPECT_FALSE(coversLine(F, F.Region.File, 15));
  EXPECT_FALSE(coversLine(F, "/other", 12));
}

TEST(SourceLines, LinesOfAllKindsOfEnds) {
  SourceLines Lines([](StringRef) { return std::optional<std::string>("a\r\n\nlast"); });
  EXPECT_EQ(Lines.line("f", 1), "a");
  EXPECT_EQ(Lines.line("f", 2), "");
  EXPECT_EQ(Lines.line("f", 3), "last");
  EXPECT_EQ(Lines.line("f", 4), "");
  EXPECT_EQ(Lines.line("f", 0), "");
}

TEST(SourceLines, PathsAreRelativeOnlyInsideTheFolder) {
  EXPECT_EQ(displayPath("/a/b/c.cpp", "/a/b"), "c.cpp");
  EXPECT_EQ(displayPath("/a/bc/d.cpp", "/a/b"), "/a/bc/d.cpp");
  EXPECT_EQ(displayPath("/x.cpp", "/"), "x.cpp");
}

} // namespace
