//===- Tour.h - a walk through the examples ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_TOUR_H
#define LOOPFUSE_TOOL_TOUR_H

#include "Options.h"

namespace loopfuse {

/// Copies the examples to Options::TourFolder and shows what the subcommands make of them, by running these there.
ExitCode runTour(const Options &O);

} // namespace loopfuse

#endif
