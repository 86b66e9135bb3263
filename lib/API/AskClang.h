//===- AskClang.h - clang's vectors, in this process ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_ASKCLANG_H
#define LOOPFUSE_API_ASKCLANG_H

#include "API/CompilerRemarks.h"

namespace loopfuse {

/// Compiles the unit to nowhere with this tool's own clang.
CompilerRemarks askClang(const UnitCommand &Command, const ChangedTexts &Texts);

} // namespace loopfuse

#endif
