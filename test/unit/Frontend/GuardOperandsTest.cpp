//===- GuardOperandsTest.cpp - what a run-time test may name -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/GuardOperands.h"
#include "Frontend/Snippet.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

const std::string Two = "{ for (int i = 0; i < n; ++i) a[i] = i; for (int i = 0; i < n; ++i) b[i] = a[i]; }";

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
/// Of two loops up to "s->n" over "s->a" and "s->b".
Operands ofStruct(const std::string &Struct, const std::string &Function, const std::string &Through) {
  std::string Loops;
  for (std::string Body : {"a[i] = i", "b[i] = 1"})
    Loops += "for (int i = 0; i < " + Through + "n; ++i) " + Through + Body + "; ";
  return operands(Struct + Function + "{ " + Loops + "}");
}

TEST(GuardOperands, AreNamesThatMeanOneThing) {
  EXPECT_EQ(operands("void f(int *a, int *b, int n) " + Two), (Operands{"a b ", "n "}));
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { { int *a; } " + Two + " }").Pointers, "b ");
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { a++; " + Two + " a++; }").Pointers, "a b ");
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { { int n = 2; } " + Two + " }").Parameters, "");
  EXPECT_EQ(operands("void f(volatile int *a, int *b, int n) " + Two).Pointers.find("a"), std::string::npos);
}

TEST(GuardOperands, ObjectsOfAnyKind) {
  EXPECT_EQ(operands("int n; void f(int *a, int *b) " + Two), (Operands{"&n a b ", "n "}));
  EXPECT_EQ(operands("void f(int *a, int *b, const int &n) " + Two), (Operands{"&n a b ", "n "}));
  EXPECT_EQ(operands("void g(int *); void f(int *a, int *b, int n) { g(&n); " + Two + "}"),
            (Operands{"&n a b ", "n "}));
  EXPECT_EQ(operands("void f(int (&a)[9], int *b, int n) " + Two).Pointers, "a b ");
  EXPECT_EQ(operands("int a[9]; void f(int *b, int n) " + Two).Pointers, "a b ");
  EXPECT_EQ(operands("int *a; void f(int *b, int n) " + Two).Pointers, "&a a b ");
  EXPECT_EQ(operands("void f(int *a, int *b, const int *m) { "
                     "for (int i = 0; i < *m; ++i) a[i] = i; for (int i = 0; i < *m; ++i) b[i] = a[i]; }"),
            (Operands{"m a b ", "*m "}));
  // Another thing in the function has the name, or it may be another one each time.
  EXPECT_EQ(operands("int n; void f(int *a, int *b) { { int n = 1; } " + Two + "}").Parameters, "");
  EXPECT_EQ(operands("thread_local int n; void f(int *a, int *b) " + Two).Parameters, "");
  EXPECT_EQ(operands("volatile int n; void f(int *a, int *b) " + Two).Parameters, "");
  EXPECT_EQ(operands("namespace m { int n; } void f(int *a, int *b) { using m::n; " + Two + "}").Parameters, "");
  // Nobody has the address of a plain parameter.
  EXPECT_EQ(operands("void f(int *a, int *b, int n) " + Two).Pointers, "a b ");
}

TEST(GuardOperands, PointersInMemoryThatMayMoveHaveNone) {
  const std::string Moved = "void f(int **p, int *b, int n) { for (int i = 0; i < n; ++i) a[i] = i; "
                            "for (int i = 0; i < n; ++i) b[i] = a[i]; for (int i = 0; i < n; ++i) p[i] = b; }";
  EXPECT_EQ((" " + operands("int *a; " + Moved).Pointers).find(" a "), std::string::npos);
}

TEST(GuardOperands, MembersAndTheirObjects) {
  const std::string S = "struct S { int n; int *a, *b; }; ";
  EXPECT_EQ(ofStruct(S, "void f(S *s) ", "s->"), (Operands{"s s->a s->b ", "s->n "}));
  EXPECT_EQ(ofStruct(S, "void f(S &s) ", "s."), (Operands{"&s s.a s.b ", "s.n "}));
  EXPECT_EQ(ofStruct(S, "S s; void f() ", "s."), (Operands{"&s s.a s.b ", "s.n "}));
  EXPECT_EQ(ofStruct(S, "S *s; void f() ", "s->"), (Operands{"s &s s->a s->b ", "s->n "}));
  EXPECT_EQ(operands("struct S { int n; int *a, *b; void f() " + Two + "};"), (Operands{"this a b ", "n "}));
  // A variable of the name of a member.
  EXPECT_EQ(operands("struct S { int n; int *a, *b; void f(int n) " + Two + "};"), (Operands{"this a b ", "n "}));
}

TEST(GuardOperands, ObjectsThatGoOnBehindTheirSize) {
  auto Address = [](const std::string &Struct) { return ofStruct(Struct + "; ", "void f(S *s) ", "s->").Pointers; };
  EXPECT_EQ(Address("struct S { int *a, *b; int n; int more[2]; }"), "s s->a s->b ");
  EXPECT_EQ(Address("struct S { int *a, *b; int n; int more[]; }"), "s->a s->b ");
  EXPECT_EQ(Address("struct S { int *a, *b; int n; int more[1]; }"), "s->a s->b ");
  EXPECT_EQ(Address("struct T { int n, more[1]; }; struct S : T { int *a, *b; }"), "s->a s->b ");
  EXPECT_EQ(Address("struct T { int m; }; struct S : virtual T { int n; int *a, *b; }"), "s->a s->b ");
  EXPECT_EQ(ofStruct("struct S { int n; int *a, *b; S *operator&(); }; ", "void f(S &s) ", "s.").Pointers, "s.a s.b ");
}

TEST(GuardOperands, WhatALambdaCapturesHasNoName) {
  EXPECT_EQ(operands("void f(int *a, int *b, int n) { auto l = [=] " + Two + "; l(); }"), (Operands{"", ""}));
}

} // namespace
