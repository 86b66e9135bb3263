//===- NvccCommandTest.cpp - nvcc command lines as clang reads them -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/NvccCommand.h"
#include "API/CompileCommands.h"
#include "Scratch.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

using Strings = std::vector<std::string>;

Strings translated(Strings Arguments, StringRef Directory = "/nowhere") {
  return translateNvcc(Arguments, Directory).Arguments;
}

TEST(NvccCommand, OnlyTheProgramCounts) {
  EXPECT_TRUE(isNvcc("nvcc"));
  EXPECT_TRUE(isNvcc("/usr/local/cuda/bin/nvcc"));
  EXPECT_FALSE(isNvcc("clang++"));
  EXPECT_FALSE(isNvcc("nvcc_wrapper"));
}

TEST(NvccCommand, MacrosAndFoldersStay) {
  EXPECT_EQ(translated({"-DA=1", "-D", "B=f(1,2)", "--define-macro=C", "-UD", "-Idir", "-I", "x,y", "--include-path",
                        "z", "-isystem", "s", "-include", "pre.h"}),
            Strings({"-DA=1", "-DB=f(1,2)", "-DC", "-U", "D", "-I", "dir", "-I", "x", "-I", "y", "-I", "z", "-isystem",
                     "s", "-include", "pre.h"}));
  EXPECT_EQ(translated({"-std=c++17"}), Strings({"-std=c++17"}));
  EXPECT_EQ(translated({"--std", "c++14"}), Strings({"-std=c++14"}));
}

// The values of what goes must go with it: they would be taken for sources.
TEST(NvccCommand, DeviceAndOutputOptionsGoWithTheirValues) {
  EXPECT_EQ(translated({"-gencode", "arch=compute_80,code=sm_80", "--generate-code=arch=compute_90,code=sm_90",
                        "-arch=sm_80", "-code", "sm_80", "-ccbin", "g++", "-Xptxas", "-v", "-Xcudafe",
                        "--diag_suppress=177", "--threads", "4", "-o", "x.o", "-c", "x.cu", "-MD", "-MT", "x.o", "-MF",
                        "x.d", "-maxrregcount", "64", "-G", "-lineinfo", "-forward-unknown-to-host-compiler", "-x",
                        "cu", "--expt-extended-lambda=false"}),
            Strings());
}

TEST(NvccCommand, OptionsForTheHostCompilerAreItsOwn) {
  EXPECT_EQ(translated({"-Xcompiler", "-fPIC,-fopenmp,-DX", "--compiler-options=-fno-exceptions"}),
            Strings({"-fPIC", "-fopenmp", "-DX", "-fno-exceptions"}));
}

TEST(NvccCommand, FlagsThatProgramsAskFor) {
  EXPECT_EQ(translated({"-rdc=true"}), Strings({"-fgpu-rdc"}));
  EXPECT_EQ(translated({"-rdc", "false"}), Strings());
  EXPECT_EQ(translated({"-dc"}), Strings({"-fgpu-rdc"}));
  EXPECT_EQ(translated({"--extended-lambda", "--expt-relaxed-constexpr"}),
            Strings({"-D__CUDACC_EXTENDED_LAMBDA__=1", "-D__CUDACC_RELAXED_CONSTEXPR__=1"}));
  EXPECT_EQ(translated({"--default-stream", "per-thread"}), Strings({"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}));
}

TEST(NvccCommand, HowDeviceCodeIsRounded) {
  EXPECT_TRUE(translateNvcc({}, "/").Contracts);
  EXPECT_FALSE(translateNvcc({"-fmad=false"}, "/").Contracts);
  EXPECT_TRUE(translateNvcc({"--fmad", "true"}, "/").Contracts);
  EXPECT_TRUE(translateNvcc({"--use_fast_math"}, "/").Regroups);
}

TEST(NvccCommand, OptionsFilesAreRead) {
  Scratch Folder;
  Folder.write("includes.rsp", "-I\"a b\" -Ic");
  Folder.write("more.txt", "-DM --options-file more.txt");
  EXPECT_EQ(translated({"--options-file", "includes.rsp", "-DX"}, Folder.path()),
            Strings({"-I", "a b", "-I", "c", "-DX"}));
  EXPECT_EQ(translated({"@includes.rsp"}, Folder.path()), Strings({"-I", "a b", "-I", "c"}));
  EXPECT_TRUE(is_contained(translated({"-optf", "more.txt"}, Folder.path()), "-DM")) << "though it names itself";
  EXPECT_EQ(translated({"-optf", "missing.txt", "-DX"}, Folder.path()), Strings({"-DX"}));
}

UnitCommand adjusted(Strings Arguments, StringRef File) {
  Arguments.push_back(File.str());
  return adjustCommand({"/nowhere", File.str(), Arguments, ""}, {});
}

TEST(NvccCommand, SourcesOfTheHostStayPlain) {
  UnitCommand Plain = adjusted({"nvcc", "-DA"}, "x.cpp");
  EXPECT_FALSE(Plain.IsCuda);
  EXPECT_TRUE(is_contained(Plain.Arguments, "-DA"));
  EXPECT_FALSE(is_contained(Plain.Arguments, "--cuda-host-only"));
  EXPECT_TRUE(adjusted({"nvcc", "-x", "cu"}, "x.cpp").IsCuda);
}

TEST(NvccCommand, TheHostsSideIsParsed) {
  for (const Strings &Command : {Strings{"nvcc"}, Strings{"clang++", "--cuda-gpu-arch=sm_80"},
                                 Strings{"clang++", "--cuda-device-only", "-x", "cuda"}}) {
    UnitCommand Unit = adjusted(Command, "x.cu");
    EXPECT_TRUE(Unit.IsCuda);
    EXPECT_TRUE(is_contained(Unit.Arguments, "--cuda-host-only"));
    EXPECT_FALSE(is_contained(Unit.Arguments, "--cuda-device-only"));
    EXPECT_FALSE(is_contained(Unit.Arguments, "--cuda-gpu-arch=sm_80"));
  }
}

} // namespace
