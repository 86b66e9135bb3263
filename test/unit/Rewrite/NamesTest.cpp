//===- NamesTest.cpp - names that bodies declare and use ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

TEST(Names, BothBodiesDeclareOne) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    using T = double;\n"
                     "    T t = in[i] * 0.5;\n"
                     "    a[i] = t + 1;\n"
                     "  }\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    using T = long;\n"
                     "    T t = in[i] * 3;\n"
                     "    b[i] = t - static_cast<T>(a[i]);\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    {\n"
            "      using T = double;\n"
            "      T t = in[i] * 0.5;\n"
            "      a[i] = t + 1;\n"
            "    }\n"
            "    {\n"
            "      using T = long;\n"
            "      T t = in[i] * 3;\n"
            "      b[i] = t - static_cast<T>(a[i]);\n"
            "    }\n"
            "  }\n");
}

TEST(Names, OneBodyDeclaresWhatTheNextTakesFromOutside) {
  EXPECT_EQ(fuseText("static const double scale = 3;\n"
                     "void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    double scale = in[i];\n"
                     "    a[i] = scale + 1;\n"
                     "  }\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = a[i] * scale;\n"
                     "}\n"),
            "static const double scale = 3;\n"
            "void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    {\n"
            "      double scale = in[i];\n"
            "      a[i] = scale + 1;\n"
            "    }\n"
            "    b[i] = a[i] * scale;\n"
            "  }\n"
            "}\n");
}

TEST(Names, OtherNamesStayInOneScope) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    double s = in[i];\n"
                     "    a[i] = s + 1;\n"
                     "  }\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    double t = a[i];\n"
                     "    b[i] = t * t;\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    double s = in[i];\n"
            "    a[i] = s + 1;\n"
            "    double t = a[i];\n"
            "    b[i] = t * t;\n"
            "  }\n");
}

TEST(Names, ADeclarationBetweenThatAMovedBodyUsesForbids) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  using T = float;\n"
                     "  for (int i = 0; i < n; ++i) b[i] = static_cast<T>(a[i]);\n",
                     between({}, {1})),
            "refused: name-capture: 'T' would mean something else at the place the body moves to");
}

TEST(Names, ADeclarationBetweenMovesInFront) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  // narrow\n"
                     "  using T = float;\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i) b[i] = static_cast<T>(a[i]);\n",
                     between({1}, {})),
            "  // narrow\n"
            "  using T = float;\n"
            "\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = static_cast<T>(a[i]);\n"
            "  }\n");
}

TEST(Names, ADeclarationThatWouldHideAUseInTheFirstLoopForbids) {
  EXPECT_EQ(fuseText("typedef double T;\n"
                     "void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i) a[i] = static_cast<T>(in[i]);\n"
                     "  using T = float;\n"
                     "  for (int i = 0; i < n; ++i) b[i] = static_cast<T>(a[i]);\n"
                     "}\n",
                     between({1}, {})),
            "refused: name-capture: 'T' would mean something else at the place the body moves to");
}

TEST(Moves, StatementsBehindAndInFront) {
  EXPECT_EQ(fuseBody("  // first\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "\n"
                     "  double s = 0; // sum\n"
                     "  c[0] = a[0]; // behind\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    s += a[i];\n"
                     "  c[1] = s;\n",
                     between({1}, {2})),
            "  double s = 0; // sum\n"
            "\n"
            "  // first\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    s += a[i];\n"
            "  }\n"
            "\n"
            "  c[0] = a[0]; // behind\n"
            "\n"
            "  c[1] = s;\n");
}

TEST(Moves, OnOneLine) {
  EXPECT_EQ(fuseBody("  for (int i=0;i<n;i++) a[i]=in[i]; double s=0; for (int i=0;i<n;i++) s+=a[i]; c[1]=s;\n",
                     between({1}, {})),
            "  double s=0; for (int i=0;i<n;i++) { a[i]=in[i]; s+=a[i]; } c[1]=s;\n");
}

TEST(Names, ABodyThatDeclaresTheKeptVariableGetsItsOwnScope) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int j = 0; j < n; ++j) {\n"
                     "    int i = j * 2;\n"
                     "    b[j] = a[j] + i;\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    {\n"
            "      const int j = i;\n"
            "      int i = j * 2;\n"
            "      b[j] = a[j] + i;\n"
            "    }\n"
            "  }\n");
}

// The second loop's header and body, behind "int m = 7;" and "for (int i = 0, m = n; i < m; ++i) a[i] = in[i];".
static std::string underAnotherHeader(const std::string &Second) {
  return fuseBody("  int m = 7;\n"
                  "  for (int i = 0, m = n; i < m; ++i)\n"
                  "    a[i] = in[i];\n" +
                  Second);
}

TEST(Names, WhatTheHeadersDeclare) {
  const char *const Captured = "refused: name-capture: 'm' would mean something else at the place the body moves to";
  EXPECT_EQ(underAnotherHeader("  for (int j = 0; j < n; ++j) b[j] = a[j] + m;\n"), Captured);
  EXPECT_EQ(underAnotherHeader("  for (int j = 0, m = 3; j < n; ++j) b[j] = a[j] + m;\n"), Captured);
  EXPECT_EQ(underAnotherHeader("  for (int j = 0, m = n; j < m; ++j) b[j] = a[j] + m;\n"),
            "  int m = 7;\n"
            "  for (int i = 0, m = n; i < m; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i] + m;\n"
            "  }\n");
  EXPECT_EQ(underAnotherHeader("  for (int j = 0; j < n; ++j) {\n"
                               "    const int m = 2;\n"
                               "    b[j] = a[j] + m;\n"
                               "  }\n"),
            "  int m = 7;\n"
            "  for (int i = 0, m = n; i < m; ++i) {\n"
            "    a[i] = in[i];\n"
            "    {\n"
            "      const int m = 2;\n"
            "      b[i] = a[i] + m;\n"
            "    }\n"
            "  }\n");
}

TEST(Names, AConstantOfTheOwnHeaderThatVanishes) {
  EXPECT_EQ(fuseBody("  int m = 7;\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  for (int j = 0, m = 3; j < n; ++j) b[j] = a[j] + m;\n"),
            "refused: name-capture: 'm' would mean something else at the place the body moves to");
}

} // namespace
