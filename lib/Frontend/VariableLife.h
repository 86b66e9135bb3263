//===- VariableLife.h - loop variables that outlive their loops -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VARIABLELIFE_H
#define LOOPFUSE_FRONTEND_VARIABLELIFE_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// The refusal of nest \p M if a variable of its loops is declared outside and its value after the loop may be read.
/// Loops that set the variable in their own headers do not read it.
std::optional<Refusal> liveLoopVariable(const Extraction &X, const Member &M);

} // namespace loopfuse

#endif
