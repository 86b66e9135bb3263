//===- VectorizerFlagsTest.cpp - what a command lets the compiler do ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits were measured with GCC 12 and clang 22 (docs/COST.md).
//
//===----------------------------------------------------------------------===//
#include "API/VectorizerFlags.h"
#include "API/CompileCommands.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "gtest/gtest.h"

using namespace loopfuse;

namespace {

using Strings = std::vector<std::string>;
constexpr std::nullopt_t NoVectors = std::nullopt;
using Checks = std::optional<unsigned>;

TEST(VectorizerFlags, Gcc) {
  auto Limit = [](Strings Arguments) { return vectorizerFlags(Arguments, /*IsGcc=*/true).AliasChecks; };
  EXPECT_EQ(Limit({"-O3"}), Checks(10));
  EXPECT_EQ(Limit({"-O2", "-Ofast"}), Checks(10));
  EXPECT_EQ(Limit({"-O2"}), Checks(0));
  EXPECT_EQ(Limit({"-O2", "-ftree-vectorize"}), Checks(6));
  EXPECT_EQ(Limit({"-O2", "-fvect-cost-model=dynamic"}), Checks(10));
  EXPECT_EQ(Limit({"-O3", "-fvect-cost-model=cheap"}), Checks(6));
  EXPECT_EQ(Limit({"-O3", "--param=vect-max-version-for-alias-checks=50"}), Checks(50));
  EXPECT_EQ(Limit({"-O3", "--param", "vect-max-version-for-alias-checks=50"}), Checks(50));
  EXPECT_EQ(Limit({"-O3", "-Os"}), Checks(NoVectors));
  EXPECT_EQ(Limit({"-O3", "-fno-tree-vectorize"}), Checks(NoVectors));
}

TEST(VectorizerFlags, GccTakesKnownTripCountsOnlyAtO2) {
  EXPECT_TRUE(vectorizerFlags(Strings{"-O2"}, true).KnowsTripCounts);
  EXPECT_FALSE(vectorizerFlags(Strings{"-O2", "-ftree-vectorize"}, true).KnowsTripCounts);
  EXPECT_FALSE(vectorizerFlags(Strings{"-O3"}, true).KnowsTripCounts);
}

TEST(VectorizerFlags, Clang) {
  auto Limit = [](Strings Arguments) { return vectorizerFlags(Arguments, /*IsGcc=*/false).AliasChecks; };
  EXPECT_EQ(Limit({"-O2"}), Checks(128));
  EXPECT_EQ(Limit({"-Os"}), Checks(0));
  EXPECT_EQ(Limit({"-Oz"}), Checks(NoVectors));
  EXPECT_EQ(Limit({"-O3", "-fno-vectorize"}), Checks(NoVectors));
}

TEST(VectorizerFlags, DebugBuildsCountAsReleases) {
  for (const char *Level : {"-O0", "-Og", "-O1", "-g"}) {
    EXPECT_EQ(vectorizerFlags(Strings{Level}, true).AliasChecks, Checks(10));
    EXPECT_EQ(vectorizerFlags(Strings{Level}, false).AliasChecks, Checks(128));
  }
}

TEST(VectorizerFlags, TypesAndOpenMP) {
  EXPECT_TRUE(vectorizerFlags({}, true).UsesTypes);
  EXPECT_FALSE(vectorizerFlags(Strings{"-fno-strict-aliasing"}, true).UsesTypes);
  EXPECT_FALSE(vectorizerFlags({}, true).UsesOpenMP);
  EXPECT_TRUE(vectorizerFlags(Strings{"-fopenmp-simd"}, true).UsesOpenMP);
}

TEST(VectorizerFlags, AreOfTheCommand) {
  UnitCommand Gcc = adjustCommand({"/nowhere", "x.cpp", {"ccache", "g++", "-O3", "-c", "x.cpp"}, ""}, {});
  EXPECT_EQ(Gcc.Vectorizer.AliasChecks, Checks(10));
  UnitCommand Clang = adjustCommand({"/nowhere", "x.cpp", {"clang++", "-O3", "-c", "x.cpp"}, ""}, {});
  EXPECT_EQ(Clang.Vectorizer.AliasChecks, Checks(128));
}

} // namespace
