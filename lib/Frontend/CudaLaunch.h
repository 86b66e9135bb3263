//===- CudaLaunch.h - kernel launches and what they start -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch is a nest of parallel loops over all threads of its grid, one loop a
// direction. blockIdx.x * blockDim.x + threadIdx.x is the variable of the loop
// over x; with blocks of known size blockIdx.x and threadIdx.x are its quotient
// and remainder. docs/CUDA.md has the rules.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CUDALAUNCH_H
#define LOOPFUSE_FRONTEND_CUDALAUNCH_H

#include "Frontend/Values.h"
#include <array>

namespace clang {
class CUDAKernelCallExpr;
} // namespace clang

namespace loopfuse {

/// x, y, z.
inline constexpr unsigned NumDirections = 3;

/// The launch that the statement \p S is, and nothing else; null if it is none.
const clang::CUDAKernelCallExpr *launchOf(const clang::Stmt &S);

/// The definition of the kernel that \p Call starts; null if it is not known here.
const clang::FunctionDecl *kernelOf(const clang::CUDAKernelCallExpr &Call);

/// Whether \p F is compiled for the device, be it for the host as well.
bool isDeviceCode(const clang::FunctionDecl &F);

/// The kernels that the body of \p Function starts, each once.
std::vector<const clang::FunctionDecl *> kernelsLaunchedBy(const clang::FunctionDecl &Function);

/// What a launch hands over beside the kernel's arguments.
struct LaunchShape {
  std::array<Value, NumDirections> Grid;  ///< Blocks.
  std::array<Value, NumDirections> Block; ///< Threads of a block.
  std::string Stream;                     ///< As written; "" for the default stream.
  /// Per direction the loop over its threads; none where the launch has one thread there.
  std::array<std::optional<unsigned>, NumDirections> Loops;

  bool hasOneThread(unsigned Direction) const {
    return Grid[Direction].Expr.isConstant(1) && Block[Direction].Expr.isConstant(1);
  }
};

/// Reads the part of \p Call between `<<<` and `>>>`; the loops are left open.
std::variant<LaunchShape, Refusal> readLaunch(Extraction &X, const clang::CUDAKernelCallExpr &Call);

/// The values of direction \p D: a launch has at most 2^31 threads in each (docs/CUDA.md).
inline constexpr int64_t MaxThreads = int64_t(1) << 31;

} // namespace loopfuse

#endif
