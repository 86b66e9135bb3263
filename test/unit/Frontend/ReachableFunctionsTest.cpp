//===- ReachableFunctionsTest.cpp - what a function may run ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/ReachableFunctions.h"
#include "ParsedFunction.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

std::set<std::string> reachable(const std::string &Code) {
  Parsed P(Code);
  std::set<std::string> Names;
  EXPECT_TRUE(addReachable(P.function("start"), Names));
  return Names;
}

using Names = std::set<std::string>;

TEST(ReachableFunctions, ThroughBodies) {
  EXPECT_EQ(reachable("void c();\nvoid b() { c(); }\nvoid a() { b(); }\nvoid other() { a(); }\n"
                      "void start() { a(); }\n"),
            Names({"start", "a", "b", "c"}));
  EXPECT_EQ(reachable("void a();\nvoid start() { void (*p)() = a; }\n"), Names({"start", "a"}));
  EXPECT_EQ(reachable("void start();\nvoid a() { start(); }\nvoid start() { a(); }\n"), Names({"start", "a"}))
      << "in a circle";
}

TEST(ReachableFunctions, WhatHasNoNameInTheText) {
  EXPECT_EQ(reachable("void a(); void b(); void c();\n"
                      "struct P { ~P() { b(); } };\nstruct S { P p; S() { a(); } operator int() { c(); return 1; } };\n"
                      "void start() { S s; int i = s; }\n"),
            Names({"start", "S", "~S", "~P", "P", "operator", "a", "b", "c"}));
  EXPECT_EQ(reachable("int a(); int b();\nint f(int i = a()) { return i; }\nstruct S { int m = b(); };\n"
                      "void start() { f(); S s{}; }\n"),
            Names({"start", "f", "a", "b"}));
  EXPECT_EQ(reachable("void a();\nstruct S { void operator+=(int) { a(); } int *begin(); int *end(); };\n"
                      "void start(S &s) { s += 1; for (int i : s) ; }\n"),
            Names({"start", "operator+=", "a", "begin", "end"}));
}

TEST(ReachableFunctions, Templates) {
  Names Found =
      reachable("int a(int);\ntemplate <class T> struct S { S() {} T get() { return a(1); } ~S() { a(2); } };\n"
                "template <class T> T f() { S<T> s; return s.get(); }\n"
                "void start() { f<int>(); }\n");
  EXPECT_EQ(Found, Names({"start", "f", "S", "~S", "get", "a"})) << "the pattern's names";
}

TEST(ReachableFunctions, AroundALambda) {
  Parsed P("void a(); void b();\nvoid outer() { a(); auto l = [] { b(); }; }\n");
  auto Lambdas = Parsed::all<clang::LambdaExpr>(*P.function("outer").getBody());
  ASSERT_EQ(Lambdas.size(), 1u);
  Names Found;
  EXPECT_TRUE(addReachable(*Lambdas.front()->getCallOperator(), Found));
  EXPECT_TRUE(Found.count("outer") && Found.count("a") && Found.count("b")) << "the lambda stands in its body";
}

TEST(ReachableFunctions, TooMany) {
  std::string Code;
  for (int I = 0; I < 4000; ++I)
    Code += "void f" + std::to_string(I) + "() {" + (I ? " f" + std::to_string(I - 1) + "(); " : "") + "}\n";
  Parsed P(Code + "void start() { f3999(); }\n");
  Names Found;
  EXPECT_FALSE(addReachable(P.function("start"), Found));
}

} // namespace
