//===- ContractTest.cpp - arrays that become scalars ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

std::string contracted(const std::string &Body, FuseRequest Q = {}) {
  std::string Head = "#include <cstdlib>\n#include <memory>\n#include <vector>\n"
                     "int f(const double *__restrict in, double *__restrict out, int n) {\n";
  std::string New = fuseText(Head + Body + "}\n", Q);
  llvm::StringRef Text = New;
  if (!Text.consume_front(Head))
    return New;
  Text.consume_back("}\n");
  return Text.str();
}

TEST(Contract, AnArrayGoesWithItsDeclaration) {
  EXPECT_EQ(contracted("  float t[64]; // products\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    t[i] = in[i] * 1.1;\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i] * 3.0 + t[i];\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < 64; ++i) {\n"
            "    const float t_i = in[i] * 1.1;\n"
            "    out[i] = t_i * 3.0 + t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, WrittenTwiceIsNotConstant) {
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  for (int i = 0; i < 64; ++i) {\n"
                       "    t[i] = in[i];\n"
                       "    t[i] += 2;\n"
                       "  }\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i];\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < 64; ++i) {\n"
            "    double t_i = in[i];\n"
            "    t_i += 2;\n"
            "    out[i] = t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, OneDeclaratorOfMany) {
  for (auto [Old, New] :
       {std::pair("double t[64], u = 1;", "double u = 1;"), std::pair("double u = 1, t[64];", "double u = 1;"),
        std::pair("double u = 1, t[64], w = 2;", "double u = 1, w = 2;")})
    EXPECT_EQ(contracted("  " + std::string(Old) +
                         "\n"
                         "  for (int i = 0; i < 64; ++i)\n"
                         "    t[i] = in[i];\n"
                         "  for (int i = 0; i < 64; ++i)\n"
                         "    out[i] = t[i] + u;\n"
                         "  return 0;\n"),
              "  " + std::string(New) +
                  "\n"
                  "  for (int i = 0; i < 64; ++i) {\n"
                  "    const double t_i = in[i];\n"
                  "    out[i] = t_i + u;\n"
                  "  }\n"
                  "  return 0;\n");
}

TEST(Contract, MallocTestAndFree) {
  EXPECT_EQ(contracted("  double *t = static_cast<double *>(std::malloc(sizeof(*t) * n));\n"
                       "  if (!t)\n"
                       "    return 1;\n"
                       "  for (int i = 0; i < n; ++i)\n"
                       "    t[i] = in[i];\n"
                       "  for (int i = 0; i < n; ++i)\n"
                       "    out[i] = t[i];\n"
                       "  std::free(t);\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    const double t_i = in[i];\n"
            "    out[i] = t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, NewAndDelete) {
  EXPECT_EQ(contracted("  double *t = new double[n];\n"
                       "  for (int i = 0; i < n; ++i)\n"
                       "    t[i] = in[i];\n"
                       "  for (int i = 0; i < n; ++i)\n"
                       "    out[i] = t[i];\n"
                       "  delete[] t;\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    const double t_i = in[i];\n"
            "    out[i] = t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, ContainersOfTheLibrary) {
  for (std::string Declaration : {"std::vector<double> t(n);", "std::unique_ptr<double[]> t(new double[n]);",
                                  "auto t = std::make_unique<double[]>(n);"})
    EXPECT_EQ(contracted("  " + Declaration +
                         "\n"
                         "  for (int i = 0; i < n; ++i)\n"
                         "    t[i] = in[i];\n"
                         "  for (int i = 0; i < n; ++i)\n"
                         "    out[i] = t[i];\n"
                         "  return 0;\n"),
              "  for (int i = 0; i < n; ++i) {\n"
              "    const double t_i = in[i];\n"
              "    out[i] = t_i;\n"
              "  }\n"
              "  return 0;\n")
        << Declaration;
}

TEST(Contract, AnArrayThatIsStillNamedKeepsItsDeclaration) {
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  (void)sizeof(t);\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    t[i] = in[i];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i];\n"
                       "  return 0;\n"),
            "  double t[64];\n"
            "  (void)sizeof(t);\n"
            "  for (int i = 0; i < 64; ++i) {\n"
            "    const double t_i = in[i];\n"
            "    out[i] = t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, ADefinitionInAnInnerBlockIsDeclaredInFront) {
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  for (int i = 0; i < 64; ++i) {\n"
                       "    {\n"
                       "      t[i] = in[i];\n"
                       "    }\n"
                       "  }\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i];\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < 64; ++i) {\n"
            "    double t_i;\n"
            "    {\n"
            "      t_i = in[i];\n"
            "    }\n"
            "    out[i] = t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, AScopedDefinitionIsDeclaredOutsideOfItsScope) {
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  for (int i = 0; i < 64; ++i) {\n"
                       "    double x = in[i];\n"
                       "    t[i] = x;\n"
                       "  }\n"
                       "  for (int i = 0; i < 64; ++i) {\n"
                       "    double x = t[i];\n"
                       "    out[i] = x;\n"
                       "  }\n"
                       "  return 0;\n"),
            "  for (int i = 0; i < 64; ++i) {\n"
            "    double t_i;\n"
            "    {\n"
            "      double x = in[i];\n"
            "      t_i = x;\n"
            "    }\n"
            "    {\n"
            "      double x = t_i;\n"
            "      out[i] = x;\n"
            "    }\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, AnAccessInAMacroLeavesTheArray) {
  FuseRequest Q;
  Q.Flags.push_back("-DAT(x,i)=x[i]");
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    t[i] = in[i];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = AT(t, i);\n"
                       "  return 0;\n",
                       Q),
            "  double t[64];\n"
            "  for (int i = 0; i < 64; ++i) {\n"
            "    t[i] = in[i];\n"
            "    out[i] = AT(t, i);\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Contract, TheScalarsNameIsNew) {
  EXPECT_EQ(contracted("  double t[64], t_i = 3;\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    t[i] = in[i];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i] * t_i;\n"
                       "  return 0;\n"),
            "  double t_i = 3;\n"
            "  for (int i = 0; i < 64; ++i) {\n"
            "    const double t_i2 = in[i];\n"
            "    out[i] = t_i2 * t_i;\n"
            "  }\n"
            "  return 0;\n");
}

TEST(Fences, ABlockWithoutContraction) {
  FuseRequest Q;
  Q.Options.ContractionFence = loopfuse::Fence::ContractOff;
  EXPECT_EQ(contracted("  double t[64];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    t[i] = in[i] * in[i];\n"
                       "  for (int i = 0; i < 64; ++i)\n"
                       "    out[i] = t[i] + 1;\n"
                       "  return 0;\n",
                       Q),
            "  for (int i = 0; i < 64; ++i) {\n"
            "    double t_i;\n"
            "    {\n"
            "      #pragma clang fp contract(off)\n"
            "      t_i = in[i] * in[i];\n"
            "    }\n"
            "    out[i] = t_i + 1;\n"
            "  }\n"
            "  return 0;\n");
}

} // namespace
