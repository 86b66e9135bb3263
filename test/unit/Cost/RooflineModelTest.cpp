//===- RooflineModelTest.cpp - times on a machine ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Features.h"
#include "Cost/Machine.h"
#include "gtest/gtest.h"

using namespace loopfuse;

namespace {

/// Round numbers: 1 GHz, a cache of 1000 bytes with 10 GB/s, a memory with 1 GB/s.
Machine round() {
  Machine M;
  M.Name = "round";
  M.GHz = 1;
  M.Caches.push_back({1, 1000, 64, 1, {10, 10, 10}});
  M.Memory = {1, 1, 1};
  return M;
}

/// Two loops over elements of 8 bytes, in vectors of two: t = f(in); out = g(t), where t is contracted.
PlanFeatures chain(double Iterations) {
  PlanFeatures F;
  F.Members = 2;
  F.SharedArrays = 1;
  F.Iterations = F.TripCount = Iterations;
  F.MemberVectorizes = {true, true};
  F.VectorBytes = 16;
  F.BytesReadBefore = F.BytesWrittenBefore = 16;
  F.BytesReadAfter = F.BytesWrittenAfter = 8;
  MemberWork W;
  W.BytesRead = W.BytesWritten = 8;
  W.Operations = 1;
  W.ElementBytes = 8;
  F.Work = {W, W};
  F.ReadAfter = F.WrittenAfter = 8;
  F.TouchedBefore = 24 * Iterations;
  F.TouchedAfter = 16 * Iterations;
  return F;
}

constexpr double Start = 20e-9; ///< Of a loop.

TEST(Roofline, OutOfCacheTheBytesCount) {
  CostEstimate E = estimateByRoofline(chain(1e6), round(), {});
  EXPECT_FALSE(E.Refused);
  EXPECT_NEAR(E.SecondsBefore, 32e-3 + 2 * Start, 1e-12);
  EXPECT_NEAR(E.SecondsAfter, 16e-3 + Start, 1e-12);
  EXPECT_EQ(E.Terms.rfind("about 2.0 times as fast (32 ms -> 16 ms for 1,000,000 iterations, out of cache, on round); ",
                          0),
            0u)
      << E.Terms;
}

TEST(Roofline, TheLevelIsThatOfAllThatIsTouched) {
  // 24 * 50 bytes before are out of the cache, 16 * 50 after are in it.
  CostEstimate E = estimateByRoofline(chain(50), round(), {});
  EXPECT_NEAR(E.SecondsBefore, 50 * 32e-9 + 2 * Start, 1e-15);
  EXPECT_NEAR(E.SecondsAfter, 50 * 1.6e-9 + Start, 1e-15);
}

TEST(Roofline, ArithmeticIsTheOtherRoof) {
  PlanFeatures F = chain(1e6);
  for (MemberWork &W : F.Work)
    W.Operations = 199; // And the loop's own: 100 cycles for two lanes.
  CostEstimate E = estimateByRoofline(F, round(), {});
  EXPECT_NEAR(E.SecondsBefore, 2 * 50e-3 + 2 * Start, 1e-12);
  ASSERT_TRUE(E.Refused);
  EXPECT_EQ(E.Refused->Id, RefusalId::NotFaster);
}

TEST(Roofline, CallsAreNotSaved) {
  PlanFeatures F = chain(1e6);
  for (MemberWork &W : F.Work) {
    W.Calls = 2;
    W.Vectorizes = false;
  }
  F.MemberVectorizes = {false, false};
  EXPECT_TRUE(estimateByRoofline(F, round(), {}).Refused);
}

TEST(Roofline, ChainsRunBesideEachOther) {
  PlanFeatures F = chain(10);
  for (MemberWork &W : F.Work)
    W.Chain = 1;
  CostEstimate E = estimateByRoofline(F, round(), {});
  EXPECT_NEAR(E.SecondsBefore, 2 * 10 * 4e-9 + 2 * Start, 1e-15);
  EXPECT_NEAR(E.SecondsAfter, 10 * 4e-9 + Start, 1e-15);
}

TEST(Roofline, OneWithoutVectorsTakesThemFromAll) {
  PlanFeatures F = chain(10);
  F.Work[0].Operations = F.Work[1].Operations = 19; // 10 cycles, 5 in vectors.
  F.Work[1].Vectorizes = false;
  CostEstimate E = estimateByRoofline(F, round(), {});
  EXPECT_NEAR(E.SecondsBefore, 10 * 15e-9 + 2 * Start, 1e-15);
  EXPECT_NEAR(E.SecondsAfter, 10 * 19.5e-9 + Start, 1e-15);
  F.StripLength = 5; // Each keeps its own; two strips of two inner loops, 12 cycles each.
  E = estimateByRoofline(F, round(), {});
  EXPECT_NEAR(E.SecondsAfter, 10 * 15e-9 + Start + 4 * 12e-9, 1e-15);
}

TEST(Roofline, WhatTheRulesRefuseStaysRefused) {
  PlanFeatures F = chain(1e6);
  F.SharedArrays = 0;
  EXPECT_EQ(estimateByRoofline(F, round(), {}).Refused->Id, RefusalId::NoReuse);
  F = chain(1e6);
  F.MemberVectorizes = {true, false};
  EXPECT_EQ(estimateByRoofline(F, round(), {}).Refused->Id, RefusalId::LosesVectorization);
}

TEST(Roofline, FreshMemoryIsSaved) {
  PlanFeatures F = chain(1e6);
  Machine M = round();
  double Without = estimateByRoofline(F, M, {}).SecondsBefore;
  M.FreshMemory = 1;
  F.FreshBytes = 8e6;
  EXPECT_NEAR(estimateByRoofline(F, M, {}).SecondsBefore - Without, 8e-3, 1e-12);
  F.FreshBytes = 1000; // Small pieces are used again.
  EXPECT_NEAR(estimateByRoofline(F, M, {}).SecondsBefore, Without, 1e-12);
}

TEST(Roofline, LaunchesAreSaved) {
  PlanFeatures F = chain(1000);
  Machine M = round();
  M.Launch = 7;
  F.Launches = 2;
  CostEstimate E = estimateByRoofline(F, M, {});
  EXPECT_NEAR(E.SecondsBefore, 14e-6 + 32e-6 + 2 * Start, 1e-9);
  EXPECT_NEAR(E.SecondsAfter, 7e-6 + 16e-6 + Start, 1e-9);
}

} // namespace
