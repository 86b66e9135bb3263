//===- Elements.h - elements of arrays and their members --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_ELEMENTS_H
#define LOOPFUSE_MODEL_ELEMENTS_H

#include "Model/Scop.h"

namespace loopfuse {

/// How many subscripts name an element of \p A; 0 if that is not known. What an access has more than these names a part
/// of the element.
size_t elementDimensions(const Array &A);

/// Whether the access names one element of the array or a member of one, that is the same member in all iterations.
bool isInOneElement(const Array &A, const Access &Ac);

/// Whether \p Outer, which is in one element, holds all of that element that \p Inner names.
bool holdsPartOf(const Array &A, const Access &Outer, const Access &Inner);

} // namespace loopfuse

#endif
