//===- HostMachineTest.cpp - what the system says ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/HostMachine.h"
#include "Scratch.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace loopfuse;

namespace {

TEST(HostMachine, ReadsCachesCoresAndName) {
  Scratch Files;
  auto Cache = [&](const char *Index, const char *Level, const char *Type, const char *Size, const char *Cpus) {
    std::string Folder = std::string("cpu/cpu0/cache/index") + Index + "/";
    Files.write(Folder + "level", Level);
    Files.write(Folder + "type", Type);
    Files.write(Folder + "size", Size);
    Files.write(Folder + "coherency_line_size", "128\n");
    Files.write(Folder + "shared_cpu_list", Cpus);
  };
  Cache("0", "1\n", "Data\n", "48K\n", "0\n");
  Cache("1", "1\n", "Instruction\n", "64K\n", "0\n");
  Cache("2", "2\n", "Unified\n", "2M\n", "0,8\n");
  Cache("3", "3\n", "Unified\n", "1M\n", "0-7\n"); // Smaller than the one before: no step further out.
  Cache("4", "4\n", "Unified\n", "36864K\n", "0-3,8-11\n");
  Files.write("cpu/online", "0-11\n");
  Files.write("cpuinfo", "processor : 0\nmodel name\t: Some Processor 3\nflags : x\n");
  Machine M = describeHost(Files.path("cpu"), Files.path("cpuinfo"));
  EXPECT_EQ(M.Name, "Some Processor 3");
  EXPECT_EQ(M.Cores, 12u);
  ASSERT_EQ(M.Caches.size(), 3u);
  EXPECT_EQ(M.Caches[0].Bytes, 48u << 10);
  EXPECT_EQ(M.Caches[0].LineBytes, 128u);
  EXPECT_EQ(M.Caches[1].Bytes, 2u << 20);
  EXPECT_EQ(M.Caches[1].SharedBy, 2u);
  EXPECT_EQ(M.Caches[2].Level, 4u);
  EXPECT_EQ(M.Caches[2].SharedBy, 8u);
}

TEST(HostMachine, WithoutTheSystemTheGenericOne) {
  Machine M = describeHost("/nonexistent", "/nonexistent");
  EXPECT_EQ(M.Caches, genericCpu().Caches);
  EXPECT_FALSE(M.Name.empty());
  EXPECT_GE(M.Cores, 1u);
}

#if defined(__x86_64__)
TEST(HostMachine, VectorsAreThoseOfTheFlags) {
  auto Bytes = [](std::vector<std::string> Flags) {
    Machine M;
    M.VectorBytes = 1;
    setVectors(M, Flags);
    return M.VectorBytes;
  };
  EXPECT_EQ(Bytes({}), 16u);
  EXPECT_EQ(Bytes({"-O3", "-march=x86-64"}), 16u);
  EXPECT_EQ(Bytes({"-march=x86-64-v3"}), 32u);
  EXPECT_EQ(Bytes({"-mavx2"}), 32u);
  EXPECT_EQ(Bytes({"-march=skylake-avx512"}), 32u);
  EXPECT_EQ(Bytes({"-march=skylake-avx512", "-mprefer-vector-width=512"}), 64u);
  EXPECT_EQ(Bytes({"-march=x86-64-v3", "-mprefer-vector-width=512"}), 32u);
  EXPECT_EQ(Bytes({"-march=skylake", "-mno-avx"}), 16u);
  EXPECT_EQ(Bytes({"-march=skylake-avx512", "-mno-avx512f", "-mprefer-vector-width=512"}), 32u);
  EXPECT_EQ(Bytes({"-march=skylake", "-march=x86-64"}), 16u);
  EXPECT_EQ(Bytes({"-march=nosuchcpu"}), 16u);
}
#endif

TEST(HostMachine, MeasuredRatesCanBeWrittenAndRead) {
  Machine M = describeHost("/sys/devices/system/cpu", "/proc/cpuinfo");
  measureRates(M);
  std::vector<std::string> Errors;
  EXPECT_TRUE(parseMachine(dumpMachine(M), "host", Errors)) << Errors.front();
}

} // namespace
