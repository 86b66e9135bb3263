//===- FencesTest.cpp -----------------------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FuseText.h"

using namespace loopfuse;
using namespace loopfuse::test;

static std::string prelude() {
  return "struct V { double x, y; };\n"
         "static V operator*(V a, double s) { return {a.x * s, a.y * s}; }\n"
         "static V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }\n"
         "static double square(double x) { return x * x; }\n"
         "static double half(double x) { return x / 2; }\n"
         "static void scale(double &x, double y) { x *= y; }\n"
         "typedef double Pair __attribute__((vector_size(16)));\n"
         "typedef _Complex double Complex;\n"
         "struct Point { int x, y; };\n";
}

// The name of the refusal, "" if the two loops with these bodies are fused.
static std::string refusal(Fence Kind, const std::string &Element, const std::string &First,
                           const std::string &Second) {
  FuseRequest Q;
  Q.Options.ContractionFence = Kind;
  std::string Pointer = Element + " *__restrict ";
  std::string Code = prelude() + "void f(" + Pointer + "a, " + Pointer + "b, " + Pointer + "c, int n) {\n" +
                     "  for (int i = 0; i < n; ++i) {\n" + First + "  }\n" + "  for (int i = 0; i < n; ++i) {\n" +
                     Second + "  }\n}\n";
  std::string Text = fuseText(Code, Q);
  if (llvm::StringRef(Text).starts_with("refused: "))
    return llvm::StringRef(Text).split(": ").second.split(": ").first.str();
  return llvm::StringRef(Text).starts_with("struct V") ? "" : Text;
}

static const char *const Contract = "rounding-may-change";

TEST(Fences, ProductsThatMeetASum) {
  for (Fence Kind : {Fence::Forbidden, Fence::ContractOff}) {
    // The pragma does not reach what is no operation in the text of the statement.
    EXPECT_EQ(refusal(Kind, "double", "b[i] = square(a[i]);", "c[i] = b[i] + 1;"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "double x = a[i] * 3; b[i] = x;", "c[i] = b[i] + 1;"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "double x = square(a[i]); b[i] = x;", "c[i] = b[i] + 1;"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "scale(b[i], a[i]);", "c[i] = b[i] + 1;"), Contract);
    EXPECT_EQ(refusal(Kind, "V", "b[i] = a[i] * 2;", "c[i] = b[i] + a[i];"), Contract);
    EXPECT_EQ(refusal(Kind, "V", "b[i] = {a[i].x * a[i].y, 1};", "c[i].x = b[i].x + 1;"), Contract);
    EXPECT_EQ(refusal(Kind, "Pair", "b[i] = a[i] * 2;", "c[i] = b[i] + a[i];"), Contract);
    EXPECT_EQ(refusal(Kind, "Complex", "b[i] = a[i] * 2.0;", "c[i] = b[i] + a[i];"), Contract);
  }
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] = a[i] * 2;", "c[i] = b[i] + 1;"), Contract);
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] *= a[i];", "c[i] = b[i] - 1;"), Contract);
}

TEST(Fences, ProductsThatTwoBodiesCompute) {
  // The one product has two uses then, and only one of them is a sum.
  for (Fence Kind : {Fence::Forbidden, Fence::ContractOff}) {
    EXPECT_EQ(refusal(Kind, "double", "b[i] = a[i] * a[i + 1] + 1;", "c[i] = a[i] * a[i + 1];"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "b[i] = a[i] * a[i + 1];", "c[i] = 1 - a[i] * a[i + 1];"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "b[i] = square(a[i]) + 1;", "c[i] = a[i] * a[i];"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "double x = a[i]; b[i] = x * x + 1;", "c[i] = a[i] * a[i];"), Contract);
    EXPECT_EQ(refusal(Kind, "double", "b[i] = a[i] * 2.0 + 1;", "c[i] = a[i] * 3.0;"), "");
    EXPECT_EQ(refusal(Kind, "double", "b[i] = a[i] + 1;", "c[i] = a[i] * a[i];"), "");
  }
  EXPECT_EQ(refusal(Fence::AssocBarrier, "double", "b[i] = a[i] * a[i + 1] + 1;", "c[i] = a[i] * a[i + 1];"), "");
}

TEST(Fences, SumsInOrderThatAreVectors) {
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[0] += a[i] * a[i + 1];", "c[i] = a[i] + 1;"), Contract);
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "c[i] = a[i] + 1;", "b[0] = b[0] - a[i] * 3.0;"), Contract);
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[0] += a[i] + a[i + 1];", "c[i] = a[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] += a[i] * a[i + 1];", "c[i] = a[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::ContractOff, "double", "b[0] += a[i] * a[i + 1];", "c[i] = a[i] + 1;"), "");
}

TEST(Fences, AProductWhoseOtherUseIsOverwritten) {
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "double x = a[i] * 2; b[i] = x; c[i] = x + 1;", "b[i] = 0;"), Contract);
}

TEST(Fences, WhatCannotBeContracted) {
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] = a[i] + 2;", "c[i] = b[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] = half(a[i]);", "c[i] = b[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::Forbidden, "double", "b[i] = a[i] * 2;", "c[i] = b[i] / 3;"), "");
  EXPECT_EQ(refusal(Fence::Forbidden, "int", "b[i] = a[i] * 2;", "c[i] = b[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::Forbidden, "Point", "b[i] = {a[i].x * 2, 1};", "c[i].x = b[i].x + 1;"), "");
  EXPECT_EQ(refusal(Fence::ContractOff, "double", "b[i] = a[i] * 2;", "c[i] = b[i] + 1;"), "");
  EXPECT_EQ(refusal(Fence::None, "V", "b[i] = a[i] * 2;", "c[i] = b[i] + a[i];"), "");
}

TEST(Fences, OperationsThatRoundFreely) {
  EXPECT_EQ(refusal(Fence::NoArithmetic, "double", "b[i] = a[i] + 2;", "c[i] = a[i];"), Contract);
  EXPECT_EQ(refusal(Fence::NoArithmetic, "double", "b[i] = half(a[i]);", "c[i] = a[i];"), Contract);
  EXPECT_EQ(refusal(Fence::NoArithmetic, "double", "b[i] = a[i];", "c[i] = b[i];"), "");
  EXPECT_EQ(refusal(Fence::NoArithmetic, "int", "b[i] = a[i] + 1;", "c[i] = b[i] * 2;"), "");
}
