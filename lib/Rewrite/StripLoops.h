//===- StripLoops.h - the text of a group that runs by strips ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_STRIPLOOPS_H
#define LOOPFUSE_REWRITE_STRIPLOOPS_H

#include "Rewrite/Assemble.h"
#include "Rewrite/LoopVariables.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// What stands around the inner loops.
struct StripText {
  std::string Constant;             ///< "constexpr int strip = 1024;"
  std::string Header;               ///< "for (int i0 = 0; i0 < n; i0 += strip)"
  std::string End;                  ///< "const int iEnd = i0 + strip < n ? i0 + strip : n;"
  std::vector<std::string> Buffers; ///< "float t_strip[strip];"
  std::string Origin;               ///< The strip's first value: "i0".
  std::string Length;               ///< The constant's name.
};

/// Gives the loops that begin an inner loop the strip's start and end in \p Patch, and makes what stands around them.
/// The outer counter is of the loops' type if it cannot overflow there, else of one of 64 bits. \p Earlier: how many
/// groups of the region run by strips already. Refuses headers that are not of the plain form, and members that share
/// lines with others.
std::variant<StripText, Refusal> cutLoops(const VariableContext &Context, llvm::ArrayRef<MemberText> Members,
                                          unsigned Earlier, TextPatch &Patch);

/// Puts the inner loops' texts, each that of one of \p Leaders with its changes, into the strip loop, which takes the
/// place of the first. \p Front goes in front of it.
void writeStrips(const FileText &File, const Layout &Style, const StripText &Strip,
                 llvm::ArrayRef<const FusedBody *> Leaders, llvm::ArrayRef<MemberText> Places,
                 llvm::ArrayRef<MovedPiece> Front, TextPatch &Patch);

std::string withoutComments(const FileText &File, TextRange Range);

/// How the counter's type is written, "" if it cannot be.
std::string counterType(const VariableContext &Context, const clang::VarDecl &V);

} // namespace loopfuse

#endif
