//===- Interval.h - ranges of integer values --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_INTERVAL_H
#define LOOPFUSE_FRONTEND_INTERVAL_H

#include <algorithm>
#include <cstdint>

namespace loopfuse {

/// A closed range [Lo, Hi] of mathematical integers; values at or beyond ±Infinity stand for "no bound". Serves to show
/// that a conversion or an unsigned operation cannot wrap.
struct Interval {
  using Integer = __int128;
  static constexpr Integer Infinity = static_cast<Integer>(1) << 100;

  Integer Lo = -Infinity;
  Integer Hi = Infinity;

  static Interval all() { return {}; }
  static Interval of(Integer Value) { return {Value, Value}; }
  /// The values of an integer type of 1 to 64 bits.
  static Interval ofType(unsigned Bits, bool Signed) {
    Integer Span = static_cast<Integer>(1) << Bits;
    return Signed ? Interval{-(Span / 2), Span / 2 - 1} : Interval{0, Span - 1};
  }

  bool isInside(const Interval &Outer) const { return Outer.Lo <= Lo && Hi <= Outer.Hi; }
  bool isNonNegative() const { return Lo >= 0; }
  Interval intersect(const Interval &O) const {
    Interval R{std::max(Lo, O.Lo), std::min(Hi, O.Hi)};
    return R.Lo <= R.Hi ? R : O; // Empty: the code cannot be reached; any range will do.
  }
  Interval unite(const Interval &O) const { return {std::min(Lo, O.Lo), std::max(Hi, O.Hi)}; }

  friend Interval operator+(const Interval &A, const Interval &B) { return {clamp(A.Lo + B.Lo), clamp(A.Hi + B.Hi)}; }
  friend Interval operator-(const Interval &A) { return {-A.Hi, -A.Lo}; }
  friend Interval operator-(const Interval &A, const Interval &B) { return A + -B; }
  friend Interval operator*(const Interval &A, const Interval &B) {
    Integer P[] = {product(A.Lo, B.Lo), product(A.Lo, B.Hi), product(A.Hi, B.Lo), product(A.Hi, B.Hi)};
    return {*std::min_element(P, P + 4), *std::max_element(P, P + 4)};
  }

private:
  static Integer clamp(Integer V) { return std::clamp(V, -Infinity, Infinity); }
  static Integer product(Integer A, Integer B) {
    Integer R;
    if (__builtin_mul_overflow(A, B, &R))
      return (A < 0) == (B < 0) ? Infinity : -Infinity;
    return clamp(R);
  }
};

} // namespace loopfuse

#endif
