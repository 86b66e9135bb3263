//===- ConditionalsTest.cpp - text between #if and #endif -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Conditionals.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace loopfuse;

namespace {

TEST(Conditionals, SectionsOfAPlace) {
  const llvm::StringRef Code = "int a;\n"
                               "#if 1\n"
                               "int b;\n"
                               "# ifdef X\n"
                               "int c;\n"
                               "# elif 1\n"
                               "int d; /*\n"
                               "#endif */\n"
                               "int e;\n"
                               "# endif\n"
                               "int f;\n"
                               "#else\n"
                               "int g;\n"
                               "#endif\n"
                               "int h;\n";
  std::unique_ptr<ASTUnit> Ast = tooling::buildASTFromCode(Code, "input.c");
  FileText File(Ast->getASTContext(), Ast->getSourceManager().getMainFileID(), "input.c");
  TextRange All{0, unsigned(Code.size())};
  auto Sections = [&](char Name) {
    return conditionalSections(File, All, Code.find(std::string("int ") + Name + ";"));
  };
  EXPECT_TRUE(Sections('a').empty());
  EXPECT_EQ(Sections('b').size(), 1u);
  EXPECT_EQ(Sections('c').size(), 2u);
  EXPECT_EQ(Sections('d').size(), 2u);
  EXPECT_NE(Sections('c'), Sections('d'));
  EXPECT_EQ(Sections('d'), Sections('e'));
  EXPECT_EQ(Sections('b'), Sections('f'));
  EXPECT_NE(Sections('b'), Sections('g'));
  EXPECT_TRUE(Sections('h').empty());
  EXPECT_TRUE(hasDirective(File, All));
  EXPECT_FALSE(hasDirective(File, {0, 6}));
}

} // namespace
