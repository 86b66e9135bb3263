//===- ConfigTest.cpp - .loopfuse.yaml ------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Config.h"
#include "Scratch.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

std::vector<std::string> errorsOf(StringRef Text) {
  std::vector<std::string> Errors;
  parseConfig(Text, "c.yaml", Errors);
  return Errors;
}

using Lines = std::vector<std::string>;

TEST(Config, AllKeys) {
  std::vector<std::string> Errors;
  Config C = parseConfig("Alias: strict\n"
                         "Fp: exact\n"
                         "HeaderFilter: 'include/.*'\n"
                         "FailOn: fusable\n"
                         "Exclude: ['third_party/', '\\.gen\\.cpp$']\n"
                         "Checks: [loopfuse-vertical]\n"
                         "Containers:\n"
                         "  - Name: my::Grid\n"
                         "    Storage: view\n"
                         "    ElementAccess: ['operator()', at]\n"
                         "    Size: [size]\n"
                         "    Pure: [rows, cols]\n",
                         "c.yaml", Errors);
  EXPECT_EQ(Errors, Lines());
  EXPECT_EQ(C.Alias, AliasPolicy::Strict);
  EXPECT_EQ(C.Fp, FpPolicy::Exact);
  EXPECT_EQ(C.HeaderFilter, "include/.*");
  EXPECT_EQ(C.Fail, FailOn::Fusable);
  EXPECT_EQ(C.Exclude->size(), 2u);
  EXPECT_EQ(*C.Checks, Lines({"loopfuse-vertical"}));
  ASSERT_EQ(C.Containers.size(), 1u);
  EXPECT_EQ(C.Containers[0].Name, "my::Grid");
  EXPECT_EQ(C.Containers[0].Kind, ContainerClass::Storage::View);
  EXPECT_EQ(C.Containers[0].ElementAccess, Lines({"operator()", "at"}));
  EXPECT_EQ(C.Containers[0].Pure, Lines({"rows", "cols"}));
}

TEST(Config, EmptyIsAllDefaults) {
  EXPECT_EQ(errorsOf(""), Lines());
  EXPECT_EQ(errorsOf("# only a comment\n"), Lines());
}

TEST(Config, ErrorsHaveLineAndColumn) {
  EXPECT_EQ(errorsOf("Fp: exact\nBaz: 2\nQux: {a: b}\n"),
            Lines({"c.yaml:2:1: error: unknown key 'Baz'", "c.yaml:3:1: error: unknown key 'Qux'"}));
  EXPECT_EQ(errorsOf("\nAlias: maybe\n"),
            Lines({"c.yaml:2:8: error: 'maybe' is none of refuse, guard, strict, assume-noalias"}));
  EXPECT_EQ(errorsOf("Containers:\n  - Name: a\n    Storage: heap # ?\n"),
            Lines({"c.yaml:3:14: error: 'heap' is none of owner, value, view"}));
  EXPECT_EQ(errorsOf("Containers:\n  - Storage: view\n").front(), "c.yaml:2:5: error: missing required key 'Name'");
  EXPECT_EQ(errorsOf("Fp: exact\nChecks: [loopfuse-all]\n"),
            Lines({"c.yaml:2:10: error: Checks: no check is called 'loopfuse-all'"}));
  EXPECT_EQ(errorsOf("Checks:\n  - loopfuse-vertical\n  - loopfuse\nFp: exact\n"),
            Lines({"c.yaml:3:5: error: Checks: no check is called 'loopfuse'"}));
  ASSERT_EQ(errorsOf("Fp: exact\nExclude: [a, '(']\n").size(), 1u);
  EXPECT_EQ(errorsOf("Fp: exact\nExclude: [a, '(']\n").front().substr(0, 21), "c.yaml:2:15: error: E");
  EXPECT_EQ(errorsOf("Checks: [\"\"]\n"), Lines({"c.yaml:1:9: error: Checks: no check is called ''"}));
  EXPECT_EQ(errorsOf("HeaderFilter: '*'\n").size(), 1u);
  EXPECT_FALSE(errorsOf("[1, 2]\n").empty());
  EXPECT_FALSE(errorsOf("Alias: [\n").empty());
  EXPECT_FALSE(errorsOf("just text\n").empty());
}

TEST(Config, NoKeyRunsAnything) {
  for (StringRef Key : {"Command", "Compiler", "Run", "Exec", "Plugin", "Load"})
    EXPECT_EQ(errorsOf((Key + ": /bin/sh\n").str()).size(), 1u) << Key.str();
}

TEST(Config, DumpReadsBackAsTheSame) {
  Config C;
  C.Alias = AliasPolicy::AssumeNoAlias;
  C.Fp = FpPolicy::Relaxed;
  C.HeaderFilter = "a: 'b' #c";
  C.Exclude = Lines({"x"});
  C.Containers.push_back({"N", ContainerClass::Storage::Value, {"operator[]"}, {"size"}, {}});
  std::vector<std::string> Errors;
  Config Again = parseConfig(dumpConfig(C), "dump", Errors);
  EXPECT_EQ(Errors, Lines());
  EXPECT_EQ(dumpConfig(Again), dumpConfig(C));
  EXPECT_EQ(Again.HeaderFilter, C.HeaderFilter);
  EXPECT_EQ(Again.Fp, C.Fp);
}

TEST(Config, CommandLineGoesOverTheFile) {
  Config File, Over;
  File.Alias = AliasPolicy::Strict;
  File.Fp = FpPolicy::Exact;
  Over.Fp = FpPolicy::Relaxed;
  Config Both = overlay(File, Over);
  EXPECT_EQ(Both.Alias, AliasPolicy::Strict);
  EXPECT_EQ(Both.Fp, FpPolicy::Relaxed);
}

TEST(ConfigTree, NearestFolderCounts) {
  Scratch Dir;
  Dir.write(".loopfuse.yaml", "Fp: exact\nAlias: strict\n");
  Dir.write("sub/.loopfuse.yaml", "Fp: relaxed\nExclude: ['gen']\n");
  Dir.write("sub/deep/x.cpp", "");
  ConfigTree Tree({});
  EXPECT_EQ(Tree.settingsOf(Dir.path("x.cpp"))->Fp, FpPolicy::Exact);
  auto Deep = Tree.settingsOf(Dir.path("sub/deep/x.cpp"));
  EXPECT_EQ(Deep->Fp, FpPolicy::Relaxed);
  EXPECT_EQ(Deep->Alias, AliasPolicy::Refuse) << "nearest file alone counts";
  EXPECT_FALSE(Deep->Excluded);
  EXPECT_TRUE(Tree.settingsOf(Dir.path("sub/gen.cpp"))->Excluded);
  EXPECT_EQ(Tree.errors(), Lines());
}

TEST(ConfigTree, ErrorsAreToldOnce) {
  Scratch Dir;
  Dir.write(".loopfuse.yaml", "Nope: 1\n");
  ConfigTree Tree({});
  Tree.settingsOf(Dir.path("a.cpp"));
  Tree.settingsOf(Dir.path("b.cpp"));
  EXPECT_EQ(Tree.errors(), Lines({Dir.path(".loopfuse.yaml") + ":1:1: error: unknown key 'Nope'"}));
}

TEST(FileSettings, SameAnalysisLooksAtWhatChangesVerdicts) {
  Config A, B;
  B.HeaderFilter = "x";
  B.Fail = FailOn::Any;
  auto Of = [](const Config &C) { return ConfigTree(C).settingsOf("/nowhere/x.cpp"); };
  EXPECT_TRUE(Of(A)->sameAnalysis(*Of(B)));
  B.Alias = AliasPolicy::Strict;
  EXPECT_FALSE(Of(A)->sameAnalysis(*Of(B)));
  Config C;
  C.Containers.push_back({"N", ContainerClass::Storage::Owner, {}, {}, {}});
  EXPECT_FALSE(Of(A)->sameAnalysis(*Of(C)));
  EXPECT_TRUE(Of(C)->sameAnalysis(*Of(C)));
}

TEST(FileSettings, HeaderFilter) {
  Config C;
  EXPECT_EQ(ConfigTree(C).settingsOf("/a/x.h")->HeaderMatches, std::nullopt);
  C.HeaderFilter = "a/";
  EXPECT_EQ(ConfigTree(C).settingsOf("/a/x.h")->HeaderMatches, true);
  EXPECT_EQ(ConfigTree(C).settingsOf("/b/x.h")->HeaderMatches, false);
  C.HeaderFilter = "";
  EXPECT_EQ(ConfigTree(C).settingsOf("/a/x.h")->HeaderMatches, false) << "empty: no headers";
}

} // namespace
