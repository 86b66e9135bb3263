//===- CompileCommandsTest.cpp - commands made safe -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CompileCommands.h"
#include "API/ParseUnit.h"
#include "Scratch.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

using Strings = std::vector<std::string>;

UnitCommand adjusted(Strings Arguments, StringRef File = "x.cpp", const CommandOptions &Options = {}) {
  Arguments.push_back(File.str());
  return adjustCommand({"/nowhere", File.str(), Arguments, ""}, Options);
}

const char *const Barrier = "-D__builtin_assoc_barrier(...)=(__VA_ARGS__)";

/// What is left of \p Flags of a g++ command, without what every command gets.
Strings kept(Strings Flags) {
  Flags.insert(Flags.begin(), "g++");
  Strings Arguments = adjusted(std::move(Flags)).Arguments;
  erase_if(Arguments, [](StringRef A) {
    return A == "g++" || A == "--driver-mode=g++" || A == "-fsyntax-only" || A == "-Wno-everything" || A == "--" ||
           A == "-fno-caret-diagnostics" || A == Barrier || A.ends_with("x.cpp");
  });
  return Arguments;
}

TEST(CompileCommands, OutputsAndDependencyFilesGo) {
  EXPECT_EQ(kept({"-c", "-o", "x.o", "-MD", "-MT", "x.o", "-MF", "x.d", "-MMD", "-MP", "-save-temps", "-DA=1"}),
            Strings({"-DA=1"}));
  EXPECT_EQ(kept({"-ox.o", "-S", "-E", "-emit-llvm", "-MJ", "x.json", "-ftime-trace", "-v", "-pipe"}), Strings());
  EXPECT_EQ(kept({"--serialize-diagnostics", "x.dia", "-fprofile-use=p.profdata"}), Strings());
}

TEST(CompileCommands, DependencyFilesForThePreprocessorGoAndItsMacrosStay) {
  EXPECT_EQ(kept({"-Wp,-MMD,.x.d", "-Wp,-DB=2,-UC"}), Strings({"-DB=2", "-UC"}));
}

TEST(CompileCommands, WarningsGo) {
  EXPECT_EQ(kept({"-Wall", "-Werror", "-Werror=vla", "-Wfatal-errors", "-pedantic-errors", "-Wl,-z,defs"}), Strings());
}

TEST(CompileCommands, PluginsAreNeverLoaded) {
  EXPECT_EQ(kept({"-fplugin=evil.so", "-fplugin-arg-evil-x", "-fpass-plugin=evil.so", "-Xclang", "-load", "-Xclang",
                  "evil.so", "-Xclang", "-add-plugin", "-Xclang", "evil", "-Xclang", "-plugin-arg-evil", "-Xclang", "x",
                  "-mllvm", "-load=evil.so"}),
            Strings());
}

TEST(CompileCommands, PrecompiledHeadersOfOtherCompilersGoTheirSourceStays) {
  EXPECT_EQ(kept({"-Xclang", "-include-pch", "-Xclang", "pch.hxx.pch", "-Xclang", "-include", "-Xclang", "pch.hxx",
                  "-Winvalid-pch"}),
            Strings({"-Xclang", "-include", "-Xclang", "pch.hxx"}));
}

TEST(CompileCommands, WhatTheProgramMeansStays) {
  Strings Flags = {"-std=c++20",
                   "-O3",
                   "-march=native",
                   "-ffast-math",
                   "-fopenmp",
                   "-isystem",
                   "/inc",
                   "-I",
                   "inc",
                   "-include",
                   "config.h",
                   "-m32",
                   "-fsigned-char",
                   "-fno-strict-aliasing",
                   "-ffp-contract=off",
                   "-x",
                   "c++",
                   "-fwrapv"};
  EXPECT_EQ(kept(Flags), Flags);
}

TEST(CompileCommands, FlagsOfOtherCompilersGo) {
  EXPECT_EQ(kept({"-fconserve-stack-x", "-mindirect-branch=thunk-extern", "-fno-ipa-cp-clone-y", "-DX"}),
            Strings({"-DX"}));
}

TEST(CompileCommands, OtherInputsGoAndTheFileComesLast) {
  UnitCommand U = adjusted({"g++", "other.cpp", "lib.a", "-lm"}, "src/x.cpp");
  EXPECT_EQ(U.Arguments.back(), "/nowhere/src/x.cpp");
  EXPECT_FALSE(is_contained(U.Arguments, "other.cpp"));
  EXPECT_FALSE(is_contained(U.Arguments, "lib.a"));
}

TEST(CompileCommands, LaunchersGo) {
  EXPECT_EQ(adjusted({"/usr/bin/ccache", "distcc", "clang++", "-c"}).Arguments.front(), "clang++");
  EXPECT_FALSE(adjusted({"ccache", "clang++", "-c"}).IsGcc);
  EXPECT_TRUE(adjusted({"ccache", "g++", "-c"}).IsGcc);
}

TEST(CompileCommands, NamesWithoutClangAreGcc) {
  for (const char *Name : {"g++", "/usr/bin/x86_64-linux-gnu-g++-12", "c++", "cc"})
    EXPECT_TRUE(adjusted({Name}).IsGcc) << Name;
  for (const char *Name : {"clang", "/opt/clang++-22", "clang-tool"})
    EXPECT_FALSE(adjusted({Name}).IsGcc) << Name;
}

TEST(CompileCommands, LinksToldWhichCompilerItIs) {
  Scratch Folder;
  for (const char *Name : {"clang-22", "x86_64-linux-gnu-gcc-12", "gcc-11", "ccache"})
    Folder.write(Name, "");
  struct {
    const char *Target;
    bool IsGcc, HasBarrier;
  } Cases[] = {{"clang-22", false, false},
               {"x86_64-linux-gnu-gcc-12", true, true},
               {"gcc-11", true, false},
               {"ccache", true, false}};
  for (auto &C : Cases) {
    std::string Link = Folder.path("cc");
    sys::fs::remove(Link);
    ASSERT_FALSE(sys::fs::create_link(Folder.path(C.Target), Link));
    EXPECT_EQ(adjusted({Link}).IsGcc, C.IsGcc) << C.Target;
    EXPECT_EQ(adjusted({Link}).HasBarrier, C.HasBarrier) << C.Target;
  }
  EXPECT_TRUE(adjusted({"/no/such/g++-13"}).HasBarrier);
  EXPECT_FALSE(adjusted({"/no/such/g++"}).HasBarrier);
  EXPECT_FALSE(adjusted({"/no/such/clang++-22"}).IsGcc);
}

TEST(CompileCommands, ClangIsToldOfTheBarrierThatFencesAreMadeOf) {
  EXPECT_TRUE(is_contained(adjusted({"g++"}).Arguments, Barrier));
  EXPECT_FALSE(is_contained(adjusted({"clang++"}).Arguments, Barrier));
}

TEST(CompileCommands, ExtraArguments) {
  CommandOptions Options;
  Options.ExtraArguments = {"-DLAST"};
  Options.ExtraArgumentsBefore = {"-DFIRST"};
  Strings Arguments = adjusted({"g++", "-DMIDDLE"}, "x.cpp", Options).Arguments;
  auto At = [&](StringRef A) { return find(Arguments, A) - Arguments.begin(); };
  EXPECT_LT(At("-DFIRST"), At("-DMIDDLE"));
  EXPECT_LT(At("-DMIDDLE"), At("-DLAST"));
  EXPECT_LT(At("-DLAST"), static_cast<ptrdiff_t>(Arguments.size()));
}

TEST(CompileCommands, CFamilyOnly) {
  auto Compiles = [](const char *File) { return compilesCFamily({"/", File, {"cc", File}, ""}); };
  for (const char *File : {"x.c", "x.cpp", "x.cc", "x.cxx", "x.C", "x.cppm", "x.hpp", "x.weird"})
    EXPECT_TRUE(Compiles(File)) << File;
  for (const char *File : {"x.s", "x.S", "x.f90", "x.ll", "x.o"})
    EXPECT_FALSE(Compiles(File)) << File;
}

/// The target flags of a command, as the parsed unit tells them.
TargetFlags flagsOf(Strings Arguments, StringRef Text = "int x;") {
  Scratch Dir;
  std::string File = Dir.write("x.cpp", Text);
  Arguments.push_back(File);
  TargetFlags Flags;
  UnitCommand U = adjustCommand({Dir.path(), File, Arguments, ""}, {});
  ParsedUnit P = parseUnit(U, {}, [&](clang::ASTContext &Context) { Flags = targetFlags(U, Context); });
  EXPECT_TRUE(P.Succeeded);
  return Flags;
}

const std::string X86 = "--target=x86_64-linux-gnu";

TEST(TargetFlags, GccContractsAcrossStatementsWhereThereIsFma) {
  EXPECT_FALSE(flagsOf({"g++", X86}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"g++", X86, "-mfma"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"g++", X86, "-march=haswell"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"g++", X86, "-march=x86-64-v3"}).ContractsAcross);
  EXPECT_FALSE(flagsOf({"g++", X86, "-march=haswell", "-mno-fma"}).ContractsAcross);
  EXPECT_FALSE(flagsOf({"g++", X86, "-mfma", "-ffp-contract=off"}).ContractsAcross);
  EXPECT_FALSE(flagsOf({"g++", X86, "-mfma", "-ffp-contract=on"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"g++", X86, "-mfma", "-ffp-contract=off", "-ffp-contract=fast"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"g++", X86, "-mfma"}).IsGcc);
}

TEST(TargetFlags, ClangContractsAcrossStatementsOnlyIfTold) {
  EXPECT_FALSE(flagsOf({"clang++", X86, "-mfma"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"clang++", X86, "-mfma", "-ffp-contract=fast"}).ContractsAcross);
  EXPECT_TRUE(flagsOf({"clang++", X86, "-mfma", "-ffast-math"}).ContractsAcross);
  EXPECT_FALSE(flagsOf({"clang++", X86, "-ffp-contract=fast"}).ContractsAcross) << "no FMA in the target";
  EXPECT_FALSE(flagsOf({"clang++", X86, "-mfma"}).IsGcc);
}

TEST(TargetFlags, ClangPassesOverPragmasWithFast) {
  EXPECT_FALSE(flagsOf({"clang++", X86, "-mfma", "-ffp-contract=fast"}).HonoursPragmas);
  EXPECT_TRUE(flagsOf({"clang++", X86, "-mfma", "-ffp-contract=fast-honor-pragmas"}).HonoursPragmas);
}

TEST(TargetFlags, WhoRoundsFreely) {
  const std::string I386 = "--target=i386-linux-gnu";
  for (const char *Compiler : {"g++", "clang++"}) {
    EXPECT_FALSE(flagsOf({Compiler, X86}).RoundsFreely);
    EXPECT_FALSE(flagsOf({Compiler, X86, "-ffast-math"}).RoundsFreely);
    EXPECT_FALSE(flagsOf({Compiler, X86}).Regroups);
    EXPECT_TRUE(flagsOf({Compiler, X86, "-ffast-math"}).Regroups);
    EXPECT_TRUE(flagsOf({Compiler, X86, "-Ofast"}).Regroups);
    EXPECT_TRUE(flagsOf({Compiler, X86, "-mfpmath=387"}).RoundsFreely);
    EXPECT_FALSE(flagsOf({Compiler, I386, "-msse2", "-mfpmath=sse"}).RoundsFreely);
    EXPECT_TRUE(flagsOf({Compiler, I386, "-mno-sse"}).RoundsFreely);
  }
  EXPECT_TRUE(flagsOf({"g++", I386, "-msse2"}).RoundsFreely) << "GCC's default unit is x87 there";
  EXPECT_FALSE(flagsOf({"clang++", I386, "-msse2"}).RoundsFreely);
}

TEST(TargetFlags, FunctionsMayHaveAnotherTarget) {
  EXPECT_TRUE(flagsOf({"g++", X86}, "__attribute__((target(\"fma\"))) void f() {}").ContractsAcross);
}

} // namespace
