//===- KernelScopes.h - the bodies of several kernels in one ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_KERNELSCOPES_H
#define LOOPFUSE_REWRITE_KERNELSCOPES_H

#include "Rewrite/KernelScalars.h"

namespace loopfuse {

/// The changed bodies one behind the other, at indentation \p Indent. Each stands in a scope of its own, and what
/// stands behind an early return under an `if`; neighbours that count their threads alike and ask for the same threads
/// share both. Adds to the patches of \p Texts.
std::variant<std::string, Refusal> scopesText(const FileText &File, const Layout &Style, std::vector<KernelText> &Texts,
                                              llvm::ArrayRef<KernelScalar> Scalars, const std::string &Indent);

} // namespace loopfuse

#endif
