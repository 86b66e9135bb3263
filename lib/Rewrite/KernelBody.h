//===- KernelBody.h - a kernel as a part of another -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_KERNELBODY_H
#define LOOPFUSE_REWRITE_KERNELBODY_H

#include "Frontend/ExtractScop.h"
#include "Model/FusionPlan.h"
#include "Rewrite/EmitLoop.h"
#include "Rewrite/Layout.h"
#include "Rewrite/TextPatch.h"
#include "llvm/ADT/StringSet.h"
#include <variant>

namespace clang {
class CompoundStmt;
class CUDAKernelCallExpr;
class Expr;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace loopfuse {

/// From the first token or comment to the last one.
TextRange trimmed(const FileText &File, TextRange Within);

/// One launch of a group, and the text of its kernel while that is changed.
struct KernelText {
  unsigned Member = 0;
  const clang::CUDAKernelCallExpr *Call = nullptr;
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::CompoundStmt *Body = nullptr;
  TextRange Definition;
  TextRange Content;             ///< What stands between the braces, without the blanks at its ends.
  llvm::StringSet<> Identifiers; ///< Of Content.
  TextPatch Patch;
};

/// Reads the launches of \p Group; their kernels must stand in \p File as plain text.
std::variant<std::vector<KernelText>, Refusal> kernelTexts(const FileText &File, const ExtractedRegion &Region,
                                                           const FusionGroup &Group);

/// Gives \p P another name in the body. False if a macro mentions it.
bool renameIn(const FileText &File, KernelText &Text, const clang::ParmVarDecl &P, llvm::StringRef Name);

/// Keeps products of one kernel from being contracted with sums of a later one: __fmul_rn around them. A refusal where
/// that cannot be done. \p Rounding as in Emission.
std::optional<Refusal> fenceProducts(const FileText &File, const ExtractedRegion &Region,
                                     std::vector<KernelText> &Texts, Fence Kind);

} // namespace loopfuse

#endif
