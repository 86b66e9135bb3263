//===- CommentsTest.cpp - comments survive a fusion, directives forbid it -===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"

using namespace loopfuse::test;

namespace {

TEST(Comments, AboveTheSecondLoop) {
  EXPECT_EQ(fuseBody("  // make a\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "\n"
                     "  // make b,\n"
                     "  // at last\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = a[i];\n"),
            "  // make a\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    // make b,\n"
            "    // at last\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Comments, InsideAndBehind) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) { // one\n"
                     "    a[i] = in[i]; // two\n"
                     "  } // three\n"
                     "  for (int i = 0; i < n; ++i) { // four\n"
                     "    // five\n"
                     "    b[i] = a[i]; // six\n"
                     "    // seven\n"
                     "  } // eight\n"
                     "  // nine\n"),
            "  for (int i = 0; i < n; ++i) { // one\n"
            "    a[i] = in[i]; // two\n"
            "    // four\n"
            "    // five\n"
            "    b[i] = a[i]; // six\n"
            "    // seven\n"
            "    // eight\n"
            "  } // three\n"
            "  // nine\n");
}

TEST(Comments, BehindSingleStatements) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i]; // one\n"
                     "  for (int i = 0; i < n; ++i)\n"
                     "    b[i] = a[i]; /* two */ // three\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i]; // one\n"
            "    b[i] = a[i]; /* two */ // three\n"
            "  }\n");
}

TEST(Comments, InTheDroppedHeaderAndBehindIt) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    a[i] = in[i];\n"
                     "  for (int i = 0; /* all */ i < n; ++i) // each\n"
                     "    b[i] = a[i];\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    /* all */\n"
            "    // each\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Comments, BetweenTheKeptHeaderAndItsBody) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) // each\n"
                     "    a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "  for (int i = 0; i < n; ++i) { // each\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n");
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) /* each */ a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    /* each */\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Comments, BlockCommentsAreIndentedAsAWhole) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "    a[i] = in[i];\n"
                     "  }\n"
                     "  /* the second\n"
                     "     loop */\n"
                     "  for (int i = 0; i < n; ++i) {\n"
                     "    b[i] = a[i];\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    /* the second\n"
            "       loop */\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Comments, InNestsBetweenTheLoops) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i)\n"
                     "    for (int j = 0; j < 8; ++j)\n"
                     "      a[i * 8 + j] = in[i * 8 + j];\n"
                     "  for (int i = 0; i < n; ++i) { // rows\n"
                     "    // columns\n"
                     "    for (int j = 0; j < 8; ++j)\n"
                     "      b[i * 8 + j] = a[i * 8 + j]; // copy\n"
                     "    // end of row\n"
                     "  }\n"),
            "  for (int i = 0; i < n; ++i)\n"
            "    for (int j = 0; j < 8; ++j) {\n"
            "      a[i * 8 + j] = in[i * 8 + j];\n"
            "      // rows\n"
            "      // columns\n"
            "      b[i * 8 + j] = a[i * 8 + j]; // copy\n"
            "      // end of row\n"
            "    }\n");
}

TEST(Directives, BetweenAndInside) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "#ifdef X\n  c[0] = 1;\n#endif\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "refused: preprocessor: the directive '#ifdef X' stands between or in the loops");
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) {\n"
                     "#if 1\n    a[i] = in[i];\n#endif\n  }\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "refused: preprocessor: the directive '#if 1' stands between or in the loops");
}

TEST(Directives, AnIfAroundAllLoops) {
  EXPECT_EQ(fuseBody("  // Above.\n"
                     "#ifndef X // without\n"
                     "  // The first.\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  int k = n;\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i] + k;\n"
                     "#endif\n",
                     between({1}, {})),
            "  // Above.\n"
            "#ifndef X // without\n"
            "  int k = n;\n"
            "  // The first.\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    b[i] = a[i] + k;\n"
            "  }\n"
            "#endif\n");
  EXPECT_EQ(fuseBody("#ifdef X\n  c[0] = 1;\n#endif\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "#ifdef X\n  c[0] = 1;\n#endif\n"
            "  for (int i = 0; i < n; ++i) {\n    a[i] = in[i];\n    b[i] = a[i];\n  }\n");
  EXPECT_EQ(fuseBody("#ifdef X\n  int m = n + 1;\n#else\n  int m = n;\n#endif\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  for (int i = 0; i < m; ++i) b[i] = a[i];\n"),
            "refused: preprocessor: the directive '#endif' stands between or in the loops");
}

TEST(Directives, EqualLoopPragmasBecomeOne) {
  EXPECT_EQ(fuseBody("#pragma GCC \\\n"
                     "        ivdep\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "#pragma GCC \\\n"
                     "        ivdep\n"
                     "  // the second\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "#pragma GCC \\\n"
            "        ivdep\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    // the second\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

TEST(Directives, APragmaOnOneLoopForbids) {
  EXPECT_NE(fuseBody("#pragma GCC ivdep\n"
                     "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n")
                .find("pragma-differs"),
            std::string::npos);
}

TEST(Directives, WarningsMayBeSwitchedInFrontOfTheFirst) {
  const std::string Off = "#pragma GCC diagnostic push\n"
                          "#pragma GCC diagnostic ignored \"-Wfloat-equal\" // noise\n";
  EXPECT_EQ(fuseBody(Off + "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                           "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"
                           "#pragma GCC diagnostic pop\n"),
            Off + "  for (int i = 0; i < n; ++i) {\n"
                  "    a[i] = in[i];\n"
                  "    b[i] = a[i];\n"
                  "  }\n"
                  "#pragma GCC diagnostic pop\n");
  EXPECT_NE(fuseBody(Off + "  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                           "#pragma GCC diagnostic pop\n"
                           "  for (int i = 0; i < n; ++i) b[i] = a[i];\n")
                .find("pragma-differs"),
            std::string::npos);
}

TEST(Directives, CommentsAndStringsAreNone) {
  EXPECT_EQ(fuseBody("  for (int i = 0; i < n; ++i) a[i] = in[i];\n"
                     "  /*\n"
                     "#if 0\n"
                     "  */\n"
                     "  for (int i = 0; i < n; ++i) b[i] = a[i];\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    a[i] = in[i];\n"
            "    /*\n"
            "  #if 0\n"
            "    */\n"
            "    b[i] = a[i];\n"
            "  }\n");
}

} // namespace
