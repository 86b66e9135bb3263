//===- GuardOperands.h - what a run-time test may name ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_GUARDOPERANDS_H
#define LOOPFUSE_FRONTEND_GUARDOPERANDS_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// Fills Array::Pointer and Parameter::Text where an expression in front of the loops names the very thing that they
/// use, and evaluating it there does nothing that they might not do.
void nameOperands(Extraction &X);

} // namespace loopfuse

#endif
