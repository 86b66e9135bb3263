//===- OmpDirectiveTest.cpp - directives taken apart and merged ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/OmpDirective.h"
#include <gtest/gtest.h>

using namespace loopfuse;

namespace {

TEST(OmpDirective, IsTakenApart) {
  const char *Text =
      "#  pragma omp parallel for \\\n   schedule( static, 4 ), private(t , u)\\\r\n reduction(+ : s) nowait";
  std::optional<OmpDirective> D = parseOmpDirective(Text);
  ASSERT_TRUE(D);
  EXPECT_EQ(D->Construct, "parallel for");
  ASSERT_EQ(D->Clauses.size(), 4u);
  EXPECT_EQ(D->Clauses[0].Argument, "static,4");
  EXPECT_FALSE(D->Clauses[0].isList());
  EXPECT_EQ(D->Clauses[1].Names, (std::vector<std::string>{"t", "u"}));
  EXPECT_EQ(std::string(Text).substr(D->Clauses[1].Begin, D->Clauses[1].End - D->Clauses[1].Begin), "private(t , u)");
  EXPECT_EQ(D->Clauses[2].attribute(), "reduction(+)");
  EXPECT_EQ(D->clauseOf("s"), &D->Clauses[2]);
  EXPECT_EQ(D->clauseOf("x"), nullptr);
  EXPECT_EQ(toText(dataSharingOf(*D)),
            "#pragma omp parallel for schedule(static,4) nowait private(t,u) reduction(+:s)");
}

TEST(OmpDirective, CommentsAreBlanks) {
  const char *Text = "#/**/pragma/* a */omp parallel/* b */for private/**/( t /* c */ , u) // all";
  std::optional<OmpDirective> D = parseOmpDirective(Text);
  ASSERT_TRUE(D);
  EXPECT_EQ(toText(dataSharingOf(*D)), "#pragma omp parallel for private(t,u)");
  EXPECT_EQ(std::string(Text).substr(D->End), " // all");
}

TEST(OmpDirective, OrIsNot) {
  for (const char *Text :
       {"", "#pragma GCC ivdep", "#pragma omp", "#pragma omp task", "#pragma omp for\n#pragma GCC ivdep",
        "_Pragma(\"omp for\")", "#pragma omp for private(a[0])", "#pragma omp for private(a) shared(a)",
        "#pragma omp for private(a,a)", "#pragma omp for private()", "#pragma omp for private(a", "#pragma omp for ;",
        "#pragma omp for lastprivate(conditional: a)", "#pragma omp for reduction(s)",
        "#pragma omp parallel for default(private)", "#pragma omp for private(a /* ) */"})
    EXPECT_FALSE(parseOmpDirective(Text)) << Text;
}

std::string merge(std::string A, std::string B) {
  std::optional<std::string> One = mergedDirective("#pragma omp " + A, "#pragma omp " + B),
                             Other = mergedDirective("#pragma omp " + B, "#pragma omp " + A);
  EXPECT_EQ(One, Other);
  return One ? One->substr(12) : "-";
}

TEST(OmpDirective, ListsAreMerged) {
  EXPECT_EQ(merge("for private(t)", "for private(u)"), "for private(t,u)");
  EXPECT_EQ(merge("for private(t) implicit(a)", "for implicit(b)"), "for implicit(a,b) private(t)");
  EXPECT_EQ(merge("for reduction(+:s)", "for reduction(max:t)"), "for reduction(+:s) reduction(max:t)");
  EXPECT_EQ(merge("for shared(a)", "for implicit(a)"), "for shared(a)");
  EXPECT_EQ(merge("for copied(n)", "for implicit(n)"), "for copied(n)");
  EXPECT_EQ(merge("for copied(n)", "for shared(n)"), "for copied(n)");
  EXPECT_EQ(merge("for firstprivate(n)", "for"), "for firstprivate(n)");
  EXPECT_EQ(merge("for nowait", "for"), "for");
  EXPECT_EQ(merge("for nowait private(t)", "for nowait"), "for nowait private(t)");
  EXPECT_EQ(merge("for schedule(static) if(n)", "for if(n) schedule(static)"), "for if(n) schedule(static)");
}

TEST(OmpDirective, OrContradict) {
  EXPECT_EQ(merge("for private(t)", "for implicit(t)"), "-");
  EXPECT_EQ(merge("for private(t)", "for lastprivate(t)"), "-");
  EXPECT_EQ(merge("for reduction(+:t)", "for reduction(*:t)"), "-");
  EXPECT_EQ(merge("for reduction(+:t)", "for shared(t)"), "-");
  EXPECT_EQ(merge("for firstprivate(t)", "for copied(t)"), "-");
  EXPECT_EQ(merge("for firstprivate(t)", "for firstprivate(t)"), "-");
  EXPECT_EQ(merge("for", "for simd"), "-");
  EXPECT_EQ(merge("for schedule(static)", "for"), "-");
  EXPECT_EQ(merge("parallel for default(none)", "parallel for default(shared)"), "-");
  EXPECT_FALSE(mergedDirective("#pragma omp for", ""));
  EXPECT_FALSE(mergedDirective("#pragma omp for", "#pragma GCC ivdep"));
  EXPECT_EQ(mergedDirective("#pragma GCC ivdep", "#pragma GCC ivdep"), "#pragma GCC ivdep");
}

TEST(OmpDirective, IsShownAsAUserWritesIt) {
  EXPECT_EQ(writtenDirective("#pragma omp for implicit(a,b) copied(n) private(t)"),
            "#pragma omp for firstprivate(n) private(t)");
  EXPECT_EQ(writtenDirective("#pragma  GCC ivdep"), "#pragma  GCC ivdep");
}

} // namespace
