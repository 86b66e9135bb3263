//===- AccessesTest.cpp - what the statements of a loop read and write ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

std::string render(const Scop &S, const Access &A) {
  return std::string(A.Must ? "" : "may ") + (A.Kind == AccessKind::Read ? "r " : "w ") + toString(S, A);
}

/// The accesses of the first nest, statement by statement: "r a[i], w b[i]; …", "maybe" where the guard is not exact.
std::string accesses(const Scop &S, unsigned Member = 0) {
  if (S.Members.empty())
    return "no region";
  if (S.Members[Member].Kind != MemberKind::Nest)
    return refusalName(S.Members[Member].Refusals.at(0).Id).str();
  std::string Text;
  bool IsFirst = true;
  for (unsigned Index : S.Members[Member].Statements) {
    const Statement &St = S.Statements[Index];
    if (St.IsHeader)
      continue;
    Text += IsFirst ? "" : "; ";
    IsFirst = false;
    for (const Constraint &C : St.Guard)
      Text += "[" + toString(S, C.Expr) + (C.IsEquality ? " == 0] " : " >= 0] ");
    if (!St.GuardIsExact)
      Text += "maybe ";
    for (size_t I = 0; I < St.Accesses.size(); ++I)
      Text += (I ? ", " : "") + render(S, St.Accesses[I]);
  }
  return Text;
}

/// Of a loop "for (int i = 0; i < n; ++i)" with this body in a function with these parameters.
std::string body(const std::string &Parameters, const std::string &Body, const std::string &Before = "") {
  std::string Start;
  for (const char *Name : {"vector", "array", "span", "unique_ptr", "valarray", "complex"})
    if (llvm::StringRef(Parameters).contains(std::string("std::") + Name))
      Start += std::string("#include <") + (Name == std::string("unique_ptr") ? "memory" : Name) + ">\n";
  if (llvm::StringRef(Body).contains("std::"))
    Start += "#include <cmath>\n#include <algorithm>\n";
  return accesses(Snippet(Start + Before + " typedef unsigned char u8; void f(int n, " + Parameters +
                          ") {\n  for (int i = 0; i < n; ++i) { " + Body + " }\n  for (int z = 0; z < 2; ++z) ;\n}")
                      .scop());
}

} // namespace

TEST(Accesses, Arrays) {
  EXPECT_EQ(body("double *a, const double *b", "a[i + 1] = b[2 * i - n];"), "r n, r b[2*i - n], w a[i + 1]");
  EXPECT_EQ(body("double (*a)[8]", "a[i][3] += a[i + 1][n];"), "r n, r a[i + 1][n], r a[i][3], w a[i][3]");
  EXPECT_EQ(body("double (&a)[9][8]", "a[i][i] = 0;"), "w a[i][i]");
  EXPECT_EQ(body("double *a", "*(a + i) = *a + 1[a];"), "r a[0], r a[1], w a[i]");
  EXPECT_EQ(body("double *a", "a[i]++;"), "r a[i], w a[i]");
  EXPECT_EQ(body("int w, double *a", "a[i * w + 2] = 1;"), "r w, w a[i*w + 2]");
  EXPECT_EQ(body("double *a", "double v[3] = {1, 2, 3}; a[i] = v[i];"), "; w a[i]");
}

TEST(Accesses, Scalars) {
  EXPECT_EQ(body("double s, double *a", "s += a[i];"), "r a[i], r s, w s");
  EXPECT_EQ(body("double &s, double *a", "double t = a[i]; t *= 2; s = t;"), "r a[i]; ; w s");
  EXPECT_EQ(body("double *a", "a[i] = g;", "double g;"), "r g, w a[i]");
  EXPECT_EQ(body("double *a", "a[i] = k;", "const int k = 3;"), "w a[i]");
}

TEST(Accesses, Substitution) {
  EXPECT_EQ(body("double *a, int w", "const double *row = a + i * w; a[i] = row[3];"), "r w; r a[i*w + 3], w a[i]");
  EXPECT_EQ(body("double *a", "auto &x = a[i]; x = x + 1;"), "; r a[i], w a[i]");
  EXPECT_EQ(body("double *a", "int k = i + 1; const int m = k * 2; a[m] = a[k];"), "; ; r a[i + 1], w a[2*i + 2]");
  EXPECT_EQ(body("double *a", "int k = i; k += 2; a[k] = 0;"), "; ; may w a[?]");
  EXPECT_EQ(body("double *a, const int *idx", "a[idx[i]] = 0;"), "r idx[i], may w a[?]");
  EXPECT_EQ(body("double *a, const int *idx", "a[idx[2]] = 0;"), "r idx[2], w a[idx[2]]");
  EXPECT_EQ(body("double *a, double *b", "double *p = i < 3 ? a : b; p[i] = 0;"), "unsupported-statement");
}

TEST(Accesses, PointersOutsideTheLoop) {
  Scop S = Snippet("void f(double *a, int n, int k) {"
                   "  double *p = a + 2; double *q = a; q += k;"
                   "  for (int i = 0; i < n; ++i) p[i] = q[i];"
                   "  for (int i = 0; i < n; ++i) *q++ = *p;"
                   "}")
               .scop();
  EXPECT_EQ(accesses(S, 0), "r q, may r a, w a[i + 2]");
  EXPECT_EQ(accesses(S, 1), "r a[2], r q, w q, may w a");
}

TEST(Accesses, PointersThatAreMovedAlongStayInTheirArray) {
  EXPECT_EQ(body("double *a", "double *p = a + i; *p++ = 1; p[2] = 0;"), "; may w a; may w a");
  EXPECT_EQ(body("double *a, double *b", "double *p = a; p = b; p[2] = 0;"), "unsupported-statement");
  Scop S = Snippet("void f(double *a, int n) { double t[9]; double *p = t;"
                   "  for (int i = 0; i < n; ++i) *p++ = a[i];"
                   "  for (int i = 0; i < n; ++i) a[i] = t[i]; }")
               .scop();
  EXPECT_EQ(accesses(S, 0), "r a[i], r p, w p, may w t");
}

TEST(Accesses, MembersOfClasses) {
  const char *Types = "struct V { double x, y; }; struct S { int n; double *p; double m[4]; V v; double &r; };"
                      "struct U { int t; union { int i; float f; }; }; struct D : V { double z; };";
  EXPECT_EQ(body("V *a", "a[i].y = a[i + 1].x;", Types), "r a[i + 1][0], w a[i][1]");
  EXPECT_EQ(body("V *a, V *b", "a[i] = b[i];", Types), "r b[i], w a[i]");
  EXPECT_EQ(body("V *a, V *b", "V t = b[i]; a[i] = t;", Types), "r b[i]; w a[i]");
  EXPECT_EQ(body("S *s", "s->p[i] = s->m[1] + s->v.y + s->r;", Types),
            "r s[0][2][1], r s[0][3][1], r s->r[0], w s->p[i]");
  EXPECT_EQ(body("U *u", "u[i].f = u[i].t;", Types), "r u[i][0], may w u[i][1]");
  EXPECT_EQ(body("D *d", "d[i].x = d[i].z;", Types), "r d[i][0], w d[i][-1][0]");
  EXPECT_EQ(body("V *a", "V &v = a[i]; v.x = v.y;", Types), "; r a[i][1], w a[i][0]");
}

TEST(Accesses, This) {
  Scop S = Snippet("#include <vector>\n"
                   "struct C { double x[9], y[9]; double *p; std::vector<double> v; double k;"
                   "  void f(int n) {"
                   "    for (int i = 0; i < n; ++i) this->x[i] = y[i] * k;"
                   "    for (int i = 0; i < n; ++i) p[i] = v[i];"
                   "  } };")
               .scop();
  EXPECT_EQ(accesses(S, 0), "r *this[1][i], r *this[4], w *this[0][i]");
  EXPECT_EQ(accesses(S, 1), "r v[i], w p[i]");
}

TEST(Accesses, Containers) {
  EXPECT_EQ(body("std::vector<double> &v, std::array<double, 4> &a", "v[i] = a[1];"), "r a[1], w v[i]");
  EXPECT_EQ(body("std::unique_ptr<float[]> &u, std::span<float> s", "u[i] = s[i];"), "r s[i], w u[i]");
  EXPECT_EQ(body("std::valarray<double> &v", "v[i] += 1;"), "r v[i], w v[i]");
  EXPECT_EQ(body("std::vector<std::vector<double>> &m", "m[i][2] = m[0][i];"), "r m[0][i], w m[i][2]");
  EXPECT_EQ(body("std::vector<std::vector<double>> &m", "for (double &x : m[i]) x = 0;"), "; maybe w m[i][x]");
  EXPECT_EQ(body("std::vector<double> &v", "double *p = v.data(); p[i] = *v.begin();"), "; r v[0], w v[i]");
  EXPECT_EQ(body("std::vector<double> &v, std::array<int, 4> &a", "v[i] = v.back() + v.front() + a.back();"),
            "r v[v.size() - 1], r v[0], r a[3], w v[i]");
  EXPECT_EQ(
      body("std::span<double> s, std::vector<std::vector<double>> &m", "s.back() = m.back().front() + m[i].back();"),
      "r m[m.size() - 1][0], may r m[i][?], w s[s.size() - 1]");
  EXPECT_EQ(body("std::valarray<double> &v", "v[0] = v.front();"), "unknown-call");
  EXPECT_EQ(body("std::vector<double> &v", "v.push_back(i);"), "container-modified");
}

TEST(Accesses, AContainerTableOfTheUser) {
  ContainerTable Table = standardContainers();
  ContainerClass Matrix;
  Matrix.Name = "la::Matrix";
  Matrix.ElementAccess = {"operator()"};
  Matrix.Size = {"rows"};
  Table.push_back(Matrix);
  Snippet Code("namespace la { struct Matrix { double &operator()(int, int); int rows() const; void resize(int); }; }"
               "void f(la::Matrix &m, la::Matrix &q) {"
               "  for (int i = 0; i < m.rows(); ++i) m(i, i + 1) = q(2, i);"
               "  for (int i = 0; i < m.rows(); ++i) q(i, i) = 1;"
               "}");
  Scop S = Code.extract(0, Table).Model;
  EXPECT_EQ(accesses(S, 0), "r q[2][i], w m[i][i + 1]");
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "m.rows()");
}

TEST(Accesses, OtherViewsOfTheSameMemory) {
  EXPECT_EQ(body("int *a", "((unsigned *)a)[i] = 0;"), "w a[i]");
  EXPECT_EQ(body("int *a", "((u8 *)a)[i] = 0;"), "may w a");
  EXPECT_EQ(body("double (*a)[8]", "((double *)a)[i] = 0;"), "may w a");
  EXPECT_EQ(body("void *p", "((double *)p)[i] = 1;"), "w p[i]");
  // A pointer to the first row is walked over all rows in practice.
  EXPECT_EQ(body("double (&a)[4][8]", "double *p = &a[0][0]; p[i] = 0;"), "; may w a");
  EXPECT_EQ(body("double (&a)[4][8]", "double *p = a[i]; p[3] = 0;"), "; w a[i][3]");
}

TEST(Accesses, Guards) {
  EXPECT_EQ(body("double *a", "if (i > 0 && i < n - 1) a[i] = 0; else a[i] = 1;"),
            "[i - 1 >= 0] [n - i - 2 >= 0] w a[i]; maybe w a[i]");
  EXPECT_EQ(body("double *a", "if (i >= 5) a[i] = 0; else a[i] = 1;"), "[i - 5 >= 0] w a[i]; [-i + 4 >= 0] w a[i]");
  EXPECT_EQ(body("double *a", "if (i % 2 == 0) a[i] = 0; if (!(i % 3)) a[i] = 1;"),
            "[i mod 2 == 0] w a[i]; [i mod 3 == 0] w a[i]");
  EXPECT_EQ(body("double *a", "if (i != 3) a[i] = 0;"), "; maybe w a[i]");
  EXPECT_EQ(body("double *a", "if (a[i] > 0) a[i] = 0;"), "r a[i]; maybe w a[i]");
  EXPECT_EQ(body("double *a", "if (i == 0) continue; a[i] = 0;"), "; maybe w a[i]");
  EXPECT_EQ(body("double *a, unsigned m", "if (i < m) a[i] = 0;"), "[m - i - 1 >= 0] w a[i]");
}

TEST(Accesses, WhatMayNotRun) {
  EXPECT_EQ(body("double *a, double *b", "a[i] = a[i] > 1 ? b[i] : b[0];"), "r a[i], may r b[i], may r b[0], w a[i]");
  EXPECT_EQ(body("double *a, double *b", "a[0] > 1 && (b[i] = 2);"), "r a[0], may w b[i], may r b[i]");
  EXPECT_EQ(body("double *a", "while (a[i] > 1) a[i] /= 2;"), "maybe r a[i]; maybe r a[i], w a[i]");
  EXPECT_EQ(body("double *a", "for (int k = a[i]; k > 3; k /= 2) a[k] = 0;"),
            "r a[i]; maybe ; maybe ; maybe may w a[?]");
  EXPECT_EQ(body("double *a", "switch (i) { case 1: a[i] = 1; break; default: a[0] = 1; }"),
            "; maybe w a[i]; maybe ; maybe w a[0]");
  EXPECT_EQ(body("double *a", "for (int j = 0; j < 4; ++j) { if (a[j] > 1) break; a[j] = 0; }"),
            "maybe r a[j]; maybe ; maybe w a[j]");
  EXPECT_EQ(body("double *a", "for (int j = 0; j < 4; ++j) { if (a[j] > 1) continue; a[j] = 0; } a[i] = 1;"),
            "r a[j]; maybe w a[j]; w a[i]");
}

TEST(Accesses, Calls) {
  EXPECT_EQ(body("double *a", "a[i] = std::sqrt(a[i]) + std::max(a[i], a[0]);"),
            "r a[i], may r a[i], may r a[0], w a[i]");
  EXPECT_EQ(body("double *a", "a[i] = sq(a[i]);", "inline double sq(double x) { return x * x; }"), "r a[i], w a[i]");
  EXPECT_EQ(body("double *a", "a[i] = g(a[i]);", "double g(double x);"), "unknown-call");
  EXPECT_EQ(body("std::complex<double> *a, std::complex<double> w", "a[i] = a[i] * w;"), "may r a[i], may r w, w a[i]");
  Scop S = Snippet("#include <cmath>\nvoid f(double *a) {"
                   "  for (int i = 0; i < 9; ++i) a[i] = std::exp(a[i]);"
                   "  for (int i = 0; i < 9; ++i) a[i] = std::sqrt(a[i]); }")
               .scop();
  EXPECT_EQ(S.Statements[1].MathCalls, (std::vector<std::string>{"exp"}));
  EXPECT_TRUE(S.Statements[3].MathCalls.empty());
}

TEST(Accesses, WrapsAreExplicit) {
  EXPECT_EQ(body("int *a", "a[static_cast<u8>(i + 200)] = 0;"), "w a[u8(i + 200)]");
  EXPECT_EQ(body("int *a, unsigned k", "a[i - k] = 0;"), "r k, w a[u32(i - k)]");
  EXPECT_EQ(body("int *a", "a[i + 1u] = 0; a[(u8)3] = 1; a[(long)i * 4] = 2;"), "w a[i + 1]; w a[3]; w a[4*i]");
  EXPECT_EQ(body("int *a, unsigned k", "a[k % 8 + (k >> 2) + (k & 7)] = 0;"),
            "r k, r k, r k, w a[2*k mod 8 + floor(k/4)]");
  EXPECT_EQ(body("int *a, int k", "a[k % 8] = 0; a[k / 4] = 0;"), "r k, w a[k%8]; r k, w a[k/4]");
}

TEST(Accesses, PerfectNests) {
  auto Depth = [](const std::string &Body) {
    Scop S = Snippet("void f(double (*a)[9], int n) { for (int i = 0; i < n; ++i) " + Body +
                     " for (int z = 0; z < 2; ++z) ; }")
                 .scop();
    return S.Members.at(0).PerfectDepth;
  };
  EXPECT_EQ(Depth("for (int j = 0; j < n; ++j) a[i][j] = 0;"), 2u);
  EXPECT_EQ(Depth("{ { for (int j = 0; j < i; ++j) for (int k = 0; k < j; ++k) a[i][j] = k; } ; }"), 3u);
  EXPECT_EQ(Depth("{ a[i][0] = 1; for (int j = 0; j < n; ++j) a[i][j] = 0; }"), 1u);
  EXPECT_EQ(Depth("for (int j = 0; j < n; ++j) { if (a[i][j] > 0) break; }"), 1u);
  EXPECT_EQ(Depth("for (int j = 0; j < n; ++j) { if (a[i][j] > 0) continue; a[i][j] = 1; }"), 2u);
  EXPECT_EQ(Depth("if (i > 2) for (int j = 0; j < n; ++j) a[i][j] = 0;"), 1u);
}

TEST(Accesses, FunctionsReadInPlace) {
  const char *Grid =
      "struct I { double *data; int w, h; };"
      "struct G { double *d; int n; int order[9]; double &at(int i, int j) { return d[i * n + j]; }"
      " double get(int i) const { return d[i]; } void set(int i, double v) { d[i] = v; } int size() const { return n; }"
      " double *row(int i) { return d + i * n; } double &operator()(int i) { return d[i]; }"
      " double &any(int i) { return i ? d[i] : d[0]; } double sum(const G &o, int i) const { return d[i] + o.d[i]; } };"
      " double k; inline double scaled(const double &x) { return k * x; }"
      " inline float pixel(I m, int x, int y) { return m.data[y * m.w + x]; }";
  EXPECT_EQ(body("G &g", "g.at(i, 2) = g.get(i + 1);", Grid), "r g.d[i + 1], r g[1], w g.d[i*g.n + 2]");
  EXPECT_EQ(body("G &g", "g(i) += 1;", Grid), "r g.d[i], w g.d[i]");
  EXPECT_EQ(body("G &g, double *a", "g.set(g.size() + i, a[i]);", Grid), "r g[1], r a[i], w g.d[g.n + i]");
  EXPECT_EQ(body("G &g, double *a", "double *r = g.row(i); a[i] = r[1];", Grid), "r g[1]; r g.d[i*g.n + 1], w a[i]");
  EXPECT_EQ(body("G &g, double *a", "a[i] = scaled(a[i + 1]);", Grid), "r k, r a[i + 1], w a[i]");
  EXPECT_EQ(body("G &g, I m, double *a", "a[i] = pixel(m, i, 2);", Grid), "r m, r m[1], r m.data[2*m.w + i], w a[i]");
  EXPECT_EQ(body("G &g, G &h, double *a", "a[i] = g.sum(h, i);", Grid), "r g.d[i], r h.d[i], w a[i]");
  EXPECT_EQ(body("G *h", "h[i].set(1, h[i].get(h->order[1]));", Grid),
            body("G *h", "h[i].d[1] = h[i].d[h->order[1]];", Grid));
  // An argument that names a call of the same function is evaluated outside of it.
  EXPECT_EQ(body("G &g, double *a", "a[i] = g.get(int(g.get(i)));", Grid), "r g.d[i], may r g.d[?], w a[i]");
  // An early return makes the rest conditional.
  const char *Early = "struct I { double *data; int w, h; };"
                      "inline void put(I m, int x, double v) { if (x < 0 || x >= m.w) return; m.data[x] = v; }"
                      "inline double get(const I &m, int x) { if (x >= m.w) { return 0; } return m.data[x]; }"
                      "inline double *from(const I &m, int x) { if (x >= m.w) return nullptr; return m.data + x; }";
  EXPECT_EQ(body("I m, double *a", "put(m, i, a[i]);", Early), "r m, r a[i], may r m[1], may w m.data[i]");
  EXPECT_EQ(body("I m, double *a", "a[i] = get(m, i);", Early), "may r m[1], may r m.data[i], w a[i]");
  EXPECT_EQ(body("I m, double *a", "a[int(get(m, i))] = 1;", Early), "may r m[1], may r m.data[i], may w a[?]");
  EXPECT_EQ(body("I m, double *a", "a[i] = *from(m, i);", Early), "unsupported-statement");
  // Which of the two is meant is not known.
  EXPECT_EQ(body("G &g", "g.any(i) = 0;", Grid), "unknown-call");
}

TEST(Accesses, ASizeFromAFunctionIsAParameter) {
  Scop S = Snippet("struct G { double *d; int n; int size() const { return n; } int &count() { return n; } };"
                   "void f(G &g) { for (int i = 0; i < g.size(); ++i) g.d[i] = 0;"
                   " for (int i = 0; i < g.count(); ++i) g.d[i] += 1; for (int i = 0; i < g.size(); ++i) g.n = 3; }")
               .scop();
  ASSERT_EQ(S.Members.size(), 3u);
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "g.n");
  EXPECT_EQ(toString(S, S.Loops[1].Bound), "g.n");
  EXPECT_EQ(S.Members[2].Kind, MemberKind::Opaque);
}

TEST(Accesses, AVariableKeepsWhatAFunctionReadForIt) {
  // n was read before the loop that changes *c.
  Scop S = Snippet("struct G { int *c; int size() const { return *c; } };"
                   "void f(G g, double *a) { int n = g.size();"
                   " for (int i = 0; i < n; ++i) { a[i] = 0; *g.c = i; } for (int i = 0; i < n; ++i) a[i] = 1; }")
               .scop();
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "n");
  EXPECT_EQ(toString(S, S.Loops[1].Bound), "n");
}

TEST(Accesses, AssertionsReadTheirCondition) {
  const char *Macro = "[[noreturn]] void fail(); \n#define ASSERT(x) if (!(x)) fail()\n";
  EXPECT_EQ(body("double *a, double *b", "ASSERT(a[i] > 0); b[i] = a[i];", Macro), "r a[i]; r a[i], w b[i]");
}
