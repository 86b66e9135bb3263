//===- ExtractScopTest.cpp - members, parameters and their lives ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"

using namespace loopfuse;
using namespace loopfuse::test;

TEST(ExtractScop, CountedLoopsOverPointers) {
  EXPECT_EQ(printed("void f(const double *__restrict a, double *b, int n) {\n"
                    "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"
                    "  for (int j = 1; j <= n - 1; j += 2) b[j] += a[j - 1];\n"
                    "}\n"),
            "region in f at line 1\n"
            "  parameter n : i32\n"
            "  array n : int local parameter private\n"
            "  array a : double pointer parameter restrict\n"
            "  array b : double pointer parameter\n"
            "  member 0 line 2 nest perfect-depth 1\n"
            "    loop i : int = 0; < n; step 1\n"
            "    S0 at [0] header\n"
            "      read n\n"
            "    S1 at [1, i, 0]\n"
            "      read a[i]\n"
            "      write b[i]\n"
            "  member 1 line 3 nest perfect-depth 1\n"
            "    loop j : int = 1; <= n - 1; step 2\n"
            "    S2 at [0] header\n"
            "      read n\n"
            "    S3 at [1, j, 0]\n"
            "      read a[j - 1]\n"
            "      read b[j]\n"
            "      write b[j]\n");
}

TEST(ExtractScop, AParameterEndsWhereItsSourceIsWritten) {
  Scop S = Snippet("void f(double *a, int n) {"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;"
                   "  n = n / 2;"
                   "  for (int i = 0; i < n; ++i) a[i] = 1;"
                   "  for (int i = 0; i < n; ++i) a[i] = 2;"
                   "}")
               .scop();
  ASSERT_EQ(S.Parameters.size(), 2u);
  EXPECT_EQ(S.Parameters[0].Name, "n");
  EXPECT_EQ(S.Parameters[0].FirstMember, 0u);
  EXPECT_EQ(S.Parameters[0].LastMember, 0u);
  EXPECT_EQ(S.Parameters[1].Name, "n (2nd value)");
  EXPECT_EQ(S.Parameters[1].FirstMember, 2u);
  EXPECT_EQ(S.Parameters[1].LastMember, ~0u);
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "n");
  EXPECT_EQ(toString(S, S.Loops[1].Bound), "n (2nd value)");
  EXPECT_TRUE(S.Loops[1].Bound == S.Loops[2].Bound);
}

TEST(ExtractScop, UnknownCodeEndsWhatEscapesOnly) {
  const char *Code = "void g(); int m; void f(double *a, int n, %s) {"
                     "  for (int i = 0; i < n + m; ++i) a[i] = 0;"
                     "  g();"
                     "  for (int i = 0; i < n + m; ++i) a[i] = 1;"
                     "}";
  std::string Text = Code;
  Text.replace(Text.find("%s"), 2, "int k");
  Scop S = Snippet(Text).scop();
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "n + m");
  EXPECT_EQ(toString(S, S.Loops[1].Bound), "n + m (2nd value)");
  EXPECT_EQ(S.Members[1].Kind, MemberKind::Opaque);
  EXPECT_TRUE(S.Members[1].TouchesUnknown);
  ASSERT_EQ(S.Members[1].Refusals.size(), 1u);
  EXPECT_EQ(S.Members[1].Refusals[0].Id, RefusalId::UnknownCall);
}

TEST(ExtractScop, ParametersKnowWhatTheyAreReadFrom) {
  Scop S = Snippet("struct S { int pad; int n; double *x; };"
                   "void f(S *s, const int *k) {"
                   "  for (int i = 0; i < s->n; ++i) s->x[i] = 0;"
                   "  for (int i = 0; i < k[3]; ++i) s->x[i] = 1;"
                   "}")
               .scop();
  ASSERT_EQ(S.Parameters.size(), 2u);
  EXPECT_EQ(S.Parameters[0].Name, "s->n");
  ASSERT_EQ(S.Parameters[0].Sources.size(), 1u);
  EXPECT_EQ(S.Arrays[S.Parameters[0].Sources[0].Array].Name, "s");
  EXPECT_EQ(S.Parameters[0].Sources[0].Path, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(S.Parameters[1].Sources[0].Path, (std::vector<int64_t>{3}));
}

TEST(ExtractScop, ALoopThatWritesItsOwnBoundIsRefused) {
  Scop S = Snippet("struct S { int n; };"
                   "void f(S *s, double *a, int n) {"
                   "  for (int i = 0; i < s->n; ++i) s->n -= 1;"
                   "  for (int i = 0; i < n; ++i) { n--; a[i] = 0; }"
                   "}")
               .scop();
  for (const Member &M : S.Members) {
    EXPECT_EQ(M.Kind, MemberKind::Opaque);
    ASSERT_EQ(M.Refusals.size(), 1u);
    EXPECT_EQ(M.Refusals[0].Id, RefusalId::BoundVaries);
  }
}

TEST(ExtractScop, AVariableThatTheLoopWritesIsNoSubscript) {
  Scop S = Snippet("void f(double *a, double *b, int n, int k) {"
                   "  for (int i = 0; i < n; ++i) { a[k] = 0; k += 2; }"
                   "  for (int i = 0; i < n; ++i) b[k] = 0;"
                   "}")
               .scop();
  const Access &First = S.Statements[1].Accesses.back();
  EXPECT_EQ(toString(S, First), "a[?]");
  EXPECT_FALSE(First.Must);
  EXPECT_EQ(toString(S, S.Statements.back().Accesses.back()), "b[k]");
}

TEST(ExtractScop, StatementsBetweenTheLoops) {
  Scop S = Snippet("void f(double *a, double *b, int n) {"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;"
                   "  double s = a[0] + n, t;"
                   "  b[0] = s;"
                   "  if (n > 3) b[1] = 2;"
                   "  using T = double;"
                   "  for (int i = 0; i < n; ++i) b[i] += s;"
                   "}")
               .scop();
  ASSERT_EQ(S.Members.size(), 6u);
  for (unsigned M : {1, 2, 3, 4})
    EXPECT_EQ(S.Members[M].Kind, MemberKind::Plain) << M;
  EXPECT_EQ(S.Members[1].Declares, (std::vector<std::string>{"s", "t"}));
  EXPECT_EQ(S.Members[4].Declares, (std::vector<std::string>{"T"}));
  auto Accesses = [&](unsigned Member) {
    std::string Text;
    for (unsigned St : S.Members[Member].Statements)
      for (const Access &A : S.Statements[St].Accesses)
        Text += (A.Kind == AccessKind::Read ? "r " : "w ") + toString(S, A) + "; ";
    return Text;
  };
  EXPECT_EQ(Accesses(1), "r a[0]; r n; w s; w t; ");
  EXPECT_EQ(Accesses(2), "r s; w b[0]; ");
  EXPECT_EQ(Accesses(3), "r n; w b[1]; ");
  EXPECT_TRUE(S.Statements[S.Members[2].Statements[0]].GuardIsExact);
  EXPECT_FALSE(S.Statements[S.Members[3].Statements.back()].GuardIsExact);
}

TEST(ExtractScop, LoopsThatAreNoNests) {
  Scop S = Snippet("void f(double *a, int n) {"
                   "  if (n > 3) for (int i = 0; i < n; ++i) a[i] = 0; else a[0] = 1;"
                   "  while (n < 9) a[n++] = 1;"
                   "  for (int i = 0; i < 5; ++i) a[i] = 1;"
                   "  for (int i = 0; i < 5; ++i) { if (a[i] > 0) break; a[i] = 1; }"
                   "  { for (int i = 0; i < 5; ++i) a[i] = 2; }"
                   "}")
               .scop();
  ASSERT_EQ(S.Members.size(), 5u);
  EXPECT_EQ(S.Members[0].Kind, MemberKind::Plain);
  EXPECT_TRUE(S.Members[0].IsLoop);
  EXPECT_EQ(S.Members[0].Refusals.at(0).Id, RefusalId::UnsupportedStatement);
  EXPECT_EQ(S.Members[1].Kind, MemberKind::Plain);
  EXPECT_EQ(S.Members[1].Refusals.at(0).Id, RefusalId::OtherLoop);
  EXPECT_EQ(S.Members[2].Kind, MemberKind::Nest);
  EXPECT_EQ(S.Members[3].Kind, MemberKind::Opaque);
  EXPECT_EQ(S.Members[3].Refusals.at(0).Id, RefusalId::Break);
  EXPECT_EQ(S.Members[4].Kind, MemberKind::Plain);
  EXPECT_FALSE(S.Members[4].Refusals.empty());
}

TEST(ExtractScop, ALoopAloneUnderAnIfHasACondition) {
  Scop S = Snippet("bool more(); void f(double *a, int n, double x) {"
                   "  if (n > 3) { for (int i = 0; i < n; ++i) a[i] = 0; }"
                   "  if (3 < n && x > 0) for (int i = 0; i < n; ++i) a[i] = 1;"
                   "  if (x > 0 && 3 < n) for (int i = 0; i < n; ++i) a[i] = 1;"
                   "  if (3 < n && x > 0) { for (int i = 0; i < n; ++i) a[i] = 2; }"
                   "  if (n > 3) { for (int i = 0; i < n; ++i) a[i] = 3; a[0] = 1; }"
                   "  if (n > 3 && more()) for (int i = 0; i < n; ++i) a[i] = 4;"
                   "  if ((x = 1) > 0) for (int i = 0; i < n; ++i) a[i] = 5;"
                   "}")
               .scop();
  ASSERT_EQ(S.Members.size(), 7u);
  for (unsigned M = 0; M < 7; ++M)
    EXPECT_EQ(S.Members[M].IsConditional, M < 4) << M;
  ASSERT_TRUE(S.Members[0].Condition.has_value());
  ASSERT_EQ(S.Members[0].Condition->size(), 1u);
  EXPECT_EQ(toString(S, S.Members[0].Condition->front().Expr), "n - 4");
  EXPECT_FALSE(S.Members[1].Condition.has_value());
  auto Same = [&](unsigned A, unsigned B) {
    return sameCondition(S.Statements[S.Members[A].Statements.front()], S.Statements[S.Members[B].Statements.front()]);
  };
  EXPECT_TRUE(Same(1, 3));
  EXPECT_FALSE(Same(0, 1));
  EXPECT_FALSE(Same(1, 2));
}

TEST(ExtractScop, JumpTargetsTouchEveryArray) {
  Scop S = Snippet("void f(int m) {"
                   "  double t[8], u[8];"
                   "  for (int i = 0; i < 8; ++i) t[i] = 0;"
                   "  if (m) goto out;"
                   "  for (int i = 0; i < 8; ++i) u[i] = t[i];"
                   "out:;"
                   "}")
               .scop();
  ASSERT_EQ(S.Members[1].Kind, MemberKind::Opaque);
  std::vector<bool> Written(S.Arrays.size());
  for (const Access &A : S.Statements[S.Members[1].Statements[0]].Accesses)
    if (A.Kind == AccessKind::Write)
      Written[A.Array] = true;
  for (size_t A = 0; A < Written.size(); ++A)
    EXPECT_TRUE(Written[A]) << S.Arrays[A].Name;
}

TEST(ExtractScop, OpenMPRegionsNameWhatTheirBodiesName) {
  Snippet Code("void f(int n) {"
               "  double t[8], u[8];"
               "  for (int i = 0; i < 8; ++i) t[i] = 0;\n"
               "#pragma omp taskloop\n"
               "  for (int i = 0; i < 8; ++i) u[i] = t[i];\n"
               "  for (int i = 0; i < 8; ++i) t[i] = 1;"
               "}",
               {"-fopenmp"});
  Scop S = Code.scop();
  ASSERT_EQ(S.Members.size(), 3u);
  EXPECT_EQ(S.Members[1].Kind, MemberKind::Opaque);
  EXPECT_TRUE(S.Members[1].IsLoop);
  std::vector<std::string> Names;
  for (const Access &A : S.Statements[S.Members[1].Statements[0]].Accesses)
    Names.push_back(S.Arrays[A.Array].Name);
  EXPECT_NE(std::find(Names.begin(), Names.end(), "t"), Names.end());
  EXPECT_NE(std::find(Names.begin(), Names.end(), "u"), Names.end());
}

TEST(ExtractScop, LoopsUnderDirectivesInForce) {
  Snippet Code("void f(double *a, int n) {\n"
               "  int i, k = 0;\n"
               "#pragma omp parallel for schedule(static)\n"
               "  for (i = 0; i < n; ++i) a[i] = 0;\n"
               "#pragma omp parallel for simd private(k)\n"
               "  for (int j = 0; j < n; ++j) { k = j; a[j] += k; }\n"
               "#pragma omp parallel\n"
               "  { for (int j = 0; j < n; ++j) a[j] = 2; }\n"
               "}",
               {"-fopenmp"});
  Scop S = Code.scop();
  ASSERT_EQ(S.Members.size(), 3u);
  EXPECT_EQ(S.Members[0].Kind, MemberKind::Nest);
  EXPECT_EQ(S.Members[1].Kind, MemberKind::Nest);
  EXPECT_EQ(S.Members[2].Kind, MemberKind::Opaque);
  EXPECT_EQ(S.Loops[0].Directive, "#pragma omp parallel for schedule(static) implicit(a,n)");
  EXPECT_EQ(S.Loops[0].Order, DimOrder::Parallel);
  EXPECT_EQ(S.Loops[1].Directive, "#pragma omp parallel for simd implicit(a,n) private(k)");
  EXPECT_EQ(S.Loops[0].Variable, "i");
  EXPECT_EQ(S.Members[0].Span.Line, 4u);
  EXPECT_EQ(S.Members[2].Span.Line, 7u);
}

TEST(ExtractScop, DirectivesThatTheCompilerIgnores) {
  Scop S = Snippet("void f(double (*a)[9], int n) {\n"
                   "#pragma omp parallel for\n"
                   "  for (int i = 0; i < n; ++i) for (int j = 0; j < 9; ++j) a[i][j] = 0;\n"
                   "#pragma omp parallel for collapse(2)\n"
                   "  for (int i = 0; i < n; ++i) for (int j = 0; j < 9; ++j) a[i][j] = 1;\n"
                   "}")
               .scop();
  EXPECT_EQ(S.Loops[0].Order, DimOrder::Parallel);
  EXPECT_EQ(S.Loops[1].Order, DimOrder::Sequential);
  EXPECT_EQ(S.Loops[0].Directive, "#pragma omp parallel for implicit(a,n)");
  EXPECT_TRUE(S.Members[0].Refusals.empty());
  EXPECT_TRUE(S.Members[1].Refusals.empty());
  EXPECT_EQ(S.Members[1].CollapsedLoops, 2u);
  EXPECT_EQ(S.Loops[3].Order, DimOrder::Parallel);
}

TEST(ExtractScop, DirectivesThatNameLoopsFurtherIn) {
  auto Refused = [](const std::string &Clause) {
    Scop S = Snippet("void f(double (*a)[9], int n) {\n"
                     "#pragma omp parallel for " +
                     Clause +
                     "\n"
                     "  for (int i = 0; i < n; ++i) for (int j = 0; j < 9; ++j) a[i][j] = 0;\n"
                     "  for (int i = 0; i < n; ++i) a[i][0] = 1;\n"
                     "}")
                 .scop();
    return !S.Members[0].Refusals.empty();
  };
  EXPECT_FALSE(Refused("collapse( 2 )"));
  EXPECT_TRUE(Refused("collapse(3)")); // there are two
  EXPECT_TRUE(Refused("collapse(DEPTH)"));
  EXPECT_TRUE(Refused("collapse(2u)"));
  EXPECT_TRUE(Refused("ordered(2)"));
}

TEST(ExtractScop, NamesDeclaredBetweenTheLoopsComeFirst) {
  Scop S = Snippet("void f(double *a, int n) {"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;"
                   "  double *p = a + 1;"
                   "  double &r = a[2];"
                   "  constexpr int K = 3;"
                   "  for (int i = 0; i < n; ++i) p[i] = r + K;"
                   "}")
               .scop();
  for (unsigned M : {1, 2, 3}) {
    unsigned Declared = ~0u;
    for (const Access &A : S.Statements[S.Members[M].Statements[0]].Accesses)
      if (A.Kind == AccessKind::Write)
        Declared = A.Array;
    ASSERT_NE(Declared, ~0u);
    bool IsRead = false;
    for (const Access &A : S.Statements.back().Accesses)
      IsRead |= A.Kind == AccessKind::Read && A.Array == Declared;
    EXPECT_TRUE(IsRead) << M;
  }
}

TEST(ExtractScop, WhatHoldsAtTheEntry) {
  auto Context = [](const std::string &Code) {
    Scop S = Snippet(Code).scop();
    std::string Text;
    for (const Constraint &C : S.Context)
      Text += toString(S, C.Expr) + (C.IsEquality ? " == 0; " : " >= 0; ");
    return Text;
  };
  const std::string Loops = "for (int j = 0; j < n; ++j) a[i] = 0; for (int j = 0; j < n; ++j) a[j + i] = 0; ";
  EXPECT_EQ(Context("void f(double *a, int n, int i) { if (n > 2 && i == 3) { " + Loops + "} }"),
            "n - 3 >= 0; i - 3 == 0; ");
  EXPECT_EQ(Context("void f(double *a, int n) { for (int i = 1; i < n; ++i) { " + Loops + "} }"),
            "n - i - 1 >= 0; i - 1 >= 0; ");
  EXPECT_EQ(Context("void f(double *a, int n, int i) { if (n > 2) { i++; if (i > 0) { " + Loops + " i--; } } }"),
            "n - 3 >= 0; ");
  EXPECT_EQ(Context("void f(double *a, int n, int i, int k) { if (k > 2) { " + Loops + "} }"), "");
  EXPECT_EQ(Context("void f(double *a, int n, int i) { if (n < 2) ; else { " + Loops + "} }"), "");
}

TEST(ExtractScop, AnOpaqueMemberDoesNotWriteTheLocalsItReads) {
  Scop S = Snippet("int printf(const char *, ...);"
                   "void f(double *a, int n) {"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;"
                   "  printf(\"%d\", n);"
                   "  for (int i = 0; i < n; ++i) a[i] = 1;"
                   "}")
               .scop();
  EXPECT_EQ(S.Members[1].Kind, MemberKind::Opaque);
  EXPECT_TRUE(S.Loops[0].Bound == S.Loops[1].Bound);
}

TEST(ExtractScop, TheLoopVariableOfTheFunction) {
  const char *Code = "int f(double *a, double *b, int n) {"
                     "  int i, j;"
                     "  for (i = 0; i < n; i++) a[i] = 0;"
                     "  for (i = 0; i < n; i++) for (j = 0; j < i; j++) b[j] = a[i];"
                     "  return RESULT;"
                     "}";
  auto With = [&](const char *Result) {
    std::string Text = Code;
    Text.replace(Text.find("RESULT"), 6, Result);
    return Snippet(Text).scop();
  };
  Scop S = With("n");
  EXPECT_TRUE(S.Loops[0].DeclaredOutside);
  EXPECT_TRUE(S.Members[0].Refusals.empty());
  const Statement &Header = S.Statements[S.Members[1].Statements.front()];
  ASSERT_TRUE(Header.IsHeader);
  std::vector<std::string> Writes;
  for (const Access &A : Header.Accesses)
    if (A.Kind == AccessKind::Write)
      Writes.push_back((A.Must ? "" : "may ") + toString(S, A));
  EXPECT_EQ(Writes, (std::vector<std::string>{"i", "may j"}));

  Scop Live = With("i");
  for (unsigned M : {0, 1}) {
    EXPECT_TRUE(Live.Members[M].Refusals.empty());
    const Loop &L = Live.Loops[Live.Members[M].Loops.front()];
    EXPECT_TRUE(L.LiveBehind);
    EXPECT_EQ(Live.Arrays[L.Counter.value()].Name, "i");
  }
  Scop InnerLive = With("j");
  EXPECT_TRUE(InnerLive.Members[0].Refusals.empty());
  EXPECT_TRUE(InnerLive.Members[1].Refusals.empty());
  EXPECT_TRUE(InnerLive.Loops[InnerLive.Members[1].Loops.back()].LiveBehind);
  Scop Imperfect = Snippet("int f(double *a, double *b, int n) {"
                           "  int j;"
                           "  for (int i = 0; i < n; i++) { b[i] = 0; for (j = 0; j < i; j++) b[i] += a[j]; }"
                           "  for (int i = 0; i < n; i++) a[i] = b[i];"
                           "  return j;"
                           "}")
                       .scop();
  EXPECT_EQ(Imperfect.Members[0].Refusals.at(0).Id, RefusalId::LoopVariableLive);
}

TEST(ExtractScop, TheAstBesideTheModel) {
  Snippet Code("#include <vector>\n"
               "void g(const std::vector<double> &a, std::vector<double> &b, int n) {"
               "  for (int i = 0; i < n; ++i) { int k = i; if (a[k] > 0) b[k] = a[k]; }"
               "  n = 3;"
               "  for (double &x : b) x += 1;"
               "}");
  ExtractedRegion R = Code.extract();
  const Scop &S = R.Model;
  EXPECT_EQ(R.Ast.Members.size(), S.Members.size());
  EXPECT_EQ(R.Ast.Loops.size(), S.Loops.size());
  EXPECT_EQ(R.Ast.LoopVariables.size(), S.Loops.size());
  EXPECT_EQ(R.Ast.Arrays.size(), S.Arrays.size());
  ASSERT_EQ(R.Ast.Statements.size(), S.Statements.size());
  ASSERT_EQ(R.Ast.Accesses.size(), S.Statements.size());
  for (size_t St = 0; St < S.Statements.size(); ++St) {
    ASSERT_EQ(R.Ast.Accesses[St].size(), S.Statements[St].Accesses.size()) << St;
    EXPECT_EQ(R.Ast.Statements[St] == nullptr, S.Statements[St].IsHeader);
  }
}

TEST(ExtractScop, DependentAndBrokenCodeIsRefusedAndDoesNotCrash) {
  Scop S = Snippet("template <class V> void f(V &a) {"
                   "  for (decltype(a.size()) i = 0; i < a.size(); ++i) a[i] = 1;"
                   "  for (auto &x : a) x = g(x);"
                   "}")
               .scop();
  ASSERT_EQ(S.Members.size(), 2u);
  for (const Member &M : S.Members) {
    EXPECT_EQ(M.Kind, MemberKind::Opaque);
    EXPECT_EQ(M.Refusals.at(0).Id, RefusalId::TemplateUninstantiated);
  }
  Scop Broken = Snippet("struct T; void f(double *a, T *t, int n) {"
                        "  for (int i = 0; i < n; ++i) { undeclared(i); a[i] = t->x; a[i] = 1; }"
                        "  for (int i = 0; i < t->n; ++i) { a[t->y] = 1; }"
                        "  for (int i = 0; i < n; ++i) a[i] = 1;"
                        "}")
                    .scop();
  EXPECT_EQ(Broken.Members.back().Kind, MemberKind::Nest);
}
