//===- KernelParameters.h - parameters of one kernel for several -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_KERNELPARAMETERS_H
#define LOOPFUSE_REWRITE_KERNELPARAMETERS_H

#include "Rewrite/KernelScalars.h"

namespace loopfuse {

/// A parameter of the fused kernel.
struct KernelParameter {
  std::string Name;
  std::string Declaration; ///< "const float *__restrict x"
  std::string Argument;
};

/// Parameters that are given the same are one. Renames them in the bodies where names would collide. `__restrict` stays
/// where what the parameter points to overlaps nothing that another one leads to.
std::variant<std::vector<KernelParameter>, Refusal> mergeParameters(const FileText &File, const ExtractedRegion &Region,
                                                                    std::vector<KernelText> &Texts,
                                                                    std::vector<KernelScalar> &Scalars);

} // namespace loopfuse

#endif
