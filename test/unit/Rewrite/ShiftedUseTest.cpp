//===- ShiftedUseTest.cpp - a sum in a variable's place -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

/// What \p Value, which names `k`, becomes in a loop over `i`, which is k - 1. \p Type is that of both.
std::string shifted(const std::string &Value, const std::string &Type = "int") {
  std::string Head = "int g(int);\nvoid f(const int *__restrict in, int *__restrict out, int *__restrict b, " + Type +
                     " n, " + Type + " m) {\n";
  std::string New = fuseText(Head + "  for (" + Type + " i = 0; i < n; ++i)\n    out[i] = in[i];\n  for (" + Type +
                             " k = 1; k <= n; ++k)\n    b[0] += " + Value + ";\n}\n");
  llvm::StringRef Text = New;
  size_t Begin = Text.find("b[0] += ");
  if (Begin == llvm::StringRef::npos)
    return New;
  return Text.drop_front(Begin).drop_front(8).split(";\n").first.str();
}

TEST(ShiftedUse, ParenthesesComeWhereTheyAreNeeded) {
  for (auto [Old, New] :
       {std::pair("k", "i + 1"), std::pair("in[k]", "in[i + 1]"), std::pair("k[in]", "(i + 1)[in]"),
        std::pair("k * 2", "(i + 1) * 2"), std::pair("m - k", "m - (i + 1)"), std::pair("m + k", "m + (i + 1)"),
        std::pair("k < 1", "i + 1 < 1"), std::pair("-k", "-(i + 1)"), std::pair("(k & 1)", "((i + 1) & 1)"),
        std::pair("(int)k", "(int)(i + 1)"), std::pair("static_cast<int>(k)", "static_cast<int>(i + 1)"),
        std::pair("int(k)", "int(i + 1)"), std::pair("(m ? k : 2)", "(m ? i + 1 : 2)"),
        std::pair("(k ? m : 2)", "((i + 1) ? m : 2)")})
    EXPECT_EQ(shifted(Old), New);
}

TEST(ShiftedUse, ParenthesesGoWhereTheyAreNot) {
  for (auto [Old, New] :
       {std::pair("in[(k)]", "in[i + 1]"), std::pair("in[((k - 1))]", "in[i]"), std::pair("2 * (k)", "2 * (i + 1)"),
        std::pair("2 * (k - 1)", "2 * i"), std::pair("in[(k) - 1]", "in[i]"), std::pair("((k))", "i + 1"),
        std::pair("(/* c */ k) * 2", "(/* c */ i + 1) * 2"), std::pair("2 * (k - 1 /* c */)", "2 * (i /* c */)")})
    EXPECT_EQ(shifted(Old), New);
}

TEST(ShiftedUse, NumbersAreAddedUp) {
  for (auto [Old, New] : {std::pair("in[k - 1]", "in[i]"), std::pair("in[k-3]", "in[i-2]"),
                          std::pair("in[k + 2]", "in[i + 3]"), std::pair("1 + k", "2 + i"), std::pair("5 - k", "4 - i"),
                          std::pair("1 - k", "1 - (i + 1)"), std::pair("k + m - 1", "i + m"),
                          std::pair("k - m + 4 - 1", "i - m + 4"), std::pair("k + m + 1", "i + 1 + m + 1")})
    EXPECT_EQ(shifted(Old), New);
}

TEST(ShiftedUse, OnlyPlainNumbersOfTheSameType) {
  for (auto [Old, New] : {std::pair("k - 01", "i + 1 - 01"), std::pair("k - 1u", "i + 1 - 1u"),
                          std::pair("k - 1L", "i + 1 - 1L"), std::pair("k /* c */ - 1", "i + 1 /* c */ - 1"),
                          std::pair("k - 1.0", "i + 1 - 1.0"), std::pair("k + 1L - 1", "i + 1 + 1L - 1")})
    EXPECT_EQ(shifted(Old), New);
  EXPECT_EQ(shifted("in[k - 1]", "unsigned long"), "in[i]");
  EXPECT_EQ(shifted("k + 2147483647", "unsigned"), "i + 1 + 2147483647");
}

TEST(ShiftedUse, BetweenTheParenthesesOfStatements) {
  EXPECT_EQ(fuseText("void f(const int *__restrict in, int *__restrict out, int *__restrict b, int n) {\n"
                     "  for (int i = 0; i < n; ++i)\n    out[i] = in[i];\n"
                     "  for (int k = 1; k <= n; ++k) {\n    if (k)\n      b[k] = 1;\n"
                     "    switch (k) {\n    default:\n      b[k] = 2;\n    }\n  }\n}\n"),
            "void f(const int *__restrict in, int *__restrict out, int *__restrict b, int n) {\n"
            "  for (int i = 0; i < n; ++i) {\n    out[i] = in[i];\n    if (i + 1)\n      b[i + 1] = 1;\n"
            "    switch (i + 1) {\n    default:\n      b[i + 1] = 2;\n    }\n  }\n}\n");
}

} // namespace
