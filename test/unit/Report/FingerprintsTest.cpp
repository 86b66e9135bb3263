//===- FingerprintsTest.cpp - what a fingerprint hangs on, and what not ---===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Fingerprints.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

/// A finding whose two loops are the "for" lines of the text, from the one with number \p First (from 0) on.
ReportedFinding found(StringRef Text, unsigned First = 0, std::string Function = "f", std::string File = "/p/x.cpp") {
  ReportedFinding R;
  R.Result.Function = std::move(Function);
  for (size_t At = Text.find("for"), N = 0; At != StringRef::npos; At = Text.find("for", At + 1), ++N)
    if (N == First || N == First + 1) {
      SourceSpan S;
      S.File = File;
      S.Offset = At;
      S.Length = Text.find(')', At) + 1 - At;
      S.Line = 1 + Text.take_front(At).count('\n');
      R.Result.Loops.push_back(S);
    }
  R.Result.Place = R.Result.Region = R.Result.Loops.front();
  return R;
}

std::vector<std::string> prints(std::string Text, std::vector<ReportedFinding> All, std::string Root = "/p") {
  SourceLines Lines([&](StringRef) { return std::optional<std::string>(Text); });
  ReportContext Context{Lines, Root};
  setFingerprints(All, Context);
  std::vector<std::string> Out;
  for (const ReportedFinding &R : All)
    Out.push_back(R.Fingerprint);
  return Out;
}

std::string print(std::string Text, unsigned First = 0, std::string Function = "f", std::string File = "/p/x.cpp",
                  std::string Root = "/p") {
  return prints(Text, {found(Text, First, Function, File)}, Root).front();
}

const char Plain[] = "for (int i = 0; i < n; ++i)\n a;\nfor (int j = 0; j < n; ++j)\n b;\n";

TEST(Fingerprints, StayWhereTheTextMovesAndIsIndented) {
  EXPECT_EQ(print(Plain).size(), 32u);
  EXPECT_EQ(print(Plain), print(std::string("// new\n\n") + Plain));
  EXPECT_EQ(print(Plain), print("\tfor(int i=0; i<n;  ++i)\n a;\n  for (int j = 0;\n j < n; ++j)\n other body;\n"));
  EXPECT_EQ(print(Plain), print(Plain, 0, "f", "/elsewhere/x.cpp", "/elsewhere"));
}

TEST(Fingerprints, ChangeWithHeaderFunctionFileAndRule) {
  EXPECT_NE(print(Plain), print("for (int i = 0; i < m; ++i)\n a;\nfor (int j = 0; j < n; ++j)\n b;\n"));
  EXPECT_NE(print(Plain), print(Plain, 0, "g"));
  EXPECT_NE(print(Plain), print(Plain, 0, "f", "/p/y.cpp"));
  ReportedFinding Refused = found(Plain);
  Refused.Result.Refused = refuse(RefusalId::MayAlias, Refused.Result.Place);
  EXPECT_NE(prints(Plain, {Refused}).front(), print(Plain));
  ReportedFinding Horizontal = found(Plain);
  Horizontal.Result.Kind = FusionKind::Horizontal;
  EXPECT_NE(prints(Plain, {Horizontal}).front(), print(Plain));
}

TEST(Fingerprints, TellLikeFindingsApart) {
  std::string Twice = std::string(Plain) + "between;\n" + Plain;
  std::vector<std::string> Both = prints(Twice, {found(Twice, 0), found(Twice, 2)});
  EXPECT_NE(Both[0], Both[1]);
  EXPECT_EQ(Both[0], print(Plain));
}

} // namespace
