//===- AliasFactsTest.cpp - what is known of the memory behind a name -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Snippet.h"
#include "llvm/ADT/STLExtras.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// The arrays of the first region that are accessed, by name; the one with the most subscripts where several share it.
class Facts {
public:
  explicit Facts(const std::string &Code) : S(Snippet(Code).scop()) {}

  const Array &operator[](const std::string &Name) const {
    const Access *Best = nullptr;
    for (const Statement &St : S.Statements)
      for (const Access &A : St.Accesses)
        if (S.Arrays[A.Array].Name == Name && (!Best || A.Subscripts.size() > Best->Subscripts.size()))
          Best = &A;
    static const Array None;
    EXPECT_NE(Best, nullptr) << Name << "\n" << print(S);
    return Best ? S.Arrays[Best->Array] : None;
  }

  Scop S;
};

} // namespace

TEST(AliasFacts, Bases) {
  Facts F("int g[9]; thread_local int t; void f(int *__restrict p, const int *q, int (&r)[9], int n) {"
          "  static int s; int l[9]; int *a = new int[n];"
          "  for (int i = 0; i < n; ++i) { p[i] = q[i] + r[i]; g[i] = s++; }"
          "  for (int i = 0; i < n; ++i) { l[i] = a[i]; t = 1; }"
          "  delete[] a;"
          "}");
  EXPECT_EQ(F["g"].Base, BaseKind::StaticObject);
  EXPECT_EQ(F["s"].Base, BaseKind::StaticObject);
  EXPECT_EQ(F["t"].Base, BaseKind::StaticObject);
  EXPECT_EQ(F["p"].Base, BaseKind::Pointer);
  EXPECT_TRUE(F["p"].IsRestrict);
  EXPECT_TRUE(F["p"].IsParameter);
  EXPECT_FALSE(F["q"].IsRestrict);
  EXPECT_EQ(F["r"].Base, BaseKind::Reference);
  EXPECT_EQ(F["r"].ObjectType, "int[9]");
  EXPECT_EQ(F["l"].Base, BaseKind::LocalObject);
  EXPECT_FALSE(F["l"].Escapes);
  EXPECT_TRUE(F["l"].DeadAfter);
  EXPECT_EQ(F["a"].Base, BaseKind::Allocation);
  EXPECT_FALSE(F["a"].Escapes);
  EXPECT_TRUE(F["a"].DeadAfter);
  EXPECT_EQ(F["a"].ElementType, "int");
  EXPECT_EQ(F["a"].ElementBytes, 4u);
}

TEST(AliasFacts, WhoeverKnowsTheAddressMayTouchIt) {
  Facts F("void g(const int *); int *f(int n) {"
          "  int t[9], u[9]; int *a = new int[n], *b = new int[n]; g(t);"
          "  for (int i = 0; i < n; ++i) { t[i] = u[i]; b[i] = 2; }"
          "  for (int i = 0; i < n; ++i) { u[i] = a[i]; }"
          "  u[0] = u[1];"
          "  return a;"
          "}");
  EXPECT_TRUE(F["t"].Escapes);
  EXPECT_FALSE(F["t"].DeadAfter);
  EXPECT_FALSE(F["u"].Escapes);
  EXPECT_FALSE(F["u"].DeadAfter);
  EXPECT_EQ(F["a"].Base, BaseKind::Allocation);
  EXPECT_TRUE(F["a"].Escapes);
  EXPECT_TRUE(F["b"].DeadAfter);
}

TEST(AliasFacts, MovedPointersAreNothingInParticular) {
  Facts F("void f(int *__restrict p, int *q, int n) {"
          "  if (n > 3) p = q; int *l = n ? p : q;"
          "  for (int i = 0; i < n; ++i) p[i] = 1;"
          "  for (int i = 0; i < n; ++i) l[i] = 1;"
          "}");
  EXPECT_FALSE(F["p"].IsRestrict);
  EXPECT_FALSE(F["p"].IsParameter);
  EXPECT_EQ(F["l"].Base, BaseKind::Pointer);
  EXPECT_FALSE(F["l"].IsParameter);
}

TEST(AliasFacts, ElementsOfContainers) {
  Facts F("#include <vector>\n#include <memory>\n#include <span>\n"
          "struct S { int n; std::vector<float> a, b; };"
          "void f(std::vector<double> &v, S &s, std::span<int> p, std::unique_ptr<long[]> u, int n) {"
          "  std::vector<double> l(n);"
          "  for (int i = 0; i < n; ++i) { v[i] = s.a[i] + p[i]; u[i] = 1; }"
          "  for (int i = 0; i < n; ++i) { l[i] = s.b[i]; }"
          "}");
  EXPECT_EQ(F["v"].Base, BaseKind::Owned);
  EXPECT_TRUE(F["v"].Escapes);
  EXPECT_EQ(F["v"].ObjectType, "std::vector<double>");
  EXPECT_EQ(F["v"].ElementType, "double");
  ASSERT_TRUE(F["v"].Owner);
  EXPECT_EQ(F.S.Arrays[*F["v"].Owner].Base, BaseKind::Reference);
  EXPECT_EQ(F["s.a"].Owner, F["s.b"].Owner);
  EXPECT_EQ(F["s.a"].OwnerPath, (std::vector<int64_t>{1}));
  EXPECT_EQ(F["s.b"].OwnerPath, (std::vector<int64_t>{2}));
  EXPECT_EQ(F["p"].Base, BaseKind::Pointer);
  EXPECT_EQ(F["u"].Base, BaseKind::Owned);
  EXPECT_EQ(F["u"].ElementType, "long");
  EXPECT_FALSE(F["l"].Escapes);
  EXPECT_TRUE(F["l"].DeadAfter);
}

TEST(AliasFacts, OneObjectHasOneArray) {
  Scop S = Snippet("struct S { double *x; int n; };"
                   "void f(S *s, double (&a)[9], double *p) {"
                   "  S &r = *s; double *q = p + 1; double (&b)[9] = a;"
                   "  for (int i = 0; i < 9; ++i) { s->x[i] = a[i]; p[i] = 1; }"
                   "  for (int i = 0; i < 9; ++i) { r.x[i] = b[i]; q[i] = (*s).x[0] + *&p[2]; }"
                   "}")
               .scop();
  std::vector<unsigned> Touched;
  for (const Statement &St : S.Statements)
    for (const Access &A : St.Accesses)
      if (!llvm::is_contained(Touched, A.Array))
        Touched.push_back(A.Array);
  EXPECT_EQ(Touched.size(), 3u) << print(S);
}

TEST(AliasFacts, LoadedPointersAreThingsOfTheirOwn) {
  Facts F("struct S { double *x, *y; }; double *g;"
          "void f(S *s, double **rows, int n) {"
          "  for (int i = 0; i < n; ++i) { s->x[i] = s->y[i]; }"
          "  for (int i = 0; i < n; ++i) { g[i] = rows[0][i] + rows[i][0]; }"
          "}");
  for (const char *Name : {"s->x", "s->y", "g", "rows[0]", "rows[…]"}) {
    EXPECT_EQ(F[Name].Base, BaseKind::Pointer) << Name;
    EXPECT_TRUE(F[Name].Escapes) << Name;
    EXPECT_FALSE(F[Name].IsParameter) << Name;
    EXPECT_EQ(F[Name].ObjectType, "") << Name;
  }
}

TEST(AliasFacts, VariablesThatHoldAnAddress) {
  Facts F("void f(int *p, int *q, int a[], int *c, int n) {"
          "  int *l = p; q = p; auto use = [&] { return c[0]; };"
          "  for (int i = 0; i < n; ++i) { l[i] = p[i]; }"
          "  for (int i = 0; i < n; ++i) { q[i] = a[i]; }"
          "}");
  EXPECT_EQ(F["p"].ObjectType, "int *");
  EXPECT_EQ(F["a"].ObjectType, "int *");
  EXPECT_EQ(F["q"].ObjectType, "") << "it is set anew";
}

TEST(AliasFacts, LoadedPointersAreNamedByTheRegionsVariables) {
  Facts F("struct I { double *data; int w; }; struct D { float *p; int n; };"
          "inline double get(I m, int i) { return m.data[i]; } inline double at(I *m, int i) { return m->data[i]; }"
          "void f(I one, I two, I *three, D *d, double *out, int n) {"
          "  for (int i = 0; i < n; ++i) { out[i] = get(one, i) + get(two, i); }"
          "  for (int i = 0; i < n; ++i) { out[i] += at(three, i) + d[i].p[0]; }"
          "}");
  for (const char *Name : {"one.data", "two.data", "three->data", "d[…].p"})
    EXPECT_EQ(F[Name].Base, BaseKind::Pointer) << Name;
}

TEST(AliasFacts, HandlesAreReadWhereTheyMayChange) {
  auto ReadsPointer = [](const std::string &Statement) {
    Scop S = Snippet("struct S { double *x, *y; int n; }; void f(S *s, S *t, double *d, char *c, double **pp, int n) {"
                     "  for (int i = 0; i < n; ++i) s->x[i] = 0;" +
                     Statement + "  for (int i = 0; i < n; ++i) s->x[i] = 1; }")
                 .scop();
    for (const Access &A : S.Statements[1].Accesses)
      if (A.Kind == AccessKind::Read && toString(S, A) == "s[0][0]")
        return true;
    return false;
  };
  EXPECT_FALSE(ReadsPointer("d[0] = 1;"));
  EXPECT_FALSE(ReadsPointer("s->n = 1;"));
  EXPECT_FALSE(ReadsPointer("s->y = d;"));
  EXPECT_TRUE(ReadsPointer("s->x = d;"));
  EXPECT_TRUE(ReadsPointer("*s = *t;"));
  EXPECT_TRUE(ReadsPointer("t->x = d;"));
  EXPECT_TRUE(ReadsPointer("*pp = d;"));
  EXPECT_TRUE(ReadsPointer("c[0] = 1;"));
}

TEST(AliasFacts, TypesAndSizes) {
  Facts F("#include <vector>\n#include <cstdint>\nstruct R { int a; double b; }; struct T { T(const T &); int x; };"
          "void f(R *r, double (*m)[7], std::uint8_t *u, std::vector<R> &v, T *t, const int (&e)[3][4], int n) {"
          "  for (int i = 0; i < n; ++i) { r[i].a = u[i]; m[i][0] = 1; }"
          "  for (int i = 0; i < n; ++i) { v[i].a = t[i].x + e[0][i]; }"
          "}");
  EXPECT_EQ(F["r"].ElementType, "R");
  EXPECT_EQ(F["r"].ElementBytes, 16u);
  EXPECT_TRUE(F["r"].IsTrivial);
  EXPECT_EQ(F["m"].ElementType, "double");
  ASSERT_EQ(F["m"].Extents.size(), 2u);
  EXPECT_TRUE(F["m"].Extents[0].isUnknown());
  EXPECT_TRUE(F["m"].Extents[1].isConstant(7));
  EXPECT_EQ(F["u"].ElementType, "std::uint8_t");
  EXPECT_EQ(F["v"].ElementType, "R");
  EXPECT_FALSE(F["t"].IsTrivial);
  ASSERT_EQ(F["e"].Extents.size(), 2u);
  EXPECT_TRUE(F["e"].Extents[0].isConstant(3));
  EXPECT_FALSE(F["e"].IsConstantObject);
}

TEST(AliasFacts, ConstantObjects) {
  Facts F("const double table[3] = {1, 2, 3}; void f(double *a, double x) {"
          "  const double k = x; double m = x;"
          "  for (int i = 0; i < 3; ++i) a[i] = table[i] * k * m;"
          "  for (int i = 0; i < 3; ++i) a[i] += 1;"
          "}");
  EXPECT_TRUE(F["table"].IsConstantObject);
  EXPECT_TRUE(F["k"].IsConstantObject);
  EXPECT_FALSE(F["m"].IsConstantObject);
}

TEST(AliasFacts, CapturedVariablesBelongToSomebodyElse) {
  Facts F("void f(double *a, int n) { double k = 2; auto g = [&](double *b) {"
          "  for (int i = 0; i < 9; ++i) b[i] = k;"
          "  for (int i = 0; i < 9; ++i) a[i] = b[i]; };"
          "  g(&k); }");
  EXPECT_EQ(F["k"].Base, BaseKind::Reference);
  EXPECT_TRUE(F["k"].Escapes);
  EXPECT_TRUE(F["b"].IsParameter);
  EXPECT_FALSE(F["a"].IsParameter);
}

TEST(AliasFacts, InitialisersStandForTheirVariablesOnlyWhileTheyLast) {
  // p is v's elements, but m is no longer v.size() where an unknown call may have changed v.
  Scop S = Snippet("#include <vector>\nvoid g(); void f(std::vector<int> &v) {"
                   "  int m = v.size(); g();"
                   "  for (int i = 0; i < m; ++i) v[i] = 0;"
                   "  for (unsigned long i = 0; i < v.size(); ++i) v[i] = 1; }")
               .scop();
  EXPECT_EQ(toString(S, S.Loops[0].Bound), "m");
  EXPECT_EQ(toString(S, S.Loops[1].Bound), "v.size()");
  Scop Local = Snippet("#include <vector>\nvoid f(int n) { std::vector<int> v(n);"
                       "  unsigned long m = v.size(); int k = n - 1; int j = k; j++;"
                       "  for (unsigned long i = 0; i < m; ++i) v[i] = 0;"
                       "  for (int i = 0; i < k; ++i) v[j] = 1; }")
                   .scop();
  EXPECT_EQ(toString(Local, Local.Loops[0].Bound), "u64(n)");
  EXPECT_EQ(toString(Local, Local.Loops[1].Bound), "n - 1");
  EXPECT_EQ(toString(Local, Local.Statements.back().Accesses.back()), "v[u64(j)]");
}
