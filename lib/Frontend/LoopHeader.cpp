//===- LoopHeader.cpp - which values a loop's variable takes ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopHeader.h"
#include "Frontend/HeaderForm.h"
#include "Frontend/Places.h"
#include "Frontend/RangeFor.h"
#include "Frontend/SourceText.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class HeaderReader {
public:
  HeaderReader(Extraction &X, const ForStmt &For, unsigned Number, bool MayBeOpen)
      : X(X), For(For), Number(Number), MayBeOpen(MayBeOpen) {}

  std::variant<LoopHeader, Refusal> read();

private:
  Refusal form(const Expr *At, const Twine &Why) const {
    SourceLocation Place = At ? At->getBeginLoc() : For.getForLoc();
    return refuse(RefusalId::LoopForm, placeOf(X.Context, Place), {Why.str()});
  }
  Refusal wraps(const Twine &Why) const {
    return refuse(RefusalId::LoopMayWrap, placeOf(X.Context, For.getForLoc()), {Why.str()});
  }
  /// Why an expression of the header is not usable.
  Refusal notInvariant(const Expr &E, StringRef Role) const;

  std::optional<Refusal> checkVariable();
  std::variant<LoopHeader, Refusal> readInteger();
  std::variant<LoopHeader, Refusal> readPointer();
  std::optional<Refusal> integerBound(Loop &L, const ConditionForm &Condition);
  std::optional<Refusal> integerBounds(Loop &L);
  std::optional<Refusal> checkWrap(const Loop &L, const Interval &Bound) const;
  std::optional<Refusal> setStep(Loop &L);
  std::optional<Refusal> setRelation(Loop &L);
  bool countsDownToZero() const;
  bool stopsBelowZero(const Loop &L) const;
  std::variant<bool, Refusal> readWrapToEnd(Loop &L);
  void moveBehindCondition(Loop &L);

  Extraction &X;
  const ForStmt &For;
  unsigned Number;
  bool MayBeOpen;
  HeaderForm F;
  Value First, BoundValue;
  Interval TypeRange;
  unsigned Bits = 0;
  bool HasOffset = false; ///< A bound is compared with the counter and a number: "i - 5 < n".
  bool Wraps = false;     ///< The counter's type wraps around (an overflow of others is undefined).
};
} // namespace

/// Of a reference, what it refers to as well: that is what the loop writes by name.
static std::string writtenText(const Extraction &X, const Expr &E) {
  std::string Text = nameOf(X, E, "an expression");
  const VarDecl *V = variableOf(E.IgnoreParenImpCasts());
  if (!V || !V->getType()->isReferenceType() || !V->getInit())
    return "'" + Text + "'";
  std::string Referent = nameOf(X, *V->getInit()->IgnoreImplicit(), "");
  return Referent.empty() ? "what '" + Text + "' refers to" : "'" + Referent + "', which '" + Text + "' refers to";
}

Refusal HeaderReader::notInvariant(const Expr &E, StringRef Role) const {
  std::string Text = nameOf(X, E, "an expression");
  if (X.SawVarying)
    return refuse(RefusalId::BoundVaries, placeOf(X.Context, E.getBeginLoc()),
                  {"the loop writes " + writtenText(X, E)});
  return form(&E, "the " + Role + " '" + Text + "' is not an invariant integer expression");
}

std::optional<Refusal> HeaderReader::checkVariable() {
  const VarDecl &V = *F.Step.Variable;
  QualType T = V.getType();
  std::string Name = V.getNameAsString();
  if (T->isFloatingType())
    return form(nullptr, "'" + Name + "' is a floating-point counter");
  if (!V.hasLocalStorage() || T->isReferenceType() || T.isVolatileQualified() || X.isCaptured(V))
    return form(nullptr, "'" + Name + "' is not a local variable");
  // A pointer's value may go where it likes; its own address is given away inside the loop, if at all, where it counts
  // as a change.
  bool IsOpen = X.Variables.escapes(V) && (F.DeclaredOutside || T->isIntegerType());
  if (IsOpen || X.Variables.isModifiedIn(V, *For.getBody()))
    return refuse(RefusalId::LoopVariableModified, placeOf(X.Context, For.getForLoc()), {Name});
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::setRelation(Loop &L) {
  bool Up = L.StepSign > 0;
  switch (F.Condition.Relation) {
  case BO_LT:
    L.Relation = BoundRelation::Less;
    break;
  case BO_LE:
    L.Relation = BoundRelation::LessEqual;
    break;
  case BO_GT:
    L.Relation = BoundRelation::Greater;
    break;
  case BO_GE:
    L.Relation = BoundRelation::GreaterEqual;
    break;
  default:
    L.Relation = BoundRelation::NotEqual;
    return std::nullopt;
  }
  bool BoundIsAbove = L.Relation == BoundRelation::Less || L.Relation == BoundRelation::LessEqual;
  if (BoundIsAbove != Up)
    return form(For.getCond(), "the step leads away from the bound");
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::setStep(Loop &L) {
  Value Amount = F.Step.Amount ? valueOf(X, *F.Step.Amount) : Value::constant(1);
  if (!Amount.isKnown() || Amount.Expr.usesAnyIterator())
    return notInvariant(*F.Step.Amount, "step");
  L.Step = F.Step.Sign > 0 ? Amount.Expr : -Amount.Expr;
  if (L.Step.isConstant()) {
    if (L.Step.isConstant(0))
      return form(For.getInc(), "the step is zero");
    L.StepSign = L.Step.value() > 0 ? 1 : -1;
    return std::nullopt;
  }
  // A symbolic step has the sign that leads to the bound: with the other one the loop does not run at all, or it does
  // not end (assumption A2).
  if (F.Condition.Relation == BO_NE)
    return form(For.getInc(), "the sign of the step is not known");
  L.StepSign = F.Condition.Relation == BO_LT || F.Condition.Relation == BO_LE ? 1 : -1;
  return std::nullopt;
}

/// Bound of "i < b", "i + c < b", with all conversions of both sides.
std::optional<Refusal> HeaderReader::integerBound(Loop &L, const ConditionForm &Condition) {
  // What the counter's side comes to when the counter is any value the condition may meet.
  X.LoopRanges.resize(Number + 1);
  X.LoopRanges[Number] =
      L.StepSign > 0 ? Interval{First.Range.Lo, TypeRange.Hi} : Interval{TypeRange.Lo, First.Range.Hi};
  X.Counters[F.Step.Variable] = Number;
  Value Side = valueOf(X, *Condition.Left);
  X.Counters.erase(F.Step.Variable);
  X.LoopRanges.resize(Number);

  BoundValue = Condition.Right ? valueOf(X, *Condition.Right) : Value::constant(0);
  if (!BoundValue.isKnown() && !MayBeOpen)
    return notInvariant(*Condition.Right, "bound");
  if (!Side.isKnown())
    return form(Condition.Left, "the counter's side of the condition is not modelled");
  IndexExpr Offset = Side.Expr - IndexExpr::iterator(Number);
  if (Offset.usesIterator(Number)) {
    if (Side.Expr.kind() == IndexKind::Wrap)
      return wraps("'" + nameOf(X, *Condition.Left, "the counter") + "' is converted for the comparison");
    return form(Condition.Left, "the counter's side of the condition is not the counter and a constant");
  }
  L.Bound = BoundValue.Expr - Offset;
  HasOffset |= !Offset.isConstant(0);
  if (!Offset.isConstant(0))
    BoundValue.Range = Offset.isConstant() ? BoundValue.Range - Interval::of(Offset.value()) : Interval::all();
  if (L.Bound.isUnknown() && !MayBeOpen)
    return form(Condition.Right, "the bound is too large");
  return std::nullopt;
}

/// The least of the bounds, or the greatest if the loop counts down.
std::optional<Refusal> HeaderReader::integerBounds(Loop &L) {
  if (auto R = integerBound(L, F.Condition))
    return R;
  for (const ConditionForm &Further : F.Further) {
    Value Known{L.Bound, BoundValue.Range};
    if (auto R = integerBound(L, Further))
      return R;
    BoundValue = extremum(Known, {L.Bound, BoundValue.Range}, L.StepSign > 0);
    L.Bound = BoundValue.Expr;
  }
  return std::nullopt;
}

/// The counter must reach its bound without wrapping around. Once wrapped, a counter whose step divides the number of
/// its type's values comes through the same ones again, all of them on this side of the bound: a loop that stops by an
/// order comparison of the counter itself would never stop, which A2 excludes.
std::optional<Refusal> HeaderReader::checkWrap(const Loop &L, const Interval &Bound) const {
  if (!Wraps)
    return std::nullopt;
  std::string Name = "'" + F.Step.Variable->getNameAsString() + "' is '" + L.VariableType + "'";
  // Wherever it goes, it keeps between 0 and its bound. The proof knows that the order of its values is not known.
  if (!L.Step.isConstant() && TypeRange.Lo == 0 && First.Expr.isConstant(0) && !HasOffset && F.Further.empty() &&
      (L.Relation == BoundRelation::Less || L.Relation == BoundRelation::LessEqual))
    return std::nullopt;
  if (!L.Step.isConstant())
    return wraps(Name + " and its step is not a constant");
  Interval::Integer Size = L.Step.value() > 0 ? Interval::Integer(L.Step.value()) : -Interval::Integer(L.Step.value());
  bool UnitStep = Size == 1, ComesAgain = !HasOffset && (Size & (Size - 1)) == 0;
  // 2^60 iterations do not happen: 2^63 / 8.
  bool TooFar = Bits == 64 && Size <= 8 && L.StepSign > 0 && First.Range.Hi <= (Interval::Integer(1) << 63);
  switch (L.Relation) {
  case BoundRelation::Less:
    if (ComesAgain || TooFar || Bound.Hi - 1 + Size <= TypeRange.Hi)
      return std::nullopt;
    break;
  case BoundRelation::LessEqual:
    if (ComesAgain || TooFar || Bound.Hi + Size <= TypeRange.Hi)
      return std::nullopt;
    break;
  case BoundRelation::Greater:
    if (Bound.Lo + 1 - Size >= TypeRange.Lo)
      return std::nullopt;
    break;
  case BoundRelation::GreaterEqual:
    if (Bound.Lo - Size >= TypeRange.Lo)
      return std::nullopt;
    break;
  case BoundRelation::NotEqual:
    if (UnitStep && (L.StepSign > 0 ? First.Range.Hi <= Bound.Lo : First.Range.Lo >= Bound.Hi))
      return std::nullopt;
    break;
  }
  return wraps(Name + " and may pass the bound");
}

std::variant<LoopHeader, Refusal> HeaderReader::readInteger() {
  QualType T = F.Step.Variable->getType();
  LoopHeader H;
  Loop &L = H.Model;
  Bits = X.Context.getIntWidth(T);
  bool IsSigned = !T->isUnsignedIntegerOrEnumerationType();
  TypeRange = Interval::ofType(Bits, IsSigned);
  // Narrow types are computed as int and converted back.
  Wraps = !IsSigned || Bits < X.Context.getIntWidth(X.Context.IntTy);
  if (Bits > 64)
    return form(nullptr, "the counter is wider than 64 bits");
  First = valueOf(X, *F.Init);
  if (!First.isKnown()) {
    if (!MayBeOpen)
      return notInvariant(*F.Init, "start value");
    First.Range = TypeRange;
  }
  if (auto R = setStep(L))
    return *R;
  if (F.When == StepTime::BeforeCondition && First.isKnown()) {
    First = {First.Expr + L.Step, First.Range + Interval::of(F.Step.Sign)};
    First = Wraps ? convert(First, Bits, IsSigned) : Value{First.Expr, First.Range.intersect(TypeRange)};
  }
  auto WrapsToEnd = readWrapToEnd(L);
  if (auto *Why = std::get_if<Refusal>(&WrapsToEnd))
    return *Why;
  bool DownToZero = countsDownToZero();
  if (F.ConvertsCounter && !DownToZero && (F.Step.Sign < 0 || First.Range.Lo < 0))
    return wraps("'" + F.Step.Variable->getNameAsString() + "' is converted for the comparison");
  if (DownToZero) {
    // Below zero the narrow ones wrap around in the end.
    if (Wraps && F.Condition.Relation == BO_NE && First.Range.Lo < 0)
      return wraps("'" + F.Step.Variable->getNameAsString() + "' may start below zero");
    First = {First.Expr - IndexExpr::constant(1), First.Range - Interval::of(1)};
    L.Bound = IndexExpr::constant(0);
    BoundValue = Value::constant(0);
    F.Condition.Relation = BO_GE;
    Wraps = false;
  } else if (auto R = std::get<bool>(WrapsToEnd) ? std::nullopt : integerBounds(L)) {
    return *R;
  }
  if (stopsBelowZero(L)) {
    // As A2 has it, none starts at 2^63 or above but at the bound itself.
    First = convert(First, Bits, true);
    BoundValue = Value::constant(0);
    L.Bound = BoundValue.Expr;
    F.Condition.Relation = BO_GE;
    Wraps = false;
  }
  if (auto R = setRelation(L))
    return *R;
  L.VariableType = T.getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  if (auto R = checkWrap(L, BoundValue.Range))
    return *R;
  L.First = First.Expr;
  if (F.When == StepTime::BehindCondition && !DownToZero)
    moveBehindCondition(L);
  H.IsOpen = L.First.isUnknown() || L.Bound.isUnknown();
  bool Inclusive = L.Relation == BoundRelation::LessEqual || L.Relation == BoundRelation::GreaterEqual;
  H.Range = L.StepSign > 0 ? Interval{First.Range.Lo, BoundValue.Range.Hi - (Inclusive ? 0 : 1)}
                           : Interval{BoundValue.Range.Lo + (Inclusive ? 0 : 1), First.Range.Hi};
  H.Range = H.Range.intersect(TypeRange);
  return H;
}

/// for (size_t i = n - 1; i < n; --i): behind 0 the counter is the greatest value of its type, which is not below the
/// bound. Where n is 0 it begins there. True if the loop is such a one: First and Bound are set.
std::variant<bool, Refusal> HeaderReader::readWrapToEnd(Loop &L) {
  bool IsBelow = F.Condition.Relation == BO_LT || F.Condition.Relation == BO_LE;
  if (F.When != StepTime::BehindBody || TypeRange.Lo != 0 || !IsBelow || !F.Further.empty() || !L.Step.isConstant(-1) ||
      !F.Condition.Right || variableOf(F.Condition.Left->IgnoreParenImpCasts()) != F.Step.Variable)
    return false;
  Value End = valueOf(X, *F.Condition.Right);
  if (!End.isKnown() || !First.isKnown() || End.Range.Hi > TypeRange.Hi)
    return wraps("it counts down past 0, where " +
                 StringRef(End.isKnown() ? "the bound may be greater than all its values" : "the bound is not known"));
  // Not wrapped where the loop runs at all.
  bool IsWrapped = First.Expr.kind() == IndexKind::Wrap && First.Expr.bits() == Bits && !First.Expr.isSigned();
  IndexExpr Start = IsWrapped ? First.Expr.operands()[0] : First.Expr;
  int64_t Last = F.Condition.Relation == BO_LT ? -1 : 0; // From the bound.
  if ((Start - End.Expr).isConstant(Last))
    First = {Start, {End.Range.Lo + Last, End.Range.Hi + Last}};
  else if (First.Range.Hi > End.Range.Lo + Last)
    return wraps("it counts down past 0, and may start above its bound");
  BoundValue = Value::constant(0);
  L.Bound = BoundValue.Expr;
  F.Condition.Relation = BO_GE;
  Wraps = false;
  return true;
}

/// "i-- > 0", "i--": the test is made before the counter is lowered, so it cannot wrap before the loop ends.
bool HeaderReader::countsDownToZero() const {
  const Expr *End = F.Condition.Right;
  bool IsZero = !End || (End->isIntegerConstantExpr(X.Context) && End->EvaluateKnownConstInt(X.Context).isZero());
  return F.When == StepTime::BehindCondition && F.Step.Sign < 0 && IsZero &&
         (F.Condition.Relation == BO_GT || F.Condition.Relation == BO_NE);
}

/// What was read is what the condition sees; the body sees the values one step further. They lie on the way to the
/// bound, or are the first value at which the condition failed.
void HeaderReader::moveBehindCondition(Loop &L) {
  L.First = L.First + L.Step;
  L.Bound = L.Bound + L.Step;
  First.Range = First.Range + Interval::of(F.Step.Sign);
  BoundValue.Range = BoundValue.Range + Interval::of(F.Step.Sign);
}

/// "i != SIZE_MAX" with a step of -1: the last value is 0.
bool HeaderReader::stopsBelowZero(const Loop &L) const {
  Expr::EvalResult Bound;
  return F.When != StepTime::BehindCondition && Wraps && Bits == 64 && TypeRange.Lo == 0 &&
         F.Condition.Relation == BO_NE && L.Step.isConstant(-1) && First.isKnown() && F.Condition.Right &&
         F.Condition.Right->EvaluateAsInt(Bound, X.Context) && Bound.Val.getInt().getBitWidth() == 64 &&
         Bound.Val.getInt().isAllOnes();
}

/// for (p = a; p != a + n; ++p), for (it = v.begin(); it != v.end(); ++it)
std::variant<LoopHeader, Refusal> HeaderReader::readPointer() {
  LoopHeader H;
  Loop &L = H.Model;
  if (isReverseIterator(F.Step.Variable->getType())) {
    // It walks on towards lower elements.
    F.Step.Sign = -F.Step.Sign;
    if (F.Condition.Relation != BO_NE)
      F.Condition.Relation = BinaryOperator::reverseComparisonOp(F.Condition.Relation);
  }
  auto Start = resolvePointer(X, *F.Init);
  if (!F.Condition.Right || F.When != StepTime::BehindBody)
    return form(For.getCond(), "the condition is not one comparison");
  auto End = resolvePointer(X, *F.Condition.Right);
  if (variableOf(F.Condition.Left->IgnoreParenImpCasts()) != F.Step.Variable)
    return form(F.Condition.Left, "the counter must stand alone on its side of the condition");
  if (!Start || !Start->IsExact || Start->IsPrivate || !Start->lastIsElement())
    return notInvariant(*F.Init, "start value");
  if (!End || !End->IsExact || End->IsPrivate || !End->lastIsElement())
    return notInvariant(*F.Condition.Right, "bound");
  if (auto R = setStep(L))
    return *R;
  if (!L.Step.isConstant())
    return form(For.getInc(), "the step of a pointer is not a constant");
  if (auto R = setRelation(L))
    return *R;
  L.First = Start->Path.back().Index;
  bool SameRow = Start->Array == End->Array && Start->Path.size() == End->Path.size();
  for (size_t I = 0; SameRow && I + 1 < Start->Path.size(); ++I)
    SameRow = Start->Path[I].Index == End->Path[I].Index;
  if (SameRow) {
    L.Bound = End->Path.back().Index;
  } else {
    Value Length = distanceParameter(X, *Start, *End);
    if (!Length.isKnown())
      return notInvariant(*F.Condition.Right, "bound");
    L.Bound = Length.Expr + End->Path.back().Index;
  }
  if (L.First.isUnknown() || L.Bound.isUnknown())
    return notInvariant(L.First.isUnknown() ? *F.Init : *F.Condition.Right, "range");
  L.Kind = LoopVariableKind::Pointer;
  L.Base = Start->Array;
  L.VariableType =
      F.Step.Variable->getType().getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  H.Target = *Start;
  H.Target->Path.back().Index = IndexExpr::iterator(Number);
  H.Target->InRow = false;
  return H;
}

std::variant<LoopHeader, Refusal> HeaderReader::read() {
  auto Form = readHeaderForm(X, For);
  if (auto *Why = std::get_if<Refusal>(&Form))
    return *Why;
  F = std::get<HeaderForm>(std::move(Form));
  if (auto R = checkVariable())
    return *R;
  QualType T = F.Step.Variable->getType();
  X.SawVarying = false;
  std::variant<LoopHeader, Refusal> Result = form(nullptr, "the counter is neither an integer nor a pointer");
  if (T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType())
    Result = readInteger();
  else if ((T->isPointerType() || isIteratorClass(T)))
    Result = readPointer();
  if (auto *H = std::get_if<LoopHeader>(&Result)) {
    H->Variable = F.Step.Variable;
    H->Model.Variable = F.Step.Variable->getNameAsString();
    H->Model.DeclaredOutside = F.DeclaredOutside;
    H->Evaluated = {F.Init};
    if (F.Condition.Right)
      H->Evaluated.push_back(F.Condition.Right);
    for (const ConditionForm &Further : F.Further)
      H->Evaluated.push_back(Further.Right);
    if (F.Step.Amount)
      H->Evaluated.push_back(F.Step.Amount);
  }
  return Result;
}

std::variant<LoopHeader, Refusal> readHeader(Extraction &X, const Stmt &S, unsigned Number, bool MayBeOpen) {
  if (const auto *For = dyn_cast<ForStmt>(&S))
    return HeaderReader(X, *For, Number, MayBeOpen).read();
  return readRangeHeader(X, *cast<CXXForRangeStmt>(&S), Number, MayBeOpen);
}

} // namespace loopfuse
