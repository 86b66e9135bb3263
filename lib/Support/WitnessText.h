//===- WitnessText.h - a witness step by step -------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_WITNESSTEXT_H
#define LOOPFUSE_SUPPORT_WITNESSTEXT_H

#include "Support/Refusal.h"

namespace loopfuse {

/// One half of what describe(Witness) says: "iteration i=3 of the loop at line 12 reads b[4]".
std::string describeAccess(const WitnessAccess &A);

} // namespace loopfuse

#endif
