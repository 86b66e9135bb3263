//===- Jumps.h - jumps that make text order say little ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_JUMPS_H
#define LOOPFUSE_FRONTEND_JUMPS_H

namespace clang {
class Stmt;
} // namespace clang

namespace loopfuse {

/// Jumps of a function's body: `goto`, computed or of assembly, `setjmp`.
struct Jumps {
  bool ComesBack = false;  ///< To an earlier statement, other than by a loop.
  bool EntersLoop = false; ///< Past its header.

  /// Text order says little.
  bool any() const { return ComesBack || EntersLoop; }
};
Jumps jumpsIn(const clang::Stmt &Body);

} // namespace loopfuse

#endif
