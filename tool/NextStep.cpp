//===- NextStep.cpp - the command to try next -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NextStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace loopfuse {

std::string quoted(StringRef Word) {
  auto IsPlain = [](char C) { return isAlnum(C) || StringRef("-_./=:,+@%").contains(C); };
  if (!Word.empty() && all_of(Word, IsPlain))
    return Word.str();
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out + "'";
}

std::string databaseCommand(StringRef Folder) {
  struct BuildSystem {
    StringRef File, Before, After;
  };
  static constexpr BuildSystem Known[] = {
      {"CMakeLists.txt", "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -S ", " -B "},
      {"meson.build", "meson setup ", " "},
      {"Makefile", "bear -- make -B -C ", ""},
      {"makefile", "bear -- make -B -C ", ""},
      {"GNUmakefile", "bear -- make -B -C ", ""},
  };
  auto Holds = [](StringRef Folder, StringRef File) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, File);
    return !Folder.empty() && sys::fs::exists(Path);
  };
  for (const BuildSystem &B : Known) {
    StringRef Top = Folder;
    while (!Top.empty() && !Holds(Top, B.File))
      Top = sys::path::parent_path(Top);
    // A folder of a project has its part of the description, below the project's own.
    while (Holds(sys::path::parent_path(Top), B.File))
      Top = sys::path::parent_path(Top);
    SmallString<256> Build(Top);
    sys::path::append(Build, "build");
    if (!Top.empty())
      return (B.Before + quoted(Top) + B.After + (B.After.empty() ? "" : quoted(Build))).str();
  }
  return "";
}

std::string nextCommand(const Options &O, StringRef Subcommand, StringRef Target) {
  std::string Out = "loopfuse " + Subcommand.str();
  for (const std::string &A : O.SameProject)
    Out += " " + quoted(A);
  if (!Target.empty())
    Out += " " + quoted(Target);
  else
    for (const std::string &S : O.Project.Sources)
      Out += " " + quoted(S);
  if (O.Project.FixedFlags) {
    Out += " --";
    for (const std::string &F : *O.Project.FixedFlags)
      Out += " " + quoted(F);
  }
  return Out;
}

} // namespace loopfuse
