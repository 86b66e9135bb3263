//===- CompareRunsTest.cpp ------------------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text after is written by hand here, right or with a fault in it, so that
// nothing of the pipeline but the runs decides.
//
//===----------------------------------------------------------------------===//
#include "API/CompareRuns.h"
#include "API/Scratch.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Program.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace loopfuse;

namespace {

/// Compilers that are there.
std::vector<std::string> compilers() {
  std::vector<std::string> Out;
  for (const char *Name : {"g++", "clang++-22"})
    if (sys::findProgramByName(Name))
      Out.push_back(Name);
  return Out;
}

/// One is enough where nothing hangs on which.
std::string anyCompiler() { return compilers().front(); }

class Pair {
public:
  Pair(std::string Before, std::string After, std::string Extension = "cpp")
      : Before(std::move(Before)), After(std::move(After)), Extension(std::move(Extension)) {}

  /// The place is where \p Before says "for" first.
  RunVerdict run(const std::string &Compiler, std::vector<std::string> Flags = {}) const {
    std::string File = Folder.write("x." + Extension, Before);
    std::vector<std::string> Line = {Compiler, "-O2", "-std=c++20"};
    if (Extension == "c")
      Line = {Compiler == "g++" ? "gcc" : "clang-22", "-O2"};
    Line.insert(Line.end(), Flags.begin(), Flags.end());
    Line.insert(Line.end(), {"-c", File, "-o", "x.o"});
    UnitCommand Command = adjustCommand(clang::tooling::CompileCommand(Folder.path(), File, Line, ""), {});
    EditedPlace Place{File, static_cast<unsigned>(Before.find("for")), {After}, MayOverlap, false};
    std::vector<RunVerdict> Verdicts = compareRuns(Command, {}, {{File, After}}, {Place});
    EXPECT_EQ(Verdicts.size(), 1u);
    return Verdicts.front();
  }

  bool MayOverlap = true;
  Scratch Folder;

private:
  std::string Before, After, Extension;
};

/// \p Begin with each of the bodies behind it.
Pair bodies(const std::string &Begin, const std::string &Before, const std::string &After) {
  return Pair(Begin + " {\n" + Before + "\n}\n", Begin + " {\n" + After + "\n}\n");
}

void expectDiffers(const Pair &P, StringRef What, std::vector<std::string> Flags = {}) {
  std::string C = anyCompiler();
  RunVerdict V = P.run(C, Flags);
  EXPECT_EQ(V.Kind, RunVerdict::Differs) << C << ": " << V.Text;
  EXPECT_TRUE(StringRef(V.Text).contains(What)) << C << ": " << V.Text;
  // What was kept for the user goes with the test.
  StringRef Kept = StringRef(V.Text).rsplit("all of it is in ").second;
  if (Kept.starts_with("/tmp/loopfuse-runs"))
    sys::fs::remove_directories(Kept);
}

void expectAlike(const Pair &P, std::vector<std::string> Flags = {}) {
  std::string C = anyCompiler();
  RunVerdict V = P.run(C, Flags);
  EXPECT_EQ(V.Kind, RunVerdict::Alike) << C << ": " << V.Text;
}

void expectNotVerified(const Pair &P, StringRef Why) {
  std::string C = anyCompiler();
  RunVerdict V = P.run(C);
  EXPECT_EQ(V.Kind, RunVerdict::NotVerified) << C << ": " << V.Text;
  EXPECT_TRUE(StringRef(V.Text).contains(Why)) << C << ": " << V.Text;
}

const std::string Three = "void f(int n, const float *x, float *__restrict y, float *__restrict z)";
const std::string TwoLoops = "for (int i = 0; i < n; ++i) y[i] = x[i] * 2;\n"
                             "for (int i = 0; i < n; ++i) z[i] = y[i] + 1;";

} // namespace

TEST(CompareRuns, RightTextIsAlike) {
  Pair P = bodies(Three, TwoLoops, "for (int i = 0; i < n; ++i) { y[i] = x[i] * 2; z[i] = y[i] + 1; }");
  for (const std::string &C : compilers()) {
    RunVerdict V = P.run(C);
    EXPECT_EQ(V.Kind, RunVerdict::Alike) << V.Text;
    EXPECT_EQ(V.Function, "f");
  }
}

TEST(CompareRuns, LastIterationLost) {
  expectDiffers(bodies(Three, TwoLoops, "for (int i = 0; i + 1 < n; ++i) { y[i] = x[i] * 2; z[i] = y[i] + 1; }"),
                "y[0] is");
}

TEST(CompareRuns, StoreLost) {
  expectDiffers(bodies(Three, TwoLoops, "for (int i = 0; i < n; ++i) { float t = x[i] * 2; z[i] = t + 1; }"), "y[");
}

TEST(CompareRuns, OverlapIsTried) {
  const std::string Open = "void f(int n, const float *x, float *y, float *z)";
  std::string Fused = "for (int i = 0; i < n; ++i) { y[i] = x[i] * 2; z[i] = y[i] + 1; }";
  expectDiffers(bodies(Open, TwoLoops, Fused), "elements");
  Pair Assumed = bodies(Open, TwoLoops, Fused);
  Assumed.MayOverlap = false;
  EXPECT_EQ(Assumed.run(anyCompiler()).Kind, RunVerdict::Alike);
}

TEST(CompareRuns, ReadBehindTheEnd) {
  expectDiffers(bodies(Three, TwoLoops,
                       "for (int i = 0; i < n; ++i) { y[i] = x[i] * 2; volatile float t = x[i + 1]; (void)t; "
                       "z[i] = y[i] + 1; }"),
                "AddressSanitizer");
}

TEST(CompareRuns, OnlyWhereAStripEnds) {
  std::string Strips = "for (int s = 0; s < n; s += 512) {\n"
                       "  for (int i = s; i < n && i < s + 512; ++i) y[i] = x[i] * 2;\n"
                       "  for (int i = s; i < n && i < s + 512; ++i) z[i] = y[i] + 1;\n}";
  expectAlike(bodies(Three, TwoLoops, Strips));
  StringRef Tampered = "for (int s = 0; s < n; s += 512) {\n"
                       "  for (int i = s; i < n && i < s + 512; ++i) y[i] = x[i] * 2;\n"
                       "  for (int i = s; i < n && i < s + 511; ++i) z[i] = y[i] + 1;\n}";
  expectDiffers(bodies(Three, TwoLoops, Tampered.str()), "z[511]");
}

TEST(CompareRuns, OnlyForSpecialNumbers) {
  // A maximum that takes a NaN the other way.
  const std::string Begin = "float f(int n, const float *x)";
  expectDiffers(bodies(Begin, "float m = 0; for (int i = 0; i < n; ++i) m = x[i] > m ? x[i] : m; return m;",
                       "float m = 0; for (int i = 0; i < n; ++i) m = m > x[i] ? m : x[i]; return m;"),
                "its result");
  // Negative zero.
  expectDiffers(bodies("void f(int n, const float *x, float *__restrict y)", "for (int i = 0; i < n; ++i) y[i] = x[i];",
                       "for (int i = 0; i < n; ++i) y[i] = x[i] + 0.0f;"),
                "y[");
}

TEST(CompareRuns, Wraps) {
  // Signed overflow is undefined: such samples say nothing. Unsigned wraps.
  expectAlike(bodies("void f(int n, const int *x, int *__restrict y)", "for (int i = 0; i < n; ++i) y[i] = x[i] * 2;",
                     "for (int i = 0; i < n; ++i) y[i] = x[i] + x[i];"));
  expectDiffers(bodies("void f(int n, const unsigned *x, unsigned long *__restrict y)",
                       "for (int i = 0; i < n; ++i) y[i] = x[i] * 2;",
                       "for (int i = 0; i < n; ++i) y[i] = x[i] * 2ul;"),
                "y[");
}

TEST(CompareRuns, GlobalsMembersVectorsAndOutput) {
  expectDiffers(bodies("static int g[100]; int *h; void f()",
                       "for (int i = 0; i < 100; ++i) g[i] += 1; for (int i = 0; i < 3; ++i) h[i] = g[i];",
                       "for (int i = 0; i < 100; ++i) g[i] += 2; for (int i = 0; i < 3; ++i) h[i] = g[i] - 1;"),
                "g");
  const std::string Class =
      "#include <vector>\nclass C { int n; std::vector<int> v; float *p; void f(); };\nvoid C::f()";
  expectDiffers(bodies(Class, "for (int i = 0; i < n; ++i) v[i] += 1;", "for (int i = 0; i < n; ++i) v[i] += 2;"),
                "is");
  expectDiffers(bodies("extern \"C\" int printf(const char *, ...); void f(int n)",
                       "for (int i = 0; i < n; ++i) printf(\"%d\\n\", i);",
                       "for (int i = 0; i < n; ++i) printf(\"%d \\n\", i);"),
                "what it prints");
  expectDiffers(bodies("template <class T> T f(const T *x, int n); int g(const int *x, int n) { return f(x, n); }\n"
                       "template <class T> T f(const T *x, int n)",
                       "T s = 0; for (int i = 0; i < n; ++i) s ^= x[i]; return s;",
                       "T s = 0; for (int i = 1; i < n; ++i) s ^= x[i]; return s;"),
                "its result");
}

TEST(CompareRuns, C) {
  std::string Begin = "typedef struct { int w, h; float *pix; } Image;\nextern int known; extern float unknown[];\n"
                      "float other(void) { return unknown[3]; }\nvoid f(Image *a, float *restrict b) {\n";
  Pair P(Begin + "for (int i = 0; i < a->w; ++i) b[i] = a->pix[i] * known;\n}\n",
         Begin + "for (int i = a->w; i > 0; --i) b[i - 1] = a->pix[i - 1] * known;\n}\n", "c");
  expectAlike(P);
  Pair Wrong(Begin + "for (int i = 0; i < a->w; ++i) b[i] = a->pix[i] * known;\n}\n",
             Begin + "for (int i = a->w; i > 1; --i) b[i - 1] = a->pix[i - 1] * known;\n}\n", "c");
  expectDiffers(Wrong, "b[0]");
}

TEST(CompareRuns, WhatCannotBeRun) {
  std::string Loop = "for (int i = 0; i < 3; ++i) ;";
  expectNotVerified(bodies("int main()", Loop, Loop), "it is main");
  expectNotVerified(bodies("void f(void *p)", Loop, Loop), "type 'void'");
  expectNotVerified(bodies("#include <string>\nvoid f(std::string &p)", Loop, Loop), "cannot be made");
  expectNotVerified(bodies("struct V { virtual void f(); };\nvoid V::f()", Loop, Loop), "cannot be made");
  expectNotVerified(bodies("struct L { L *next; };\nvoid f(L *p)", Loop, Loop), "leads to others of its kind");
  expectNotVerified(bodies("extern int g[];\nvoid f()", "for (int i = 0; i < 3; ++i) g[i] = 0;", Loop), "is not known");
  expectNotVerified(bodies("int more();\nvoid f(int *p)", "for (int i = 0; i < 3; ++i) p[i] = more();", Loop),
                    "runs on no sample");
  expectNotVerified(bodies("void f(int *p)", "static int s; for (int i = 0; i < 3; ++i) p[i] = s++;", Loop),
                    "from call to call");
  expectNotVerified(bodies("void f(int *p)", "for (int i = 0;; ++i) p[0] = i & 1;", Loop), "runs on no sample");
  Pair NoCompiler = bodies("void f(int *p)", Loop, Loop);
  RunVerdict V = NoCompiler.run("no-such-clang++");
  EXPECT_EQ(V.Kind, RunVerdict::NotVerified);
  EXPECT_EQ(V.Text, "its compiler cannot be found");
}

TEST(CompareRuns, ItCanDoNoHarm) {
  // The function tries to remove a file, to write one and to start a program, and says what came of it.
  Scratch Other;
  std::string Victim = Other.write("victim", "here");
  std::string Begin = "#include <cstdio>\n#include <unistd.h>\n#include <cstdlib>\nint f(int n)";
  std::string Attack = "for (int i = 0; i < n; ++i) { remove(\"" + Victim + "\"); unlink(\"" + Victim +
                       "\"); FILE *o = fopen(\"" + Other.path("new") +
                       "\", \"w\"); if (o) { fputs(\"x\", o); fclose(o); } "
                       "rename(\"" +
                       Victim + "\", \"" + Other.path("moved") + "\"); truncate(\"" + Victim +
                       "\", 0); "
                       "(void)!system(\"touch " +
                       Other.path("started") + "\"); } return n;";
  Pair P = bodies(Begin, Attack, Attack);
  RunVerdict V = P.run(anyCompiler());
  EXPECT_EQ(V.Kind, RunVerdict::Alike) << V.Text;
  EXPECT_EQ(Other.read("victim"), "here");
  EXPECT_EQ(Other.countFiles(), 1u);
}

TEST(CompareRuns, ReproducerStandsAlone) {
  Pair P = bodies("#include <cstddef>\n" + Three, TwoLoops, "for (int i = 0; i < n; ++i) { z[i] = y[i] = x[i] * 2; }");
  for (const std::string &C : compilers()) {
    RunVerdict V = P.run(C);
    ASSERT_EQ(V.Kind, RunVerdict::Differs) << V.Text;
    std::string Kept = StringRef(V.Text).rsplit("all of it is in ").second.str();
    EXPECT_EQ(sys::ExecuteAndWait("/bin/sh", {"sh", Kept + "/run.sh"}), 1) << Kept;
    if (StringRef(Kept).starts_with("/tmp/loopfuse-runs"))
      sys::fs::remove_directories(Kept);
  }
}
