//===- LayoutTest.cpp - fused loops in many styles of layout --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

TEST(Layout, SingleStatementsOnTheHeadersLine) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i] + 1;\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i] * 2;\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i] + 1;\n"
            "    b[i] = a[i] * 2;\n"
            "  }\n");
}

TEST(Layout, SingleStatementsOnTheirOwnLines) {
  EXPECT_EQ(fuseBody("    for (int i = 0; i < n; ++i)\n"
                     "        a[i] = in[i] + 1;\n"
                     "    for (int i = 0; i < n; ++i)\n"
                     "        b[i] = a[i] *\n"
                     "               2;\n"
                     "    c[0] = 1;\n"),
            "    for (int i = 0; i < n; ++i) {\n"
            "        a[i] = in[i] + 1;\n"
            "        b[i] = a[i] *\n"
            "               2;\n"
            "    }\n"
            "    c[0] = 1;\n");
}

TEST(Layout, BracedBodies) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    a[i] = in[i] + 1;\n"
                     "  }\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    b[i] = a[i] * 2;\n"
                     "\n"
                     "    c[i] = b[i];\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i] + 1;\n"
            "    b[i] = a[i] * 2;\n"
            "\n"
            "    c[i] = b[i];\n"
            "  }\n");
}

TEST(Layout, BracedBodiesOnOneLineEach) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) { a[i] = in[i] + 1; }\n"
                     "  for (int i = 0; i < n; ++i) { b[i] = a[i] * 2; }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i] + 1;\n"
            "    b[i] = a[i] * 2;\n"
            "  }\n");
}

TEST(Layout, MixedForms) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i] + 1;\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    b[i] = a[i] * 2; }\n"
                     "  for (int i = 0; i < n; ++i) { c[i] = b[i]; }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i] + 1;\n"
            "    b[i] = a[i] * 2;\n"
            "    c[i] = b[i];\n"
            "  }\n");
}

TEST(Layout, TwoLoopsOnOneLineStayThere) {
  EXPECT_EQ(fuseBody("  int k = 3;\n"
                     "  k += n; for (int i=0;i<n;i++) a[i]=in[i]+1; for (int i=0;i<n;i++) b[i]=a[i]*k; k -= 2;\n"),
            "  int k = 3;\n"
            "  k += n; for (int i=0;i<n;i++) { a[i]=in[i]+1; b[i]=a[i]*k; } k -= 2;\n");
  EXPECT_EQ(fuseBody("  for (int i=0;i<n;i++) {a[i]=in[i]+1;} /* x */ for (int j=0;j<n;j++) {b[j]=a[j];}\n"),
            "  for (int i=0;i<n;i++) {a[i]=in[i]+1; /* x */ b[i]=a[i];}\n");
}

TEST(Layout, StatementsBehindALoopOnItsLine) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i]; c[0] = 1;\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n"
            "  c[0] = 1;\n");
}

TEST(Layout, Allman) {
  EXPECT_EQ(fuseBody("    if (n > 3)\n"
                     "    {\n"
                     "        c[0] = 1;\n"
                     "    }\n"
                     "    for (int i = 0; i < n; ++i)\n"
                     "        a[i] = in[i];\n"
                     "    for (int i = 0; i < n; ++i)\n"
                     "    {\n"
                     "        b[i] = a[i];\n"
                     "    }\n"),
            "    if (n > 3)\n"
            "    {\n"
            "        c[0] = 1;\n"
            "    }\n"
            "    for (int i = 0; i < n; ++i)\n"
            "    {\n"
            "        a[i] = in[i];\n"
            "        b[i] = a[i];\n"
            "    }\n");
}

TEST(Layout, Gnu) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    {\n"
                     "      b[i] = a[i];\n"
                     "      c[i] = 0;\n"
                     "    }\n"),
            "  for (int i = 0; i < n; ++i)\n"
            "    {\n"
            "      a[i] = in[i];\n"
            "      b[i] = a[i];\n"
            "      c[i] = 0;\n"
            "    }\n");
}

TEST(Layout, TabsAndOddSpacing) {
  EXPECT_EQ(fuseBody("\tfor ( int i=0 ;i<n ;++i )\n"
                     "\t  {\n"
                     "\t\ta [ i ]\t= in[ i ]+5 ;\n"
                     "\t  }\n"
                     "\tfor ( int i=0 ;i<n ;++i )\n"
                     "\t  {\n"
                     "\t\tb [ i ]\t= a[ i ]*3 ;\n"
                     "\t  }\n"),
            "\tfor ( int i=0 ;i<n ;++i )\n"
            "\t  {\n"
            "\t\ta [ i ]\t= in[ i ]+5 ;\n"
            "\t\tb [ i ]\t= a[ i ]*3 ;\n"
            "\t  }\n");
}

TEST(Layout, CarriageReturns) {
  EXPECT_EQ(fuseText("void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\r\n"
                     "  for (int i = 0; i < n; ++i)\r\n"
                     "    a[i] = in[i] + 5; // first\r\n"
                     "  // second\r\n"
                     "  for (int i = 0; i < n; ++i) {\r\n"
                     "    b[i] = a[i]\r\n"
                     "           * 3;\r\n"
                     "  }\r\n"
                     "}"),
            "void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {\r\n"
            "  for (int i = 0; i < n; ++i) {\r\n"
            "    a[i] = in[i] + 5; // first\r\n"
            "    // second\r\n"
            "    b[i] = a[i]\r\n"
            "           * 3;\r\n"
            "  }\r\n"
            "}");
}

TEST(Layout, ByteOrderMarkAndMissingNewline) {
  EXPECT_EQ(fuseText("\xEF\xBB\xBFvoid f(int *__restrict a, int *__restrict b) { /* \xC3\xA9 */\n"
                     "for (int i = 0; i < 9; ++i) a[i] = i; // \xC3\xA9t\xC3\xA9\n"
                     "for (int i = 0; i < 9; ++i) b[i] = a[i]; /* \xE2\x82\xAC */ }"),
            "\xEF\xBB\xBFvoid f(int *__restrict a, int *__restrict b) { /* \xC3\xA9 */\n"
            "for (int i = 0; i < 9; ++i) {\n"
            "  a[i] = i; // \xC3\xA9t\xC3\xA9\n"
            "  b[i] = a[i]; /* \xE2\x82\xAC */\n"
            "}\n}");
}

TEST(Layout, Digraphs) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) <%\n"
                     "    a<:i:> = in<:i:>;\n"
                     "  %>\n"
                     "  for (int k = 0; k < n; ++k) <% b<:k:> = a<:k:>; %>\n"),
            "  for (int i = 0; i < n; ++i) <%\n"
            "    a<:i:> = in<:i:>;\n"
            "    b<:i:> = a<:i:>;\n"
            "  %>\n");
}

TEST(Layout, NestsOfTwoLoops) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    for (int j = 0; j < 8; ++j)\n"
                     "      a[i * 8 + j] = in[i * 8 + j];\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    for (int j = 0; j < 8; ++j) {\n"
                     "      b[i * 8 + j] = a[i * 8 + j];\n"
                     "    }\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i)\n"
            "    for (int j = 0; j < 8; ++j) {\n"
            "      a[i * 8 + j] = in[i * 8 + j];\n"
            "      b[i * 8 + j] = a[i * 8 + j];\n"
            "    }\n");
}

TEST(Layout, OuterLoopOnly) {
  FuseRequest Outer;
  Outer.Depth = 1;
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    for (int j = 0; j < 8; ++j)\n"
                     "      a[i * 8 + j] = in[i * 8 + j];\n"
                     "  }\n"
                     "  for (int k = 0; k < n; ++k)\n"
                     "    for (int i = 0; i < 8; ++i)\n"
                     "      b[k * 8 + i] = a[k * 8 + i];\n",
                     Outer),
            "  for (int i = 0; i < n; ++i) {\n"
            "    for (int j = 0; j < 8; ++j)\n"
            "      a[i * 8 + j] = in[i * 8 + j];\n"
            "    const int k = i;\n"
            "    for (int i = 0; i < 8; ++i)\n"
            "      b[k * 8 + i] = a[k * 8 + i];\n"
            "  }\n")
      << "the inner loop's variable hides the one that 'k' would become";
}

TEST(Layout, EmptyLinesCollapse) {
  EXPECT_EQ(fuseBody("  c[0] = 1;\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = a[i];\n"
                     "\n"
                     "  c[1] = 1;\n"),
            "  c[0] = 1;\n"
            "\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n"
            "\n"
            "  c[1] = 1;\n");
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = a[i];\n"
                     "\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    c[i] = b[i];\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "    c[i] = b[i];\n"
            "  }\n");
}

TEST(Layout, TheEditsAreSmall) {
  std::string Code = inFunction("  for (int i = 0; i < n; ++i) {\n    a[i] = in[i];\n  }\n"
                                "  for (int i = 0; i < n; ++i) {\n    b[i] = a[i];\n  }\n");
  FuseRequest Q;
  std::unique_ptr<clang::ASTUnit> Ast = parse(Code, Q);
  auto Regions = loopfuse::findRegions(Ast->getASTContext(), [](llvm::StringRef) { return true; });
  ASSERT_EQ(Regions.size(), 1u);
  loopfuse::ExtractedRegion R = loopfuse::extractScop(Regions[0], {loopfuse::standardContainers()});
  loopfuse::IslContext Isl(500000);
  auto Relations = loopfuse::buildAccessRelations(Isl, R.Model, loopfuse::AliasPolicy::Refuse);
  loopfuse::FusionPlan Plan;
  Plan.Groups.push_back(groupOf(Isl, Relations, Q));
  auto Legal = loopfuse::checkLegality(Isl, Relations, Plan);
  ASSERT_EQ(Legal.index(), 0u);
  auto Written = loopfuse::emitFusion(R, std::get<0>(Legal), 0, {});
  ASSERT_EQ(Written.index(), 0u);
  const loopfuse::EditGroup &Edits = std::get<0>(Written).Edits;
  ASSERT_EQ(Edits.size(), 2u);
  EXPECT_EQ(Edits[0].Length, 0u);
  EXPECT_EQ(Edits[0].Text, "    b[i] = a[i];\n");
  EXPECT_EQ(Edits[1].Text, "");
}

TEST(Layout, MacroCallsAndRawStringsMoveAsText) {
  EXPECT_EQ(fuseText("#define SQUARE(x) ((x) * (x))\n"
                     "#define STORE(x, v) x = (v)\n"
                     "void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    STORE(a[i], SQUARE(in[i]));\n"
                     "  }\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = SQUARE(a[i]);\n"
                     "}\n"),
            "#define SQUARE(x) ((x) * (x))\n"
            "#define STORE(x, v) x = (v)\n"
            "void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    STORE(a[i], SQUARE(in[i]));\n"
            "    b[i] = SQUARE(a[i]);\n"
            "  }\n"
            "}\n");
}

TEST(Layout, TheBraceBehindTheLastLoopGoesToItsBlock) {
  EXPECT_EQ(fuseText("void f(int *__restrict a, int *__restrict b, int n) {\n"
                     "  if (n > 3) {\n"
                     "    for (int i = 0; i < n; ++i) a[i] = i;\n"
                     "    for (int i = 0; i < n; ++i) b[i] = a[i]; } else\n"
                     "    a[0] = 1;\n"
                     "}\n"),
            "void f(int *__restrict a, int *__restrict b, int n) {\n"
            "  if (n > 3) {\n"
            "    for (int i = 0; i < n; ++i) {\n"
            "      a[i] = i;\n"
            "      b[i] = a[i];\n"
            "    }\n"
            "  } else\n"
            "    a[0] = 1;\n"
            "}\n");
}

TEST(Layout, AHeaderOfSeveralLines) {
  EXPECT_EQ(fuseBody("  for (int i = 0;\n"
                     "       i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "  for (int i = 0;\n"
            "       i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Layout, TheEmptyStatementBehindALoopGoesWithIt) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    a[i] = in[i];\n"
                     "  };\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    b[i] = a[i];\n"
                     "  };\n"
                     "  c[0] = 1;\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  };\n"
            "  c[0] = 1;\n");
}

} // namespace
