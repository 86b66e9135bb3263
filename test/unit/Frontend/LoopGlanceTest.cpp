//===- LoopGlanceTest.cpp - which calls are worth another parse -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopGlance.h"
#include "ParsedFunction.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// The callees whose calls are to be expanded.
std::vector<std::string> expanded(const std::string &Code) {
  Parsed P(Code);
  std::vector<std::string> Names;
  for (const CallChain &Chain :
       findCallChains(P.context(), [](llvm::StringRef) { return true; }, {}, /*WithCalls=*/true))
    for (const CallSite &Site : Chain.Calls)
      Names.push_back(Site.Callee->getNameAsString());
  return Names;
}

using Names = std::vector<std::string>;

const std::string Scale = "void scale(float *a, int n) { for (int i = 0; i < n; ++i) a[i] *= 2; }\n";
const std::string Shift = "void shift(float *a, int n) { for (int i = 0; i < n; ++i) a[i] += 1; }\n";

TEST(LoopGlance, SameDataAndSameEnd) {
  EXPECT_EQ(expanded(Scale + Shift + "void f(float *x, int n) { scale(x, n); shift(x, n); }\n"),
            Names({"scale", "shift"}));
  EXPECT_EQ(expanded(Scale + Shift + "void f(float *x, float *y, int n) { scale(x, n); shift(y, n); }\n"), Names());
  EXPECT_EQ(expanded(Scale + Shift + "void f(float *x, int n, int m) { scale(x, n); shift(x, m); }\n"), Names());
  EXPECT_EQ(expanded(Scale + "void f(float *x, int n) { scale(x, n); for (int i = 0; i < n; ++i) x[i] -= 3; }\n"),
            Names({"scale"}));
}

TEST(LoopGlance, TheLoopsThatMeetMustFuse) {
  std::string Report = "int printf(const char *, ...);\n"
                       "void report(float *a, int n) { for (int i = 0; i < n; ++i) printf(\"%f\", a[i]); }\n";
  EXPECT_EQ(expanded(Scale + Report + "void f(float *x, int n) { scale(x, n); report(x, n); }\n"), Names());
  EXPECT_EQ(expanded(Scale + Shift + Report + "void f(float *x, int n) { scale(x, n); report(x, n); shift(x, n); }\n"),
            Names({"scale", "report", "shift"}))
      << "what stands between two that meet is taken apart with them";
  std::string Find = "void find(float *a, int n) { for (int i = 0; i < n; ++i) if (a[i] < 0) break; }\n";
  EXPECT_EQ(expanded(Scale + Find + "void f(float *x, int n) { scale(x, n); find(x, n); }\n"), Names());
  std::string Sum = "float sum(float *a, int n) { float s = 0; for (int i = 0; i < n; ++i) { if (a[i] < 0) continue;"
                    " s += a[i]; } return s; }\n";
  EXPECT_EQ(expanded(Scale + Sum + "float f(float *x, int n) { scale(x, n); float s = sum(x, n); return s; }\n"),
            Names({"scale", "sum"}))
      << "'continue' is understood";
}

TEST(LoopGlance, DataOfEachLoop) {
  std::string Both = "void both(float *a, float *b, int n, int m) { for (int i = 0; i < n; ++i) a[i] *= 2;\n"
                     "  for (int i = 0; i < m; ++i) b[i] *= 2; }\n";
  EXPECT_EQ(expanded(Both + Shift + "void f(float *x, float *y, int n, int m) { both(x, y, n, m); shift(y, m); }\n"),
            Names({"both", "shift"}));
  EXPECT_EQ(expanded(Both + Shift + "void f(float *x, float *y, int n, int m) { both(x, y, n, m); shift(y, n); }\n"),
            Names())
      << "the loop over y has another end";
  std::string Own = "void own(float *a, float *b, int n) { float *p = b; for (int i = 0; i < n; ++i) p[i] *= 2; }\n";
  EXPECT_EQ(expanded(Own + Shift + "void f(float *x, float *y, int n) { own(x, y, n); shift(y, n); }\n"),
            Names({"own", "shift"}))
      << "a pointer of its own may lead anywhere";
  std::string Alias = "void alias(float *a, int n) { float &r = a[0]; for (int i = 0; i < n; ++i) (&r)[i] *= 2; }\n";
  EXPECT_EQ(expanded(Alias + Shift + "void f(float *x, int n) { alias(x, n); shift(x, n); }\n"),
            Names({"alias", "shift"}));
  EXPECT_EQ(expanded("float g[9];\nvoid one(int n) { for (int i = 0; i < n; ++i) g[i] *= 2; }\n" + Shift +
                     "void f(int n) { one(n); shift(g, n); }\n"),
            Names({"one", "shift"}));
  EXPECT_EQ(expanded("struct S { float *a; int n;\n  void one() { for (int i = 0; i < n; ++i) a[i] *= 2; }\n"
                     "  void two() { for (int i = 0; i < n; ++i) a[i] += 1; }\n  void f() { one(); two(); } };\n"),
            Names({"one", "two"}));
}

} // namespace
