//===- FindRegionsTest.cpp - where loops stand side by side -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"
#include "clang/AST/Decl.h"

using namespace loopfuse;
using namespace loopfuse::test;

static const std::string Two = "for (int i = 0; i < 3; ++i) ; for (int j = 0; j < 3; ++j) ;";

static std::vector<std::string> functions(const std::string &Code) {
  std::vector<std::string> Names;
  for (const Region &R : Snippet(Code).Regions)
    Names.push_back(R.Function->getNameAsString());
  return Names;
}

TEST(FindRegions, EveryKindOfFunction) {
  EXPECT_EQ(functions("namespace n { void f() { " + Two +
                      " } }"
                      "struct S { S() { " +
                      Two + " } ~S() { " + Two + " } void m(); void inl() { " + Two +
                      " } };"
                      "void S::m() { " +
                      Two +
                      " }"
                      "auto global = [] { " +
                      Two +
                      " };"
                      "void outer() { auto l = [](auto x) { " +
                      Two + " }; l(1); struct L { void in() { " + Two + " } }; }"),
            (std::vector<std::string>{"f", "S", "~S", "inl", "m", "operator()", "operator()", "in"}));
}

TEST(FindRegions, TwoLoopsAmongTheChildren) {
  EXPECT_TRUE(functions("void f() { for (;;) ; }").empty());
  EXPECT_TRUE(functions("void f() { for (;;) { for (;;) ; } do ; while (0); }").empty());
  EXPECT_EQ(functions("void f() { for (;;) { for (;;) ; } while (1) ; }").size(), 1u);
  EXPECT_EQ(functions("void f() { for (;;) { " + Two + " } }").size(), 1u);
  EXPECT_EQ(functions("void f(int n) { if (n) for (;;) ; x: for (;;) ; }").size(), 1u);
  EXPECT_EQ(functions("void f(int n) { switch (n) { case 1: " + Two + " } }").size(), 1u);
}

TEST(FindRegions, Templates) {
  const std::string Pattern = "template <class T> void f(T *a) { for (int i = 0; i < 3; ++i) a[i] = 0; "
                              "for (int i = 0; i < 3; ++i) a[i] = 1; }";
  Snippet Alone(Pattern);
  ASSERT_EQ(Alone.Regions.size(), 1u);
  EXPECT_FALSE(Alone.Regions[0].IsInstantiation);
  ASSERT_TRUE(Alone.Regions[0].Refused);
  EXPECT_EQ(Alone.Regions[0].Refused->Id, RefusalId::TemplateUninstantiated);

  Snippet Used(Pattern + "void g(int *a, double *b) { f(a); f(b); f(a); }");
  ASSERT_EQ(Used.Regions.size(), 2u);
  for (const Region &R : Used.Regions) {
    EXPECT_TRUE(R.IsInstantiation);
    EXPECT_FALSE(R.Refused);
  }
  EXPECT_EQ(Used.Regions[0].Span, Used.Regions[1].Span);
  EXPECT_EQ(Used.scop(0).Arrays[0].ElementType, "int");
  EXPECT_EQ(Used.scop(1).Arrays[0].ElementType, "double");
}

TEST(FindRegions, MacrosAndEnclosingStatements) {
  Snippet Macro("#define BODY { " + Two + " }\nvoid f() BODY");
  ASSERT_EQ(Macro.Regions.size(), 1u);
  ASSERT_TRUE(Macro.Regions[0].Refused);
  EXPECT_EQ(Macro.Regions[0].Refused->Id, RefusalId::InMacro);
  EXPECT_EQ(Macro.Regions[0].Refused->Arguments, (std::vector<std::string>{"BODY"}));

  Snippet Nested("void f(int n) { while (n) { if (n > 1) { " + Two + " } } }");
  ASSERT_EQ(Nested.Regions.size(), 1u);
  std::string Kinds;
  for (const clang::Stmt *S : Nested.Regions[0].Enclosing)
    Kinds += std::string(S->getStmtClassName()) + " ";
  EXPECT_EQ(Kinds, "CompoundStmt WhileStmt CompoundStmt IfStmt ");
}

TEST(FindRegions, OnlyWantedFiles) {
  Snippet Code("void f() { " + Two + " }");
  std::vector<std::string> Asked;
  auto None = findRegions(Code.context(), [&](llvm::StringRef File) {
    Asked.push_back(File.str());
    return false;
  });
  EXPECT_TRUE(None.empty());
  EXPECT_EQ(Asked, (std::vector<std::string>{"/snippet.cpp"}));
}

TEST(FindRegions, Counts) {
  Snippet Code("template <class T> void f(T) { " + Two + " } void g() { f(1); f(2.0); for (;;) { for (;;) ; } }");
  SourceCounts C = countSources(Code.context(), [](llvm::StringRef) { return true; }).at("/snippet.cpp");
  EXPECT_EQ(C.Functions, 2u);
  EXPECT_EQ(C.Loops, 4u);
}

TEST(FindRegions, DeepExpressionsDoNotExhaustTheStack) {
  std::string Sum = "a[0]";
  for (int I = 0; I < 3000; ++I)
    Sum += " + a[i]";
  Snippet Code("void f(int *a) { for (int i = 0; i < 9; ++i) a[i] = " + Sum +
                   "; for (int i = 0; i < 9; ++i) a[i] = 0; }",
               {"-fbracket-depth=100000"});
  ASSERT_EQ(Code.Regions.size(), 1u);
  Scop S = Code.scop();
  EXPECT_EQ(S.Members.size(), 2u);
}
