//===- OuterStatements.cpp - what stands beside a region's loops ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/OuterStatements.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace loopfuse {

/// Whether \p New is \p Old with some of it left out.
template <typename T>
static bool isSubsequence(ArrayRef<T> New, ArrayRef<T> Old, function_ref<bool(const T &, const T &)> IsSame) {
  for (const T &Wanted : New) {
    while (!Old.empty() && !IsSame(Wanted, Old.front()))
      Old = Old.drop_front();
    if (Old.empty())
      return false;
    Old = Old.drop_front();
  }
  return true;
}

static bool isLeftOfStatement(const OuterText &New, const OuterText &Old) {
  if (!New.IsDeclaration || !Old.IsDeclaration)
    return New.Tokens == Old.Tokens;
  return isSubsequence<std::string>(New.Tokens, Old.Tokens,
                                    [](const std::string &A, const std::string &B) { return A == B; });
}

bool isLeftOf(ArrayRef<OuterText> New, ArrayRef<OuterText> Old) {
  return isSubsequence<OuterText>(New, Old, isLeftOfStatement);
}

} // namespace loopfuse
