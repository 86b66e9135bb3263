//===- VariablesTest.cpp - tests of the uses of variables -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Variables.h"
#include "Frontend/ParsedFunction.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// The variables of function f of a snippet.
struct Uses {
  explicit Uses(const std::string &Code, std::vector<std::string> Flags = {"-std=c++17"},
                const std::string &File = "input.cc")
      : P(Code, std::move(Flags), File), Facts(P.context(), P.function("f"), standardContainers()) {}

  bool modified(llvm::StringRef Name) { return Facts.isModified(P.variable(Name)); }
  bool escapes(llvm::StringRef Name) { return Facts.escapes(P.variable(Name)); }
  bool hasOnlyValue(llvm::StringRef Name) { return Facts.onlyValue(P.variable(Name)) != nullptr; }
  const Stmt &body() { return *P.function("f").getBody(); }

  /// Whether V is dead behind the loops of the compound that holds the \p Index-th one of all loops.
  bool dead(llvm::StringRef Name) {
    // The region is the compound statement with two or more loops; its first and last loop are the ends.
    std::vector<const Stmt *> Path;
    Region R;
    R.Context = &P.context();
    R.Function = &P.function("f");
    if (!find(body(), R)) {
      ADD_FAILURE() << "no region";
      return true;
    }
    const Stmt *First = nullptr, *Last = nullptr;
    for (const Stmt *S : R.Compound->body())
      if (isa<ForStmt>(S)) {
        First = First ? First : S;
        Last = S;
      }
    return Facts.isDeadAfter(P.variable(Name), R, *First, *Last);
  }

  Parsed P;
  FunctionVariables Facts;

private:
  bool find(const Stmt &S, Region &R) {
    if (const auto *C = dyn_cast<CompoundStmt>(&S);
        C && llvm::count_if(C->body(), [](const Stmt *B) { return isa<ForStmt>(B); }) > 1) {
      R.Compound = C;
      return true;
    }
    R.Enclosing.push_back(&S);
    for (const Stmt *Child : S.children())
      if (Child && find(*Child, R))
        return true;
    R.Enclosing.pop_back();
    return false;
  }
};

/// A statement about `int x` (and p, s, a, v of its surroundings) inside f.
struct Expectation {
  const char *Statement;
  bool Modified;
  bool Escapes;
};

const char *Prelude = R"(
  struct S { int m; int k[4]; int *q; int get() const { return m; } void set(int n) { m = n; } };
  extern int *kept; extern const int *look;
  void unknown(int); void unknownRef(int &); void unknownConst(const int &); void unknownPointer(int *);
  void unknownReader(const int *);
  inline int twice(int n) { return 2 * n; }
  inline int readsRef(const int &n) { return n + 1; }
  inline void writesRef(int &n) { n = 7; }
  inline int readsPointer(const int *p) { return p[0] + p[1]; }
  inline void writesPointer(int *p, int n) { for (int i = 0; i < n; ++i) p[i] = i; }
  inline void keepsPointer(int *p) { kept = p; }
  inline int &same(int &n) { return n; }
)";

void check(const std::string &Declaration, llvm::StringRef Variable, llvm::ArrayRef<Expectation> Expected) {
  // All statements in one parse, each in a function of its own.
  std::string Code = Prelude;
  for (unsigned I = 0; I < Expected.size(); ++I)
    Code += "int f" + std::to_string(I) + "(int n, int c) { int y = 0; " + Declaration + "; " + Expected[I].Statement +
            " ; return y; }\n";
  Parsed P(Code);
  for (unsigned I = 0; I < Expected.size(); ++I) {
    const FunctionDecl &F = P.function("f" + std::to_string(I));
    const VarDecl *V = nullptr;
    for (const DeclStmt *D : Parsed::all<DeclStmt>(*F.getBody()))
      for (const Decl *Each : D->decls())
        if (const auto *Candidate = dyn_cast<VarDecl>(Each); Candidate && Candidate->getName() == Variable && !V)
          V = Candidate;
    ASSERT_NE(V, nullptr);
    FunctionVariables Facts(P.context(), F, standardContainers());
    EXPECT_EQ(Facts.isModified(*V), Expected[I].Modified) << "modified: " << Expected[I].Statement;
    EXPECT_EQ(Facts.escapes(*V), Expected[I].Escapes) << "escapes: " << Expected[I].Statement;
  }
}

TEST(Variables, ScalarsThatStay) {
  check("int x = n", "x",
        {{"y = x", false, false},
         {"y = x + 1, y += x", false, false},
         {"int k[3]; k[x] = x", false, false},
         {"y = (c ? x : y)", false, false},
         {"unknown(x)", false, false},
         {"y = twice(x)", false, false},
         {"y = readsRef(x)", false, false},
         {"y = readsPointer(&x)", false, false},
         {"y = *&x", false, false},
         {"y = sizeof(x = 3)", false, false},
         {"y = sizeof(&x)", false, false},
         {"(void)x", false, false},
         {"auto g = [x] { return x; }; y = g()", false, false},
         {"auto g = [z = x] { return z; }; y = g()", false, false},
         {"y = noexcept(x = 1)", false, false},
         {"for (int i = 0; i < x; ++i) y += i", false, false},
         {"switch (x) { case 1: y = 1; }", false, false},
         {"while (x) { break; }", false, false},
         {"int k[2] = {x, x}; y = k[0]", false, false}});
}

TEST(Variables, ScalarsThatChange) {
  check("int x = n", "x",
        {{"x = 1", true, false},
         {"x = x", true, false},
         {"x += 1", true, false},
         {"++x", true, false},
         {"y = x--", true, false},
         {"y = (x, x = 2)", true, false},
         {"(c ? x : y) = 1", true, false},
         {"(c ? y : c ? x : y) = 1", true, false},
         {"(y, x) = 1", true, false},
         {"(x) = 1", true, false},
         {"(x = 1) = 2", true, false},
         {"++(x += 1)", true, false},
         {"*&x = 1", true, false},
         {"(&x)[0] = 1", true, false},
         {"*(&x + 0) = 1", true, false},
         {"0[&x] = 1", true, false},
         {"(*(c ? &x : &y))++", true, false},
         {"writesRef(x)", true, false},
         {"writesPointer(&x, 1)", true, false},
         {"same(x) = 3", true, false},
         {"for (x = 0; x < n; ++x) y += x", true, false},
         {"if ((x = n)) y = 1", true, false},
         {"reinterpret_cast<unsigned &>(x) = 1u", true, false},
         {"(unsigned &)x = 1u", true, false}});
}

TEST(Variables, ScalarsThatEscape) {
  check("int x = n", "x",
        {{"kept = &x", true, true},
         {"int *p = &x; y = *p", true, true},
         {"int &r = x; r = 2", true, true},
         {"int &r = (x = 1)", true, true},
         {"int &r = c ? x : y", true, true},
         {"const int &r = x; y = r", false, true},
         {"auto &&r = x", true, true},
         {"auto g = [&x] { x = 1; }; g()", true, true},
         {"auto g = [&] { return x; }; y = g()", true, true},
         {"auto g = [&z = x] { return z; }; y = g()", true, true},
         {"unknownRef(x)", true, true},
         {"unknownConst(x)", false, true},
         {"unknownPointer(&x)", true, true},
         {"unknownReader(&x)", false, true},
         {"keepsPointer(&x)", true, true},
         {"int *ps[] = {&x}", true, true},
         {"S s = {0, {}, &x}", true, true},
         {"S s; s.q = &x", true, true},
         {"look = c ? &x : look", true, true},
         {"int &r = same(x)", true, true},
         {"asm(\"\" : \"+r\"(x))", true, true},
         {"asm(\"\" : : \"m\"(x))", true, true},
         {"long l = (long)&x", true, true},
         {"struct R { int &r; } r = {x}", true, true},
         {"y = ({ &x; }) != 0", true, true},
         {"__atomic_fetch_add(&x, 1, 5)", true, true},
         {"throw &x", true, true}});
}

TEST(Variables, LocalArrays) {
  check("int x[8]", "x",
        {{"x[0] = 1", false, false},
         {"y = x[1] + *x + *(x + 2) + 1[x]", false, false},
         {"x[c]++", false, false},
         {"for (int &e : x) e = 1", false, false},
         {"for (int e : x) y += e", false, false},
         {"for (const int &e : x) y += e", false, false},
         {"for (int *p = x; p != x + 8; ++p) *p = 1", false, false},
         {"for (int *p = x, *e = x + 8; p < e; ++p) y += *p", false, false},
         {"y = readsPointer(x)", false, false},
         {"writesPointer(x, 8); writesPointer(x + 1, 2); writesPointer(&x[3], 1)", false, false},
         {"y = readsRef(x[2]); writesRef(x[3])", false, false},
         {"y = x == nullptr", false, false},
         {"y = sizeof x / sizeof *x", false, false},
         {"y = &x[3] - x", false, false},
         {"(*&x)[1] = 2", false, false},
         {"y = (&*x)[1]", false, false},
         {"__builtin_memset(x, 0, sizeof x)", false, false},
         // Escapes.
         {"kept = x", false, true},
         {"kept = &x[2]", false, true},
         {"kept = x + 1", false, true},
         {"int *p = x; *p = 1", false, true},
         {"int *p; p = c ? x : nullptr", false, true},
         {"int *p = (y, x + 1)", false, true},
         {"int (&r)[8] = x", true, true},
         {"int &r = x[1]", false, true},
         {"const int &r = x[1]", false, true},
         {"unknownPointer(x)", false, true},
         {"unknownRef(x[1])", false, true},
         {"unknownConst(x[1])", false, true},
         {"keepsPointer(x)", false, true},
         {"for (int *p = x; p != x + 8; ++p) kept = p", false, true},
         {"for (int *p = x; p != x + 8; ++p) unknownPointer(p)", false, true},
         {"for (int &e : x) kept = &e", false, true},
         {"for (int &e : x) { int &r = e; r = 1; }", false, true},
         {"for (int &e : x) unknownRef(e)", false, true},
         {"auto [a, b, d, e, g, h, i, j] = x; y = a", false, false},
         {"auto &[a, b, d, e, g, h, i, j] = x; a = 1", true, true},
         {"auto g = [x] { return x[0]; }", false, false},
         {"auto g = [&x] { return x[0]; }", true, true},
         {"int *p; for (p = x; p != x + 8; ++p) *p = 1", false, true}});
}

TEST(Variables, PointersToAllocations) {
  check("int *x = new int[8]", "x",
        {{"x[0] = 1; y = *x + x[c] + *(x + c)", false, false},
         {"delete[] x", false, false},
         {"if (!x) y = 1", false, false},
         {"if (x) y = 1", false, false},
         {"if (x == nullptr || x != nullptr) y = 1", false, false},
         {"__builtin_free(x)", false, false},
         {"y = readsPointer(x); writesPointer(x + 1, 3)", false, false},
         {"for (int *p = x; p != x + 8; ++p) *p = 0", false, false},
         {"writesRef(*x)", false, false},
         {"x = x", true, true},
         {"++x", true, false},
         {"y = *x++", true, false},
         {"x += 1", true, false},
         {"x = nullptr", true, false},
         {"kept = x", false, true},
         {"kept = x++", true, true},
         {"kept = (x += 2)", true, true},
         {"int *p = x", false, true},
         {"int *p = c ? x : nullptr", false, true},
         {"int *const &r = x", false, true},
         {"int **p = &x", true, true},
         {"int *&r = x", true, true},
         {"unknownPointer(x)", false, true},
         {"unknownPointer(x + 1)", false, true},
         {"unknownRef(x[1])", false, true},
         {"keepsPointer(x)", false, true},
         {"S s = {0, {}, x}", false, true},
         {"S s; s.q = x", false, true},
         {"S *s = nullptr; s->q = &x[1]", false, true},
         {"auto g = [x] { return x[0]; }", false, true},
         {"auto g = [&] { return x[0]; }", true, true},
         {"auto g = [=] { return x[0]; }", false, true},
         {"unsigned long l = (unsigned long)x", false, true},
         {"int *p = ({ x; })", false, true},
         {"new int *(x)", false, true},
         {"throw x", false, true}});
}

TEST(Variables, Classes) {
  check("S x = {n}", "x",
        {{"y = x.m + x.k[1]", false, false},
         {"y = x.get()", false, false},
         {"S z = x; y = z.m", false, true}, // It holds a pointer, which is copied.
         {"y = *x.q", false, false},
         {"*x.q = 1", false, false},
         {"x.m = 1", true, false},
         {"x.k[1] = 2", true, false},
         {"*x.k = 2", true, false},
         {"x.q = nullptr", true, false},
         {"x.set(3)", true, false},
         {"x = S{1}", true, false},
         {"(&x)->m = 1", true, false},
         {"(c ? x : x).m = 1", true, false},
         {"for (int &e : x.k) e = 1", true, false},
         {"for (int e : x.k) y += e", false, false},
         {"auto &r = x.m", true, true},
         {"const int &r = x.m", false, true},
         {"kept = &x.m", true, true},
         {"kept = x.k", true, true},
         {"S *p = &x", true, true},
         {"auto &[m, k, q] = x; m = 1", true, true},
         {"auto [m, k, q] = x; m = 1", false, true},
         {"int S::*pm = &S::m; x.*pm = 1", true, true}});
}

TEST(Variables, StructuredBindingsAreTheirVariable) {
  Uses U(
      "struct P { int a, b; }; P make(); int f() { auto [a, b] = make(); a = 1; auto [d, e] = make(); return b + d; }");
  auto Declarations = Parsed::all<DeclStmt>(U.body());
  auto Variable = [&](unsigned I) -> const VarDecl & { return *cast<VarDecl>(Declarations[I]->getSingleDecl()); };
  EXPECT_TRUE(U.Facts.isModified(Variable(0)));
  EXPECT_FALSE(U.Facts.isModified(Variable(1)));
}

const char *StandardPrelude = R"(
  #include <algorithm>
  #include <array>
  #include <cstdio>
  #include <memory>
  #include <span>
  #include <utility>
  #include <vector>
  using Vector = std::vector<double>;
  extern double *kept; extern std::vector<double *> keptAll;
  Vector make(int);
  void unknown(Vector &); void unknownConst(const Vector &); void unknownCopy(Vector);
)";

/// Cases in one parse, each in a function (it and its x named by the index).
void checkStandard(const std::string &Type, const std::string &Init, llvm::ArrayRef<Expectation> Expected) {
  std::string Code = StandardPrelude;
  for (unsigned I = 0; I < Expected.size(); ++I) {
    std::string Number = std::to_string(I);
    std::string Statement = Expected[I].Statement;
    Code += "auto f" + Number + "(int n, bool c) { double y = 0; " + Type + " x" + Init + "; " + Statement + "; " +
            (llvm::StringRef(Statement).contains("return") ? "" : "return y;") + " }\n";
  }
  Parsed P(Code, {"-std=c++20"});
  for (unsigned I = 0; I < Expected.size(); ++I) {
    const FunctionDecl &F = P.function("f" + std::to_string(I));
    const auto &V = *cast<VarDecl>(Parsed::all<DeclStmt>(*F.getBody())[1]->getSingleDecl());
    FunctionVariables Facts(P.context(), F, standardContainers());
    EXPECT_EQ(Facts.isModified(V), Expected[I].Modified) << "modified: " << Expected[I].Statement;
    EXPECT_EQ(Facts.escapes(V), Expected[I].Escapes) << "escapes: " << Expected[I].Statement;
  }
}

TEST(Variables, Vectors) {
  checkStandard("Vector", "(n)",
                {{"x[0] = 1; y = x[1] + x.size() + x.empty()", false, false},
                 {"for (double &e : x) e = 1", false, false},
                 {"for (auto i = x.begin(); i != x.end(); ++i) *i = 1", false, false},
                 {"for (auto i = x.begin(), e = x.end(); i < e; i += 2) y += i[0] + *(i + 1)", false, false},
                 {"for (double *p = x.data(); p != x.data() + n; ++p) *p = 1", false, false},
                 {"y = x.data()[1] + *x.begin() + *(x.begin() + 1)", false, false},
                 {"Vector z = x; y = z[0]", false, false},
                 {"Vector z(x); y = z[0]", false, false},
                 {"auto z = std::max(x[0], x[1]); y = z", false, false},
                 {"std::swap(x[0], x[1])", false, false},
                 {"std::fill(x.data(), x.data() + n, 0.0)", false, false},
                 {"auto z = x.end() - x.begin(); y = z", false, false},
                 {"Vector z(x.begin(), x.end()); y = z[0]", false, false},
                 {"std::printf(\"%g\", x[0])", false, false},
                 {"std::fread(x.data(), 8, n, stdin)", false, false},
                 {"x.push_back(1)", true, false},
                 {"x.resize(3); x.clear(); x.reserve(2)", true, false},
                 {"x = Vector(3)", true, false},
                 {"x.assign(3, 1.0)", true, false},
                 {"Vector z; z.swap(x)", true, true},
                 {"Vector z; x.swap(z)", true, true},
                 {"Vector z; x = z", true, false},
                 {"Vector z; x = std::move(z)", true, true}, // Pointers to the elements of z are now to those of x.
                 {"x = make(n)", true, true},
                 {"x = {1, 2}", true, false},
                 {"Vector z; std::swap(x, z)", true, true},
                 {"Vector z = std::move(x); y = z[0]", true, true},
                 {"unknown(x)", true, true},
                 {"unknownConst(x)", false, true},
                 {"unknownCopy(x)", false, false},
                 {"unknownCopy(std::move(x))", true, true},
                 {"Vector &r = x; r[0] = 1", true, true},
                 {"const Vector &r = x; y = r[0]", false, true},
                 {"double *p = x.data(); *p = 1", false, true},
                 {"double *p = &x[0]; *p = 1", false, true},
                 {"double &r = x[0]; r = 1", false, true},
                 {"auto i = x.begin(); *i = 1", false, true},
                 {"for (auto i = x.begin(); i != x.end(); ++i) { auto j = i; *j = 1; }", false, true},
                 {"for (auto i = x.begin(); i != x.end(); ++i) kept = &*i", false, true},
                 {"for (double &e : x) keptAll.push_back(&e)", false, true},
                 {"std::span<double> s(x); s[0] = 1", true, true},
                 {"std::span<double> s(x.data(), n); s[0] = 1", false, true},
                 {"auto g = [&] { return x[0]; }; y = g()", true, true},
                 {"auto i = x.insert(x.end(), 1.0); *i = 1", true, true},
                 {"double &r = x.emplace_back(1.0); r = 1", true, true},
                 {"return x", true, true},
                 {"return x[0]", false, false},
                 {"std::sort(x.begin(), x.end())", false, true}});
}

TEST(Variables, ContainersThatTakeElementsOver) {
  const std::vector<std::pair<const char *, bool>> Cases = {
      {"Vector x;", false},
      {"Vector x(n, 1.0);", false},
      {"Vector x = Vector(n);", false},
      {"auto x = Vector{1, 2};", false},
      {"Vector x = {1, 2};", false},
      {"Vector x = other;", false},
      {"Vector x(other.begin(), other.end());", false},
      {"Vector x = std::move(other);", true},
      {"Vector x(std::move(other));", true},
      {"Vector x = make(n);", true},
      {"Vector x = c ? Vector(n) : make(n);", true},
      {"std::unique_ptr<double[]> x(new double[n]);", false},
      {"std::unique_ptr<double[]> x;", false},
      {"std::unique_ptr<double[]> x(kept);", true},
      {"std::unique_ptr<double[]> x; x.reset(new double[n]);", false},
      {"std::unique_ptr<double[]> x; x.reset(kept);", true},
      {"auto x = std::make_unique<double[]>(n);", false}};
  std::string Code = StandardPrelude;
  for (unsigned I = 0; I < Cases.size(); ++I)
    Code += "void f" + std::to_string(I) + "(int n, bool c, Vector &other) { " + Cases[I].first + " x[0] = 1; }\n";
  Parsed P(Code + "void g(Vector x) { x[0] = 1; }", {"-std=c++20"});
  for (unsigned I = 0; I < Cases.size(); ++I) {
    const FunctionDecl &F = P.function("f" + std::to_string(I));
    const auto &V = *cast<VarDecl>(Parsed::all<DeclStmt>(*F.getBody())[0]->getSingleDecl());
    EXPECT_EQ(FunctionVariables(P.context(), F, standardContainers()).escapes(V), Cases[I].second) << Cases[I].first;
  }
  const FunctionDecl &G = P.function("g");
  EXPECT_TRUE(FunctionVariables(P.context(), G, standardContainers()).escapes(*G.getParamDecl(0)));
}

TEST(Variables, OtherContainers) {
  checkStandard("std::array<double, 4>", " = {}",
                {{"x[0] = 1; y = x[1] + x.size()", false, false},
                 {"for (double &e : x) e = 1", false, false},
                 {"auto z = x; y = z[0]", false, false},
                 {"x = {}", true, false},
                 {"auto &r = x[0]", false, true},
                 {"auto [a, b, d, e] = x; y = a", false, false}});
  checkStandard("auto", " = std::make_unique<double[]>(n)",
                {{"x[0] = 1; y = x[1]", false, false},
                 {"if (!x) y = 1", false, false},
                 {"y = x.get()[1]", false, false},
                 {"x.reset()", true, false},
                 {"x.reset(new double[3])", true, false},
                 {"kept = x.get()", false, true},
                 {"kept = x.release()", true, true},
                 {"auto z = std::move(x)", true, true}});
}

TEST(Variables, PointersIntoContainersOfPointers) {
  checkStandard("double *", " = new double[n]",
                {{"keptAll.push_back(x)", false, true},
                 {"keptAll.push_back(x + 1)", false, true},
                 {"keptAll.emplace_back(&x[1])", false, true},
                 {"std::vector<double *> v(2, x)", false, true},
                 {"std::vector<double *> v{x}", false, true},
                 {"std::unique_ptr<double[]> u(x)", false, true},
                 {"std::unique_ptr<double[]> u; u.reset(x)", false, true},
                 {"std::pair<double *, int> p(x, 1)", true, true},
                 {"std::swap(x, kept)", true, true},
                 {"kept = std::exchange(x, nullptr)", true, true},
                 {"kept = std::max(x, x)", false, true},
                 {"kept = std::move(x)", true, true},
                 {"Vector v(x, x + n); y = v[0]", false, false},
                 {"Vector v; v.assign(x, x + n)", false, false},
                 {"y = std::max(x[0], x[1])", false, false},
                 {"y = *std::max(x, x + 1)", false, false},
                 {"std::copy(x, x + 2, x + 4)", false, false},
                 {"double *e = std::copy(x, x + 2, x + 4)", false, true},
                 {"return x", false, true}});
}

TEST(Variables, UtilitiesOnScalars) {
  checkStandard("double", " = n",
                {{"y = std::max(x, 1.0)", false, false},
                 {"y = std::min({x, 1.0})", false, false},
                 {"const double &r = std::max(x, y)", false, true},
                 {"y = std::exchange(x, 2.0)", true, false},
                 {"std::swap(x, y)", true, false},
                 {"y = std::move(x)", true, false},
                 {"auto &&r = std::move(x)", true, true},
                 {"Vector v; v.push_back(x)", false, false},
                 {"Vector v(n, x)", false, false},
                 {"std::scanf(\"%lf\", &x)", true, false},
                 {"std::vector<double *> v; v.push_back(&x)", true, true}});
}

TEST(Variables, ModifiedWhere) {
  Uses U("void g(int *); void f(int n) { int x = 0; int z = 0; for (int i = 0; i < n; ++i) z += x; x = 1;"
         "for (int j = 0; j < n; ++j) { x = j; } g(&z); }");
  auto Loops = Parsed::all<ForStmt>(U.body());
  const VarDecl &X = U.P.variable("x"), &Z = U.P.variable("z"), &I = U.P.variable("i"), &J = U.P.variable("j");
  EXPECT_FALSE(U.Facts.isModifiedIn(X, *Loops[0]));
  EXPECT_TRUE(U.Facts.isModifiedIn(X, *Loops[1]));
  EXPECT_TRUE(U.Facts.isModifiedIn(X, *Loops[1]->getBody()));
  EXPECT_TRUE(U.Facts.isModifiedIn(Z, *Loops[0]));
  EXPECT_FALSE(U.Facts.isModifiedIn(Z, *Loops[1]));
  EXPECT_TRUE(U.Facts.isModifiedIn(I, *Loops[0]));
  EXPECT_TRUE(U.Facts.isModifiedIn(I, *Loops[0]->getInc()));
  EXPECT_FALSE(U.Facts.isModifiedIn(I, *Loops[0]->getBody()));
  EXPECT_FALSE(U.Facts.isModifiedIn(J, *Loops[0]));
  EXPECT_TRUE(U.Facts.isModifiedIn(X, U.body()));
}

TEST(Variables, OnlyValues) {
  Uses U("void g(int *); void h(const int &); void f(int p) { int a = p; const int b = p; int c = p; int d = p; int e;"
         "const int k = p; int &r = d; int u[2]; for (int w : u) p += w; c = 1; g(&d); h(a); h(k); h(b); int z = p; p "
         "+= z; }");
  EXPECT_FALSE(U.hasOnlyValue("p"));
  EXPECT_FALSE(U.hasOnlyValue("a")); // h may cast the const away.
  EXPECT_TRUE(U.hasOnlyValue("b"));
  EXPECT_TRUE(U.hasOnlyValue("k"));
  EXPECT_FALSE(U.hasOnlyValue("c"));
  EXPECT_FALSE(U.hasOnlyValue("d"));
  EXPECT_FALSE(U.hasOnlyValue("e"));
  EXPECT_FALSE(U.hasOnlyValue("r"));
  EXPECT_FALSE(U.hasOnlyValue("w"));
  EXPECT_TRUE(U.hasOnlyValue("z"));
}

TEST(Variables, NotOfTheFunction) {
  Uses U("int global; const int fixed = 3; void f() { static int s; static const int t = 1; global = s + fixed + t; }");
  for (const char *Name : {"global", "s"}) {
    EXPECT_TRUE(U.modified(Name)) << Name;
    EXPECT_TRUE(U.escapes(Name)) << Name;
  }
  EXPECT_FALSE(U.modified("fixed"));
  EXPECT_TRUE(U.escapes("fixed"));
  EXPECT_FALSE(U.modified("t"));
}

TEST(Variables, LambdaBodiesCount) {
  Uses U("void f(int n) { int x = 0; int t[4]; auto g = [&](int k) { for (int i = 0; i < k; ++i) { int own = i; t[i] = "
         "own; }"
         " x = k; }; g(n); }");
  EXPECT_TRUE(U.modified("x"));
  EXPECT_TRUE(U.escapes("t"));
  EXPECT_FALSE(U.modified("own"));
  EXPECT_FALSE(U.escapes("own"));
  EXPECT_TRUE(U.hasOnlyValue("own"));
}

TEST(Variables, ReferencesAlwaysEscape) {
  Uses U("void f(int &r, const int &k, int n) { r = k; int own = n; own = 1; }");
  EXPECT_TRUE(U.escapes("r"));
  EXPECT_TRUE(U.modified("r"));
  EXPECT_TRUE(U.escapes("k"));
  EXPECT_FALSE(U.modified("k"));
  EXPECT_FALSE(U.escapes("n"));
}

TEST(Variables, ConstructorInitialisers) {
  Uses U("struct f { int *q; int &r; int s; f(int *p, int v, int w) : q(p), r(v), s(w) {} };");
  EXPECT_TRUE(U.escapes("p"));
  EXPECT_TRUE(U.escapes("v"));
  EXPECT_FALSE(U.escapes("w"));
}

TEST(Variables, OpenMPClauses) {
  Uses U("void f(int *a, int n, int m) { int s = 0, l = 0, p = 0;\n"
         "#pragma omp parallel for shared(a, n) private(p) reduction(+ : s) lastprivate(l) schedule(static, m)\n"
         "for (int i = 0; i < n; ++i) { p = i; s += a[i] + p; l = i; } }",
         {"-std=c++17", "-fopenmp"});
  EXPECT_FALSE(U.modified("n"));
  EXPECT_FALSE(U.escapes("n"));
  EXPECT_FALSE(U.escapes("a"));
  EXPECT_FALSE(U.modified("m"));
  EXPECT_TRUE(U.modified("s"));
  EXPECT_TRUE(U.modified("l"));
  EXPECT_TRUE(U.modified("p"));
}

TEST(Variables, PlainC) {
  Uses U("#include <stdlib.h>\n"
         "struct s { int m; }; void f(int n, double *restrict o) { double *t = malloc(n * sizeof *t); double *u = "
         "malloc(8);"
         "int k = n; int j = n; struct s v = {1}; struct s w = v; if (!t) return;"
         "for (int i = 0; i < n; ++i) t[i] = i; for (int i = 0; i < n; ++i) o[i] = t[i] + k + w.m; free(t);"
         "double *z = u; if (j = 2) k + 1; (void)z; }",
         {"-std=c11"}, "input.c");
  EXPECT_FALSE(U.modified("t"));
  EXPECT_FALSE(U.escapes("t"));
  EXPECT_TRUE(U.hasOnlyValue("t"));
  EXPECT_TRUE(U.escapes("u"));
  EXPECT_FALSE(U.modified("k"));
  EXPECT_TRUE(U.modified("j"));
  EXPECT_FALSE(U.escapes("v"));
  EXPECT_FALSE(U.modified("v"));
}

TEST(Variables, Names) {
  Uses U(
      "#define HIDDEN secret\nint secret; int outer; typedef int Type; struct S { int field; }; int unrelated;\n"
      "void f(int parameter, S *s) { int local = parameter + outer; Type typed = HIDDEN; s->field = local; goto target;"
      "target: ; auto l = [](int inner) { return inner; }; }");
  for (const char *Name :
       {"secret", "HIDDEN", "outer", "Type", "field", "parameter", "local", "typed", "target", "inner", "f"})
    EXPECT_TRUE(U.Facts.isNameUsed(Name)) << Name;
  EXPECT_FALSE(U.Facts.isNameUsed("unrelated"));
  EXPECT_FALSE(U.Facts.isNameUsed("fiel"));
}

TEST(Variables, MutableMembersOfConstants) {
  Uses U("struct S { int a; mutable int b; }; void f(int n) { const S s = {n, 0}; const int k = n; s.b = 1; }");
  EXPECT_TRUE(U.modified("s"));
  EXPECT_FALSE(U.modified("k"));
}

TEST(Variables, TooDeepToWalk) {
  std::string Sum = "x";
  for (unsigned I = 0; I < 5000; ++I)
    Sum += " + x";
  Uses U("int f(int x) { int k = x; return " + Sum + "; }");
  EXPECT_TRUE(U.escapes("k"));
  EXPECT_TRUE(U.modified("x"));
  EXPECT_FALSE(U.hasOnlyValue("k"));
  EXPECT_TRUE(U.Facts.isModifiedIn(U.P.variable("k"), U.body()));
}

// Deadness.

std::string twoLoops(const std::string &Before, const std::string &After) {
  return "void g(int *); int f(int *o, int n, int c) { " + Before +
         " for (int i = 0; i < n; ++i) t[i] = i; for (int j = 0; j < n; ++j) o[j] = t[j]; " + After + " return 0; }";
}

bool dead(const std::string &Before, const std::string &After) { return Uses(twoLoops(Before, After)).dead("t"); }

TEST(DeadAfter, StraightLine) {
  EXPECT_TRUE(dead("int t[9];", ""));
  EXPECT_TRUE(dead("int *t = new int[n];", "delete[] t;"));
  EXPECT_TRUE(dead("int t[9]; t[0] = 1; n = t[0];", ""));
  EXPECT_FALSE(dead("int t[9];", "n = t[1];"));
  EXPECT_FALSE(dead("int t[9];", "t[1] = 0;"));
  EXPECT_FALSE(dead("int t[9];", "if (c) n = t[1];"));
  EXPECT_FALSE(dead("int *t = new int[n];", "if (t) delete[] t;")); // The test would be left behind.
  EXPECT_FALSE(dead("int *t = new int[n];", "return t[0];"));
  EXPECT_FALSE(dead("int t[9];", "n = sizeof(t);"));
  EXPECT_FALSE(dead("int t[9];", "while (c < n) n = t[c++];"));
}

TEST(DeadAfter, NotWhatOthersSee) {
  EXPECT_FALSE(dead("int t[9]; g(t);", ""));
  EXPECT_FALSE(dead("static int t[9];", ""));
  EXPECT_FALSE(dead("int u[9]; int (&t)[9] = u;", ""));
  EXPECT_FALSE(dead("int *t = new int[n]; int *k = t;", ""));
  EXPECT_FALSE(dead("int t[9]; auto l = [&] { return t[0]; };", "l();"));
}

TEST(DeadAfter, EnclosingLoopsComeBack) {
  EXPECT_FALSE(dead("int t[9]; while (n--) { c += t[1];", "}"));
  EXPECT_FALSE(dead("int t[9]; for (int r = 0; r < t[0]; ++r) {", "}"));
  EXPECT_FALSE(dead("int t[9]; for (int r = 0; r < 9; r += t[0]) {", "}"));
  EXPECT_FALSE(dead("int t[9]; do {", "} while (t[0]);"));
  EXPECT_FALSE(dead("int t[9]; for (int r = 0; r < n; ++r) { c += t[0]; if (c) {", "} }"));
  EXPECT_FALSE(dead("int t[9]; for (int q = 0; q < n; ++q) { c += t[0]; for (int r = 0; r < n; ++r) {", "} }"));
  // Each turn of the outermost loop has an array of its own.
  EXPECT_TRUE(dead("for (int q = 0; q < n; ++q) { int t[9]; t[0] = c; c += t[0]; ", "}"));
  EXPECT_FALSE(
      dead("for (int q = 0; q < n; ++q) { int t[9]; for (int r = 0; r < n; ++r) { c += t[0]; if (c) {", "} } }"));
  // No use but in the loops themselves: the first one writes again what the second one reads.
  EXPECT_TRUE(dead("int t[9]; while (n--) {", "}"));
  EXPECT_TRUE(dead("int t[9]; t[0] = 1; c = t[0]; while (n--) {", "}"));
}

TEST(DeadAfter, JumpsLeaveNoOrder) {
  EXPECT_FALSE(dead("int t[9]; again: c += t[0];", "if (c < 9) goto again;"));
  EXPECT_TRUE(dead("int t[9]; ", "if (c < 9) goto end; end: ;"));
  EXPECT_TRUE(dead("int t[9]; if (c) goto end;", "end: ;"));
  EXPECT_FALSE(dead("int t[9]; if (c) goto in;", "while (c--) { in: ++c; }"));
  EXPECT_FALSE(Uses("extern \"C\" int setjmp(long *) __attribute__((returns_twice)); long *b;\n" +
                    twoLoops("int t[9]; c = t[0]; setjmp(b);", ""))
                   .dead("t"));
}

} // namespace
