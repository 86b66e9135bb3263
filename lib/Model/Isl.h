//===- Isl.h - the one place that includes isl ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl as it is built into LLVM (its headers come with Polly, its symbols with
// libLLVM). Never link libisl as well: both export the same names.
//
// isl::boolean is three-valued. An error (for example an exhausted operations
// quota) must count as "not proved", so test with is_true() or is_false() and
// never with the negation of the other.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_ISL_H
#define LOOPFUSE_MODEL_ISL_H

#include <isl/isl-noexceptions.h>
#include <isl/lp.h>
#include <isl/options.h>

#endif
