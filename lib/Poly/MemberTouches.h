//===- MemberTouches.h - which arrays a member touches ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_MEMBERTOUCHES_H
#define LOOPFUSE_POLY_MEMBERTOUCHES_H

#include "Poly/AccessRelations.h"

namespace loopfuse {

/// Fills R.Members, R.Escaping and R.Near.
void collectTouches(RegionRelations &R);

/// Whether \p Array is declared by the plain or opaque member \p Member.
bool declares(const Scop &S, unsigned Member, unsigned Array);
/// Whether \p Declaring declares an array that \p Using touches.
bool declaresFor(const RegionRelations &R, unsigned Declaring, unsigned Using);

/// Whether the two members may touch something in common that one of them writes, by their arrays alone. A declaration
/// counts as a write of what it declares; an opaque member touches everything that escapes.
bool mayConflict(const RegionRelations &R, unsigned A, unsigned B);

} // namespace loopfuse

#endif
