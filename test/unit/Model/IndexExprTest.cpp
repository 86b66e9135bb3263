//===- IndexExprTest.cpp - folding keeps values -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/IndexExpr.h"
#include "gtest/gtest.h"
#include <random>

using namespace loopfuse;
using E = IndexExpr;

namespace {

std::string text(const E &X) {
  return toString(
      X, [](unsigned P) { return std::string(1, static_cast<char>('n' + P)); },
      [](unsigned L) { return std::string(1, static_cast<char>('i' + L)); });
}

TEST(IndexExpr, FoldsSums) {
  E N = E::parameter(0), I = E::iterator(0);
  EXPECT_EQ(text(N - E::constant(1) + E::constant(1)), "n");
  EXPECT_EQ(text(I + I + I), "3*i");
  EXPECT_EQ(text(I - I), "0");
  EXPECT_EQ(text(E::constant(2) * (I + E::constant(3))), "2*i + 6");
  EXPECT_TRUE(I + N == I + N);
}

TEST(IndexExpr, ProductsDistribute) {
  E I = E::iterator(0), J = E::iterator(1), N = E::parameter(0);
  EXPECT_EQ(text((I - E::constant(1)) * N + J), "i*n - n + j");
}

TEST(IndexExpr, UnknownSpreads) {
  EXPECT_TRUE((E::iterator(0) + E::unknown()).isUnknown());
  EXPECT_TRUE((E::constant(0) * E::unknown()).isUnknown());
  EXPECT_TRUE(E::minimum({E::constant(0), E::unknown()}).isUnknown());
}

TEST(IndexExpr, OverflowingConstantsBecomeUnknown) {
  E Big = E::constant(INT64_MAX);
  EXPECT_TRUE((Big + Big).isUnknown());
  EXPECT_TRUE((Big * E::constant(2)).isUnknown());
}

TEST(IndexExpr, DivisionByC) {
  EXPECT_TRUE(E::quotient(E::constant(-7), 2).isConstant(-3));
  EXPECT_TRUE(E::floorDivide(E::constant(-7), 2).isConstant(-4));
  EXPECT_TRUE(E::remainder(E::constant(-7), 2).isConstant(-1));
  EXPECT_TRUE(E::floorModulo(E::constant(-7), 2).isConstant(1));
  EXPECT_TRUE(E::quotient(E::iterator(0), 0).isUnknown());
}

TEST(IndexExpr, WrapOfConstants) {
  EXPECT_TRUE(E::wrap(E::constant(200 + 100), 8, false).isConstant(44));
  EXPECT_TRUE(E::wrap(E::constant(200), 8, true).isConstant(-56));
  EXPECT_EQ(E::wrap(E::constant(-1), 64, false).kind(), IndexKind::Wrap);
}

TEST(IndexExpr, InnerWrapOfEnoughBitsIsDropped) {
  E I = E::iterator(0);
  E Inner = E::wrap(I - E::constant(1), 64, false);
  EXPECT_EQ(text(E::wrap(Inner + E::constant(2), 64, false)), "u64(i + 1)");
  // A narrower wrap inside is a different value and must stay.
  E Narrow = E::wrap(I, 8, false);
  EXPECT_EQ(text(E::wrap(Narrow + E::constant(1), 32, false)), "u32(u8(i) + 1)");
}

/// Evaluates without any of IndexExpr's folding.
int64_t value(const E &X, int64_t N, int64_t I) {
  std::vector<int64_t> V;
  for (const E &O : X.operands())
    V.push_back(value(O, N, I));
  int64_t R = 0;
  switch (X.kind()) {
  case IndexKind::Constant:
    return X.value();
  case IndexKind::Parameter:
    return N;
  case IndexKind::Iterator:
    return I;
  case IndexKind::Add:
    for (int64_t O : V)
      R += O;
    return R;
  case IndexKind::Multiply:
    R = 1;
    for (int64_t O : V)
      R *= O;
    return R;
  case IndexKind::FloorModulo:
    return ((V[0] % X.value()) + X.value()) % X.value();
  case IndexKind::FloorDivide:
    return (V[0] - ((V[0] % X.value()) + X.value()) % X.value()) / X.value();
  case IndexKind::Quotient:
    return V[0] / X.value();
  case IndexKind::Remainder:
    return V[0] % X.value();
  case IndexKind::Minimum:
    return *std::min_element(V.begin(), V.end());
  case IndexKind::Maximum:
    return *std::max_element(V.begin(), V.end());
  case IndexKind::Wrap: {
    int64_t M = int64_t(1) << X.bits();
    int64_t Low = ((V[0] % M) + M) % M;
    return X.isSigned() && Low >= M / 2 ? Low - M : Low;
  }
  case IndexKind::Unknown:
    break;
  }
  ADD_FAILURE() << "unknown";
  return 0;
}

TEST(IndexExpr, RandomTreesKeepTheirValue) {
  const unsigned Seed = 1;
  std::mt19937 Random(Seed);
  auto Pick = [&](int Low, int High) { return std::uniform_int_distribution<int>(Low, High)(Random); };
  for (int Round = 0; Round < 3000; ++Round) {
    int64_t N = Pick(-9, 9), I = Pick(-9, 9);
    // Build the tree and, beside it, its value by the operations themselves.
    std::vector<std::pair<E, int64_t>> Pool = {{E::parameter(0), N}, {E::iterator(0), I}, {E::constant(3), 3}};
    for (int Step = 0; Step < 6; ++Step) {
      auto [A, VA] = Pool[Pick(0, Pool.size() - 1)];
      auto [B, VB] = Pool[Pick(0, Pool.size() - 1)];
      if (std::abs(VA) > 10000 || std::abs(VB) > 10000)
        continue;
      switch (Pick(0, 5)) {
      case 0:
        Pool.push_back({A + B, VA + VB});
        break;
      case 1:
        Pool.push_back({A - B, VA - VB});
        break;
      case 2:
        Pool.push_back({A * B, VA * VB});
        break;
      case 3:
        Pool.push_back({E::quotient(A, 3), VA / 3});
        break;
      case 4:
        Pool.push_back({E::minimum({A, B}), std::min(VA, VB)});
        break;
      case 5:
        Pool.push_back({E::wrap(A, 8, false), VA & 255});
        break;
      }
    }
    for (auto &[X, V] : Pool)
      ASSERT_EQ(value(X, N, I), V) << text(X) << " with n=" << N << " i=" << I << ", seed " << Seed << ", round " << Round;
  }
}

} // namespace
