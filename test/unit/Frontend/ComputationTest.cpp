//===- ComputationTest.cpp - the terms of a statement -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// The terms of the first nest, statement by statement: "= a[i] $t 2".
std::string terms(const std::string &Body) {
  Snippet Code("void f(double *__restrict a, const double *__restrict b, const int *__restrict c, int n) {"
               "  for (int i = 0; i < n; ++i) {" +
               Body + "} for (int i = 0; i < n; ++i) a[i] = 0; }");
  Scop S = Code.scop();
  std::string Text;
  for (unsigned Index : S.Members[0].Statements) {
    const Statement &St = S.Statements[Index];
    if (St.Terms.empty())
      continue;
    Text += Text.empty() ? "" : "; ";
    for (size_t I = 0; I < St.Terms.size(); ++I) {
      const Term &T = St.Terms[I];
      Text += I ? " " : "";
      switch (T.Kind) {
      case TermKind::Operation:
        Text += T.Text;
        break;
      case TermKind::Memory:
        Text += toString(S, St.Accesses[T.Index]);
        break;
      case TermKind::Local:
        Text += "$" + S.LocalVariables[T.Index].Name;
        break;
      case TermKind::Value:
        Text += "(" + toString(S, T.Values[0]) + ")";
        break;
      case TermKind::Address:
        Text += "&" + S.Arrays[T.Index].Name;
        break;
      }
    }
  }
  return Text;
}

TEST(Computation, AssignmentsAndDeclarationsAreAlike) {
  EXPECT_EQ(terms("a[i] = b[i + 1];"), "= a[i] b[i + 1]");
  EXPECT_EQ(terms("double t = b[i]; a[i] += t;"), "= $t b[i]; += a[i] $t");
  EXPECT_EQ(terms("double t; t = b[i]; a[i] = -t;"), "= $t b[i]; = a[i] - $t");
}

TEST(Computation, IntegersOfTheIterationAreValues) {
  EXPECT_EQ(terms("a[i] = 2 * (i + 1);"), "= a[i] IntegralToFloating to double (2*i + 2)");
  EXPECT_EQ(terms("const int j = i + 1; a[i] = j - 3;"), "= a[i] IntegralToFloating to double (i - 2)");
  EXPECT_EQ(terms("a[i] = i + n;"), "= a[i] IntegralToFloating to double + (i) n");
  // One that changes is a variable.
  EXPECT_EQ(terms("int j = i; ++j; a[i] = j;"), "= $j (i); ++ $j; = a[i] IntegralToFloating to double $j");
}

TEST(Computation, OtherNamesAreWhatTheyStandFor) {
  EXPECT_EQ(terms("double &r = a[i]; r = b[i];"), "= a[i] b[i]");
  EXPECT_EQ(terms("const double *p = b + i; a[i] = *p;"), "= a[i] b[i]");
  // A temporary is a variable.
  EXPECT_EQ(terms("const double &r = b[i] * 2; a[i] = r;"), "= $r * b[i] IntegralToFloating to double (2); = a[i] $r");
}

TEST(Computation, SubscriptsThatAreNotKnown) {
  EXPECT_EQ(terms("a[i] = b[c[i] + 1];"), "= a[i] b[?] ArraySubscriptExpr double b + c[i] (1)");
}

TEST(Computation, Conditions) {
  EXPECT_EQ(terms("if (b[i] > 0) a[i] = 1; else a[i] = 2;"), "> b[i] IntegralToFloating to double (0); "
                                                             "then = a[i] IntegralToFloating to double (1); "
                                                             "else = a[i] IntegralToFloating to double (2)");
  EXPECT_EQ(terms("switch (c[i]) { case 3: a[0] = 1.5; break; default: ; }").substr(0, 4), "c[i]");
  EXPECT_NE(terms("switch (c[i]) { case 3: a[0] = 1.5; }"), terms("switch (c[i]) { case 4: a[0] = 1.5; }"));
}

TEST(Computation, BoundsThatAreNotKnown) {
  EXPECT_EQ(terms("for (int k = c[i]; k < c[i + 1] - 1; ++k) a[i] += 1.0;").substr(0, 20), "c[i] - c[i + 1] (1);");
}

} // namespace
