//===- Seconds.cpp - times for people ---------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/Seconds.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace loopfuse {

std::string formatSeconds(double Seconds) {
  static constexpr const char *Units[] = {"s", "ms", "us", "ns"};
  size_t Unit = 0;
  // What would be rounded to 1000 of a unit is 1.0 of the next one.
  for (; Seconds < 0.9995 && Unit + 1 < std::size(Units); ++Unit)
    Seconds *= 1000;
  return formatv(Seconds < 9.95 ? "{0:f1} {1}" : "{0:f0} {1}", Seconds, Units[Unit]);
}

} // namespace loopfuse
