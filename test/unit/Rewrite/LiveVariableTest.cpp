//===- LiveVariableTest.cpp - who reads a loop's final value --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"
#include "Rewrite/LoopVariables.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace loopfuse::test;

namespace {

/// Of the loop that sets `j` and calls `mark()`.
bool isLive(const std::string &Body) {
  std::string Code = "void mark(); void use(int); void take(int &);\nvoid f(int n) {\n  int j = 0;\n" + Body + "}\n";
  std::unique_ptr<ASTUnit> Ast = parse(Code, {});
  auto Found = match(
      functionDecl(hasName("f"), isDefinition(),
                   forEachDescendant(forStmt(hasBody(callExpr(callee(functionDecl(hasName("mark")))))).bind("loop")))
          .bind("f"),
      Ast->getASTContext());
  auto Variable = match(varDecl(hasName("j")).bind("j"), Ast->getASTContext());
  EXPECT_EQ(Found.size(), 1u);
  return loopfuse::isLiveBehindLoop(*Found[0].getNodeAs<FunctionDecl>("f"), *Variable[0].getNodeAs<VarDecl>("j"),
                                    *Found[0].getNodeAs<ForStmt>("loop"));
}

const std::string Loop = "  for (j = 0; j < n; j++) mark();\n";

TEST(LiveVariable, ReadBehind) {
  EXPECT_FALSE(isLive(Loop));
  EXPECT_TRUE(isLive(Loop + "  use(j);\n"));
  EXPECT_TRUE(isLive(Loop + "  if (n) use(j + 1);\n"));
}

TEST(LiveVariable, LoopsThatSetItFirst) {
  EXPECT_FALSE(isLive(Loop + "  for (j = 3; j < n; j++) use(j);\n"));
  EXPECT_FALSE(isLive(Loop + "  for (j = 3, n = 4; j < n; j++) use(j);\n"));
  EXPECT_TRUE(isLive(Loop + "  for (j = j + 1; j < n; j++) use(j);\n"));
  EXPECT_TRUE(isLive(Loop + "  for (; j < n; j++) use(j);\n"));
}

TEST(LiveVariable, ReadInFrontCountsIfSomethingComesBack) {
  EXPECT_FALSE(isLive("  use(j);\n" + Loop));
  EXPECT_TRUE(isLive("  for (int r = 0; r < 2; r++) {\n  use(j);\n" + Loop + "  }\n"));
  EXPECT_TRUE(isLive("  while (n--) {\n  use(j);\n" + Loop + "  }\n"));
  EXPECT_TRUE(isLive("again:\n  use(j);\n" + Loop + "  if (n--) goto again;\n"));
  // Forwards, and into a loop past what sets the variable.
  EXPECT_FALSE(isLive("  use(j);\n  if (n) goto out;\n" + Loop + "out:\n  mark();\n"));
  EXPECT_TRUE(isLive(Loop + "  if (n) goto inside;\n  for (j = 0; j < n; j++) {\ninside:\n    use(j);\n  }\n"));
}

TEST(LiveVariable, KnownToOthers) {
  EXPECT_TRUE(isLive("  int *p = &j;\n" + Loop + "  use(*p);\n"));
  EXPECT_TRUE(isLive("  int &r = j;\n" + Loop + "  use(r);\n"));
  EXPECT_TRUE(isLive("  take(j);\n" + Loop));
  EXPECT_TRUE(isLive("  auto g = [&] { use(j); };\n" + Loop + "  g();\n"));
}

} // namespace
