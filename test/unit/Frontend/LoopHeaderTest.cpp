//===- LoopHeaderTest.cpp - which values a loop's variable takes ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// "First; Relation Bound; Step" of a loop with this header (and an empty loop behind it), or the refusal.
std::string header(const std::string &Header, const std::string &Parameters = "int n",
                   const std::string &Body = "a[0] = 1;") {
  bool NeedsLibrary = llvm::StringRef(Parameters).contains("std::");
  std::string Start = NeedsLibrary ? "#include <vector>\n#include <array>\n#include <span>\n" : "";
  Scop S = Snippet(Start + "typedef unsigned long size_t; typedef unsigned char uint8_t; void f(double *a, " +
                   Parameters + ") {\n  for (" + Header + ") { " + Body + " }\n  for (int z = 0; z < 2; ++z) ;\n}")
               .scop();
  if (S.Members.empty())
    return "no region";
  if (!S.Members[0].Refusals.empty())
    return refusalName(S.Members[0].Refusals[0].Id).str();
  const Loop &L = S.Loops[0];
  static const char *const Spelling[] = {"<", "<=", ">", ">=", "!="};
  return toString(S, L.First) + "; " + Spelling[static_cast<int>(L.Relation)] + " " + toString(S, L.Bound) + "; " +
         toString(S, L.Step);
}

} // namespace

TEST(LoopHeader, SignedCounters) {
  EXPECT_EQ(header("int i = 0; i < n; ++i"), "0; < n; 1");
  EXPECT_EQ(header("int i = 0; i < n; i++"), "0; < n; 1");
  EXPECT_EQ(header("int i = 0; n > i; i += 1"), "0; < n; 1");
  EXPECT_EQ(header("int i = 2; i <= n - 1; i = i + 3"), "2; <= n - 1; 3");
  EXPECT_EQ(header("int i = 2; n - 1 >= i; i = 3 + i"), "2; <= n - 1; 3");
  EXPECT_EQ(header("int i = n - 1; i >= 0; --i"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("int i = n; i > 0; i -= 2"), "n; > 0; -2");
  EXPECT_EQ(header("int i = 0; i != n; i = i - -1"), "0; != n; 1");
  EXPECT_EQ(header("long i = 0; i < n; ++i"), "0; < n; 1");
  EXPECT_EQ(header("int i = 0, e = n * 2; i < e; ++i"), "0; < 2*n; 1");
  EXPECT_EQ(header("int i = 0; i + 3 < n; i += 4"), "0; < n - 3; 4");
  EXPECT_EQ(header("int i = 0; i < n; i += s", "int n, int s"), "0; < n; s");
  EXPECT_EQ(header("int i = n; i --> 0;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("i = 0; i < n; ++i", "int n, int i"), "0; < n; 1");
}

TEST(LoopHeader, CountersAreChangedInTheCondition) {
  EXPECT_EQ(header("int i = n; i--;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("int i = n; i-- != 0;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("size_t i = n; i--;", "size_t n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("short i = 9; i--;"), "8; >= 0; -1");
  EXPECT_EQ(header("short i = n; i--;", "short n"), "loop-may-wrap");
  EXPECT_EQ(header("int i = n; i; --i"), "n; != 0; -1");
  EXPECT_EQ(header("int i = -1; ++i < n;"), "0; < n; 1");
  EXPECT_EQ(header("int i = n; --i >= 0;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("int i = n; --i;"), "n - 1; != 0; -1");
  EXPECT_EQ(header("unsigned i = -1; ++i < n;", "unsigned n"), "0; < n; 1");
  EXPECT_EQ(header("unsigned i = n; --i > 0;", "unsigned n"), "u32(n - 1); > 0; -1");
  EXPECT_EQ(header("unsigned i = n; --i >= 0;", "unsigned n"), "loop-may-wrap");
  EXPECT_EQ(header("int i = -1; ++i < n;", "size_t n"), "0; < n; 1");
  EXPECT_EQ(header("int i = -2; ++i < n;", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("int i = n; --i > m;", "int n, size_t m"), "loop-may-wrap");
  EXPECT_EQ(header("int i = 0; i++ < n;"), "1; < n + 1; 1");
  EXPECT_EQ(header("int i = 0; i++ <= n;"), "1; <= n + 1; 1");
  EXPECT_EQ(header("int i = 0; i++ != n;"), "1; != n + 1; 1");
  EXPECT_EQ(header("int i = n; i-- > 1;"), "n - 1; > 0; -1");
  EXPECT_EQ(header("int i = n; i-- >= 1;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("size_t i = 0; i++ < n;", "size_t n"), "1; < n + 1; 1");
  EXPECT_EQ(header("size_t i = n; i-- > 1;", "size_t n"), "n - 1; > 0; -1");
  EXPECT_EQ(header("size_t i = n; i-- >= 1;", "size_t n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("size_t i = n; i-- >= 0;", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = n; i-- != size_t(-1);", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = m; i++ != n;", "size_t n, size_t m"), "loop-may-wrap");
  EXPECT_EQ(header("int i = 0; i++ < n;", "size_t n"), "1; < n + 1; 1");
  EXPECT_EQ(header("int i = k; i++ < n;", "size_t n, int k"), "loop-may-wrap");
  EXPECT_EQ(header("int i = n; i-- > 1u;"), "loop-may-wrap");
  EXPECT_EQ(header("int i = 0; i++ == n;"), "loop-form");
  EXPECT_EQ(header("int i = 0; i++ < i;"), "loop-form");
  EXPECT_EQ(header("double *p = a; p++ != a + n;"), "loop-form");
  EXPECT_EQ(header("size_t i = n - 1; i != size_t(-1); --i", "size_t n"), "s64(n - 1); >= 0; -1");
  EXPECT_EQ(header("size_t i = n - 1; i != 18446744073709551615u; --i", "size_t n"), "s64(n - 1); >= 0; -1");
  EXPECT_EQ(header("unsigned i = n - 1; i != unsigned(-1); --i", "unsigned n"), "loop-may-wrap");
}

TEST(LoopHeader, ReverseIterators) {
  const char *V = "std::vector<double> &v, double *q, int n";
  EXPECT_EQ(header("auto i = v.rbegin(); i != v.rend(); ++i", V), "v.size() - 1; != -1; -1");
  EXPECT_EQ(header("auto i = v.crbegin() + 1; i < v.crend() - 2; i += 2", V), "v.size() - 2; > 1; -2");
  EXPECT_EQ(header("auto i = std::rbegin(v); v.rend() > i; i++", V), "v.size() - 1; > -1; -1");
  EXPECT_EQ(header("auto i = v.rend() - 1; i >= v.rbegin(); --i", V), "0; <= v.size() - 1; 1");
  EXPECT_EQ(header("auto i = std::make_reverse_iterator(q + n); i != std::make_reverse_iterator(q); ++i", V),
            "n - 1; != -1; -1");
  EXPECT_EQ(header("std::reverse_iterator<double *> i(q + n); i != std::reverse_iterator<double *>(q); ++i", V),
            "n - 1; != -1; -1");
  EXPECT_EQ(header("auto i = v.rbegin(); i != v.rend(); --i", V), "v.size() - 1; != -1; 1");
  EXPECT_EQ(header("auto i = v.rbegin(); i != std::reverse_iterator(v.begin()); ++i", V), "v.size() - 1; != -1; -1");
}

TEST(LoopHeader, UnsignedCountersDoNotWrap) {
  EXPECT_EQ(header("size_t i = 0; i < n; ++i", "size_t n"), "0; < n; 1");
  EXPECT_EQ(header("size_t i = 0; i < n - 1; ++i", "size_t n"), "0; < u64(n - 1); 1");
  EXPECT_EQ(header("size_t i = 0; i != n; ++i", "size_t n"), "0; != n; 1");
  EXPECT_EQ(header("size_t i = n; i > 0; --i", "size_t n"), "n; > 0; -1");
  EXPECT_EQ(header("size_t i = n; i != 0; --i", "size_t n"), "n; != 0; -1");
  EXPECT_EQ(header("size_t i = n; i-- > 0;", "size_t n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("size_t i = 0; i < n; i += 8", "size_t n"), "0; < n; 8");
  EXPECT_EQ(header("unsigned i = 0; i < 1000; i += 3"), "0; < 1000; 3");
  EXPECT_EQ(header("unsigned i = 20; i >= 2; i -= 2"), "20; >= 2; -2");
  // Without an end where it wraps: excluded, so it does not.
  EXPECT_EQ(header("uint8_t i = 0; i < n; ++i"), "0; < n; 1");
  EXPECT_EQ(header("unsigned i = 0; i <= n; ++i", "unsigned n"), "0; <= n; 1");
  EXPECT_EQ(header("unsigned i = 1; i < n; i += 2", "unsigned n"), "1; < n; 2");
  EXPECT_EQ(header("size_t i = 0; i < n; i += 1024", "size_t n"), "0; < n; 1024");
  EXPECT_EQ(header("short i = 0; i <= n; i += 4"), "0; <= n; 4");
}

TEST(LoopHeader, CountersThatMayWrapAreRefused) {
  EXPECT_EQ(header("size_t i = n; i >= 0; --i", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("unsigned i = n; i > 0; i -= 2", "unsigned n"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = m; i != n; ++i", "size_t n, size_t m"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = 0; i != n; i += 2", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("unsigned i = 0; i < n; i += 6", "unsigned n"), "loop-may-wrap");
  // The counter goes on at 0, and the loop ends.
  EXPECT_EQ(header("uint8_t i = 5; (uint8_t)(i - 5) < n; ++i", "uint8_t n"), "loop-may-wrap");
  EXPECT_EQ(header("unsigned i = 5; i - 5 < n; ++i", "unsigned n"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = 0; i < n; i += 100", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = 1; i < n; i += s", "size_t n, size_t s"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = 0; i != n; i += s", "size_t n, size_t s"), "loop-form");
  EXPECT_EQ(header("size_t i = n; i > 0; i -= s", "size_t n, size_t s"), "loop-may-wrap");
  EXPECT_EQ(header("short i = 0; i < n; i += s", "short n, short s"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = m; i < n; --i", "size_t n, size_t m"), "loop-may-wrap");
  EXPECT_EQ(header("size_t i = n; i < n; --i", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("unsigned i = n - 1; i < n; --i", "size_t n"), "loop-may-wrap");
  EXPECT_EQ(header("uint8_t i = n - 1; i < n; --i", "int n"), "loop-may-wrap");
  EXPECT_EQ(header("short i = 0; i < n; i += 3"), "loop-may-wrap");
}

TEST(LoopHeader, CountersThatEndByWrapping) {
  EXPECT_EQ(header("size_t i = n - 1; i < n; --i", "size_t n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("unsigned i = n - 1; n > i; i -= 1", "unsigned n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("uint8_t i = n - 1; i < n; i--", "uint8_t n"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("size_t i = n; i <= n; --i", "size_t n"), "n; >= 0; -1");
  EXPECT_EQ(header("unsigned i = 9; i < 10; --i"), "9; >= 0; -1");
  EXPECT_EQ(header("size_t i = 0; i < n; i += s", "size_t n, size_t s"), "0; < n; s");
}

TEST(LoopHeader, StartsInFront) {
  auto First = [](const std::string &Front) {
    Scop S = Snippet("void f(double *a, double *b, int n, bool g) {\n  int i, j = 0;\n  " + Front +
                     "\n  for (; i < n; ++i) a[i] = 1;\n  for (int z = 0; z < 2; ++z) ;\n}")
                 .scop();
    return S.Members[0].Refusals.empty() ? toString(S, S.Loops[0].First)
                                         : refusalName(S.Members[0].Refusals[0].Id).str();
  };
  EXPECT_EQ(First("i = 3;"), "3");
  EXPECT_EQ(First("i = 3; j = 4; b[0] = 5;"), "3");
  EXPECT_EQ(First("i = 3; ++i;"), "loop-form");
  EXPECT_EQ(First("if (g) i = 3;"), "loop-form");
  EXPECT_EQ(First("i = n;"), "loop-form");
  EXPECT_EQ(First("i = 3; int *p = &i; *p = 4;"), "loop-form");
  EXPECT_EQ(First("i = 3; if (g) goto on; b[0] = 1; on: b[1] = 2;"), "loop-form");
}

TEST(LoopHeader, MixedSigns) {
  EXPECT_EQ(header("int i = 0; i < n; ++i", "size_t n"), "0; < n; 1");
  EXPECT_EQ(header("unsigned i = 0; i < n; ++i"), "0; < u32(n); 1");
  EXPECT_EQ(header("int i = 0; i < (int)n; ++i", "size_t n"), "0; < s32(n); 1");
  // i may be negative where it is compared as an unsigned number.
  EXPECT_EQ(header("int i = k; i < n; ++i", "size_t n, int k"), "loop-may-wrap");
  EXPECT_EQ(header("int i = 5; i >= n; --i", "size_t n"), "loop-may-wrap");
}

TEST(LoopHeader, FormsThatAreNotModelled) {
  EXPECT_EQ(header("float t = 0; t < 1; t += 0.1f"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < n && a[i] > 0; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < g(); ++i", "int (&g)()"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < n; i *= 2"), "loop-form");
  EXPECT_EQ(header("int i = 0; i > n; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < n; ++n"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < i + n; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0, j = n; i < j; ++i, --j"), "loop-form");
  EXPECT_EQ(header("; ;", "int n", "if (n) break;"), "break");
  EXPECT_EQ(header("int i = 0; i != n; i += s", "int n, int s"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < (int)a[0]; ++i"), "loop-form");
}

TEST(LoopHeader, TheBodyMustLeaveTheVariableAlone) {
  EXPECT_EQ(header("int i = 0; i < n; ++i", "int n", "i += 1;"), "loop-variable-modified");
  EXPECT_EQ(header("int i = 0; i < n; ++i", "int n", "int *p = &i; *p = 3;"), "loop-variable-modified");
  EXPECT_EQ(header("int i = 0; i < n; ++i", "int n", "int &r = i; r++;"), "loop-variable-modified");
}

TEST(LoopHeader, PointersAndIterators) {
  EXPECT_EQ(header("double *p = a; p != a + n; ++p", "int n", "*p = 1;"), "0; != n; 1");
  EXPECT_EQ(header("double *p = a + 1, *e = a + n; p < e; p += 2", "int n", "*p = 1;"), "1; < n; 2");
  EXPECT_EQ(header("double *p = a + n - 1; p >= a; --p", "int n", "*p = 1;"), "n - 1; >= 0; -1");
  EXPECT_EQ(header("double *p = a; p != end; ++p", "double *end", "*p = 1;"), "0; != end - a; 1");
  EXPECT_EQ(header("auto it = v.begin(); it != v.end(); ++it", "std::vector<int> &v", "*it = 1;"), "0; != v.size(); 1");
  EXPECT_EQ(header("auto it = v.cbegin() + 1; it < v.cend(); it += 2", "std::vector<int> &v", "a[0] += *it;"),
            "1; < v.size(); 2");
  EXPECT_EQ(header("double *p = a; p != a + n; ++p", "int n", "*p++ = 1;"), "loop-variable-modified");
}

TEST(LoopHeader, RangeFor) {
  EXPECT_EQ(header("int &x : v", "std::vector<int> &v", "x = 1;"), "0; < v.size(); 1");
  EXPECT_EQ(header("int x : v", "std::array<int, 7> &v", "a[0] += x;"), "0; < 7; 1");
  EXPECT_EQ(header("int x : v", "int (&v)[5]", "a[0] += x;"), "0; < 5; 1");
  EXPECT_EQ(header("int x : v", "std::span<int> v", "a[0] += x;"), "0; < v.size(); 1");
  EXPECT_EQ(header("int x : {1, 2, 3}", "std::span<int> s", "a[0] += x;"), "0; < 3; 1");
  EXPECT_EQ(header("int x : g()", "std::vector<int> (&g)()", "a[0] += x;"), "loop-form");
  EXPECT_EQ(header("int &x : v", "std::vector<int> &v", "v.push_back(x);"), "container-modified");
}

TEST(LoopHeader, KindAndBase) {
  Scop S = Snippet("#include <vector>\n"
                   "void f(std::vector<int> &v, int *a, int n) {"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;"
                   "  for (int *p = a; p < a + n; ++p) *p = 0;"
                   "  for (int &x : v) x = 0;"
                   "}")
               .scop();
  ASSERT_EQ(S.Loops.size(), 3u);
  EXPECT_EQ(S.Loops[0].Kind, LoopVariableKind::Integer);
  EXPECT_FALSE(S.Loops[0].Base);
  EXPECT_EQ(S.Loops[1].Kind, LoopVariableKind::Pointer);
  EXPECT_EQ(S.Arrays[S.Loops[1].Base.value()].Name, "a");
  EXPECT_EQ(S.Loops[2].Kind, LoopVariableKind::Element);
  EXPECT_EQ(S.Arrays[S.Loops[2].Base.value()].Name, "v");
  EXPECT_EQ(S.Loops[2].VariableType, "int &");
}

TEST(LoopHeader, TheFirstOfTwoEndsCounts) {
  EXPECT_EQ(header("int i = 0; i < n && i < 2; ++i"), "0; < min(n, 2); 1");
  EXPECT_EQ(header("int i = 0; i < n && m > i && i < 9; ++i", "int n, int m"), "0; < min(min(n, m), 9); 1");
  EXPECT_EQ(header("int i = n; i >= 0 && i >= m; --i", "int n, int m"), "n; >= max(m, 0); -1");
  EXPECT_EQ(header("int i = 0; i < n && i <= 2; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0; i != n && i != 2; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < n && a[i] < 2; ++i"), "loop-form");
  EXPECT_EQ(header("int i = 0; i < n || i < 2; ++i"), "loop-form");
}

TEST(LoopHeader, AStartIsTheGreaterOfTwo) {
  EXPECT_EQ(header("int i = n < 2 ? 2 : n; i < 9; ++i"), "max(n, 2); < 9; 1");
  EXPECT_EQ(header("int i = n < 2 ? 0 : n - 2; i < n; ++i"), "max(n, 2) - 2; < n; 1");
  EXPECT_EQ(header("int i = n < 2 ? 0 : n - 1; i < n; ++i"), "loop-form");
  EXPECT_EQ(header("size_t i = n < 2 ? 0 : n - 2; i < n; ++i", "size_t n"), "max(n, 2) - 2; < n; 1");
  EXPECT_EQ(header("size_t i = n - 1 < 2 ? 1 : n - 2; i < n; ++i", "size_t n"), "max(u64(n - 1), 2) - 1; < n; 1");
  // n - 2 wraps around where n is 1.
  EXPECT_EQ(header("size_t i = n < 1 ? 0 - 1ul : n - 2; i < n; ++i", "size_t n"), "loop-form");
}
