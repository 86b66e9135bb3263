//===- Interrupt.cpp - what Ctrl-C leaves -----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Interrupt.h"
#include <atomic>
#include <cstring>
#include <unistd.h>

namespace loopfuse {

static std::atomic<Writing> State = Writing::Nothing;
static_assert(std::atomic<Writing>::is_always_lock_free, "the handler reads it");
static bool OnTerminal = false;

static void say(const char *Text) {
  // There is nobody to tell if this fails.
  [[maybe_unused]] ssize_t Written = write(STDERR_FILENO, Text, std::strlen(Text));
}

/// Runs inside a signal: nothing but system calls.
static void onSignal(int Signal) {
  if (OnTerminal)
    say("\r\033[K"); // The progress line.
  switch (State) {
  case Writing::Nothing:
    say("loopfuse: interrupted; no file was changed\n");
    break;
  case Writing::Some:
    say("loopfuse: interrupted; some files are fused, the others are as they were\n");
    break;
  case Writing::All:
    say("loopfuse: interrupted; all files had been written\n");
    break;
  }
  std::signal(Signal, SIG_DFL);
  std::raise(Signal); // Takes effect when this returns.
}

void setWriting(Writing New) { State = New; }

static sigset_t interrupts() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&Set, Signal);
  return Set;
}

HeldInterrupts::HeldInterrupts() {
  sigset_t Set = interrupts();
  pthread_sigmask(SIG_BLOCK, &Set, &Old);
}

HeldInterrupts::~HeldInterrupts() { pthread_sigmask(SIG_SETMASK, &Old, nullptr); }

void explainInterrupts() {
  OnTerminal = isatty(STDERR_FILENO);
  struct sigaction Action = {};
  Action.sa_handler = onSignal;
  Action.sa_mask = interrupts(); // The first one speaks.
  for (int Signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction Old;
    if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      sigaction(Signal, &Action, nullptr);
  }
}

} // namespace loopfuse
