//===- KernelScalars.h - buffers between kernels as variables ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer of which each thread needs but the element that it has just written
// becomes a variable of the thread. The new kernel has no parameter for it.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_KERNELSCALARS_H
#define LOOPFUSE_REWRITE_KERNELSCALARS_H

#include "Rewrite/KernelBody.h"

namespace clang {
class VarDecl;
} // namespace clang

namespace loopfuse {

/// A place in the text of one of the kernels.
struct KernelPlace {
  unsigned Text = 0;
  TextRange Range;
};

struct KernelScalar {
  const Contraction *Plan = nullptr;
  const clang::VarDecl *Buffer = nullptr; ///< The host's variable.
  std::string Type;
  std::string Name; ///< Given by mergeParameters.
  /// Of the kernels, that lead to it, with the launch: two launches may start one kernel.
  std::vector<std::pair<unsigned, const clang::ParmVarDecl *>> Parameters;
  std::vector<KernelPlace> Accesses;                 ///< Each place once.
  KernelPlace Definition;                            ///< One of Accesses.
  const clang::BinaryOperator *Assignment = nullptr; ///< The definition, where that is a statement "t[i] = …;".

  bool isFor(unsigned Text, const clang::ParmVarDecl &P) const {
    return llvm::is_contained(Parameters, std::pair(Text, &P));
  }
};

/// Those contractions of \p Group that the text of the kernels and the launches' arguments allow.
std::vector<KernelScalar> kernelScalars(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                        llvm::ArrayRef<KernelText> Texts);

/// Writes the variable for each access of \p Scalar but its assignment.
void writeScalar(const FileText &File, const KernelScalar &Scalar, llvm::MutableArrayRef<KernelText> Texts);

/// Writes the variable where its assignment stands, as its declaration or not.
void writeAssignment(const FileText &File, const KernelScalar &Scalar, bool IsDeclaration,
                     llvm::MutableArrayRef<KernelText> Texts);

} // namespace loopfuse

#endif
