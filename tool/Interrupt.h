//===- Interrupt.h - what Ctrl-C leaves -------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_INTERRUPT_H
#define LOOPFUSE_TOOL_INTERRUPT_H

#include <csignal>

namespace loopfuse {

/// How far the writing of files has come.
enum class Writing { Nothing, Some, All };

/// Lets SIGINT, SIGTERM and SIGHUP say in one line on standard error what became of the files, and then end the process
/// as they always do: a shell sees 128 + the signal's number. One that is ignored stays so.
void explainInterrupts();

/// What an interrupt says from now on.
void setWriting(Writing State);

/// Holds interrupts back as long as it lives.
class HeldInterrupts {
public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts &) = delete;
  HeldInterrupts &operator=(const HeldInterrupts &) = delete;

private:
  sigset_t Old;
};

} // namespace loopfuse

#endif
