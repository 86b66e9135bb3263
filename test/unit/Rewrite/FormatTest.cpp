//===- FormatTest.cpp - the project's own formatting ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/FuseText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopfuse::test;

namespace {

/// In a folder whose .clang-format file is \p Style.
std::string fuseWith(llvm::StringRef Style, const std::string &Code) {
  llvm::SmallString<128> Folder;
  EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("loopfuse-format", Folder));
  llvm::SmallString<128> Config = Folder, Source = Folder;
  llvm::sys::path::append(Config, ".clang-format");
  llvm::sys::path::append(Source, "input.cpp");
  {
    std::error_code Error;
    llvm::raw_fd_ostream Out(Config, Error);
    Out << Style;
  }
  FuseRequest Q;
  Q.FileName = Source.str().str();
  std::string New = fuseBody(Code, Q);
  llvm::sys::fs::remove_directories(Folder);
  return New;
}

const std::string Loops = "  int   x   = 3;\n"
                          "  for (int i = 0; i < n; ++i)\n"
                          "    a[i]=in[i];\n"
                          "  for (int i = 0; i < n; ++i) b[i]=a[i]+x; // some  comment\n"
                          "  c[0]   =   1;\n";

TEST(Format, ChangedLinesOnly) {
  EXPECT_EQ(fuseWith("BasedOnStyle: LLVM\nIndentWidth: 8\n", Loops), "  int   x   = 3;\n"
                                                                     "  for (int i = 0; i < n; ++i) {\n"
                                                                     "          a[i] = in[i];\n"
                                                                     "          b[i] = a[i] + x; // some  comment\n"
                                                                     "  }\n"
                                                                     "  c[0]   =   1;\n");
}

TEST(Format, NothingButBlanksChanges) {
  // A style that takes braces away again would also do so where the user wrote them.
  std::string Same = fuseWith("BasedOnStyle: LLVM\nRemoveBracesLLVM: true\nColumnLimit: 20\n", Loops);
  EXPECT_NE(Same.find("// some  comment"), std::string::npos);
  EXPECT_EQ(std::count(Same.begin(), Same.end(), '{'), 1);
}

TEST(Format, DisabledOrUnreadable) {
  std::string Plain = fuseBody(Loops);
  EXPECT_EQ(fuseWith("DisableFormat: true\n", Loops), Plain);
  EXPECT_EQ(fuseWith("NoSuchOption: [\n", Loops), Plain);
}

} // namespace
