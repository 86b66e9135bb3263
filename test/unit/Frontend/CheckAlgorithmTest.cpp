//===- CheckAlgorithmTest.cpp - loops against the algorithms they stand for ===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CheckAlgorithm.h"
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

using namespace llvm;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

const char *Front = R"(
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
float gain(float x);
void caller(std::vector<float> &a, std::vector<float> &b, const std::vector<float> &c, float *p, float *q, int n,
            int m, float k, int count) {
)";

const clang::FunctionDecl *callerIn(const Snippet &Code) {
  for (const clang::Decl *D : Code.context().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<clang::FunctionDecl>(D); F && F->getIdentifier() && F->getName() == "caller")
      return F;
  return nullptr;
}

/// The call as plain data; a reason where it is no loop.
std::variant<AlgorithmImage, std::string> image(const std::string &Statement) {
  Snippet Code(Front + Statement + "}");
  const clang::FunctionDecl *Caller = callerIn(Code);
  EXPECT_FALSE(!Caller || Code.context().getDiagnostics().hasErrorOccurred()) << Statement;
  if (!Caller)
    return "does not compile";
  const clang::Stmt &S = *cast<clang::CompoundStmt>(Caller->getBody())->body_front();
  const clang::CallExpr *Call = algorithmIn(S);
  if (!Call)
    return "is no algorithm";
  auto Read = readAlgorithm(Code.context(), standardContainers(), *Call, *Caller);
  if (auto *Algorithm = std::get_if<AlgorithmCall>(&Read))
    return imageOf(Code.context(), *Algorithm, S);
  return Read.index() ? std::get<std::string>(Read) : "is not known";
}

std::string refusal(const std::string &Statement) {
  auto Image = image(Statement);
  return Image.index() ? std::get<std::string>(Image) : "";
}

/// Whether \p Loop does what \p Statement did.
bool says(const std::string &Statement, const std::string &Loop) {
  auto Image = image(Statement);
  if (Image.index()) {
    ADD_FAILURE() << Statement << ": " << std::get<std::string>(Image);
    return false;
  }
  Snippet Code(Front + Loop + "}");
  const clang::FunctionDecl *Caller = callerIn(Code);
  EXPECT_FALSE(!Caller || Code.context().getDiagnostics().hasErrorOccurred()) << Loop;
  if (!Caller)
    return false;
  const auto &Body = *cast<clang::CompoundStmt>(Caller->getBody());
  return checkAlgorithm(Code.context(), standardContainers(), std::get<AlgorithmImage>(Image), Body, 0, Body.size(),
                        [](const TreeNode &A, const TreeNode &B) {
                          return A.What == B.What && A.File == B.File && A.Offset == B.Offset;
                        });
}

TEST(CheckAlgorithm, AcceptsWhatTheCallDoes) {
  EXPECT_TRUE(says("std::transform(a.begin(), a.end(), b.begin(), [k](float x) { return x * k; });",
                   "for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] * k;"));
  EXPECT_TRUE(says("std::transform(p, p + n, q + 1, [](auto x) { return x + 1; });",
                   "for (std::ptrdiff_t i = 0; i < n; ++i) q[i + 1] = p[i] + 1;"));
  EXPECT_TRUE(says("std::transform(p + 1, p + n, q, a.begin(), std::plus<>{});",
                   "for (std::ptrdiff_t i = 1; i < n; ++i) a[i - 1] = p[i] + q[i - 1];"));
  EXPECT_TRUE(says("std::for_each(a.begin(), a.end() - 1, [&](float &x) { x *= k; count += 1; });",
                   "for (std::size_t i = 0; i < a.size() - 1; ++i) { a[i] *= k; count += 1; }"));
  EXPECT_TRUE(says("std::for_each(a.begin(), a.end(), [&](float x) { x *= k; count += x > 1; });",
                   "for (std::size_t i = 0; i < a.size(); ++i) { float x = a[i]; x *= k; count += x > 1; }"));
  EXPECT_TRUE(says("std::for_each(a.begin(), a.end(), [&](auto &x) { x *= k; });", "for (auto &x : a) { x *= k; }"));
  EXPECT_TRUE(says("float s = std::accumulate(a.begin(), a.end(), 0.0f);",
                   "float s = 0.0f; for (std::size_t i = 0; i < a.size(); ++i) s += a[i];"));
  EXPECT_TRUE(says("k = std::accumulate(p, p + n, 1.0, [](double s, float x) { return s + x * x; }) / m;",
                   "double sum = 1.0; for (int i = 0; i < n; ++i) sum = sum + p[i] * p[i]; k = sum / m;"));
  EXPECT_TRUE(says("std::fill_n(q, n, 0.5f);", "for (int i = 0; i < n; ++i) q[i] = 0.5f;"));
  EXPECT_TRUE(says("std::copy(p, q, b.begin());", "for (std::ptrdiff_t i = 0; i < q - p; ++i) b[i] = p[i];"));
  EXPECT_TRUE(says("std::iota(p, p + n, 3);", "int value = 3; for (int i = 0; i < n; ++i) { p[i] = value; ++value; }"));
  EXPECT_TRUE(says("std::ranges::transform(a, c, b.begin(), [](float x, float y) { return x - y; });",
                   "for (std::size_t i = 0; i < a.size() && i < c.size(); ++i) b[i] = a[i] - c[i];"));
  EXPECT_TRUE(says("std::transform(p, p + n, q, gain);", "for (int i = 0; i < n; ++i) q[i] = gain(p[i]);"));
}

TEST(CheckAlgorithm, RefusesEverythingElse) {
  const std::string Statement =
      "std::transform(a.begin(), a.end(), b.begin(), [k](float x) { float y = x + 1; return y * k; });";
  const std::string Loop = "for (std::size_t i = 0; i < a.size(); ++i) { float y = a[i] + 1; b[i] = y * k; }";
  ASSERT_TRUE(says(Statement, Loop));
  const std::pair<const char *, const char *> Faults[] = {
      {"i = 0", "i = 1"},      // another start
      {"size_t", "ptrdiff_t"}, // a counter that the size may not fit into
      {"i < a.size()", "i <= a.size()"},
      {"i < a.size()", "i < b.size()"}, // the size of another container
      {"++i", "i += 2"},
      {"a[i]", "a[i + 1]"}, // another element
      {"a[i]", "b[i]"},     // of another container
      {"a[i]", "c[i]"},
      {"b[i] =", "a[i] ="}, // another target
      {"b[i] =", "b[i + 1] ="},
      {"b[i] =", "b[i] +="},
      {"+ 1", "- 1"}, // another operation
      {"+ 1", "+ 2"}, // another number
      {"y * k", "k * y"},
      {"* k", "* n"},                 // another variable
      {"float y", "double y"},        // another type
      {"b[i] = y * k;", ""},          // less
      {"y * k;", "y * k; b[i] = 0;"}, // and more
      {"}", "if (n) b[i] = y; }"},
  };
  for (auto [Old, New] : Faults) {
    std::string Text = Loop;
    size_t At = Text.find(Old);
    ASSERT_NE(At, std::string::npos) << Old;
    Text.replace(At, StringRef(Old).size(), New);
    EXPECT_FALSE(says(Statement, Text)) << Text;
  }
}

TEST(CheckAlgorithm, RefusesOtherSumsAndCopies) {
  const std::string Sum = "float s = std::accumulate(a.begin(), a.end(), 0.0);";
  EXPECT_TRUE(says(Sum, "double sum = 0.0; for (std::size_t i = 0; i < a.size(); ++i) sum += a[i]; float s = sum;"));
  // The sum's own type decides how it is rounded.
  EXPECT_FALSE(says(Sum, "float sum = 0.0; for (std::size_t i = 0; i < a.size(); ++i) sum += a[i]; float s = sum;"));
  EXPECT_FALSE(says(Sum, "float s = 0.0; for (std::size_t i = 0; i < a.size(); ++i) s += a[i];"));
  EXPECT_FALSE(says(Sum, "double sum = 1.0; for (std::size_t i = 0; i < a.size(); ++i) sum += a[i]; float s = sum;"));
  EXPECT_FALSE(says(Sum, "double sum = 0.0; for (std::size_t i = 0; i < a.size(); ++i) sum += a[i]; double s = sum;"));
  EXPECT_FALSE(says(Sum, "double sum = 0.0; for (std::size_t i = 0; i < a.size(); ++i) sum -= a[i]; float s = sum;"));
  // A parameter of another type converts.
  const std::string Narrow = "std::transform(p, p + n, q, [](double x) { return x * 0.1; });";
  EXPECT_TRUE(says(Narrow, "for (int i = 0; i < n; ++i) { double x = p[i]; q[i] = x * 0.1; }"));
  EXPECT_FALSE(says(Narrow, "for (int i = 0; i < n; ++i) { float x = p[i]; q[i] = x * 0.1; }"));
  EXPECT_FALSE(says(Narrow, "for (int i = 0; i < n; ++i) q[i] = p[i] * 0.1;"));
  // A copy does not see what is written.
  const std::string Copied = "std::for_each(p, p + n, [&](float x) { q[0] = 1; k += x; });";
  EXPECT_TRUE(says(Copied, "for (int i = 0; i < n; ++i) { float x = p[i]; q[0] = 1; k += x; }"));
  EXPECT_FALSE(says(Copied, "for (int i = 0; i < n; ++i) { q[0] = 1; k += p[i]; }"));
}

TEST(CheckAlgorithm, RefusesOtherEnds) {
  const std::string Part = "std::copy(p + 1, p + m, q + n);";
  EXPECT_NE(refusal(Part + ""), "is no algorithm");
  const std::string Copy = "std::copy(p, p + m, q + n);";
  EXPECT_TRUE(says(Copy, "for (std::ptrdiff_t i = 0; i < m; ++i) q[n + i] = p[i];"));
  EXPECT_FALSE(says(Copy, "for (std::ptrdiff_t i = 0; i < n; ++i) q[n + i] = p[i];"));
  EXPECT_FALSE(says(Copy, "for (std::ptrdiff_t i = 0; i < m; ++i) q[m + i] = p[i];"));
  EXPECT_FALSE(says(Copy, "for (int i = 0; i < m; ++i) q[n + i] = p[i];")); // The sum might not fit.
  EXPECT_FALSE(says(Copy, "for (std::ptrdiff_t i = 0; i < m; ++i) q[i] = p[i];"));
  const std::string Both = "std::ranges::transform(a, c, b.begin(), std::minus<>{});";
  EXPECT_FALSE(says(Both, "for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] - c[i];"));
  EXPECT_FALSE(says(Both, "for (std::size_t i = 0; i < a.size() && i < a.size(); ++i) b[i] = a[i] - c[i];"));
}

TEST(Algorithms, SayWhyTheyAreNoLoops) {
  EXPECT_EQ(refusal("std::transform(a.begin(), a.end(), std::back_inserter(b), [](float x) { return x; });"),
            "it inserts elements");
  EXPECT_EQ(refusal("std::copy(a.rbegin(), a.rend(), b.begin());"), "it counts backwards");
  EXPECT_EQ(refusal("std::for_each(p, p + n, [=](float &x) mutable { x = count++; });"), "its lambda is not modelled");
  EXPECT_EQ(refusal("std::for_each(p, p + n, [&n](float &x) { x = 1; n = 2; });"),
            "where the range ends is not modelled");
  EXPECT_EQ(refusal("std::for_each(p, p + n, [&p](float &x) { x = 1; p = nullptr; });"),
            "where a range begins might change");
  EXPECT_EQ(refusal("std::transform(p, p + n, q, [](float x) -> int { return x; });"),
            "what its lambda gives is converted");
  EXPECT_EQ(refusal("std::for_each(p, p + n, [](float &x) { if (x > 1) return; x = 1; });"),
            "its body is more than statements with a 'return' at the end");
  EXPECT_EQ(refusal("std::transform(p, p + n, q, [](const double &x) { return x; });"),
            "'x' is bound to a converted value");
  EXPECT_EQ(refusal("std::transform(p, p + n, q, a.begin(), std::multiplies<double>{});"),
            "what it is given is no lambda, function or operator");
}

TEST(Algorithms, CapturesByValueKeepTheirValues) {
  EXPECT_EQ(refusal("std::transform(p, p + n, q, [k](float x) { return x * k; }); k = 2;"), "");
  EXPECT_EQ(refusal("std::transform(p, p + n, q, [k](float x) { return x * k; }); q = &k;"),
            "'k' is captured by value and might change");
  EXPECT_EQ(refusal("std::for_each(p, p + n, [a](float &x) { x = a[0]; });"),
            "'a' is captured by value and might change");
}

} // namespace
