//===- LoopVariablesTest.cpp - the variables of moved bodies --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

TEST(LoopVariables, AnotherNameIsRenamedInCodeOnly) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int k = 0; k < n; ++k) {\n"
                     "    b[k] = a[k] + sizeof(k) + \"k\"[0]; // of k\n"
                     "    for (int j = k; j < n; ++j)\n"
                     "      b[k] += k;\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i] + sizeof(i) + \"k\"[0]; // of k\n"
            "    for (int j = i; j < n; ++j)\n"
            "      b[i] += i;\n"
            "  }\n");
}

TEST(LoopVariables, AnotherTypeIsDeclaredAsWritten) {
  EXPECT_EQ(fuseText("#include <cstddef>\n"
                     "void f(double *__restrict a, double *__restrict b) {\n"
                     "  for (int i = 0; i < 100; ++i)\n"
                     "    a[i] = i;\n"
                     "  for (std::size_t k = 0; k < 100; ++k)\n"
                     "    b[k] = a[k] / k;\n"
                     "}\n"),
            "#include <cstddef>\n"
            "void f(double *__restrict a, double *__restrict b) {\n"
            "  for (int i = 0; i < 100; ++i) {\n"
            "    a[i] = i;\n"
            "    const std::size_t k = i;\n"
            "    b[k] = a[k] / k;\n"
            "  }\n"
            "}\n");
}

TEST(LoopVariables, AnotherTypeUnderTheSameName) {
  // As a plain index the type does not matter; elsewhere it does.
  EXPECT_EQ(fuseText("void f(double *__restrict a, double *__restrict b) {\n"
                     "  for (int i = 0; i < 100; ++i)\n"
                     "    a[i] = i;\n"
                     "  for (unsigned long i = 0; i < 100; ++i)\n"
                     "    b[i] = a[i];\n"
                     "}\n"),
            "void f(double *__restrict a, double *__restrict b) {\n"
            "  for (int i = 0; i < 100; ++i) {\n"
            "    a[i] = i;\n"
            "    b[i] = a[i];\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(fuseText("void f(double *__restrict a, double *__restrict b) {\n"
                     "  for (int i = 0; i < 100; ++i)\n"
                     "    a[i] = i;\n"
                     "  for (unsigned long i = 0; i < 100; ++i)\n"
                     "    b[i] = a[i] * -i;\n"
                     "}\n"),
            "void f(double *__restrict a, double *__restrict b) {\n"
            "  for (int i = 0; i < 100; ++i) {\n"
            "    a[i] = i;\n"
            "    const unsigned long i2 = i;\n"
            "    b[i2] = a[i2] * -i2;\n"
            "  }\n"
            "}\n");
}

TEST(LoopVariables, UsesInMacroArgumentsKeepTheirName) {
  EXPECT_EQ(fuseText("#define AT(x, k) x[k]\n"
                     "void f(double *__restrict a, double *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = i;\n"
                     "  for (int k = 0; k < n; ++k)\n"
                     "    b[k] = AT(a, k);\n"
                     "}\n"),
            "#define AT(x, k) x[k]\n"
            "void f(double *__restrict a, double *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = i;\n"
            "    const int k = i;\n"
            "    b[k] = AT(a, k);\n"
            "  }\n"
            "}\n");
}

TEST(LoopVariables, AShiftIsWrittenWherePrecedenceAllows) {
  EXPECT_EQ(fuseText("void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int i = 1; i <= n; ++i)\n"
                     "    b[i] = a[i - 1] + i + 2 * i + (i < 3) + b[i+1];\n"
                     "}\n"),
            "void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i + 1] = a[i] + (i + 1) + 2 * (i + 1) + (i + 1 < 3) + b[i+2];\n"
            "  }\n"
            "}\n");
}

TEST(LoopVariables, AShiftThatCannotBeSubstitutedIsDeclared) {
  EXPECT_EQ(fuseText("#define AT(x, k) x[k]\n"
                     "void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int k = 1; k <= n; ++k)\n"
                     "    b[k] = AT(a, k - 1);\n"
                     "}\n"),
            "#define AT(x, k) x[k]\n"
            "void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    const int k = i + 1;\n"
            "    b[k] = AT(a, k - 1);\n"
            "  }\n"
            "}\n");
}

TEST(LoopVariables, SwappedNamesOfTwoLevels) {
  EXPECT_EQ(fuseText("void f(int (*__restrict a)[64], int (*__restrict b)[64], int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    for (int j = 0; j < 64; ++j)\n"
                     "      a[i][j] = i - j;\n"
                     "  for (int j = 0; j < n; ++j)\n"
                     "    for (int i = 0; i < 64; ++i)\n"
                     "      b[j][i] = a[j][i] + j;\n"
                     "}\n"),
            "void f(int (*__restrict a)[64], int (*__restrict b)[64], int n) {\n"
            "  for (int i = 0; i < n; ++i)\n"
            "    for (int j = 0; j < 64; ++j) {\n"
            "      a[i][j] = i - j;\n"
            "      b[i][j] = a[i][j] + i;\n"
            "    }\n"
            "}\n");
}

TEST(LoopVariables, RangeForElements) {
  EXPECT_EQ(fuseText("#include <vector>\n"
                     "int f(std::vector<int> &v) {\n"
                     "  int s = 0;\n"
                     "  for (auto &x : v)\n"
                     "    x += 2;\n"
                     "  for (int &y : v)\n"
                     "    s += y;\n"
                     "  return s;\n"
                     "}\n"),
            "#include <vector>\n"
            "int f(std::vector<int> &v) {\n"
            "  int s = 0;\n"
            "  for (auto &x : v) {\n"
            "    x += 2;\n"
            "    s += x;\n"
            "  }\n"
            "  return s;\n"
            "}\n");
  EXPECT_EQ(fuseText("#include <vector>\n"
                     "int f(std::vector<int> &v) {\n"
                     "  int s = 0, t = 0;\n"
                     "  for (auto &x : v)\n"
                     "    x += 2;\n"
                     "  for (const auto &y : v)\n"
                     "    s += y;\n"
                     "  for (long z : v)\n"
                     "    t ^= z;\n"
                     "  return s - t;\n"
                     "}\n"),
            "#include <vector>\n"
            "int f(std::vector<int> &v) {\n"
            "  int s = 0, t = 0;\n"
            "  for (auto &x : v) {\n"
            "    x += 2;\n"
            "    const auto &y = x;\n"
            "    s += y;\n"
            "    long z = x;\n"
            "    t ^= z;\n"
            "  }\n"
            "  return s - t;\n"
            "}\n");
}

TEST(LoopVariables, ACopyOfAnElementIsNotTheElement) {
  EXPECT_EQ(fuseText("#include <vector>\n"
                     "void f(std::vector<int> &v, int &s) {\n"
                     "  for (int x : v)\n"
                     "    s += x;\n"
                     "  for (int &y : v)\n"
                     "    y = 3;\n"
                     "}\n")
                .substr(0, 7),
            "refused");
}

TEST(LoopVariables, DeclaredOutside) {
  EXPECT_EQ(fuseBody("  int i;\n"
                     "  for (i = 0; i < n; i++)\n"
                     "    a[i] = in[i];\n"
                     "  for (i = 0; i < n; i++)\n"
                     "    b[i] = a[i];\n"),
            "  int i;\n"
            "  for (i = 0; i < n; i++) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n");
  EXPECT_EQ(fuseBody("  int i, j;\n"
                     "  for (i = 0; i < n; i++)\n"
                     "    a[i] = in[i];\n"
                     "  for (j = 0; j < n; j++)\n"
                     "    b[j] = a[j];\n"
                     "  for (j = 0; j < 3; j++)\n"
                     "    c[j] = 1;\n",
                     only({0, 1})),
            "  int i, j;\n"
            "  for (i = 0; i < n; i++) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n"
            "  for (j = 0; j < 3; j++)\n"
            "    c[j] = 1;\n");
}

TEST(LoopVariables, ADroppedVariableThatNobodyNamesGoes) {
  EXPECT_EQ(fuseBody("  int i, j;\n"
                     "  int k;\n"
                     "  for (i = 0; i < n; i++)\n"
                     "    a[i] = in[i];\n"
                     "  for (j = 0; j < n; j++)\n"
                     "    b[j] = a[j];\n"
                     "  for (k = 0; k < n; k++)\n"
                     "    c[k] = b[k];\n"),
            "  int i;\n"
            "  for (i = 0; i < n; i++) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "    c[i] = b[i];\n"
            "  }\n");
}

TEST(LoopVariables, AVariableOfTheSameNameOutsideIsNotCaptured) {
  EXPECT_EQ(fuseText("int i = 7;\n"
                     "void f(int *__restrict a, int *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = i;\n"
                     "  for (int k = 0; k < n; ++k)\n"
                     "    b[k] = a[k] + i;\n"
                     "}\n"),
            "refused: name-capture: 'i' would mean something else at the place the body moves to");
}

} // namespace
