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
#include "Rewrite/PlainHeader.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// The constant that holds a strip's length: "strip", "constexpr int strip = 512;". Both may be empty: there is none.
struct StripConstant {
  std::string Name, Declaration;
};

/// \p Earlier: how many groups of the region run by strips already.
StripConstant stripConstant(const VariableContext &Context, unsigned Length, unsigned Earlier);

/// The loop over strips of another one.
struct StripFrame {
  std::string Origin;   ///< The strip's first value: "i0".
  std::string End;      ///< And its end: "iEnd", or the last value "iLast" of an inclusive loop.
  std::string Next;     ///< The end of a strip that is not cut short: "i0 + strip".
  std::string Header;   ///< "for (int i0 = 0; i0 < n; i0 += strip)"
  std::string Last;     ///< "const int iEnd = i0 + strip < n ? i0 + strip : n;"
  bool IsWider = false; ///< The origin has 64 bits, since the counter's type might overflow.
};

/// For the loop \p L with the header \p H, in strips of \p Length iterations, a number that \p Constant names. Refuses
/// ends that are not of the counter's type.
std::variant<StripFrame, Refusal> stripFrame(const VariableContext &Context, const Loop &L, const PlainHeader &H,
                                             unsigned Length, llvm::StringRef Constant);

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
