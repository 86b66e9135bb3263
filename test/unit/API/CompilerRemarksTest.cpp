//===- CompilerRemarksTest.cpp - what a compiler makes of loops -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CompilerRemarks.h"
#include "API/AskGcc.h"
#include "Scratch.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "gtest/gtest.h"

using namespace loopfuse;

namespace {

CompilerRemarks remarks(std::vector<LoopRemark> Loops) { return {"g++", std::move(Loops), ""}; }

/// Lines \p First to \p Last of f.cpp.
SourceSpan lines(unsigned First, unsigned Last) {
  SourceSpan S;
  S.File = "/f.cpp";
  S.Line = First;
  S.Column = 3;
  S.EndLine = Last;
  return S;
}

LoopRemark loop(unsigned Line, bool IsVectorized, std::string Why = "") {
  return {"/f.cpp", Line, 10, IsVectorized, std::move(Why)};
}

TEST(LostVectors, TheShareCounts) {
  CompilerRemarks Both = remarks({loop(1, true), loop(3, true)}), One = remarks({loop(1, true), loop(3, false)});
  SourceSpan R = lines(1, 4);
  EXPECT_FALSE(lostVectors(Both, R, remarks({loop(1, true)}), R, false));
  EXPECT_FALSE(lostVectors(One, R, remarks({loop(1, true)}), R, false));
  EXPECT_TRUE(lostVectors(Both, R, One, R, false));
  EXPECT_FALSE(lostVectors(Both, R, One, R, /*HasParts=*/true));
  EXPECT_FALSE(lostVectors(remarks({loop(1, false)}), R, remarks({loop(1, false)}), R, false));
  EXPECT_EQ(lostVectors(One, R, remarks({loop(1, false, "not vectorized: why")}), R, false),
            "g++, which vectorizes 1 of 2 loops before and 0 of 1 after (\"not vectorized: why\"),");
}

TEST(LostVectors, OtherPlacesDoNotCount) {
  SourceSpan R = lines(2, 4);
  LoopRemark Header = loop(3, true), InFront = loop(2, true);
  Header.File = "/h.h";
  InFront.Column = 1;
  EXPECT_FALSE(
      lostVectors(remarks({loop(1, true), loop(5, true), Header, InFront}), R, remarks({loop(2, false)}), R, false));
}

TEST(LostVectors, WhoCannotBeAskedDoesNotAgree) {
  SourceSpan R = lines(1, 4);
  CompilerRemarks Broken = remarks({});
  Broken.Error = "there is no such program";
  EXPECT_TRUE(lostVectors(Broken, R, remarks({}), R, false));
  EXPECT_TRUE(lostVectors(remarks({}), R, Broken, R, false));
}

TEST(GccRemarks, AreReadByPlace) {
  std::vector<LoopRemark> Loops =
      readGccRemarks("/t/f.cpp:3:21: optimized: loop vectorized using 16 byte vectors\n"
                     "/t/f.cpp:3:21: optimized:  loop versioned for vectorization because of possible aliasing\n"
                     "/t/f.cpp:3:21: missed: couldn't vectorize loop\n"
                     "/t/f.cpp:7:21: missed: couldn't vectorize loop\n"
                     "/t/f.cpp:8:12: missed: not vectorized: no vectype for stmt: _4 = *_3;\n"
                     "/usr/include/x.h:1:1: optimized: loop vectorized using 16 byte vectors\n"
                     "/t/f.cpp:9:21: optimized: Loop 1 distributed: split to 0 loops and 1 library calls.\n"
                     "/t/f.cpp:11:21: optimized: Loop 2 distributed: split to 2 loops and 0 library calls.\n",
                     "/t/f.cpp", "/src/f.cpp");
  ASSERT_EQ(Loops.size(), 3u);
  EXPECT_EQ(Loops[0].File, "/src/f.cpp");
  EXPECT_EQ(Loops[0].Line, 3u);
  EXPECT_TRUE(Loops[0].IsVectorized);
  EXPECT_FALSE(Loops[1].IsVectorized);
  EXPECT_EQ(Loops[1].Why, "not vectorized: no vectype for stmt: _4 = *_3;");
  EXPECT_TRUE(Loops[2].IsVectorized);
}

TEST(CompilingArguments, WriteNothingAndRunNothing) {
  UnitCommand C = adjustCommand({"/nowhere",
                                 "x.cpp",
                                 {"ccache",
                                  "g++",
                                  "-O3",
                                  "-c",
                                  "-o",
                                  "x.o",
                                  "-ox.o",
                                  "-MD",
                                  "-MF",
                                  "x.d",
                                  "-MMD",
                                  "-DA=1",
                                  "-wrapper",
                                  "gdb",
                                  "-fplugin=evil.so",
                                  "-save-temps",
                                  "-fdump-tree-all",
                                  "-Werror",
                                  "-fopt-info=f",
                                  "-march=native",
                                  "-ffast-math",
                                  "-Wp,-MD,x.d",
                                  "-I",
                                  "inc"},
                                 ""},
                                {});
  EXPECT_EQ(C.CommandLine.front(), "g++");
  EXPECT_EQ(compilingArguments(C),
            (std::vector<std::string>{"-O3", "-DA=1", "-march=native", "-ffast-math", "-I", "inc"}));
}

} // namespace
