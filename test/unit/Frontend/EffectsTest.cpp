//===- EffectsTest.cpp - tests of the effects of calls and statements -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Effects.h"
#include "Frontend/ParsedFunction.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

std::string show(const CallEffect &E) {
  switch (E.Effect) {
  case CallEffect::Kind::Pure:
    return E.MathName.empty() ? "pure" : "pure " + E.MathName;
  case CallEffect::Kind::ReadsArguments:
    return E.MathName.empty() ? "reads" : "reads " + E.MathName;
  case CallEffect::Kind::WritesArguments:
    return "writes";
  case CallEffect::Kind::Element:
    return "element";
  case CallEffect::Kind::Size:
    return "size";
  case CallEffect::Kind::Inline:
    return "inline";
  case CallEffect::Kind::Unknown:
    return E.Refused ? refusalName(E.Refused->Id).str() : "unknown";
  }
  return "";
}

struct Case {
  const char *Code;
  const char *Expected;
};

/// The outermost call of every expression: each stands in a function of its own, behind the same prelude.
void checkCalls(const std::string &Prelude, llvm::ArrayRef<Case> Cases,
                std::vector<std::string> Flags = {"-std=c++20"}) {
  std::string Code = Prelude + "\n";
  for (unsigned I = 0; I < Cases.size(); ++I)
    Code += "void f" + std::to_string(I) + "(PARAMETERS) { " + Cases[I].Code + "; }\n";
  Parsed P(Code, std::move(Flags));
  for (unsigned I = 0; I < Cases.size(); ++I) {
    auto Calls = Parsed::all<CallExpr>(*P.function("f" + std::to_string(I)).getBody());
    ASSERT_FALSE(Calls.empty()) << Cases[I].Code;
    EXPECT_EQ(show(classifyCall(P.context(), *Calls[0], standardContainers())), Cases[I].Expected) << Cases[I].Code;
  }
}

TEST(Effects, MathFunctions) {
  checkCalls("#include <cmath>\n#include <complex>\n#include <cstdlib>\n#include <algorithm>\n#include <valarray>\n"
             "namespace my { double exp(double); }\n"
             "#define PARAMETERS double x, float s, int i, std::complex<double> z, std::valarray<double> v",
             {{"std::exp(x)", "pure exp"},
              {"exp(x)", "pure exp"},
              {"expf(s)", "pure exp"},
              {"std::exp(s)", "pure exp"},
              {"std::exp(i)", "pure exp"},
              {"__builtin_pow(x, x)", "pure pow"},
              {"std::pow(x, 2)", "pure pow"},
              {"std::tanh(x)", "pure tanh"},
              {"std::erf(x)", "pure erf"},
              {"std::fmod(x, x)", "pure fmod"},
              {"log2f(s)", "pure log2"},
              {"std::sqrt(x)", "pure"},
              {"fabsf(s)", "pure"},
              {"std::abs(i)", "pure"},
              {"std::abs(x)", "pure"},
              {"std::fma(x, x, x)", "pure"},
              {"floor(x)", "pure"},
              {"std::fmin(x, x)", "pure"},
              {"std::isnan(x)", "pure"},
              {"NAN", "pure"},
              {"std::lround(x)", "pure"},
              {"std::ldexp(x, 2)", "pure"},
              {"std::min(x, 1.0)", "reads"},
              {"std::max(i, 2)", "reads"},
              {"std::clamp(x, 0.0, 1.0)", "reads"},
              {"std::exp(z)", "reads exp"},
              {"std::abs(z)", "reads"},
              {"std::frexp(x, &i)", "writes"},
              {"std::modf(x, &x)", "writes"},
              {"std::lgamma(x)", "unknown-call"}, // It writes signgam.
              {"std::exp(v)", "unknown-call"},
              {"my::exp(x)", "unknown-call"},
              {"std::rand()", "unknown-call"}});
}

TEST(Effects, Utilities) {
  checkCalls("#include <algorithm>\n#include <cstring>\n#include <memory>\n#include <numeric>\n#include "
             "<utility>\n#include <vector>\n"
             "struct Wide { double v[3]; bool operator<(const Wide &) const; };\n"
             "#define PARAMETERS double x, double y, double *p, const double *q, int n, Wide w, const Wide &cw",
             {{"std::move(x)", "writes"},
              {"std::as_const(x)", "reads"},
              {"std::swap(x, y)", "writes"},
              {"std::exchange(x, 1.0)", "writes"},
              {"std::min(w, w)", "unknown-call"},
              {"std::max({x, y})", "pure"},
              {"std::max(x, y, [](double, double) { return true; })", "reads"},
              {"std::memcpy(p, q, 8)", "writes"},
              {"memset(p, 0, 8)", "writes"},
              {"std::memcmp(p, q, 8)", "reads"},
              {"std::strlen(\"a\")", "reads"},
              {"std::copy(q, q + n, p)", "writes"},
              {"std::fill(p, p + n, 0.0)", "writes"},
              {"std::accumulate(q, q + n, 0.0)", "reads"},
              {"std::sort(p, p + n)", "unknown-call"},
              {"std::make_unique<double[]>(n)", "pure"},
              {"std::make_unique<Wide>()", "unknown-call"}});
}

TEST(Effects, AllocationAndRelease) {
  checkCalls("#include <cstdlib>\n#include <new>\n#define PARAMETERS void *p, int n, char *place",
             {{"std::malloc(n)", "pure"},
              {"calloc(n, 8)", "pure"},
              {"aligned_alloc(64, n)", "pure"},
              {"::operator new(n)", "pure"},
              {"free(p)", "writes"},
              {"::operator delete(p)", "writes"},
              {"std::realloc(p, n)", "unknown-call"},
              {"::operator new(n, place)", "unknown-call"}});
}

TEST(Effects, WhatTheOutsideSees) {
  checkCalls("#include <atomic>\n#include <cstdio>\n#include <iostream>\n#include <fstream>\n#include "
             "<mutex>\n#include <stdexcept>\n"
             "#include <string>\n#include <vector>\n#include <ctime>\n#include <pthread.h>\n"
             "extern std::mutex m; extern std::atomic<int> a; extern int k; extern \"C\" int omp_get_thread_num();\n"
             "namespace my { void printf(const char *); void puts(const char *s) {} } void write(double *);\n"
             "#define PARAMETERS double x, int i, const std::vector<double> &v, const std::string &s, std::ofstream &o",
             {{"std::printf(\"%g\", x)", "input-output"},
              {"printf(\"%g\", x)", "input-output"},
              {"std::puts(\"\")", "input-output"},
              {"std::fwrite(&x, 8, 1, stdout)", "input-output"},
              {"std::cout << x", "input-output"},
              {"std::cout << \"a\" << x << std::endl", "input-output"},
              {"std::cin >> x", "input-output"},
              {"std::cout.flush()", "input-output"},
              {"o.write(\"a\", 1)", "input-output"},
              {"m.lock()", "lock"},
              {"pthread_mutex_lock(0)", "lock"},
              {"omp_get_thread_num()", "lock"},
              {"a.fetch_add(1)", "atomic"},
              {"a.load()", "atomic"},
              {"a++", "atomic"},
              {"__sync_fetch_and_add(&k, 1)", "atomic"},
              {"v.at(i)", "throw"},
              {"std::stoi(s)", "throw"},
              {"std::time(nullptr)", "unknown-call"},
              {"std::getenv(\"a\")", "unknown-call"},
              {"my::printf(\"a\")", "unknown-call"},
              {"my::puts(\"a\")", "pure"},
              {"write(&x)", "unknown-call"},
              {"__builtin_trap()", "unknown-call"},
              {"__builtin_unreachable()", "pure"},
              {"__builtin_expect(i, 1)", "pure"},
              {"__builtin_popcount(i)", "pure"}});
}

TEST(Effects, ContainerMethods) {
  checkCalls("#include <array>\n#include <map>\n#include <memory>\n#include <span>\n#include <string>\n#include "
             "<valarray>\n#include <vector>\n"
             "#define PARAMETERS std::vector<double> &v, const std::vector<double> &c, std::array<int, 3> &a, "
             "std::span<int> s, "
             "std::unique_ptr<int[]> &u, std::valarray<double> &w, std::string &t, std::map<int, int> &m, "
             "std::vector<bool> &b, int i",
             {{"v[i]", "element"},
              {"c[i]", "element"},
              {"a[i]", "element"},
              {"s[i]", "element"},
              {"u[i]", "element"},
              {"w[i]", "element"},
              {"t[i]", "element"},
              {"v.operator[](i)", "element"},
              {"(&v)->operator[](i)", "element"},
              {"v.size()", "size"},
              {"t.length()", "size"},
              {"v.empty()", "pure"},
              {"v.data()", "pure"},
              {"v.begin()", "pure"},
              {"std::begin(v)", "pure"},
              {"std::size(v)", "pure"},
              {"v.push_back(1)", "container-modified"},
              {"v.resize(i)", "container-modified"},
              {"v.clear()", "container-modified"},
              {"v = c", "container-modified"},
              {"v.swap(v)", "container-modified"},
              {"std::swap(v, v)", "container-modified"},
              {"t += 'a'", "container-modified"},
              {"u.reset()", "container-modified"},
              {"m[i]", "container-modified"},
              {"a = a", "writes"},
              {"w[std::slice(0, 2, 1)]", "unknown-call"},
              {"v.rbegin()", "pure"},
              {"*v.rbegin()", "element"},
              {"std::make_reverse_iterator(v.begin())", "pure"},
              {"b[i]", "unknown-call"},
              {"*v.begin()", "element"},
              {"v.begin()[i]", "element"},
              {"v.begin() + i", "reads"},
              {"c.begin() == c.end()", "reads"},
              {"(void)(c.begin() - c.end())", "reads"}});
}

TEST(Effects, ContainerModifiedNamesTheContainer) {
  Parsed P("#include <vector>\nstruct S { std::vector<int> v; }; void f(S &s) { s.v.push_back(1); }");
  auto Calls = Parsed::all<CallExpr>(*P.function("f").getBody());
  CallEffect E = classifyCall(P.context(), *Calls[0], standardContainers());
  ASSERT_TRUE(E.Refused);
  EXPECT_EQ(E.Refused->message(), "'push_back' may change the size of 's.v'");
  EXPECT_EQ(E.Refused->Place.Line, 2u);
}

TEST(Effects, UsersContainersByTheTable) {
  Parsed P("struct Matrix { double *d; int n; double &operator()(int i, int j); double operator()(int i, int j) const;"
           " int rows() const; void grow(); double norm() const; double &operator()(const char *); };"
           "void f(Matrix &m, const Matrix &c) { m(1, 2); c(1, 2); m.rows(); m.grow(); c.norm(); m(\"a\"); }");
  ContainerTable Table = {{"Matrix", ContainerClass::Storage::Owner, {"operator()"}, {"rows"}, {}}};
  auto Calls = Parsed::all<CallExpr>(*P.function("f").getBody());
  const char *Expected[] = {"element", "element", "size", "container-modified", "unknown-call", "container-modified"};
  ASSERT_EQ(Calls.size(), std::size(Expected));
  for (unsigned I = 0; I < Calls.size(); ++I)
    EXPECT_EQ(show(classifyCall(P.context(), *Calls[I], Table)), Expected[I]) << I;
  EXPECT_EQ(show(classifyCall(P.context(), *Calls[0], standardContainers())), "unknown-call");
}

// Functions of the user's, by their bodies.

const char *Bodies = R"(
  struct S { int m; int k[4]; int *q; int &r; mutable int c; static int s; static const int t = 3; };
  extern int global; static const int fixed = 4; constexpr int folded = 5; const int dynamic = global; static const int table[] = {1, 2};
  extern const int elsewhere; thread_local int own; volatile int device; int *kept;
  int unknown(int);

  inline int plain(int n) { int s = 0; for (int i = 0; i < n; ++i) { if (i % 2) continue; s += i * fixed; } return s; }
  constexpr int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
  inline int nested(int n) { return clampi(plain(n), 0, folded) + table[n]; }
  inline int readsGlobal(int n) { return n + global; }
  inline int readsDynamic(int n) { return n + dynamic; }
  inline int readsExternConst(int n) { return n + elsewhere; }
  inline int writesGlobal(int n) { global = n; return n; }
  inline int readsThreadLocal(int n) { return n + own; }
  inline int readsVolatile(int n) { return n + device; }
  inline int localVolatile(int n) { volatile int v = n; return v; }
  inline int counts() { static int c = 0; return ++c; }
  inline int staticTable(int n) { static const int t[2] = {1, 2}; return t[n]; }
  inline int callsUnknown(int n) { return unknown(n); }
  inline int recursive(int n) { return n ? n * recursive(n - 1) : 1; }
  int even(int); inline int odd(int n) { return n ? even(n - 1) : 0; } int even(int n) { return n ? odd(n - 1) : 1; }
  inline int throws(int n) { if (n < 0) throw n; return n; }
  inline int callsThrowing(int n) { return throws(n) + 1; }
  inline int catches(int n) { try { return n; } catch (...) { return 0; } }
  inline int assembly(int n) { asm("" : "+r"(n)); return n; }
  inline int jumps(int n) { again: if (n > 3) { --n; goto again; } return n; }
  inline int sizes(int n) { return sizeof(global) + alignof(S) + n; }
  inline int switches(int n) { switch (n) { case 1: return 2; default: break; } return 3; }
  inline int swapsLocals(int n) { int a = n, b = 2; int *p = &a; int &r = b; *p += r; r = a; return a + b; }

  inline int reads(const int *p, int n) { int s = 0; for (const int *e = p + n; p != e; ++p) s += *p; return s; }
  inline int readsIndexed(const int *p, int n) { return p[n] + *(p + 1) + 2[p]; }
  inline int readsReference(const int &n) { return n; }
  inline int readsArray(const int (&a)[3]) { int s = 0; for (int x : a) s += x; return s; }
  inline int readsMember(const S &s) { return s.m + s.k[1] + s.t; }
  inline void writes(int *p, int n) { for (int i = 0; i < n; ++i) p[i] = i; }
  inline void writesReference(int &n) { ++n; }
  inline void writesMember(S *s) { s->k[s->m] = 2; }
  inline void writesThroughLocal(int *p) { int *q = p; q += 1; *q++ = 3; *++q = 4; }
  inline void writesNested(int *p) { writes(p + 1, 2); }
  inline int readsNested(const int *p) { return reads(p, 3) + readsReference(p[1]); }
  inline void writesLocalOnly(int n) { int t[3]; writes(t, 3); }
  inline int &gives(int &n) { return n; }
  inline const int &shows(const int &n) { return n; }
  inline void writesGiven(int &n) { gives(n) = 3; }

  inline int follows(const S &s) { return *s.q; }
  inline int followsIndexed(const S *s) { return s->q[1]; }
  inline int followsTwice(int **p) { return **p; }
  inline int followsCopied(S *s) { int *p = s->q; return *p; }
  inline int followsAssigned(S *s) { int *p; p = s->q; return *p; }
  inline int followsIncremented(S *s) { return *s->q++; }
  inline int followsReference(const S &s) { return s.r; }
  inline int followsConditional(S *s, int *p) { return *(p ? p : s->q); }
  inline int followsBytes(int *p, S *s) { __builtin_memcpy(&p, &s->q, sizeof p); return *p; }
  inline void keeps(int *p) { kept = p; }
  inline void keepsInside(S *s, int *p) { s->q = p; }
  inline void keepsNumber(long *l, int *p) { *l = (long)p; }
  inline int *returnsPointer(int *p) { return p + 1; }
  inline void writesMutable(const S &s) { s.c = 1; }
  inline void castsConst(const int *p) { *const_cast<int *>(p) = 1; }
  inline void castsConstOldStyle(const int *p) { *(int *)p = 1; }
  inline void castsReference(const int &n) { const_cast<int &>(n) = 1; }
  inline int readsStatic() { return S::s; }
  inline int besideReference(const int &n) { return (&n)[1]; }
  inline int besideLocalReference(const int &n) { const int &r = n; const int *p = &r; return p[1]; }
  inline int insideReference(const S &s) { return *(&s.k[0] + 1); }
  inline int integerToPointer(long l) { return *(int *)l; }
  __attribute__((weak)) int weak(int n) { return n; }
  __attribute__((const)) int promised(int n);
  __attribute__((pure)) int promisedLess(int n);
  [[noreturn]] void dies(int n);
  inline int mayDie(int n) { if (n) dies(n); return n; }
  inline int variadic(int n, ...) { return n; }
  inline int declares(int n) { extern int global; return global + n; }
  inline int comma(int n) { return (global = 2, n); }
  inline int sized(int n) { int t[n]; return t[0] = n; }
  inline int statementExpression(int n) { return ({ int t = n; t + 1; }); }
  inline int viaPointer(int (*g)(int), int n) { return g(n); }
  template <class T> T square(const T &v) { return v * v; }
  template <class F> int apply(F g, int n) { return g(n); }
)";

TEST(Effects, PureBodies) {
  checkCalls(std::string(Bodies) +
                 "\n#define PARAMETERS int n, int *p, const int *q, S *s, const S &c, int (&a)[3], long l, int **pp",
             {{"plain(n)", "pure"},
              {"clampi(n, 1, 2)", "pure"},
              {"nested(n)", "pure"},
              {"staticTable(n)", "pure"},
              {"sizes(n)", "pure"},
              {"switches(n)", "pure"},
              {"swapsLocals(n)", "pure"},
              {"writesLocalOnly(n)", "pure"},
              {"promised(n)", "pure"},
              {"statementExpression(n)", "pure"},
              {"apply([](int k) { return k + 1; }, n)", "pure"},
              {"[](int k) { return k + 1; }(n)", "pure"},
              {"[n](int k) { return k + n; }(n)", "reads"},
              {"apply([n](int k) { return k + n; }, n)", "pure"}});
}

TEST(Effects, BodiesThatUseTheirArguments) {
  checkCalls(std::string(Bodies) +
                 "\n#define PARAMETERS int n, int *p, const int *q, S *s, const S &c, int (&a)[3], long l, int **pp",
             {{"reads(q, n)", "reads"},
              {"readsIndexed(q, n)", "reads"},
              {"readsReference(n)", "reads"},
              {"readsArray(a)", "reads"},
              {"readsMember(c)", "reads"},
              {"insideReference(c)", "reads"},
              {"square(n)", "reads"},
              {"readsNested(q)", "reads"},
              {"writes(p, n)", "writes"},
              {"writesReference(n)", "writes"},
              {"writesMember(s)", "writes"},
              {"writesThroughLocal(p)", "writes"},
              {"writesNested(p)", "writes"},
              {"gives(n)", "writes"},
              {"shows(n)", "reads"},
              {"writesGiven(n)", "writes"}});
}

TEST(Effects, BodiesThatDoMore) {
  checkCalls(std::string(Bodies) +
                 "\n#define PARAMETERS int n, int *p, const int *q, S *s, const S &c, int (&a)[3], long l, int **pp",
             {{"readsGlobal(n)", "inline"},
              {"readsDynamic(n)", "inline"},
              {"readsExternConst(n)", "inline"},
              {"writesGlobal(n)", "unknown-call"},
              {"readsThreadLocal(n)", "unknown-call"},
              {"readsVolatile(n)", "unknown-call"},
              {"localVolatile(n)", "unknown-call"},
              {"counts()", "unknown-call"},
              {"callsUnknown(n)", "unknown-call"},
              {"recursive(n)", "unknown-call"},
              {"odd(n)", "unknown-call"},
              {"throws(n)", "throw"},
              {"callsThrowing(n)", "throw"},
              {"catches(n)", "unknown-call"},
              {"assembly(n)", "unknown-call"},
              {"jumps(n)", "unknown-call"},
              {"follows(c)", "inline"},
              {"followsIndexed(s)", "inline"},
              {"followsTwice(pp)", "inline"},
              {"followsCopied(s)", "unknown-call"},
              {"followsAssigned(s)", "unknown-call"},
              {"followsIncremented(s)", "unknown-call"},
              {"followsReference(c)", "inline"},
              {"followsConditional(s, p)", "inline"},
              {"followsBytes(p, s)", "unknown-call"},
              {"keeps(p)", "inline"},
              {"keepsInside(s, p)", "inline"},
              {"keepsNumber(&l, p)", "unknown-call"},
              {"returnsPointer(p)", "inline"},
              {"writesMutable(c)", "inline"},
              {"castsConst(q)", "inline"},
              {"castsConstOldStyle(q)", "inline"},
              {"castsReference(n)", "inline"},
              {"readsStatic()", "inline"},
              {"besideReference(n)", "inline"},
              {"besideLocalReference(n)", "unknown-call"},
              {"integerToPointer(l)", "unknown-call"},
              {"weak(n)", "unknown-call"},
              {"promisedLess(n)", "unknown-call"},
              {"dies(n)", "unknown-call"},
              {"mayDie(n)", "unknown-call"},
              {"variadic(n)", "unknown-call"},
              {"declares(n)", "unknown-call"},
              {"comma(n)", "unknown-call"},
              {"sized(n)", "unknown-call"},
              {"viaPointer(plain, n)", "unknown-call"},
              {"int k = 0; [&k](int j) { return k += j; }(n)", "unknown-call"},
              {"int k = 0; apply([&](int j) { return k += j; }, n)", "unknown-call"},
              {"(n ? plain : unknown)(n)", "unknown-call"}});
}

TEST(Effects, Methods) {
  checkCalls("extern int global;\n"
             "struct V { double x, y; V(double a, double b) : x(a), y(b) {} double dot(const V &o) const { return x * "
             "o.x + y * o.y; }"
             " V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } void set(double a) { x = a; } double "
             "&first() { return x; }"
             " double next() const { return this[1].x; } double after() const { const V *p = this + 1; return p->x; } "
             "bool is(const V &o) const { return this == &o; } double twice() const { return 2 * this->dot(*this); } V "
             "&self() { return *this; } static double zero() { return 0; } };\n"
             "inline V operator+(const V &a, const V &b) { V r(a); r += b; return r; } inline V operator*(double k, "
             "const V &a) { return {k * a.x, k * a.y}; }\n"
             "struct B { virtual int get(int n) const { return n; } virtual ~B() {} }; struct F final : B { int "
             "get(int n) const override { return n; } };\n"
             "struct H { double *d; double at(int i) const { return d[i]; } int n; int size() const { return n; } };\n"
             "struct W { int v; W(int n) : v(n) { global = n; } int get() const { return v; } }; inline int makes(int "
             "n) { return W(n).get(); }\n"
             "struct D { int v; ~D() { global = v; } }; inline int destroys(int n) { D d{n}; return d.v; }\n"
             "#define PARAMETERS V a, V b, const V &c, B &o, F &f, H &h, int n",
             {{"a.dot(b)", "reads"},
              {"a.next()", "inline"},
              {"a.after()", "unknown-call"},
              {"a.is(b)", "pure"},
              {"a.twice()", "reads"},
              {"a.self()", "writes"},
              {"a += b", "writes"},
              {"a = b", "writes"},
              {"a + c", "reads"},
              {"2.0 * a", "reads"},
              {"a.set(1)", "writes"},
              {"a.first()", "writes"},
              {"V::zero()", "pure"},
              {"o.get(n)", "unknown-call"},
              {"f.get(n)", "pure"},
              {"o.B::get(n)", "pure"},
              {"h.at(n)", "inline"},
              {"h.size()", "reads"},
              {"makes(n)", "unknown-call"},
              {"destroys(n)", "unknown-call"}});
}

// Whole statements.

std::string joined(const std::vector<Refusal> &Refusals) {
  std::string Out;
  for (const Refusal &R : Refusals)
    Out += (Out.empty() ? "" : " ") + refusalName(R.Id).str();
  return Out;
}

/// The refusals of the body of the loop around each snippet.
void checkBodies(const std::string &Prelude, llvm::ArrayRef<Case> Cases,
                 std::vector<std::string> Flags = {"-std=c++20"}) {
  std::string Code = Prelude + "\n";
  for (unsigned I = 0; I < Cases.size(); ++I)
    Code += "inline void f" + std::to_string(I) + "(PARAMETERS) { for (int i = 0; i < n; ++i) { " + Cases[I].Code +
            " } }\n";
  Parsed P(Code, std::move(Flags));
  for (unsigned I = 0; I < Cases.size(); ++I) {
    auto Loops = Parsed::all<ForStmt>(*P.function("f" + std::to_string(I)).getBody());
    ASSERT_FALSE(Loops.empty());
    EXPECT_EQ(joined(effectRefusals(P.context(), *Loops[0]->getBody(), standardContainers())), Cases[I].Expected)
        << Cases[I].Code;
  }
}

TEST(EffectRefusals, ControlFlow) {
  checkBodies("#define PARAMETERS int *a, int n, int k",
              {{"a[i] = i;", ""},
               {"if (a[i]) break;", "break"},
               {"for (int j = 0; j < n; ++j) { if (a[j]) break; if (a[i]) continue; }", ""},
               {"while (k) { if (k) break; else continue; } do { break; } while (k);", ""},
               {"switch (k) { case 1: a[i] = 1; break; default: a[i] = 2; }", ""},
               {"switch (k) { case 1: for (;;) break; }", ""},
               {"for (;;) { switch (k) { case 1: continue; } }", ""},
               {"if (k) continue;", "continue"},
               {"switch (k) { case 1: continue; }", "continue"},
               {"if (k) return;", "return"},
               {"if (k) goto out; out: ;", "goto label"},
               {"here: a[i] = 1;", "label"},
               {"if (k) break; if (k > 1) return; if (k > 2) break;", "break return"},
               {"throw i;", "throw"},
               {"try { a[i] = 1; } catch (...) {}", "unsupported-statement"},
               {"asm volatile(\"nop\");", "inline-asm"},
               {"auto g = [] { return 1; }; a[i] = g();", ""}, // Its return is not ours.
               {"auto g = [](int j) { for (;;) break; return j; }; a[i] = g(i);", ""}});
}

TEST(EffectRefusals, TooDeepToWalk) {
  std::string Sum = "x";
  for (unsigned I = 0; I < 5000; ++I)
    Sum += " + x";
  Parsed P("void f(int x) { x = " + Sum + "; }");
  EXPECT_EQ(joined(effectRefusals(P.context(), *P.function("f").getBody(), standardContainers())),
            "unsupported-statement");
}

TEST(EffectRefusals, CaseLabelsOfASwitchAround) {
  Parsed P("void f(int *a, int n, int k) { switch (k) { case 0: for (int i = 0; i < n; ++i) a[i] = 0; case 1: a[0] = "
           "1; } }");
  auto Switch = Parsed::all<SwitchStmt>(*P.function("f").getBody());
  auto Cases = Parsed::all<CaseStmt>(*P.function("f").getBody());
  EXPECT_EQ(joined(effectRefusals(P.context(), *Cases[1], standardContainers())), "switch-case");
  EXPECT_EQ(joined(effectRefusals(P.context(), *Switch[0], standardContainers())), "");
}

TEST(EffectRefusals, Accesses) {
  checkBodies("#include <atomic>\nextern volatile int device; extern std::atomic<int> counter; extern std::atomic<int> "
              "many[4]; int start();\n"
              "struct S { volatile int v; int w; }; struct R { ~R() {} }; struct Q { ~Q(); };\n"
              "#define PARAMETERS int *a, volatile int *d, int n, int k, S *s",
              {{"a[i] = device;", "volatile"},
               {"device = i;", "volatile"},
               {"d[i] = 1;", "volatile"},
               {"*d = *d + 1;", "volatile"},
               {"s->v = 1;", "volatile"},
               {"s->w = 1;", ""},
               {"volatile int v = i; a[i] = v;", "volatile"},
               {"a[i] = sizeof(device);", ""},
               {"auto p = d + 1; a[i] = p == d;", ""},
               {"counter = i;", "atomic"},
               {"a[i] = counter;", "atomic"},
               {"many[i]++;", "atomic"},
               {"__atomic_store_n(a, 1, 5);", "atomic"},
               {"static int t = start(); a[i] = t;", "unsupported-statement unknown-call"},
               {"static int t = 3; a[i] = t;", ""},
               {"static const int t[] = {1}; a[i] = t[0];", ""},
               {"R r; a[i] = 1;", ""},
               {"Q q; a[i] = 1;", "unknown-call"},
               {"Q(); a[i] = 1;", "unknown-call"},
               {"a[i] = *(int *)__builtin_alloca(4);", "unsupported-statement"},
               {"int *p = new int[3]; p[0] = i; a[i] = p[0]; delete[] p;", ""},
               {"Q *q = new Q; delete q;", "unknown-call"},
               {"new (a) int(3);", "unknown-call"},
               {"a[i] = start();", "unknown-call"}},
              {"-std=c++20", "-include", "new"});
}

TEST(EffectRefusals, Library) {
  checkBodies("#include <cassert>\n#include <cmath>\n#include <cstdio>\n#include <functional>\n#include "
              "<map>\n#include <mutex>\n#include <string>\n#include <vector>\n#include <list>\n"
              "extern std::mutex m; struct Vec3 { double x, y, z; Vec3 operator+(const Vec3 &o) const { return {x + "
              "o.x, y + o.y, z + o.z}; } };\n"
              "#define PARAMETERS std::vector<double> &v, const std::vector<double> &w, std::vector<std::string> &t, "
              "std::vector<Vec3> &p, "
              "std::list<int> &l, std::map<int, int> &d, std::function<int(int)> &g, int n",
              {{"v[i] = std::exp(w[i]) + w.size();", ""},
               {"v.push_back(w[i]);", "container-modified"},
               {"v.at(i) = 1;", "throw"},
               {"std::lock_guard<std::mutex> lock(m); v[i] = 1;", "lock"},
               {"std::printf(\"%g\", v[i]); v.push_back(1); v.at(i) = 0; if (n) break;",
                "input-output container-modified throw break"},
               {"assert(v[i] > 0);", ""},
               {"assert(v.size() > 0 && (v.push_back(1), true));", "container-modified"},
               {"for (double x : w) v[i] += x;", ""},
               {"for (auto &x : v) x = 1;", ""},
               {"for (int x : l) v[i] += x;", "unknown-call"},
               {"v[i] = d[i];", "container-modified"},
               {"v[i] = g(i);", "unknown-call"},
               {"p[i] = p[i] + p[0];", ""},
               {"std::vector<double> own(3); own[0] = v[i]; v[i] = own[0];", ""},
               {"auto own = w; v[i] = own[0];", ""},
               {"std::vector<Vec3> own(3); v[i] = own[0].x;", ""},
               {"std::vector<std::string> own(3);", "unknown-call"},
               {"t[i] = \"a\";", "container-modified"},
               {"auto it = w.begin(); v[i] = *(it + i) + it[1];", ""},
               {"const double &r = std::max(v[i], v[0]); v[0] = r;", "unsupported-statement"},
               {"double &r = v[i]; r = 1;", ""},
               {"v[i] = std::max(v[i], v[0]);", ""}});
}

TEST(EffectRefusals, Coroutines) {
  Parsed P(
      "#include <coroutine>\nstruct Task { struct promise_type { Task get_return_object() { return {}; } "
      "std::suspend_never initial_suspend() { return {}; }"
      " std::suspend_never final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {}"
      " std::suspend_always yield_value(int) { return {}; } }; };\n"
      "Task f(int *a, int n) { for (int i = 0; i < n; ++i) { a[i] = 0; co_yield a[i]; } co_await "
      "std::suspend_always{}; }",
      {"-std=c++20"});
  auto Loops = Parsed::all<ForStmt>(*P.function("f").getBody());
  ASSERT_FALSE(Loops.empty());
  std::string Found = joined(effectRefusals(P.context(), *Loops[0]->getBody(), standardContainers()));
  EXPECT_TRUE(llvm::StringRef(Found).contains("coroutine")) << Found;
}

TEST(EffectRefusals, OpenMP) {
  checkBodies("#define PARAMETERS int *a, int n",
              {{"\n#pragma omp critical\n{ a[0] += i; }", "lock"},
               {"\n#pragma omp atomic\n a[0] += i;", "atomic"},
               {"\n#pragma omp simd\n for (int j = 0; j < n; ++j) a[j] = 0;", ""},
               {"\n#pragma omp simd\n for (int j = 0; j < n; ++j) __builtin_printf(\"\");", "input-output"},
               {"\n#pragma omp parallel\n { a[0] = 1; }", "unsupported-statement"}},
              {"-std=c++20", "-fopenmp"});
}

TEST(EffectRefusals, PlainC) {
  Parsed P(
      "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n_Atomic int counter; struct v { double x, y; };\n"
      "static inline double hyp(struct v a) { return sqrt(a.x * a.x + a.y * a.y); }\n"
      "void f(double *a, struct v *s, int n) {"
      " for (int i = 0; i < n; ++i) { a[i] = hyp(s[i]) + exp(a[i]); }"
      " for (int i = 0; i < n; ++i) { counter++; }"
      " for (int i = 0; i < n; ++i) { printf(\"%g\", a[i]); exit(1); }"
      " for (int i = 0; i < n; ++i) { double t[n]; t[0] = a[i]; s[i] = (struct v){t[0], 1}; } }",
      {"-std=c11"}, "input.c");
  auto Loops = Parsed::all<ForStmt>(*P.function("f").getBody());
  const char *Expected[] = {"", "atomic", "input-output unknown-call", "unsupported-statement"};
  for (unsigned I = 0; I < 4; ++I)
    EXPECT_EQ(joined(effectRefusals(P.context(), *Loops[I]->getBody(), standardContainers())), Expected[I]) << I;
}

TEST(EffectRefusals, HarmlessConstructions) {
  Parsed P("#include <complex>\n#include <memory>\n#include <span>\n#include <string>\n#include <vector>\n"
           "extern int global; struct A { int v; A(int n) : v(n) {} }; struct B { B() { global = 1; } };\n"
           "struct C { C(const C &) = default; C() = default; int v; }; struct T { T(int *); int *p; };\n"
           "void f(std::vector<double> &v, double *p, int n, C &c) { A a(n); C d(c); std::complex<double> z(1, 2); "
           "std::vector<double> t(n);"
           " std::vector<double> u(v); std::span<double> s(p, n); std::unique_ptr<double[]> w(new double[n]);"
           " B b; T k(&n); std::vector<B> bs(n); std::unique_ptr<double[]> x(p); std::vector<double> m(std::move(v)); "
           "std::string name(\"a\"); }",
           {"-std=c++20"});
  auto Expect = [&](llvm::StringRef Name, bool Harmless) {
    const Expr *Init = P.variable(Name).getInit();
    const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
    ASSERT_NE(Construct, nullptr) << Name.str();
    EXPECT_EQ(isHarmlessConstruction(*Construct, standardContainers()), Harmless) << Name.str();
  };
  for (const char *Name : {"a", "d", "z", "t", "u", "s", "w"})
    Expect(Name, true);
  for (const char *Name : {"b", "k", "bs", "x", "m", "name"})
    Expect(Name, false);
}

TEST(EffectRefusals, Assertions) {
  const char *Macros =
      "#include <cassert>\n[[noreturn]] void fail(const char *); [[noreturn]] void die(); void report();\n"
      "#define MY_ASSERT(x) if (!(x)) fail(#x)\n"
      "#define CHECK_ASSERTION(x) do { if (!(x)) { report(); die(); } } while (0)\n"
      "#define OLD_ASSERT(x) ((void)((x) || (fail(#x), 0)))\n"
      "#define VERIFY(x) if (!(x)) fail(#x)\n"
      "#define ASSERT_ELSE(x, y) if (!(x)) y; else fail(#x)\n"
      "#define ASSERT_REPORT(x) if (!(x)) report()\n"
      "#define PARAMETERS int *a, int n";
  checkBodies(Macros, {{"MY_ASSERT(a[i] > 0);", ""},
                       {"MY_ASSERT(a[i] > 0); a[i] = 1;", ""},
                       {"CHECK_ASSERTION(a[i]);", ""},
                       {"OLD_ASSERT(a[i]);", ""},
                       {"assert(a[i] && \"text\");", ""},
                       // The macro's name promises nothing, or the statement does something else.
                       {"VERIFY(a[i] > 0);", "unknown-call"},
                       {"if (!a[i]) die();", "unknown-call"},
                       {"ASSERT_ELSE(a[i], report());", "unknown-call"},
                       {"ASSERT_ELSE(a[i], die());", "unknown-call"},
                       {"ASSERT_REPORT(a[i]);", "unknown-call"},
                       {"OLD_ASSERT(a[i] || (die(), 0));", "unknown-call"},
                       {"MY_ASSERT((report(), a[i]));", "unknown-call"}});
  // GNU C has a statement expression of it.
  Parsed P("#include <assert.h>\nstatic inline int at(const int *a, int i) { assert(i >= 0); return a[i]; }\n"
           "void f(int *a, int n) { for (int i = 0; i < n; ++i) { assert(a[i] > 0); a[i] = at(a, i); } }",
           {"-std=gnu11"}, "input.c");
  auto Loops = Parsed::all<ForStmt>(*P.function("f").getBody());
  EXPECT_EQ(joined(effectRefusals(P.context(), *Loops[0]->getBody(), standardContainers())), "");
}

TEST(Effects, PointersThatAreGivenBackInVain) {
  checkCalls("#include <cassert>\n#include <cstring>\n"
             "inline int nearest(float f) { assert(f < 4e6f); int i; memcpy(&i, &f, sizeof(int)); return i & 15; }\n"
             "inline void copies(int *a, const int *b) { std::memcpy(a, b, 4); }\n"
             "inline int follows(int *a, int **b) { return **(int **)memcpy(b, &a, 8); }\n"
             "#define PARAMETERS float f, int *a, int **b",
             {{"nearest(f)", "pure"}, {"copies(a, *b)", "writes"}, {"follows(a, b)", "unknown-call"}});
}

TEST(Effects, BodiesThatAreReadInPlace) {
  checkCalls("extern int table[9]; void unknown(); thread_local int own; extern volatile int port;\n"
             "struct G { int *d; int n; int &at(int i) { return d[i]; } int get(int i) const { return at2(i); }\n"
             " int at2(int i) const { return d[i]; } void set(int i, int v) { d[i] = v; } int &count() { return n; }\n"
             " int next() { return n++; } void twice(int i) { d[i] = 1; d[i + 1] = 2; } int loop(int i) const { return "
             "loop2(i); } int loop2(int i) const { return loop(i) + d[i]; } virtual int v() const { return d[0]; }\n"
             " int local() const { static int k; return k; } int comma(int i) { return i = 3, d[i]; }\n"
             " int nested(int i) { return get(at(i)); } int writes(int i) { return get(d[i] = 1); }\n"
             " int io(int i) { return __builtin_printf(\"%d\", d[i]); } };\n"
             "inline int reads(int i) { return table[i]; } inline int thread() { return own; }\n"
             "inline int port2() { return port; } inline void parameter(int i) { i = table[i]; }\n"
             "inline void copy(G g) { g.n = *g.d; }\n"
             "#define PARAMETERS G &g, int n",
             {{"g.at(n)", "inline"},
              {"g.get(n)", "inline"},
              {"g.set(n, 1)", "inline"},
              {"g.nested(n)", "inline"},
              {"reads(n)", "inline"},
              {"g.next()", "writes"},
              {"g.twice(n)", "unknown-call"},
              {"g.loop(n)", "unknown-call"},
              {"g.v()", "unknown-call"},
              {"g.local()", "unknown-call"},
              {"g.comma(n)", "unknown-call"},
              {"g.writes(n)", "unknown-call"},
              {"g.io(n)", "unknown-call"},
              {"thread()", "unknown-call"},
              {"port2()", "unknown-call"},
              {"parameter(n)", "unknown-call"},
              {"copy(g)", "unknown-call"}});
}
} // namespace
