//===- AliasGuardsTest.cpp - tests that the text makes -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AliasGuards.h"
#include "Frontend/Snippet.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

const std::string Two = "{ for (int i = 0; i < n; ++i) a[i] = i; for (int i = 0; i < n; ++i) b[i] = a[i]; }";
const std::string One = "{ for (int i = 0; i < n; ++i) { a[i] = i; b[i] = a[i]; } }";

std::string function(const std::string &Condition, const std::string &Else = Two) {
  return "using uintptr_t = unsigned long; void f(int *a, int *b, short *s, int n, long m, unsigned u) { "
         "for (long k = 0; k < m; ++k) a[k] = u; if (" +
         Condition + ") " + One + " else " + Else + " }";
}

const std::string Plain = "(uintptr_t)a + n * sizeof(*a) <= (uintptr_t)b || (uintptr_t)b + n * sizeof(*b) <= "
                          "(uintptr_t)a";

TEST(AliasGuards, TheElseBranchIsNoRegion) {
  // The region of the function itself has two children with loops.
  EXPECT_EQ(Snippet(function(Plain)).Regions.size(), 1u);
  EXPECT_EQ(Snippet(function("(" + Plain + ") && (" + Plain + ")")).Regions.size(), 1u);
  EXPECT_EQ(Snippet(function(Plain + " || n <= 0")).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("a + n <= b")).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("!(" + Plain + ")")).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("n")).Regions.size(), 2u);
}

/// The text of the condition in "a + 4*n <= b" form, "?" if it cannot be read.
std::string read(const std::string &Condition) {
  Snippet Code(function(Condition));
  Scop S = extractScop(Code.Regions.front(), {standardContainers(), false, {{0, GuardBranch::Fused}}}).Model;
  if (S.Conditions.size() != 1 || S.Conditions.front().empty())
    return "?";
  auto Text = [&](const Address &A) { return S.Arrays[A.Array].Name + " + " + toString(S, A.Bytes); };
  std::string Out;
  for (const Constraint &C : S.Conditions.front().Numbers)
    Out += toString(S, C.Expr) + " >= 0; ";
  for (const OrderAlternative &Sides : S.Conditions.front().Orders)
    for (const std::vector<AddressOrder> &Side : Sides) {
      for (const AddressOrder &O : Side)
        Out += Text(O.Below) + " <= " + Text(O.Above) + ", ";
      Out += "; ";
    }
  return Out;
}

TEST(AliasGuards, ConditionsAreReadInBytes) {
  EXPECT_EQ(read(Plain), "a + 4*n <= b + 0, ; b + 4*n <= a + 0, ; ");
  const std::string End = " <= (uintptr_t)b || (uintptr_t)b <= (uintptr_t)a";
  EXPECT_EQ(read("(uintptr_t)a + (n - 1ul) * sizeof(*s)" + End), "a + 2*n - 2 <= b + 0, ; b + 0 <= a + 0, ; ");
  EXPECT_EQ(read("(uintptr_t)a - sizeof(*a)" + End), "a + -4 <= b + 0, ; b + 0 <= a + 0, ; ");
  EXPECT_EQ(read("(uintptr_t)a + (0ul + m + u) * sizeof(*a)" + End), "a + 4*m + 4*u <= b + 0, ; b + 0 <= a + 0, ; ");
}

TEST(AliasGuards, NumbersMayBeComparedBesideAddresses) {
  const std::string Pair = "((uintptr_t)a <= (uintptr_t)b || (uintptr_t)b <= (uintptr_t)a)";
  const std::string Read = "a + 0 <= b + 0, ; b + 0 <= a + 0, ; ";
  EXPECT_EQ(read("n >= 1 && " + Pair), "n - 1 >= 0; " + Read);
  EXPECT_EQ(read("n >= -3 && u <= 7 && " + Pair), "n + 3 >= 0; -u + 7 >= 0; " + Read);
  EXPECT_EQ(read("n < m && " + Pair), "m - n - 1 >= 0; " + Read);
  EXPECT_EQ(read("0ll + u <= n + 3ll && " + Pair), "n - u + 3 >= 0; " + Read);
  // Of two types: what is not taken for a number is no such condition at all.
  EXPECT_EQ(Snippet(function("n >= 1 && m <= 3")).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("n >= a[0] && " + Pair)).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("(n >= 1 || m <= 3) && " + Pair)).Regions.size(), 2u);
  EXPECT_EQ(Snippet(function("n == 1 && " + Pair)).Regions.size(), 2u);
}

TEST(AliasGuards, ArithmeticThatMayOverflowIsNotRead) {
  const std::string End = " <= (uintptr_t)b || (uintptr_t)b <= (uintptr_t)a";
  for (const char *Bytes : {"(n + 1) * sizeof(*a)", "(u + 1) * sizeof(*a)", "(m + 1) * sizeof(*a)", "n * 4", "n / 2ul",
                            "n * (n + 0ul)", "(n ? 1ul : 2ul)", "n++", "(unsigned char)n * sizeof(*a)"}) {
    std::string Found = read("(uintptr_t)a + " + std::string(Bytes) + End);
    EXPECT_TRUE(Found == "?" || Found.find("n*n") != std::string::npos || Found.find("n * n") != std::string::npos)
        << Bytes << ": " << Found;
  }
  EXPECT_EQ(read("(uintptr_t)(a + n)" + End), "?");
  EXPECT_EQ(read("(unsigned)(uintptr_t)a <= (uintptr_t)b || (uintptr_t)b <= (uintptr_t)a"), "?");
}

TEST(AliasGuards, ABranchStandsForTheWhole) {
  Snippet Code(function(Plain));
  auto Members = [&](std::vector<ChosenBranch> Branches) {
    return extractScop(Code.Regions.front(), {standardContainers(), false, std::move(Branches)}).Model.Members.size();
  };
  EXPECT_EQ(Members({}), 2u);
  EXPECT_EQ(Members({{0, GuardBranch::Fused}}), 2u);
  EXPECT_EQ(Members({{0, GuardBranch::Original}}), 3u);
  EXPECT_EQ(Members({{1, GuardBranch::Original}}), 2u);
}

TEST(AliasGuards, ObjectsAreReadAsOneElement) {
  auto Read = [](const std::string &Parameters, const std::string &Condition) {
    Snippet Code("using uintptr_t = unsigned long; struct S { int *x; int n; }; int total; void f(int *a, int *b, " +
                 Parameters + ") { for (int k = 0; k < 9; ++k) a[k] = 0; if (" + Condition + ") " + One + " else " +
                 Two + " }");
    Scop S = extractScop(Code.Regions.front(), {standardContainers(), false, {{0, GuardBranch::Fused}}}).Model;
    if (S.Conditions.size() != 1 || S.Conditions.front().empty())
      return std::string("?");
    const AddressOrder &O = S.Conditions.front().Orders.front()[0].front();
    return S.Arrays[O.Below.Array].Name + " + " + toString(S, O.Below.Bytes) + " <= " + S.Arrays[O.Above.Array].Name +
           " + " + toString(S, O.Above.Bytes);
  };
  const std::string End = " <= (uintptr_t)b || (uintptr_t)b <= (uintptr_t)a";
  EXPECT_EQ(Read("int n, S *s", "(uintptr_t)&n + sizeof(n)" + End), "n + 4 <= b + 0");
  EXPECT_EQ(Read("int n, S *s", "(uintptr_t)s + sizeof(*s)" + End), "s + 16 <= b + 0");
  EXPECT_EQ(Read("int n, S &s", "(uintptr_t)&s + sizeof(s)" + End), "s + 16 <= b + 0");
  EXPECT_EQ(Read("int n, S &s", "(uintptr_t)&total + sizeof(total)" + End), "total + 4 <= b + 0");
  EXPECT_EQ(Read("int n, S &s", "(uintptr_t)s.x + s.n * sizeof(*s.x)" + End), "s.x + 4*s.n <= b + 0");
  EXPECT_EQ(Read("int n, int *m", "(uintptr_t)a + *m * sizeof(*a)" + End), "a + 4**m <= b + 0");
  // Parts of them.
  EXPECT_EQ(Read("int n, S *s", "(uintptr_t)&s->n + sizeof(n)" + End), "?");
  EXPECT_EQ(Read("int n, S *s", "(uintptr_t)&a[1] + sizeof(n)" + End), "?");
}

} // namespace
