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

/// Marks the loops of nest \p M whose variable is declared outside and whose value after the loop may be read. Loops
/// that set the variable in their own headers do not read it. A refusal if one of them is no perfect loop.
std::optional<Refusal> markLiveVariables(Extraction &X, const Member &M);

} // namespace loopfuse

#endif
