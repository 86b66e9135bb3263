//===- CheckExpansionTest.cpp - statements against the call they stand for ===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CheckExpansion.h"
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

const char *Callee = R"(
int width = 3;
double gain(double x) { return x * 0.5; }
float gain(float x) { return x * 0.25f; }
struct Point { float x, y; } points[64];
float blend(const float *p, float *q, int n, float s) {
  float t = 0;
  for (int i = 0; i < n; ++i) {
    float v = p[i] * s + width;
    if (v > 1.5f)
      q[i] = gain(v);
    points[i].x += -v;
    t += (float)(p[i] / 2.0);
  }
  return t / n;
}
)";

/// Of "float r = blend(a, b, m, 2 * f);" in a function (const float *a, float *b, int m, float f).
ExpandedCall call() {
  ExpandedCall Call;
  Call.Callee = Call.Definition = "blend";
  using Kind = ParameterText::Kind;
  Call.Parameters = {
      {Kind::Variable, "a", ""}, {Kind::Variable, "b", ""}, {Kind::Variable, "m", ""}, {Kind::Copy, "s", "2 * f"}};
  Call.Result = "r";
  Call.Declares = true;
  return Call;
}

std::string expanded() {
  return R"(
  const float s = 2 * f;
  float t2 = 0;
  for (int i = 0; i < m; ++i) {
    float v = a[i] * s + width;
    if (v > 1.5f)
      b[i] = gain(v);
    points[i].x += -v;
    t2 += (float)(a[i] / 2.0);
  }
  float r = t2 / m;
)";
}

/// "blend" and "caller".
std::pair<const clang::FunctionDecl *, const clang::FunctionDecl *> functions(const Snippet &Code) {
  std::pair<const clang::FunctionDecl *, const clang::FunctionDecl *> Found;
  for (const clang::Decl *D : Code.context().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<clang::FunctionDecl>(D); F && F->getIdentifier()) {
      if (F->getName() == "blend")
        Found.first = F;
      if (F->getName() == "caller")
        Found.second = F;
    }
  return Found;
}

/// Whether statements in a function's body, behind \p Front, are what the call does.
bool says(const std::string &Statements, const ExpandedCall &Call, const std::string &Front = "") {
  Snippet Code(std::string(Callee) + "float caller(const float *a, float *b, int m, float f, const float *c) {\n" +
               Front + Statements + "return r; }");
  auto [Definition, Caller] = functions(Code);
  EXPECT_FALSE(Code.context().getDiagnostics().hasErrorOccurred()) << Statements;
  if (!Definition || !Caller)
    return false;
  const auto *Body = cast<clang::CompoundStmt>(Caller->getBody());
  unsigned First = Front.empty() ? 0 : 1;
  EXPECT_EQ(numStatements(*Definition, Call), 4u);
  return checkExpansion(Code.context(), *Definition, Call, *Body, First);
}

/// The expanded text with the first \p Old replaced.
std::string changed(StringRef Old, StringRef New) {
  std::string Text = expanded();
  size_t At = Text.find(Old.str());
  EXPECT_NE(At, std::string::npos) << Old.str();
  return Text.replace(At, Old.size(), New.str());
}

TEST(CheckExpansion, AcceptsWhatTheCallDoes) {
  EXPECT_TRUE(says(expanded(), call()));
  // Names of the callee's own variables do not count, nor const.
  EXPECT_TRUE(says(changed("const float s", "float s"), call()));
  ExpandedCall Assigned = call();
  Assigned.Declares = false;
  EXPECT_TRUE(says(changed("float r =", "r ="), Assigned, "float r;\n"));
}

TEST(CheckExpansion, AcceptsAnArrayForAPointerAndALiteralForAValue) {
  ExpandedCall Call = call();
  Call.Parameters[1].Name = "field";
  Call.Parameters[3] = {ParameterText::Kind::Literal, "", "2.0f"};
  std::string Text = changed("const float s = 2 * f;\n", "");
  Text.replace(Text.find("* s"), 3, "* 2.0f");
  Text.replace(Text.find("b[i]"), 1, "field");
  Snippet Code(std::string(Callee) + "float field[64]; float caller(const float *a, int m) {" + Text + "return r; }");
  auto [Definition, Caller] = functions(Code);
  ASSERT_TRUE(Definition && Caller);
  const auto *Body = cast<clang::CompoundStmt>(Caller->getBody());
  EXPECT_TRUE(checkExpansion(Code.context(), *Definition, Call, *Body, 0));
  Call.Parameters[3].Argument = "3.0f";
  EXPECT_FALSE(checkExpansion(Code.context(), *Definition, Call, *Body, 0));
}

TEST(CheckExpansion, RefusesEverythingElse) {
  const std::pair<const char *, const char *> Faults[] = {
      {"2 * f", "3 * f"},                        // another argument
      {"const float s", "const double s"},       // another type of a copy
      {"float t2", "double t2"},                 // and of a local
      {"t2 = 0", "t2 = 1"},                      // another start
      {"int i = 0", "long i = 0"},               // another counter
      {"i < m", "i <= m"},                       // another bound
      {"++i", "i++"},                            // the same, said in another way
      {"a[i] * s", "a[i] + s"},                  // another operation
      {"a[i] * s", "s * a[i]"},                  // another order
      {"a[i] * s", "c[i] * s"},                  // another variable of the caller
      {"a[i] * s", "b[i] * s"},                  // two parameters exchanged
      {"a[i] * s", "a[i + 0] * s"},              // another subscript
      {"1.5f", "1.5"},                           // another literal
      {"v > 1.5f", "v > -1.5f"},                 // and with a sign
      {"if (v > 1.5f)\n", "if (v > 1.5f) {}\n"}, // an empty branch
      {"gain(v)", "gain((double)v)"},            // another overload
      {"points[i].x", "points[i].y"},            // another member
      {"+= -v", "-= v"},                         // nearly the same
      {"+= -v", "+= ~(int)v"},                   // another unary operator
      {"(float)(a[i] / 2.0)", "a[i] / 2.0"},     // another conversion
      {"t2 / m", "t2 / 2"},                      // another result
      {"float r = t2 / m", "double r = t2 / m"},
  };
  for (const auto &[Old, New] : Faults)
    EXPECT_FALSE(says(changed(Old, New), call())) << Old << " -> " << New;
}

TEST(CheckExpansion, RefusesCapturedNames) {
  // The callee's global is hidden at the place of the call.
  EXPECT_FALSE(says(expanded(), call(), "int width = 4;\n"));
  // The body's own variable hides the one that stands for a parameter.
  ExpandedCall Call = call();
  Call.Parameters[0].Name = "v";
  std::string Text = changed("a[i] * s", "v * s");
  EXPECT_FALSE(says(changed("float v = a[i]", "float v = b[i]"), Call));
  // A variable of another type stands for a parameter.
  Call = call();
  Call.Parameters[2].Name = "f";
  EXPECT_FALSE(says(changed("i < m", "i < f"), Call));
}

/// Whether \p Statements, behind \p Names, are what a call of a function with the statements \p Body does.
bool saysTheSame(const std::string &Names, const std::string &Body, const std::string &Statements) {
  Snippet Code(Names + "void blend(float *a, int m) {" + Body + "} void caller(float *a, int m) {" + Statements + "}");
  auto [Definition, Caller] = functions(Code);
  if (!Definition || !Caller)
    return false;
  ExpandedCall Call;
  Call.Parameters = {{ParameterText::Kind::Variable, "a", ""}, {ParameterText::Kind::Variable, "m", ""}};
  return checkExpansion(Code.context(), *Definition, Call, *cast<clang::CompoundStmt>(Caller->getBody()), 0);
}

TEST(CheckExpansion, RefusesAnotherVariableThatIsElsewhere) {
  const char *Names = "int width = 3, other = 4;";
  const char *Body = "extern int width; for (int i = 0; i < m; ++i) a[i] *= width;";
  EXPECT_TRUE(saysTheSame(Names, Body, Body));
  EXPECT_FALSE(saysTheSame(Names, Body, "extern int other; for (int i = 0; i < m; ++i) a[i] *= other;"));
}

TEST(CheckExpansion, RefusesWhatAsksForItsPlace) {
  const char *Body = "for (int i = 0; i < m; ++i) a[i] = tag(a[i]);";
  EXPECT_TRUE(saysTheSame("float tag(float v, int f = 3);", Body, Body));
  EXPECT_FALSE(saysTheSame("float tag(float v, int f = __builtin_FUNCTION()[0]);", Body, Body));
}

TEST(CheckExpansion, RefusesMissingAndMoreStatements) {
  EXPECT_FALSE(says(changed("points[i].x += -v;\n", ""), call()));
  EXPECT_FALSE(says(changed("points[i].x += -v;\n", "points[i].x += -v; points[i].x += -v;\n"), call()));
  EXPECT_FALSE(says(changed("float t2 = 0;\n", "float t2 = 0; width = 2;\n"), call()));
}

} // namespace
