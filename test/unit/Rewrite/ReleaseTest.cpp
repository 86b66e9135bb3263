//===- ReleaseTest.cpp - variables that are needed no longer --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

/// Whether `end` is still declared when two loops are fused of which the second one's header names it.
bool stays(const std::string &Declaration, const std::string &Behind = "") {
  std::string New = fuseText("int next();\nconstexpr int twice(int x) { return 2 * x; }\nstruct S { ~S(); int x; };\n"
                             "template <bool Last> int f(const double *__restrict in, double *__restrict out,"
                             " double *__restrict b, int n) {\n" +
                             Declaration +
                             "\n  for (int i = 0; i < n; ++i)\n    out[i] = in[i];\n"
                             "  for (int i = 0; i < end; ++i)\n    b[i] = out[i];\n" +
                             Behind +
                             "  return 0;\n}\n"
                             "template int f<false>(const double *, double *, double *, int);\n");
  EXPECT_TRUE(llvm::StringRef(New).contains("    out[i] = in[i];\n    b[i] = out[i];\n")) << New;
  return llvm::StringRef(New).contains("end");
}

TEST(Release, AnUnusedEndGoes) {
  EXPECT_FALSE(stays("  const int end = n;"));
  EXPECT_FALSE(stays("  int m = n, end = m;"));
  EXPECT_FALSE(stays("  const int &end = n;"));
}

TEST(Release, AUseElsewhereKeepsIt) {
  EXPECT_TRUE(stays("  const int end = n;", "  b[0] = end;\n"));
  EXPECT_TRUE(stays("  const int end = n;", "  b[0] = [=] { return end; }();\n"));
  EXPECT_TRUE(stays("  const int end = n;", "  if (n > 7)\n    b[0] = sizeof(end);\n"));
}

TEST(Release, ATestKeepsIt) {
  EXPECT_TRUE(stays("  const int end = n;\n  if (end == 0)\n    return 1;"));
  EXPECT_TRUE(stays("  const int end = n;\n  if (!end)\n    return 1;"));
}

TEST(Release, ATextThatThisInstanceDoesNotCompileKeepsIt) {
  EXPECT_TRUE(stays("  const int end = n;", "  if constexpr (Last)\n    return end;\n"));
  EXPECT_TRUE(stays("  const int end = n;", "#ifdef TRACE\n  b[0] = end;\n#endif\n"));
  EXPECT_TRUE(stays("  const int end = n;", "#define LAST end\n  b[0] = LAST;\n"));
}

TEST(Release, AnotherVariableOfItsNameDoesNot) {
  EXPECT_FALSE(
      stays("  const int end = n, x = 2;\n  b[n] = x;", "  {\n    S s;\n    s.x = 1;\n    b[0] = s.x;\n  }\n"));
  std::string New =
      fuseText("void f(const double *__restrict in, double *__restrict out, double *__restrict b, int n) {\n"
               "  const int end = n;\n"
               "  for (int i = 0; i < n; ++i)\n    out[i] = in[i];\n"
               "  for (int i = 0; i < end; ++i)\n    b[i] = out[i];\n"
               "  for (int end = 0; end < 3; end += 2) {\n    b[end] = 1;\n  }\n}\n",
               only({0, 1}));
  EXPECT_EQ(New, "void f(const double *__restrict in, double *__restrict out, double *__restrict b, int n) {\n"
                 "  for (int i = 0; i < n; ++i) {\n    out[i] = in[i];\n    b[i] = out[i];\n  }\n"
                 "  for (int end = 0; end < 3; end += 2) {\n    b[end] = 1;\n  }\n}\n");
}

TEST(Release, AnEffectKeepsIt) {
  for (const char *Initialiser : {"next()", "n++", "*(volatile int *)&n"})
    EXPECT_EQ(fuseText("int next();\nvoid f(const double *__restrict in, double *__restrict b, int n, int m) {\n"
                       "  int size = " +
                       std::string(Initialiser) +
                       ";\n  double *t = new double[size];\n"
                       "  for (int i = 0; i < m; ++i)\n    t[i] = in[i];\n"
                       "  for (int i = 0; i < m; ++i)\n    b[i] = t[i];\n  delete[] t;\n}\n"),
              "int next();\nvoid f(const double *__restrict in, double *__restrict b, int n, int m) {\n"
              "  int size = " +
                  std::string(Initialiser) +
                  ";\n"
                  "  for (int i = 0; i < m; ++i) {\n    const double t_i = in[i];\n    b[i] = t_i;\n  }\n}\n");
}

TEST(Release, WhatAReferenceSetsIsSet) {
  EXPECT_EQ(fuseText("int f(const double *__restrict in, double *__restrict b, int n, int m) {\n"
                     "  int x = 0;\n  int &length = x;\n  length = n;\n  double *t = new double[length];\n"
                     "  for (int i = 0; i < m; ++i)\n    t[i] = in[i];\n"
                     "  for (int i = 0; i < m; ++i)\n    b[i] = t[i];\n  delete[] t;\n  return x;\n}\n"),
            "int f(const double *__restrict in, double *__restrict b, int n, int m) {\n"
            "  int x = 0;\n  int &length = x;\n  length = n;\n"
            "  for (int i = 0; i < m; ++i) {\n    const double t_i = in[i];\n    b[i] = t_i;\n  }\n"
            "  return x;\n}\n");
}

} // namespace
