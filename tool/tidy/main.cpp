//===- main.cpp - a clang-tidy with our checks only -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "clang-tidy/tool/ClangTidyMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

using namespace llvm;

/// "--checks=…" or "-checks …".
static bool namesChecks(StringRef Argument) {
  return Argument.consume_front("-") && (Argument.consume_front("-"), Argument.consume_front("checks")) &&
         (Argument.empty() || Argument.starts_with("="));
}

int main(int Argc, const char **Argv) {
  std::vector<const char *> Arguments(Argv, Argv + Argc);
  // clang-tidy's default are the checks of the static analyzer, which every clang-tidy has.
  auto Dashes = find(Arguments, StringRef("--"));
  if (std::none_of(Arguments.begin(), Dashes, namesChecks))
    Arguments.insert(Arguments.begin() + 1, "--checks=-*,loopfuse-*");
  Arguments.push_back(nullptr);
  return clang::tidy::clangTidyMain(Arguments.size() - 1, Arguments.data());
}
