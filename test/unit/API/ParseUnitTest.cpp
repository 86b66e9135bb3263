//===- ParseUnitTest.cpp - parsing in this process ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/ParseUnit.h"
#include "Scratch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "gtest/gtest.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace loopfuse;

namespace {

UnitCommand command(const Scratch &Dir, StringRef File, std::vector<std::string> Flags = {}) {
  Flags.insert(Flags.begin(), "clang++");
  Flags.push_back(File.str());
  return adjustCommand({Dir.path(), File.str(), Flags, ""}, {});
}

std::vector<std::string> variables(const UnitCommand &Command, const FileOverlay &Overlay, ParsedUnit *Unit = nullptr) {
  std::vector<std::string> Names;
  ParsedUnit P = parseUnit(Command, Overlay, [&](clang::ASTContext &Context) {
    for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls())
      if (const auto *V = dyn_cast<clang::VarDecl>(D))
        Names.push_back(V->getNameAsString());
  });
  if (Unit)
    *Unit = std::move(P);
  return Names;
}

using Names = std::vector<std::string>;

TEST(ParseUnit, FilesAndTheirHashes) {
  Scratch Dir;
  Dir.write("h.h", "int inHeader;\n");
  Dir.write("sys/s.h", "int inSystem;\n");
  Dir.write("x.cpp", "#include \"h.h\"\n#include <s.h>\nint mine;\n");
  ParsedUnit P;
  EXPECT_EQ(variables(command(Dir, "x.cpp", {"-isystem", "sys"}), {}, &P), Names({"inHeader", "inSystem", "mine"}));
  EXPECT_TRUE(P.Succeeded);
  ASSERT_EQ(P.Files.size(), 2u) << "system headers are not the user's";
  EXPECT_EQ(P.Files.at(Dir.path("h.h")).Hash, contentHash("int inHeader;\n"));
}

TEST(ParseUnit, BodiesThatAreWanted) {
  Scratch Dir;
  Dir.write("x.cpp", "int a() { return 1; }\nint b() { return nope(); }\nstatic int c() { return 2; }\n"
                     "constexpr int d() { return 3; }\nauto e() { return 4; }\nint v[d()];\nint w = e() + c();\n"
                     "template <class T> struct S { S() {} int f() { return 5; } int g() { return 6; } };\n"
                     "int u = S<int>().f() + S<int>().g();\n");
  std::set<std::string> Wanted = {"a", "S", "f"}, Found;
  auto Body = [&](clang::ASTContext &Context) {
    auto Add = [&](const clang::Decl *D) {
      if (const clang::FunctionDecl *F = D->getAsFunction(); F && F->doesThisDeclarationHaveABody())
        Found.insert(F->getNameAsString());
    };
    for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls()) {
      Add(D);
      if (const auto *T = dyn_cast<clang::ClassTemplateDecl>(D))
        for (const clang::ClassTemplateSpecializationDecl *Instance : T->specializations())
          for_each(Instance->decls(), Add);
    }
  };
  ParsedUnit P = parseUnit(command(Dir, "x.cpp"), {}, Body, &Wanted);
  EXPECT_TRUE(P.Succeeded) << "nobody looks into b";
  EXPECT_EQ(Found, std::set<std::string>({"S", "a", "d", "e", "f"})) << "d and e decide on types";
  EXPECT_FALSE(parseUnit(command(Dir, "x.cpp"), {}, Body).Succeeded);
}

TEST(ParseUnit, ErrorsHaveTheirPlace) {
  Scratch Dir;
  Dir.write("x.cpp", "int a;\n  int b = nope;\n");
  bool Called = false;
  ParsedUnit P = parseUnit(command(Dir, "x.cpp"), {}, [&](clang::ASTContext &) { Called = true; });
  EXPECT_FALSE(P.Succeeded);
  EXPECT_FALSE(Called) << "a unit with errors is not analysed";
  ASSERT_EQ(P.Errors.size(), 1u);
  EXPECT_EQ(P.Errors[0].File, Dir.path("x.cpp"));
  EXPECT_EQ(P.Errors[0].Line, 2u);
  EXPECT_EQ(P.Errors[0].Column, 11u);
  EXPECT_EQ(P.Errors[0].Text, "use of undeclared identifier 'nope'");
  EXPECT_TRUE(P.Files.count(Dir.path("x.cpp"))) << "its files are known all the same";
}

TEST(ParseUnit, MissingFileFolderAndDirectory) {
  Scratch Dir;
  auto ErrorOf = [](const UnitCommand &C) {
    ParsedUnit P = parseUnit(C, {}, [](clang::ASTContext &) {});
    EXPECT_FALSE(P.Succeeded);
    return P.Errors.empty() ? "" : P.Errors.front().Text;
  };
  EXPECT_EQ(ErrorOf(command(Dir, "gone.cpp")), "cannot read the file: No such file or directory");
  Dir.write("folder.cpp/x", "");
  EXPECT_EQ(ErrorOf(command(Dir, "folder.cpp")), "is a folder, not a source file");
  UnitCommand Elsewhere = adjustCommand({Dir.path("none"), "/x.cpp", {"clang++", "/x.cpp"}, ""}, {});
  EXPECT_TRUE(StringRef(ErrorOf(Elsewhere)).starts_with("cannot enter the command's folder"));
}

TEST(ParseUnit, OverlayIsSeenThroughEveryPath) {
  Scratch Dir;
  std::string Header = Dir.write("real/h.h", "int old;\n");
  Dir.write("x.cpp", "#include \"link/h.h\"\n#include \"real/../real/h.h\"\n");
  ASSERT_EQ(symlink("real", Dir.path("link").c_str()), 0);
  FileOverlay Overlay;
  cantFail(Overlay.set(Header, "#pragma once\nint replaced; int longer_than_before;\n"));
  ParsedUnit P;
  EXPECT_EQ(variables(command(Dir, "x.cpp"), Overlay, &P), Names({"replaced", "longer_than_before"}));
  EXPECT_TRUE(P.Succeeded);
  EXPECT_EQ(Dir.read("real/h.h"), "int old;\n");
  EXPECT_EQ(variables(command(Dir, "real/h.h"), {}), Names({"old"}));
}

TEST(ParseUnit, OverlayNeedsAFile) {
  Scratch Dir;
  FileOverlay Overlay;
  Error E = Overlay.set(Dir.path("none"), "x");
  EXPECT_TRUE(static_cast<bool>(E));
  consumeError(std::move(E));
}

TEST(ParseUnit, SkippedTextIsKnown) {
  Scratch Dir;
  std::string Header = "#if A\nint a;\n#endif\nint b;\n";
  Dir.write("h.h", Header);
  Dir.write("once.cpp", "#include \"h.h\"\n");
  Dir.write("both.cpp", "#include \"h.h\"\n#define A 1\n#define b c\n#include \"h.h\"\n");
  auto IsSkipped = [&](StringRef File, StringRef Text) {
    ParsedUnit P = parseUnit(command(Dir, File), {}, [](clang::ASTContext &) {});
    EXPECT_TRUE(P.Succeeded);
    unsigned At = Header.find(Text);
    return any_of(P.Files.at(Dir.path("h.h")).Skipped,
                  [&](const auto &R) { return R.first <= At && At + Text.size() <= R.second; });
  };
  EXPECT_TRUE(IsSkipped("once.cpp", "int a;"));
  EXPECT_FALSE(IsSkipped("once.cpp", "int b;"));
  EXPECT_FALSE(IsSkipped("both.cpp", "int a;")) << "compiled the second time";
}

TEST(ParseUnit, NonUtf8TextIsKeptAsItIs) {
  Scratch Dir;
  Dir.write("x.cpp", "// caf\xE9\nconst char *s = \"\xFF\";\nint a;\n");
  ParsedUnit P;
  EXPECT_EQ(variables(command(Dir, "x.cpp"), {}, &P), Names({"s", "a"}));
  EXPECT_TRUE(P.Succeeded);
}

TEST(ParseUnit, CrashIsCaught) {
  CrashRecoveryContext::Enable();
  Scratch Dir;
  Dir.write("x.cpp", "int a;\n");
  ParsedUnit P = parseUnit(command(Dir, "x.cpp"), {}, [](clang::ASTContext &) { raise(SIGSEGV); });
  EXPECT_TRUE(P.Crashed);
  EXPECT_FALSE(P.Succeeded);
  EXPECT_EQ(P.Errors.size(), 1u);
  CrashRecoveryContext::Disable();
}

TEST(IncludedFiles, AllOfThemWithErrorsToo) {
  Scratch Dir;
  Dir.write("a.h", "#include \"b.h\"\n");
  Dir.write("b.h", "");
  Dir.write("x.cpp", "#include \"a.h\"\n#include \"gone.h\"\nnonsense\n");
  std::vector<std::string> Files = includedFiles(command(Dir, "x.cpp"));
  EXPECT_TRUE(is_contained(Files, Dir.path("a.h")));
  EXPECT_TRUE(is_contained(Files, Dir.path("b.h")));
  EXPECT_TRUE(is_contained(Files, Dir.path("x.cpp")));
}

} // namespace
