//===- MovedNames.cpp - members that pass each other ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/MovedNames.h"
#include "Rewrite/Names.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::optional<Refusal> checkMovedNames(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                       ArrayRef<MemberText> Members) {
  unsigned First = Group.Members.front().Member;
  auto Text = [&](unsigned M) -> const MemberText & { return Members[M - First]; };
  auto Captured = [&](unsigned M, StringRef Name) {
    return refuse(RefusalId::NameCapture, File.span(Text(M).Statement), {Name.str(), ""});
  };
  auto NamesOf = [&](unsigned M) { return namesIn(File, *Region.Ast.Members[M], Text(M).Statement); };
  auto Declares = [&](unsigned M) { return isa<DeclStmt>(Region.Ast.Members[M]); };
  auto Check = [&](unsigned Passed, unsigned Moving) -> std::optional<Refusal> {
    if (!Declares(Passed) && !Declares(Moving))
      return std::nullopt;
    NameUse A = NamesOf(Passed), B = NamesOf(Moving);
    if (Declares(Passed))
      if (std::string Name = capturedName(A, B); !Name.empty())
        return Captured(Moving, Name);
    if (Declares(Moving))
      if (std::string Name = capturedName(B, A); !Name.empty())
        return Captured(Passed, Name);
    return std::nullopt;
  };
  for (unsigned Behind : Group.After)
    for (const Placement &P : Group.Members)
      if (P.Member > Behind)
        if (std::optional<Refusal> R = Check(Behind, P.Member))
          return R;
  for (unsigned Front : Group.Before)
    for (unsigned M = First; M < Front; ++M)
      if (!llvm::is_contained(Group.Before, M))
        if (std::optional<Refusal> R = Check(M, Front))
          return R;
  return std::nullopt;
}

} // namespace loopfuse
