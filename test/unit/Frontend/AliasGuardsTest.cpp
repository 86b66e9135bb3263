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

struct Operands {
  std::string Pointers, Parameters;
  friend bool operator==(const Operands &, const Operands &) = default;
};
Operands operands(const std::string &Code) {
  Snippet S(Code);
  Scop Model = extractScop(S.Regions.front(), {standardContainers(), true, {}}).Model;
  Operands Out;
  for (const Array &A : Model.Arrays)
    Out.Pointers += A.Pointer.empty() ? "" : A.Pointer + " ";
  for (const Parameter &P : Model.Parameters)
    Out.Parameters += P.Text.empty() ? "" : P.Text + " ";
  return Out;
}

TEST(AliasGuards, OperandsAreNamesThatMeanOneThing) {
  EXPECT_EQ(operands("void f(int *a, int *b, int n) " + Two), (Operands{"a b ", "n "}));
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { { int *a; } " + Two + " }").Pointers, "b ");
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { a++; " + Two + " a++; }").Pointers, "a b ");
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { { int n = 2; } " + Two + " }").Parameters, "");
  EXPECT_EQ(operands("int n; void f(int *a, int *b) " + Two).Parameters, "");
  EXPECT_EQ(operands("int *a; void f(int *b, int n) " + Two).Pointers, "b ");
  EXPECT_EQ(operands("void f(int *&a, int *b, int n) " + Two).Pointers, "b ");
  EXPECT_EQ(operands("void f(int (&a)[9], int *b, int n) " + Two).Pointers, "b ");
  EXPECT_EQ(operands("void f(volatile int *a, int *b, int n) " + Two).Pointers.find("a"), std::string::npos);
}

TEST(AliasGuards, WhatALambdaCapturesHasNoName) {
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { auto l = [=] " + Two + "; l(); }"), (Operands{"", ""}));
}

} // namespace
