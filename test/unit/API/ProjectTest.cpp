//===- ProjectTest.cpp - compile commands and what is picked of them ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Project.h"
#include "API/Parallel.h"
#include "Scratch.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <atomic>

using namespace llvm;
using namespace loopfuse;

namespace {

using Strings = std::vector<std::string>;

/// A small project: src/a.cpp and src/b.cpp in a checkout, the database in build/.
struct SmallProject : Scratch {
  SmallProject() {
    write(".git/HEAD", "");
    write("src/a.cpp", "#include \"a.h\"\n");
    write("src/b.cpp", "#include \"a.h\"\n#include \"deep/c.h\"\n");
    write("src/a.h", "");
    write("src/deep/c.h", "");
    write("src/orphan.h", "");
    database("[{\"directory\": \"DIR/build\", \"command\": \"g++ -c ../src/b.cpp\", \"file\": \"../src/b.cpp\"},"
             " {\"directory\": \"DIR/build\", \"command\": \"g++ -c ../src/a.cpp -o a.o\", \"file\": \"../src/a.cpp\"},"
             " {\"directory\": \"DIR/build\", \"command\": \"g++ -c ../src/a.cpp -o pic/a.o\", \"file\": "
             "\"../src/a.cpp\"}]");
  }
  void database(std::string Json) const {
    for (size_t At = Json.find("DIR"); At != std::string::npos; At = Json.find("DIR"))
      Json.replace(At, 3, path());
    write("build/compile_commands.json", Json);
  }
  Expected<Project> load(ProjectOptions Options = {}) const {
    Options.BuildPath = path("build");
    return loadProject(Options);
  }
};

Strings names(const Project &P, const Selection &S) {
  Strings Out;
  for (unsigned U : S.Units)
    Out.push_back(sys::path::filename(P.Units[U].File).str());
  return Out;
}

std::string failure(Error E) {
  std::string Message = toString(std::move(E));
  EXPECT_EQ(Message.find('\n'), std::string::npos) << "errors are one line";
  return Message;
}

TEST(Project, SortedAndEachCommandOnce) {
  SmallProject Dir;
  Project P = cantFail(Dir.load());
  ASSERT_EQ(P.Units.size(), 2u) << "commands that differ in their output only are one";
  EXPECT_EQ(P.Units[0].File, Dir.path("src/a.cpp"));
  EXPECT_EQ(P.Units[1].File, Dir.path("src/b.cpp"));
  EXPECT_TRUE(P.MainFiles.contains(Dir.path("src/a.cpp")));
  EXPECT_EQ(P.Root, Dir.path());
}

TEST(Project, DifferentFlagsAreDifferentUnits) {
  SmallProject Dir;
  Dir.database("[{\"directory\": \"DIR\", \"command\": \"g++ -DX src/a.cpp\", \"file\": \"src/a.cpp\"},"
               "{\"directory\": \"DIR\", \"arguments\": [\"g++\", \"src/a.cpp\"], \"file\": \"DIR/src/a.cpp\"}]");
  EXPECT_EQ(cantFail(Dir.load()).Units.size(), 2u);
}

TEST(Project, ResponseFilesAreRead) {
  SmallProject Dir;
  Dir.write("flags.rsp", "-DFROM_FILE -c");
  Dir.database("[{\"directory\": \"DIR\", \"command\": \"g++ @flags.rsp src/a.cpp\", \"file\": \"src/a.cpp\"}]");
  Project P = cantFail(Dir.load());
  EXPECT_TRUE(is_contained(P.Units[0].Arguments, "-DFROM_FILE"));
}

TEST(Project, RootWithoutACheckoutHoldsSourcesAndDatabase) {
  SmallProject Dir;
  ASSERT_FALSE(sys::fs::remove_directories(Dir.path(".git")));
  EXPECT_EQ(cantFail(Dir.load()).Root, Dir.path());
  Dir.write("build/debug/compile_commands.json",
            "[{\"directory\": \"" + Dir.path() + "\", \"command\": \"g++ src/a.cpp\", \"file\": \"src/a.cpp\"}]");
  ProjectOptions Beside;
  Beside.BuildPath = Dir.path("build/debug");
  Project P = cantFail(loadProject(Beside));
  EXPECT_EQ(P.Root, Dir.path());
  EXPECT_TRUE(P.contains(Dir.path("include/a.h")));
  EXPECT_FALSE(P.contains("/usr/include/stdio.h"));
}

TEST(Project, RootWithoutADatabaseIsWhereTheSourcesAre) {
  SmallProject Dir;
  ASSERT_FALSE(sys::fs::remove_directories(Dir.path(".git")));
  ProjectOptions Options;
  Options.FixedFlags.emplace();
  Options.Sources = {Dir.path("src/a.cpp")};
  Project P = cantFail(loadProject(Options));
  EXPECT_EQ(P.Root, Dir.path("src"));
  EXPECT_TRUE(P.contains(Dir.path("src/deep/c.h")));
  EXPECT_FALSE(P.contains(Dir.path("srcx/c.h")));
  EXPECT_FALSE(P.contains("/usr/include/stdio.h"));
}

TEST(Project, RootFromTheCommandLine) {
  SmallProject Dir;
  ProjectOptions Options;
  Options.ProjectRoot = Dir.path("src/deep");
  EXPECT_EQ(cantFail(Dir.load(Options)).Root, Dir.path("src/deep"));
  Options.ProjectRoot = Dir.path("none");
  EXPECT_NE(failure(Dir.load(Options).takeError()).find("is not a folder"), std::string::npos);
}

TEST(Project, BadDatabases) {
  SmallProject Dir;
  for (const char *Json : {"", "[", "{}", "[{\"directory\"", "[{\"directory\": \"/\", \"file\": \"x\"}]", "[1]", "[]",
                           "not json", "[{\"directory\": \"/\", \"command\": \"as x.s\", \"file\": \"x.s\"}]"}) {
    Dir.database(Json);
    Expected<Project> P = Dir.load();
    EXPECT_FALSE(static_cast<bool>(P)) << Json;
    if (!P)
      failure(P.takeError());
  }
  ProjectOptions Options;
  Options.BuildPath = Dir.path("src");
  EXPECT_EQ(failure(loadProject(Options).takeError()), "no compile_commands.json in '" + Dir.path("src") + "'");
}

TEST(Project, FoundUpwardsAndInBuildFolders) {
  SmallProject Dir;
  ProjectOptions Options;
  Options.Sources = {Dir.path("src/deep/c.h")};
  EXPECT_EQ(cantFail(loadProject(Options)).Units.size(), 2u);
}

TEST(Project, FixedFlags) {
  SmallProject Dir;
  ProjectOptions Options;
  Options.Sources = {Dir.path("src/a.cpp"), Dir.path("src/b.cpp")};
  Options.FixedFlags = Strings{"-DA"};
  Project P = cantFail(loadProject(Options));
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_FALSE(P.Units[0].IsGcc);
  EXPECT_TRUE(is_contained(P.Units[0].Arguments, "-DA"));
  Options.FixedFlags = Strings{"g++", "-DA"};
  EXPECT_TRUE(cantFail(loadProject(Options)).Units[0].IsGcc) << "the compiler may be named";
  Options.Sources = {Dir.path("src")};
  EXPECT_NE(failure(loadProject(Options).takeError()).find("is a folder"), std::string::npos);
  Options.Sources = {Dir.path("none.cpp")};
  EXPECT_NE(failure(loadProject(Options).takeError()).find("there is no file"), std::string::npos);
}

TEST(SelectUnits, FilesFoldersAndExpressions) {
  SmallProject Dir;
  Project P = cantFail(Dir.load());
  auto Pick = [&](Strings Sources) { return names(P, cantFail(selectUnits(P, Sources, 1))); };
  EXPECT_EQ(Pick({}), Strings({"a.cpp", "b.cpp"}));
  EXPECT_EQ(Pick({Dir.path("src/b.cpp")}), Strings({"b.cpp"}));
  EXPECT_EQ(Pick({Dir.path("src/../src/b.cpp")}), Strings({"b.cpp"}));
  EXPECT_EQ(Pick({Dir.path("src")}), Strings({"a.cpp", "b.cpp"}));
  EXPECT_EQ(Pick({Dir.path("src/")}), Strings({"a.cpp", "b.cpp"}));
  EXPECT_EQ(Pick({"/[b]\\.cpp$"}), Strings({"b.cpp"}));
  EXPECT_EQ(Pick({Dir.path("src/b.cpp"), Dir.path("src/a.cpp"), "src/a"}), Strings({"a.cpp", "b.cpp"}));
}

TEST(SelectUnits, HeaderStandsForAUnitThatIncludesIt) {
  SmallProject Dir;
  Project P = cantFail(Dir.load());
  Selection S = cantFail(selectUnits(P, {Dir.path("src/a.h")}, 2));
  EXPECT_EQ(names(P, S), Strings({"a.cpp"})) << "the source of the same name";
  EXPECT_EQ(S.Headers, Strings({Dir.path("src/a.h")}));
  EXPECT_TRUE(S.OnlyHeaders);
  S = cantFail(selectUnits(P, {Dir.path("src/deep/c.h")}, 2));
  EXPECT_EQ(names(P, S), Strings({"b.cpp"}));
  S = cantFail(selectUnits(P, {Dir.path("src/a.cpp"), Dir.path("src/deep/c.h")}, 2));
  EXPECT_EQ(names(P, S), Strings({"a.cpp", "b.cpp"}));
  EXPECT_FALSE(S.OnlyHeaders);
}

TEST(SelectUnits, NothingFoundIsAnError) {
  SmallProject Dir;
  Project P = cantFail(Dir.load());
  auto Fails = [&](std::string Source) { return failure(selectUnits(P, {Source}, 1).takeError()); };
  EXPECT_NE(Fails(Dir.path("src/orphan.h")).find("no file in there includes it"), std::string::npos);
  EXPECT_NE(Fails(Dir.path("src/deep")).find("lies in the folder"), std::string::npos);
  EXPECT_NE(Fails("nosuch\\.cpp").find("no file of the compilation database matches"), std::string::npos);
  EXPECT_NE(Fails("*").find("neither a file nor a regular expression"), std::string::npos);
}

TEST(SelectUnits, VanishedFileWithACommandIsPicked) {
  SmallProject Dir;
  sys::fs::remove(Dir.path("src/b.cpp"));
  Project P = cantFail(Dir.load());
  EXPECT_EQ(names(P, cantFail(selectUnits(P, {Dir.path("src/b.cpp")}, 1))), Strings({"b.cpp"}));
}

TEST(Parallel, EachIndexOnce) {
  for (unsigned Jobs : {0u, 1u, 4u, 100u}) {
    std::vector<std::atomic<int>> Calls(57);
    parallelFor(Calls.size(), Jobs, [&](size_t I) { ++Calls[I]; });
    for (const auto &C : Calls)
      EXPECT_EQ(C, 1);
  }
}

} // namespace
