//===- NextStep.cpp - the command to try next -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NextStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

static std::string quoted(StringRef Word) {
  auto IsPlain = [](char C) { return isAlnum(C) || StringRef("-_./=:,+@%").contains(C); };
  if (!Word.empty() && all_of(Word, IsPlain))
    return Word.str();
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out + "'";
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
