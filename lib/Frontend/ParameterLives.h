//===- ParameterLives.h - as long as a parameter has one value --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_PARAMETERLIVES_H
#define LOOPFUSE_FRONTEND_PARAMETERLIVES_H

#include "Frontend/Extraction.h"

namespace loopfuse {

/// Adds to X.Varying the parameters that member \p M uses and itself writes the source of. True if there are any: the
/// member must be extracted again without them.
bool findVarying(Extraction &X, const Member &M);

/// Ends the lives of the parameters whose source member \p M may write by name, or because it touches the unknown.
/// What it may write through a pointer is for the proofs to find out.
void endLives(Extraction &X, const Member &M);

/// Takes away the reads of pointers and container headers, and such sources of parameters, that no write of the region
/// can touch: none names them, and assumption A4 holds for the writes through other bases.
void dropStableHandles(Extraction &X);

} // namespace loopfuse

#endif
