//===- RuntimeChecks.h - error checks between launches ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements that ask the CUDA runtime whether it has failed, or wait for the
// device. By assumption C4 (docs/CUDA.md) it has not failed, so that all they
// do is wait, and they may do that behind a launch that stood behind them.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_RUNTIMECHECKS_H
#define LOOPFUSE_FRONTEND_RUNTIMECHECKS_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// Whether \p S, of the body of \p Function, does nothing but ask for the state of the runtime, wait for the device,
/// and react to a failure: "cudaDeviceSynchronize();", "if (cudaGetLastError() != cudaSuccess) …", a macro or function
/// of these. Device memory may be allocated and freed in there: "CHECK(cudaMalloc(&p, size));".
bool isRuntimeCheck(const clang::Stmt &S, const clang::FunctionDecl &Function);

/// Models \p S, which is one: a plain statement.
void extractRuntimeCheck(Extraction &X, const clang::Stmt &S, Member &M);

/// Keeps each check, and what else may wait for the device, once all members are there, behind the launches that stand
/// in front of it, and in its place among the statements of the host that may see what the device has done. A launch
/// behind one that waits may come in front of it only where it would wait for all that the check waits for: in the
/// default stream.
void orderRuntimeChecks(Extraction &X);

} // namespace loopfuse

#endif
