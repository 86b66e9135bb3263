//===- CudaKernel.h - the bodies of kernels ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CUDAKERNEL_H
#define LOOPFUSE_FRONTEND_CUDAKERNEL_H

#include "Frontend/CudaLaunch.h"
#include "clang/AST/Stmt.h"

namespace loopfuse {

/// One of the variables that tell a thread where it is.
struct ThreadCoordinate {
  enum KindType { ThreadIdx, BlockIdx, BlockDim, GridDim };
  KindType Kind = ThreadIdx;
  unsigned Direction = 0;
};

/// What `threadIdx.x` and its like name, be they members or, in the toolkit's own headers, properties.
std::optional<ThreadCoordinate> threadCoordinate(const clang::Expr &E);

/// The value of \p E in the kernel that is being read, if it is a coordinate or the number of the thread in the grid
/// ("blockIdx.x * blockDim.x + threadIdx.x", in any order). A coordinate of which nothing is known is Unknown; all
/// other expressions give std::nullopt.
std::optional<Value> threadValue(Extraction &X, const clang::Expr &E);

/// "if (c) return;": the condition under which a thread is done; null of other statements.
const clang::Expr *earlyExit(const clang::Stmt &S);

/// Why the kernel is not one whose threads go their own ways and that can be read here.
std::optional<Refusal> checkKernel(Extraction &X, const clang::FunctionDecl &Kernel);

} // namespace loopfuse

#endif
