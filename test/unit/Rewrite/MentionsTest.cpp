//===- MentionsTest.cpp - where a body uses a variable --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Mentions.h"
#include "Rewrite/Names.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace clang::ast_matchers;
using namespace loopfuse;

namespace {

/// The body of `f`, which may use the parameter `k`.
struct Body {
  explicit Body(const std::string &Code, const std::string &Before = "")
      : Ast(tooling::buildASTFromCodeWithArgs(Before + "int g(int); int a[9];\ntemplate <class T> void id(T &&) {}\n" +
                                                  "void f(int k, bool c) {\n" + Code + "\n}\n",
                                              {"-std=c++20"}, "/no/such/folder/input.cpp")),
        File(Ast->getASTContext(), Ast->getSourceManager().getMainFileID(), "/no/such/folder/input.cpp") {
    EXPECT_FALSE(Ast->getDiagnostics().hasErrorOccurred());
    auto Found = match(functionDecl(hasName("f")).bind("f"), Ast->getASTContext());
    Function = Found[0].getNodeAs<FunctionDecl>("f");
    Variable = Function->getParamDecl(0);
    Within = *File.range(Function->getBody()->getSourceRange());
  }
  std::vector<Mention> mentions() const { return mentionsOf(File, *Variable, *Function->getBody()); }
  bool replaceable() const { return areReplaceable(File, *Variable, mentions(), Within); }
  NameUse names() const { return namesIn(File, *Function->getBody(), Within); }

  std::unique_ptr<ASTUnit> Ast;
  FileText File;
  const FunctionDecl *Function = nullptr;
  const ParmVarDecl *Variable = nullptr;
  TextRange Within;
};

TEST(Mentions, CapturesOfLambdas) {
  Body B("auto h = [k](int x) { return k + x; };");
  std::vector<Mention> M = B.mentions();
  ASSERT_EQ(M.size(), 2u);
  EXPECT_TRUE(M[0].InCapture);
  EXPECT_FALSE(M[0].isPlainRead());
  EXPECT_FALSE(M[1].InCapture);
  EXPECT_TRUE(B.replaceable());
}

TEST(Mentions, ReplaceableOnlyIfTheTextSaysNoMore) {
  EXPECT_TRUE(Body("a[k] = g(k); /* k */").replaceable());
  EXPECT_TRUE(Body("struct S { int k; } s; s.k = k;").replaceable() == false) << "a member of that name is declared";
  EXPECT_FALSE(Body("a[k] = TWICE(k);", "#define TWICE(x) ((x) + (x))\n").replaceable());
  EXPECT_FALSE(Body("a[k] = ALSO;", "#define ALSO k\n").replaceable());
  EXPECT_FALSE(Body("a[k] = 1; { int k = 2; a[k] = 3; }").replaceable());
}

TEST(Mentions, PlainReads) {
  auto Plain = [](const std::string &Code) {
    std::vector<Mention> M = Body(Code).mentions();
    EXPECT_EQ(M.size(), 1u) << Code;
    return M[0].isPlainRead();
  };
  EXPECT_TRUE(Plain("a[k] = 1;"));
  EXPECT_TRUE(Plain("g((k));"));
  EXPECT_FALSE(Plain("a[0] = sizeof(k);"));
  EXPECT_FALSE(Plain("id(k);"));
  EXPECT_FALSE(Plain("int &r = k;"));
  EXPECT_FALSE(Plain("decltype(k) x = 3;"));
}

TEST(NameUse, WhatIsDeclaredWhere) {
  NameUse N = Body("int x = k; { int y = x; } enum E { One }; struct T { int z; }; auto [p, q] = T2{1, 2};",
                   "struct T2 { int u, v; };\n")
                  .names();
  for (const char *Name : {"x", "E", "One", "T", "p", "q"})
    EXPECT_TRUE(N.DeclaredAtTop.contains(Name)) << Name;
  EXPECT_FALSE(N.DeclaredAtTop.contains("y"));
  EXPECT_TRUE(N.DeclaredInside.contains("y"));
  EXPECT_TRUE(N.DeclaresTypes);
  EXPECT_FALSE(N.UsesMacro);
}

TEST(NameUse, WhatIsNeededFromOutside) {
  Body B("int x = g(1); for (int i = 0; i < x; ++i) a[i] = USES_LATER;",
         "extern int later;\n#define USES_LATER later\n");
  NameUse N = B.names();
  EXPECT_TRUE(N.needs("g", {}));
  EXPECT_TRUE(N.needs("later", {})) << "through a macro";
  EXPECT_FALSE(N.needs("i", {})) << "its own";
  EXPECT_FALSE(N.needs("nothing", {}));
  EXPECT_TRUE(N.UsesMacro);
}

TEST(NameUse, DiscardedBranchesMayNeedAnything) {
  Body B("if constexpr (sizeof(int) == 1) { a[0] = hidden; } { int hidden = 1; a[1] = hidden; }",
         "extern int hidden;\n");
  EXPECT_TRUE(B.names().needs("hidden", {}));
}

TEST(NameUse, ObjectsWithDestructorsNeedAScope) {
  const std::string Guard = "struct Guard { ~Guard(); }; struct Plain { int x; }; Guard make();\n";
  EXPECT_TRUE(Body("Guard lock;", Guard).names().NeedsScope);
  EXPECT_TRUE(Body("Guard locks[2];", Guard).names().NeedsScope);
  EXPECT_TRUE(Body("const Guard &kept = make();", Guard).names().NeedsScope);
  EXPECT_FALSE(Body("Plain p; { Guard inner; } (void)p;", Guard).names().NeedsScope);
}

TEST(NameUse, Captures) {
  NameUse Declares = Body("int scale = 2; a[0] = scale;").names();
  EXPECT_EQ(capturedName(Declares, Body("a[0] = scale;", "extern int scale;\n").names()), "scale");
  EXPECT_EQ(capturedName(Declares, Body("struct S { int scale; } s{}; a[0] = s.scale;").names()), "scale")
      << "declared again";
  EXPECT_EQ(capturedName(Declares, Body("a[0] = N::scale;", "namespace N { extern int scale; }\n").names()), "");
  EXPECT_EQ(capturedName(Declares, Body("a[0] = 1; // scale").names()), "");
  EXPECT_NE(capturedName(Body("using namespace N;", "namespace N {}\n").names(), Body("a[0] = 1;").names()), "");
}

} // namespace
