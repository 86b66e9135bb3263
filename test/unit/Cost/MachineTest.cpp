//===- MachineTest.cpp - machines as YAML -----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Machine.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

using Lines = std::vector<std::string>;

Lines errorsOf(StringRef Text) {
  Lines Errors;
  bool IsRead = parseMachine(Text, "m.yaml", Errors).has_value();
  EXPECT_EQ(IsRead, Errors.empty());
  return Errors;
}

const char *const Small = "Name: small\n"
                          "Cores: 2\n"
                          "GHz: 2.5\n"
                          "Caches:\n"
                          "  - {Level: 1, Bytes: 1024, Rates: {Read: 3, Write: 2, Copy: 1.5}}\n"
                          "Memory: {Read: 1, Write: 0.5, Copy: 0.75}\n";

TEST(Machine, ReadsWhatIsThereAndKnowsTheRest) {
  Lines Errors;
  std::optional<Machine> M = parseMachine(Small, "m.yaml", Errors);
  ASSERT_TRUE(M) << Errors.front();
  EXPECT_EQ(M->Name, "small");
  EXPECT_EQ(M->Kind, MachineKind::Cpu);
  EXPECT_EQ(M->GHz, 2.5);
  ASSERT_EQ(M->Caches.size(), 1u);
  EXPECT_EQ(M->Caches[0].LineBytes, 64u);
  EXPECT_EQ(M->Caches[0].Rates, (Bandwidth{3, 2, 1.5}));
  EXPECT_EQ(M->Memory.Copy, 0.75);
}

TEST(Machine, WhatIsWrittenCanBeRead) {
  for (const std::string &Name : builtinMachines()) {
    Lines Errors;
    std::optional<Machine> M = parseMachine(builtinMachineText(Name), Name, Errors);
    ASSERT_TRUE(M) << Errors.front();
    EXPECT_EQ(M->Name, Name);
    M->GHz = 1.0 / 3;
    std::optional<Machine> Again = parseMachine(dumpMachine(*M), Name, Errors);
    ASSERT_TRUE(Again) << Errors.front();
    EXPECT_NEAR(Again->GHz, M->GHz, 1e-5);
    Again->GHz = M->GHz;
    EXPECT_EQ(*Again, *M);
  }
}

TEST(Machine, ThreeAreCompiledIn) {
  EXPECT_EQ(builtinMachines(), Lines({"sm_80", "sm_90", "x86-64"}));
  EXPECT_EQ(genericCpu().Kind, MachineKind::Cpu);
  EXPECT_EQ(genericGpu().Kind, MachineKind::Gpu);
  EXPECT_EQ(builtinMachineText("sm_10"), "");
}

TEST(Machine, AMistakeIsOneLine) {
  auto With = [](StringRef Old, StringRef New) {
    std::string Text = Small;
    size_t At = Text.find(Old);
    EXPECT_NE(At, std::string::npos);
    return errorsOf(Text.replace(At, Old.size(), New.str()));
  };
  EXPECT_EQ(With("Cores: 2\n", "Cores: 2\nCroes: 3\n"), Lines({"m.yaml:3:1: error: unknown key 'Croes'"}));
  EXPECT_EQ(With("Cores: 2\n", "").size(), 1u);
  EXPECT_EQ(With("Cores: 2", "Cores: many").size(), 1u);
  EXPECT_EQ(With("Cores: 2", "Cores: 0").size(), 1u);
  EXPECT_EQ(With("GHz: 2.5", "GHz: 0").size(), 1u);
  EXPECT_EQ(With("GHz: 2.5", "GHz: nan").size(), 1u);
  EXPECT_EQ(With("Read: 1,", "Read: -1,").size(), 1u);
  EXPECT_EQ(With("Bytes: 1024", "Bytes: 0").size(), 1u);
  EXPECT_EQ(With("{Read: 1, Write: 0.5, Copy: 0.75}", "").size(), 1u);
  EXPECT_EQ(With("{Read: 1, Write: 0.5, Copy: 0.75}", "~").size(), 1u);
  EXPECT_EQ(With("{Level: 1, Bytes: 1024, Rates: {Read: 3, Write: 2, Copy: 1.5}}", "").size(), 1u);
  EXPECT_EQ(errorsOf("").size(), 1u);
  EXPECT_EQ(errorsOf("\"").size(), 1u);
  EXPECT_EQ(errorsOf("# nothing\n").size(), 1u);
  EXPECT_EQ(errorsOf("---\n...\n").size(), 1u);
  EXPECT_EQ(errorsOf("- a\n- b\n").size(), 1u);
  EXPECT_EQ(errorsOf("{").size(), 1u);
  EXPECT_EQ(errorsOf("\x01\x02\x03").size(), 1u);
}

TEST(Machine, CachesGrow) {
  std::string Text = Small;
  std::string Cache = "  - {Level: 2, Bytes: 512, Rates: {Read: 3, Write: 2, Copy: 1.5}}\n";
  Text.insert(Text.find("Memory"), Cache);
  EXPECT_EQ(errorsOf(Text).size(), 1u);
}

} // namespace
