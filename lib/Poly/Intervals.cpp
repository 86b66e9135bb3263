//===- Intervals.cpp - cheap bounds of index expressions ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Intervals.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace loopfuse {

using Wide = __int128;

/// Beyond this nothing of interest can be said, and products could overflow.
static constexpr Wide Largest = Wide(1) << 100;

static std::optional<Interval> checked(Wide Low, Wide High) {
  return Low >= -Largest && High <= Largest ? std::optional(Interval{Low, High}) : std::nullopt;
}

static Interval typeRange(unsigned Bits, bool Signed) {
  Wide Period = Wide(1) << Bits;
  return Signed ? Interval{-(Period / 2), Period / 2 - 1} : Interval{0, Period - 1};
}

static std::optional<Interval> intervalOfLoop(const Scop &S, const Loop &L) {
  std::optional<Interval> First = intervalOf(S, L.First), Bound = intervalOf(S, L.Bound);
  if (!First || !L.Step.isConstant())
    return std::nullopt;
  Wide Step = L.Step.value(), Longest = (Wide(1) << 60) * Step;
  bool Less = L.Relation == BoundRelation::Less, LessEqual = L.Relation == BoundRelation::LessEqual;
  bool Greater = L.Relation == BoundRelation::Greater, GreaterEqual = L.Relation == BoundRelation::GreaterEqual;
  if (Step > 0) {
    Wide High = First->High + Longest;
    if (Bound && (Less || LessEqual))
      High = std::min(High, Bound->High - Less);
    return checked(First->Low, std::max(High, First->Low));
  }
  Wide Low = First->Low + Longest;
  if (Bound && (Greater || GreaterEqual))
    Low = std::max(Low, Bound->Low + Greater);
  return checked(std::min(Low, First->High), First->High);
}

static std::optional<Interval> product(const Interval &A, const Interval &B) {
  Wide Corners[4];
  if (__builtin_mul_overflow(A.Low, B.Low, &Corners[0]) || __builtin_mul_overflow(A.Low, B.High, &Corners[1]) ||
      __builtin_mul_overflow(A.High, B.Low, &Corners[2]) || __builtin_mul_overflow(A.High, B.High, &Corners[3]))
    return std::nullopt;
  auto [Low, High] = std::minmax_element(Corners, Corners + 4);
  return checked(*Low, *High);
}

std::optional<Interval> intervalOf(const Scop &S, const IndexExpr &E) {
  switch (E.kind()) {
  case IndexKind::Constant:
    return Interval{E.value(), E.value()};
  case IndexKind::Parameter: {
    const Parameter &P = S.Parameters[E.index()];
    Interval Range = typeRange(P.Bits, P.Signed);
    return Interval{P.Minimum ? Wide(*P.Minimum) : Range.Low, P.Maximum ? Wide(*P.Maximum) : Range.High};
  }
  case IndexKind::Iterator:
    return intervalOfLoop(S, S.Loops[E.index()]);
  case IndexKind::Wrap:
    return fitsType(S, E.operands()[0], E.bits(), E.isSigned()) ? intervalOf(S, E.operands()[0])
                                                                : typeRange(E.bits(), E.isSigned());
  case IndexKind::Unknown:
    return std::nullopt;
  default:
    break;
  }
  std::optional<Interval> Result = intervalOf(S, E.operands()[0]);
  for (const IndexExpr &O : E.operands().drop_front()) {
    std::optional<Interval> Next = intervalOf(S, O);
    if (!Result || !Next)
      return std::nullopt;
    if (E.kind() == IndexKind::Add)
      Result = checked(Result->Low + Next->Low, Result->High + Next->High);
    else if (E.kind() == IndexKind::Multiply)
      Result = product(*Result, *Next);
    else if (E.kind() == IndexKind::Minimum)
      Result = Interval{std::min(Result->Low, Next->Low), std::min(Result->High, Next->High)};
    else
      Result = Interval{std::max(Result->Low, Next->Low), std::max(Result->High, Next->High)};
  }
  if (!Result)
    return std::nullopt;
  Wide By = E.value() < 0 ? -Wide(E.value()) : Wide(E.value());
  Wide Largest = std::max(-Result->Low, Result->High);
  switch (E.kind()) {
  case IndexKind::FloorModulo:
    return Interval{0, By - 1};
  case IndexKind::Remainder:
    return Interval{Result->Low < 0 ? 1 - By : 0, Result->High > 0 ? By - 1 : 0};
  case IndexKind::FloorDivide:
  case IndexKind::Quotient:
    return Interval{-(Largest / By) - 1, Largest / By + 1};
  default:
    return Result;
  }
}

bool fitsType(const Scop &S, const IndexExpr &E, unsigned Bits, bool Signed) {
  std::optional<Interval> I = intervalOf(S, E);
  Interval Range = typeRange(Bits, Signed);
  return I && Range.Low <= I->Low && I->High <= Range.High;
}

} // namespace loopfuse
