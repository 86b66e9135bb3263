//===- SourceTextTest.cpp - tests of places and boundaries ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/SourceText.h"
#include "Frontend/ParsedFunction.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// Function f of a snippet.
struct Source {
  explicit Source(const std::string &Code, std::vector<std::string> Flags = {"-std=c++17"})
      : Code(Code), P(Code, std::move(Flags)), Body(*llvm::cast<CompoundStmt>(P.function("f").getBody())) {}

  std::string text(const SourceSpan &S) { return textOf(P.context(), S).str(); }
  std::string statement(unsigned Index) {
    SourceSpan S = statementSpan(P.context(), *child(Index));
    EXPECT_EQ(text(S), S.isValid() ? Code.substr(S.Offset, S.Length) : "");
    return S.isValid() ? text(S) : "none";
  }
  const Stmt *child(unsigned Index) { return Body.body_begin()[Index]; }
  const ForStmt &loop(unsigned Index = 0) { return *Parsed::all<ForStmt>(Body)[Index]; }
  std::string boundary(unsigned Index = 0) {
    auto R = macroBoundary(P.context(), loop(Index));
    return R ? R->Arguments[0] : "";
  }
  std::string before(unsigned Index = 0) {
    MacroPragmas Macros;
    return directivesBefore(P.context(), statementSpan(P.context(), loop(Index)), Macros);
  }
  /// The first directive in the function's body.
  std::string between() {
    auto R = directiveBetween(P.context(), spanOf(P.context(), Body.getSourceRange()));
    if (!R)
      return "";
    EXPECT_EQ(text(R->Place), R->Arguments[0]);
    return R->Arguments[0];
  }

  std::string Code;
  Parsed P;
  const CompoundStmt &Body;
};

TEST(SourceText, SpansCountBytesAndLines) {
  Source S("// ä\nvoid f(int *a) {\n  a[0] =\n    1;\n}\n");
  SourceSpan Span = statementSpan(S.P.context(), *S.child(0));
  EXPECT_EQ(S.text(Span), "a[0] =\n    1;");
  EXPECT_EQ(Span.Offset, S.Code.find("a[0] ="));
  EXPECT_EQ(Span.Line, 3u);
  EXPECT_EQ(Span.Column, 3u);
  EXPECT_EQ(Span.EndLine, 4u);
  EXPECT_EQ(Span.File.front(), '/');
}

TEST(SourceText, ByteOrderMarkAndCarriageReturnsKeepOffsets) {
  Source S("\xEF\xBB\xBFvoid f(int *a) {\r\n  a[0] = 1;\r\n  a[1] = 2;\r\n}\r\n");
  EXPECT_EQ(S.statement(0), "a[0] = 1;");
  EXPECT_EQ(S.statement(1), "a[1] = 2;");
}

TEST(SourceText, StatementsEndWithTheirSemicolon) {
  Source S("void f(int *a, int n) {\n"
           "  int x = 1, y;\n"
           "  for (int i = 0; i < n; ++i) a[i] = 0 /* ; */ ;\n"
           "  for (int i = 0; i < n; ++i) { a[i] = 0; }\n"
           "  if (n) a[0] = 1; else a[1] = 2;\n"
           "  if (n) { }\n"
           "  do { } while (n) ;\n"
           "  ;\n"
           "  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) ;\n"
           "  switch (n) case 1: a[0] = 1;\n"
           "  return;\n"
           "}\n");
  const char *Expected[] = {"int x = 1, y;",
                            "for (int i = 0; i < n; ++i) a[i] = 0 /* ; */ ;",
                            "for (int i = 0; i < n; ++i) { a[i] = 0; }",
                            "if (n) a[0] = 1; else a[1] = 2;",
                            "if (n) { }",
                            "do { } while (n) ;",
                            ";",
                            "for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) ;",
                            "switch (n) case 1: a[0] = 1;",
                            "return;"};
  for (unsigned I = 0; I < std::size(Expected); ++I)
    EXPECT_EQ(S.statement(I), Expected[I]);
}

TEST(SourceText, MacroCallsBelongToTheStatementAsAWhole) {
  Source S("#define SQ(x) ((x) * (x))\n"
           "#define ZERO(p) *(p) = 0\n"
           "#define SEMI ;\n"
           "#define TWO(p) *(p) = 0; *(p) = 1\n"
           "#define REAL double\n"
           "void f(int *a, int n) {\n"
           "  a[0] = SQ(n + 1);\n"
           "  ZERO(a);\n"
           "  REAL x = 1;\n"
           "  for (int i = 0; i < n; ++i) a[i] = SQ(i);\n"
           "  a[1] = 2 SEMI\n"
           "  TWO(a);\n"
           "}\n");
  EXPECT_EQ(S.statement(0), "a[0] = SQ(n + 1);");
  EXPECT_EQ(S.statement(1), "ZERO(a);");
  EXPECT_EQ(S.statement(2), "REAL x = 1;");
  EXPECT_EQ(S.statement(3), "for (int i = 0; i < n; ++i) a[i] = SQ(i);");
  EXPECT_EQ(S.statement(4), "none");
  EXPECT_EQ(S.statement(5), "none");
  EXPECT_EQ(S.statement(6), "none");
}

TEST(SourceText, TextInAMacroArgumentIsNotAPlace) {
  Source S("#define ID(x) x\nint f(int a) {\n  return ID(a + 1) + (a + 2);\n}\n");
  auto Sums = Parsed::all<BinaryOperator>(S.Body);
  ASSERT_EQ(Sums.size(), 3u);
  EXPECT_FALSE(spanOf(S.P.context(), Sums[1]->getSourceRange()).isValid());
  EXPECT_EQ(spellingOf(S.P.context(), *Sums[1]), "ID(a + 1)");
  EXPECT_EQ(S.text(spanOf(S.P.context(), Sums[2]->getSourceRange())), "a + 2");
  SourceSpan Place = placeOf(S.P.context(), Sums[1]->getBeginLoc());
  EXPECT_EQ(S.text(Place), "a");
  EXPECT_EQ(Place.Line, 3u);
}

TEST(SourceText, Headers) {
  Source S("void f(int *a, int n) {\n  for (int i = 0;\n       i < n; ++i) a[i] = 0;\n"
           "  int b[3]; for (int &x : b) x = 0;\n  while (n) --n;\n}\n");
  EXPECT_EQ(S.text(headerSpan(S.P.context(), S.loop())), "for (int i = 0;\n       i < n; ++i)");
  EXPECT_EQ(S.text(headerSpan(S.P.context(), *S.child(2))), "for (int &x : b)");
  EXPECT_EQ(S.text(headerSpan(S.P.context(), *S.child(3))), "while (n)");
  EXPECT_FALSE(headerSpan(S.P.context(), *S.child(1)).isValid());
}

TEST(SourceText, OpenMPLoopsKeepTheirOwnRange) {
  Source S("void f(int *a, int n) {\n#pragma omp parallel for\n  for (int i = 0; i < n; ++i) a[i] = 0;\n}\n",
           {"-std=c++17", "-fopenmp"});
  EXPECT_EQ(S.statement(0), "#pragma omp parallel for\n  for (int i = 0; i < n; ++i) a[i] = 0;");
  EXPECT_EQ(S.text(headerSpan(S.P.context(), *S.child(0))), "for (int i = 0; i < n; ++i)");
  EXPECT_EQ(S.before(), "#pragma omp parallel for");
}

TEST(SourceText, SymbolicLinksLeadToOneFile) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("loopfuse", Folder));
  std::string Real = (Folder + "/real.h").str(), Link = (Folder + "/link.h").str();
  {
    std::error_code Error;
    llvm::raw_fd_ostream Out(Real, Error);
    Out << "void f(int *a) {\n  a[0] = 1;\n}\n";
  }
  ASSERT_FALSE(llvm::sys::fs::create_link(Real, Link));
  Parsed P("#include \"" + Link + "\"\n");
  const auto &Body = *P.function("f").getBody();
  SourceSpan Span = statementSpan(P.context(), **Body.child_begin());
  llvm::SmallString<128> Expected;
  ASSERT_FALSE(llvm::sys::fs::real_path(Real, Expected));
  EXPECT_EQ(Span.File, Expected.str().str());
  EXPECT_EQ(textOf(P.context(), Span), "a[0] = 1;");
  llvm::sys::fs::remove_directories(Folder);
}

// The macros that make up a loop's structure.

TEST(MacroBoundary, WholeExpressionsAndStatementsAreFine) {
  Source S("#define N 10\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define CLEAR(x) x = 0\n#define REAL double\n"
           "#define LOG(x) do { (void)(x); } while (0)\n#define INT int\n#define SQUARE(x) (x) * (x)\n"
           "void f(REAL *a, int n) {\n"
           "  for (INT i = 0; i < MIN(n, N); ++i) {\n"
           "    const REAL t = SQUARE(a[i]) + N;\n    CLEAR(a[i]);\n    LOG(i);\n    if (MIN(i, n)) a[i] = N; else "
           "CLEAR(a[0]);\n"
           "  }\n}\n");
  EXPECT_EQ(S.boundary(), "");
}

TEST(MacroBoundary, TheLoopItself) {
  EXPECT_EQ(Source("#define FOR(i, n) for (int i = 0; i < (n); ++i)\nvoid f(int *a, int n) { FOR(k, n) a[k] = 0; }")
                .boundary(),
            "FOR");
  EXPECT_EQ(Source("#define ALL(a, n) for (int i = 0; i < (n); ++i) a[i] = 0\nvoid f(int *a, int n) { ALL(a, n); }")
                .boundary(),
            "ALL");
  EXPECT_EQ(
      Source("#define WRAP(x) x\nvoid f(int *a, int n) { WRAP(for (int i = 0; i < n; ++i) a[i] = 0;) }").boundary(),
      "WRAP");
}

TEST(MacroBoundary, PartsOfTheHeader) {
  EXPECT_EQ(Source("#define HEAD int i = 0; i < n; ++i\nvoid f(int *a, int n) { for (HEAD) a[i] = 0; }").boundary(),
            "HEAD");
  EXPECT_EQ(Source("#define START int i = 0\nvoid f(int *a, int n) { for (START; i < n; ++i) a[i] = 0; }").boundary(),
            "START");
  EXPECT_EQ(Source("#define UNTIL i < n\nvoid f(int *a, int n) { for (int i = 0; UNTIL; ++i) a[i] = 0; }").boundary(),
            "UNTIL");
  EXPECT_EQ(Source("#define REST i < n; ++i\nvoid f(int *a, int n) { for (int i = 0; REST) a[i] = 0; }").boundary(),
            "REST");
  // As an argument the variable stands in the header for all to see.
  EXPECT_EQ(
      Source("#define LESS(a, b) ((a) < (b))\nvoid f(int *a, int n) { for (int i = 0; LESS(i, n); ++i) a[i] = 0; }")
          .boundary(),
      "");
}

TEST(MacroBoundary, BracesAndHalfStatements) {
  EXPECT_EQ(
      Source("#define BEGIN {\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) BEGIN a[i] = 0; } }").boundary(),
      "BEGIN");
  EXPECT_EQ(Source("#define END }\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) { a[i] = 0; END }").boundary(),
            "END");
  EXPECT_EQ(Source("#define TWO(x) x = 0; x = 1\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) { TWO(a[i]); } }")
                .boundary(),
            "TWO");
  EXPECT_EQ(
      Source("#define ASSIGN a[i] =\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) { ASSIGN 0; } }").boundary(),
      "");
  EXPECT_EQ(
      Source("#define OPEN a[i] = (\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) { OPEN 0); } }").boundary(),
      "");
  EXPECT_EQ(Source("#define SKIP if (a[i]) continue; a[i]\n"
                   "void f(int *a, int n) { for (int i = 0; i < n; ++i) { SKIP = 0; } }")
                .boundary(),
            "SKIP");
  EXPECT_EQ(
      Source("#define IF if\nvoid f(int *a, int n) { for (int i = 0; i < n; ++i) { IF (n) a[i] = 0; } }").boundary(),
      "IF");
}

TEST(MacroBoundary, OtherMacrosAroundDoNotMatter) {
  Source S("#define FOR(i, n) for (int i = 0; i < (n); ++i)\n"
           "void f(int *a, int n) { FOR(k, n) a[k] = 0; for (int i = 0; i < n; ++i) a[i] = 0; }");
  EXPECT_EQ(S.boundary(1), "");
}

// Directives.

TEST(Directives, FoundInTheText) {
  EXPECT_EQ(Source("void f() {\n#if 1\n#endif\n}").between(), "#if 1");
  EXPECT_EQ(Source("void f() {\n  #  pragma once_more \n}").between(), "#  pragma once_more");
  EXPECT_EQ(Source("void f() {\n#define A \\\n  1\n}").between(), "#define A \\\n  1");
  EXPECT_EQ(Source("void f() {\r\n#define A 1\r\n}\r\n").between(), "#define A 1");
  EXPECT_EQ(Source("void f() {\n%:define A 1\n}").between(), "%:define A 1");
  EXPECT_EQ(Source("void f() {\n/* c */ #define A 1\n}").between(), "#define A 1");
  EXPECT_EQ(Source("void f() {\n  ; _Pragma(\"omp (x\") ;\n}").between(), "_Pragma(\"omp (x\")");
  EXPECT_EQ(Source("void f() {\n#if 0\n don't \" care\n#endif\n}").between(), "#if 0");
}

TEST(Directives, NotInCommentsOrLiterals) {
  EXPECT_EQ(Source("void f() {\n/*\n#define A\n*/\n// #define B\n}").between(), "");
  EXPECT_EQ(Source("const char *f() {\n return R\"(\n#define A\n)\";\n}").between(), "");
  EXPECT_EQ(Source("const char *f() {\n return \"\\\n#define A\";\n}").between(), "");
  EXPECT_EQ(Source("void f() {\n// a comment that goes on \\\n#define A\n}").between(), "");
  EXPECT_EQ(Source("#define A 1\nint f() {\n  return A;\n}\n#define B\n").between(), "");
}

TEST(Directives, PragmasInFrontOfALoop) {
  const std::string Loop = "  for (int i = 0; i < n; ++i) a[i] = 0;\n}\n";
  auto Before = [&](const std::string &Front) { return Source("void f(int *a, int n) {\n" + Front + Loop).before(); };
  EXPECT_EQ(Before(""), "");
  EXPECT_EQ(Before("  a[0] = 1;\n\n  // comment\n"), "");
  EXPECT_EQ(Before("#pragma omp simd\n"), "#pragma omp simd");
  EXPECT_EQ(Before("#pragma omp simd\r\n"), "#pragma omp simd");
  EXPECT_EQ(Before("  a[0] = 1; // #pragma no\n"), "");
  EXPECT_EQ(Before("#pragma GCC ivdep\n  // why\n\n  /* and\n how */\n"), "#pragma GCC ivdep");
  EXPECT_EQ(Before("#pragma omp simd\n#pragma unroll 4\n"), "#pragma omp simd\n#pragma unroll 4");
  EXPECT_EQ(Before("#pragma omp parallel for \\\n   schedule(static)\n"),
            "#pragma omp parallel for \\\n   schedule(static)");
  EXPECT_EQ(Before("#pragma omp simd\n  a[0] = 1;\n"), "");
  EXPECT_EQ(Before("#pragma omp simd\n  { a[0] = 1; }\n"), "");
  EXPECT_EQ(Before("/*\n#pragma omp simd\n*/\n"), "");
  EXPECT_EQ(Before("  _Pragma(\"GCC ivdep\")\n"), "_Pragma(\"GCC ivdep\")");
  EXPECT_EQ(Before("  const char *s = R\"(\n#pragma x\n)\";\n"), "");
  EXPECT_EQ(Before("  a[0] = 1; /* ; */ /* #pragma x */\n"), "");
  // No pragma among them.
  EXPECT_EQ(Before("#define A 1\n"), "");
  EXPECT_EQ(Before("#if 1\n#pragma omp simd\n#endif\n"), "#if 1\n#pragma omp simd\n#endif");
}

TEST(Directives, MacrosThatStandAloneMayHideAPragma) {
  EXPECT_EQ(Source("#define IVDEP _Pragma(\"GCC ivdep\")\nvoid f(int *a, int n) {\n  a[0] = 1;\n  IVDEP\n"
                   "  for (int i = 0; i < n; ++i) a[i] = 0;\n}")
                .before(),
            "IVDEP");
  EXPECT_EQ(Source("#define UNROLL(k)\nvoid f(int *a, int n) {\n  UNROLL(4) for (int i = 0; i < n; ++i) a[i] = 0;\n}")
                .before(),
            "UNROLL(4)");
}

TEST(Directives, InnerLoopsHaveTheHeaderInFront) {
  Source S("void f(int *a, int n) {\n#pragma omp simd\n  for (int i = 0; i < n; ++i)\n    for (int j = 0; j < n; ++j)\n"
           "      if (n) for (int k = 0; k < n; ++k) a[k] = 0; else\n  for (int l = 0; l < n; ++l) a[l] = 0;\n}");
  EXPECT_EQ(S.before(0), "#pragma omp simd");
  for (unsigned I : {1u, 2u, 3u})
    EXPECT_EQ(S.before(I), "") << I;
  Source T("void f(int *a, int n) {\n  for (int i = 0; i < n; ++i)\n#pragma unroll\n    for (int j = 0; j < n; ++j) "
           "a[j] = 0;\n}");
  EXPECT_EQ(T.before(1), "#pragma unroll");
}

TEST(DirectivesBefore, MarksOfAStretchOfTextSayNothingOfTheLoop) {
  for (StringRef Mark : {"scop", "endscop", "region name", "mark", "GCC diagnostic push", "clang diagnostic pop"}) {
    Source S("void f(int *a, int n) {\n#pragma " + Mark.str() + "\n  for (int i = 0; i < n; ++i) a[i] = 0;\n}");
    EXPECT_EQ(S.before(), "") << Mark.str();
  }
  Source S("void f(int *a, int n) {\n#pragma GCC unroll 4\n  for (int i = 0; i < n; ++i) a[i] = 0;\n}");
  EXPECT_EQ(S.before(), "#pragma GCC unroll 4");
}

TEST(Directives, MacrosWithoutAPragmaAreNoDirectives) {
  const char *Loop = "for (int i = 0; i < n; ++i) a[i] = 0; }";
  auto Before = [&](const std::string &Macros, const std::string &Front) {
    return Source(Macros + "\nvoid f(int *a, int n) {\n" + Front + "\n" + Loop).before();
  };
  EXPECT_EQ(Before("#define SETUP a[0] = 1;", "SETUP"), "");
  EXPECT_EQ(Before("#define SETUP int k = 3;", "SETUP"), "");
  EXPECT_EQ(Before("#define ONE int k = 3;\n# define SETUP(x) ONE \\\n int x;", "SETUP(q)"), "");
  // A pragma may come out of it, or out of what it names.
  EXPECT_EQ(Before("#define FAST _Pragma(\"clang loop unroll(enable)\")", "FAST"), "FAST");
  EXPECT_EQ(Before("#define P(x) _Pragma(#x)\n#define FAST int k; P(omp simd)", "FAST"), "FAST");
  EXPECT_EQ(Before("#define FAST int k; \\\n _Pragma(\"omp simd\")", "FAST"), "FAST");
  EXPECT_EQ(Before("#define FAST\n#undef FAST\n#define FAST _Pragma(\"omp simd\")", "FAST"), "FAST");
  EXPECT_EQ(Before("#define ID(x) x", "ID(_Pragma(\"omp simd\"))"), "ID(_Pragma(\"omp simd\"))");
  EXPECT_EQ(Before("#define PASTE(x, y) x##y;", "PASTE(, )"), "PASTE(, )");
  EXPECT_EQ(Before("#define A B\n#define B C(1)\n#define C(x) int k;", "A"), "");
  EXPECT_EQ(Before("#define A B\n#define B C(1)\n#define C(x)", "A"), "A");
}

} // namespace
