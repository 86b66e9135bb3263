//===- LoopHeader.cpp - which values a loop's variable takes ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopHeader.h"
#include "Frontend/AnyStmt.h"
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

/// How the counter moves: by Sign * Amount (null: 1).
struct StepForm {
  const VarDecl *Variable = nullptr;
  int Sign = 1;
  const Expr *Amount = nullptr;
};

/// Variable-side and bound-side of the condition.
struct ConditionForm {
  const Expr *Left = nullptr;
  const Expr *Right = nullptr; ///< Null: 0.
  BinaryOperatorKind Relation = BO_LT;
};

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

  std::optional<Refusal> readStep();
  std::optional<Refusal> readSteppingCondition();
  std::optional<Refusal> readInit();
  std::optional<Refusal> readCondition();
  std::optional<Refusal> readComparisons(const Expr &C);
  std::optional<Refusal> checkVariable();
  std::variant<LoopHeader, Refusal> readInteger();
  std::variant<LoopHeader, Refusal> readPointer();
  std::optional<Refusal> integerBound(Loop &L, const ConditionForm &Condition);
  std::optional<Refusal> integerBounds(Loop &L);
  std::optional<Refusal> checkWrap(const Loop &L, const Interval &Bound) const;
  std::optional<Refusal> setStep(Loop &L);
  std::optional<Refusal> setRelation(Loop &L);
  bool stopsBelowZero(const Loop &L) const;
  bool mentions(const Stmt &E) const;

  Extraction &X;
  const ForStmt &For;
  unsigned Number;
  bool MayBeOpen;
  StepForm Step;
  const Expr *Init = nullptr;
  bool DeclaredOutside = false;
  bool CountsDownInCondition = false; ///< "i-- > 0"
  bool StepsBeforeCondition = false;  ///< "++i < n"
  bool ConvertsCounter = false;       ///< The condition compares a value that may be another one than the counter's.
  ConditionForm Condition;
  std::vector<ConditionForm> Further; ///< That must hold as well; all have one relation.
  Value First, BoundValue;
  Interval TypeRange;
  unsigned Bits = 0;
  bool Wraps = false; ///< The counter's type wraps around (an overflow of others is undefined).
};

} // namespace

static const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripTransparent(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

static const VarDecl *loadedVariable(const Expr *E) { return variableOf(E->IgnoreParenImpCasts()); }

/// Of a reference, what it refers to as well: that is what the loop writes by name.
static std::string writtenText(const Extraction &X, const Expr &E) {
  std::string Text = nameOf(X, E, "an expression");
  const VarDecl *V = loadedVariable(&E);
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

bool HeaderReader::mentions(const Stmt &E) const {
  return anyStmt(E, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return Ref && Ref->getDecl() == Step.Variable;
  });
}

std::optional<Refusal> HeaderReader::readStep() {
  const Expr *Inc = For.getInc();
  if (!Inc)
    return readSteppingCondition();
  Inc = stripTransparent(Inc);
  if (const auto *U = dyn_cast<UnaryOperator>(Inc); U && U->isIncrementDecrementOp()) {
    Step = {variableOf(U->getSubExpr()), U->isIncrementOp() ? 1 : -1, nullptr};
  } else if (const auto *C = dyn_cast<CompoundAssignOperator>(Inc)) {
    if (C->getOpcode() == BO_AddAssign || C->getOpcode() == BO_SubAssign)
      Step = {variableOf(C->getLHS()), C->getOpcode() == BO_AddAssign ? 1 : -1, C->getRHS()};
  } else if (const auto *A = dyn_cast<BinaryOperator>(Inc); A && A->getOpcode() == BO_Assign) {
    const VarDecl *V = variableOf(A->getLHS());
    const auto *Sum = dyn_cast<BinaryOperator>(A->getRHS()->IgnoreParenImpCasts());
    if (V && Sum && Sum->isAdditiveOp()) {
      bool IsSum = Sum->getOpcode() == BO_Add;
      if (loadedVariable(Sum->getLHS()) == V)
        Step = {V, IsSum ? 1 : -1, Sum->getRHS()};
      else if (IsSum && loadedVariable(Sum->getRHS()) == V)
        Step = {V, 1, Sum->getLHS()};
    }
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Inc);
             O && O->getNumArgs() >= 1 && isIteratorClass(O->getArg(0)->getType())) {
    const VarDecl *V = variableOf(O->getArg(0));
    switch (O->getOperator()) {
    case OO_PlusPlus:
    case OO_MinusMinus:
      Step = {V, O->getOperator() == OO_PlusPlus ? 1 : -1, nullptr};
      break;
    case OO_PlusEqual:
    case OO_MinusEqual:
      Step = {V, O->getOperator() == OO_PlusEqual ? 1 : -1, O->getArg(1)};
      break;
    default:
      break;
    }
  }
  if (!Step.Variable)
    return form(Inc, "the step is not an increment of one variable");
  return std::nullopt;
}

static bool isZero(const Extraction &X, const Expr &E) {
  return E.isIntegerConstantExpr(X.Context) && E.EvaluateKnownConstInt(X.Context).isZero();
}

/// for (i = n; i-- > 0;): the body sees n - 1, …, 0. Or for (i = -1; ++i < n;), which steps in front of each test.
std::optional<Refusal> HeaderReader::readSteppingCondition() {
  const Expr *C = For.getCond() ? For.getCond()->IgnoreParenImpCasts() : nullptr;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(C);
  if (Test)
    C = Test->getLHS()->IgnoreParenImpCasts();
  const auto *U = dyn_cast_or_null<UnaryOperator>(C);
  const VarDecl *V = U && U->isIncrementDecrementOp() ? variableOf(U->getSubExpr()) : nullptr;
  if (!V || (Test && !Test->isComparisonOp()))
    return form(nullptr, "there is no step");
  Step = {V, U->isIncrementOp() ? 1 : -1, nullptr};
  if (U->isPrefix()) {
    StepsBeforeCondition = true;
    QualType From = V->getType(), To = Test ? Test->getLHS()->getType() : From;
    if (From->isIntegerType() && To->isIntegerType())
      ConvertsCounter = From->isSignedIntegerOrEnumerationType() && To->isUnsignedIntegerOrEnumerationType();
    Condition = {U->getSubExpr(), Test ? Test->getRHS() : nullptr, Test ? Test->getOpcode() : BO_NE};
    return std::nullopt;
  }
  BinaryOperatorKind Relation = Test ? Test->getOpcode() : BO_NE;
  if (U->isIncrementOp() || (Relation != BO_GT && Relation != BO_NE) || (Test && !isZero(X, *Test->getRHS())))
    return form(nullptr, "there is no step");
  CountsDownInCondition = true;
  Condition = {nullptr, nullptr, Relation};
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::readInit() {
  const Stmt *S = For.getInit();
  if (!S)
    return form(nullptr, "the counter has no start value in the header");
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Child : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Child);
      if (V == Step.Variable)
        Init = V ? V->getInit() : nullptr;
      // Others are constants of the loop: "for (int i = 0, n = v.size(); i < n; ++i)".
      else if (!V || X.Variables.isModified(*V) || !V->hasInit() || V->getType()->isRecordType())
        return form(nullptr, "the header declares more than its counter");
    }
    return Init ? std::nullopt : std::optional(form(nullptr, "the counter has no start value in the header"));
  }
  const auto *A = dyn_cast<BinaryOperator>(stripTransparent(cast<Expr>(S)));
  if (!isa<Expr>(S) || !A || A->getOpcode() != BO_Assign || variableOf(A->getLHS()) != Step.Variable)
    return form(nullptr, "the header's first part is not the counter's start value");
  Init = A->getRHS();
  DeclaredOutside = true;
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::readCondition() {
  const Expr *C = For.getCond();
  if (!C || For.getConditionVariable())
    return form(C, "there is no plain condition");
  if (CountsDownInCondition)
    return std::nullopt;
  if (loadedVariable(C) == Step.Variable) {
    Condition = {C->IgnoreParenImpCasts(), nullptr, BO_NE};
    return std::nullopt;
  }
  if (StepsBeforeCondition)
    return Condition.Right && mentions(*Condition.Right)
               ? std::optional(form(C, "the counter must stand on one side of the condition"))
               : std::nullopt;
  if (auto R = readComparisons(*C))
    return R;
  // "i < n && i < m" ends at the smaller one. With != the loop could pass one of the bounds.
  bool Alike = all_of(Further, [&](const ConditionForm &F) { return F.Relation == Condition.Relation; });
  bool IsCounted = Step.Variable->getType()->isIntegerType() && Condition.Relation != BO_NE;
  if (!Further.empty() && !(Alike && IsCounted))
    return form(C, "the condition is not one comparison");
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::readComparisons(const Expr &Given) {
  const Expr *C = stripTransparent(&Given);
  ConditionForm Read;
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(C)) {
    auto D = R->getDecomposedForm();
    Read = {D.LHS, D.RHS, D.Opcode};
  } else if (const auto *B = dyn_cast<BinaryOperator>(C); B && B->getOpcode() == BO_LAnd) {
    if (auto R = readComparisons(*B->getLHS()))
      return R;
    return readComparisons(*B->getRHS());
  } else if (B && B->isComparisonOp()) {
    Read = {B->getLHS(), B->getRHS(), B->getOpcode()};
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(C); O && O->isComparisonOp() && O->getNumArgs() == 2) {
    Read = {O->getArg(0), O->getArg(1), BinaryOperator::getOverloadedOpcode(O->getOperator())};
  } else {
    return form(C, "the condition is not one comparison");
  }
  if (Read.Relation == BO_EQ || Read.Relation == BO_Cmp)
    return form(C, "the condition is not one of < <= > >= !=");
  bool OnLeft = mentions(*Read.Left), OnRight = mentions(*Read.Right);
  if (OnLeft == OnRight)
    return form(C, "the counter must stand on one side of the condition");
  if (OnRight) {
    std::swap(Read.Left, Read.Right);
    if (Read.Relation != BO_NE)
      Read.Relation = BinaryOperator::reverseComparisonOp(Read.Relation);
  }
  if (Condition.Left)
    Further.push_back(Read);
  else
    Condition = Read;
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::checkVariable() {
  const VarDecl &V = *Step.Variable;
  QualType T = V.getType();
  std::string Name = V.getNameAsString();
  if (T->isFloatingType())
    return form(nullptr, "'" + Name + "' is a floating-point counter");
  if (!V.hasLocalStorage() || T->isReferenceType() || T.isVolatileQualified() || X.isCaptured(V))
    return form(nullptr, "'" + Name + "' is not a local variable");
  // A pointer's value may go where it likes; its own address is given away inside the loop, if at all, where it counts
  // as a change.
  bool IsOpen = X.Variables.escapes(V) && (DeclaredOutside || T->isIntegerType());
  if (IsOpen || X.Variables.isModifiedIn(V, *For.getBody()))
    return refuse(RefusalId::LoopVariableModified, placeOf(X.Context, For.getForLoc()), {Name});
  return std::nullopt;
}

std::optional<Refusal> HeaderReader::setRelation(Loop &L) {
  bool Up = L.StepSign > 0;
  switch (Condition.Relation) {
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
  Value Amount = Step.Amount ? valueOf(X, *Step.Amount) : Value::constant(1);
  if (!Amount.isKnown() || Amount.Expr.usesAnyIterator())
    return notInvariant(*Step.Amount, "step");
  L.Step = Step.Sign > 0 ? Amount.Expr : -Amount.Expr;
  if (L.Step.isConstant()) {
    if (L.Step.isConstant(0))
      return form(For.getInc(), "the step is zero");
    L.StepSign = L.Step.value() > 0 ? 1 : -1;
    return std::nullopt;
  }
  // A symbolic step has the sign that leads to the bound: with the other one the loop does not run at all, or it does
  // not end (assumption A2).
  if (Condition.Relation == BO_NE)
    return form(For.getInc(), "the sign of the step is not known");
  L.StepSign = Condition.Relation == BO_LT || Condition.Relation == BO_LE ? 1 : -1;
  return std::nullopt;
}

/// Bound of "i < b", "i + c < b", with all conversions of both sides.
std::optional<Refusal> HeaderReader::integerBound(Loop &L, const ConditionForm &Condition) {
  // What the counter's side comes to when the counter is any value the condition may meet.
  X.LoopRanges.resize(Number + 1);
  X.LoopRanges[Number] =
      L.StepSign > 0 ? Interval{First.Range.Lo, TypeRange.Hi} : Interval{TypeRange.Lo, First.Range.Hi};
  X.Counters[Step.Variable] = Number;
  Value Side = valueOf(X, *Condition.Left);
  X.Counters.erase(Step.Variable);
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
  if (!Offset.isConstant(0))
    BoundValue.Range = Offset.isConstant() ? BoundValue.Range - Interval::of(Offset.value()) : Interval::all();
  if (L.Bound.isUnknown() && !MayBeOpen)
    return form(Condition.Right, "the bound is too large");
  return std::nullopt;
}

/// The least of the bounds, or the greatest if the loop counts down.
std::optional<Refusal> HeaderReader::integerBounds(Loop &L) {
  if (auto R = integerBound(L, Condition))
    return R;
  for (const ConditionForm &F : Further) {
    Value Known{L.Bound, BoundValue.Range};
    if (auto R = integerBound(L, F))
      return R;
    BoundValue = extremum(Known, {L.Bound, BoundValue.Range}, L.StepSign > 0);
    L.Bound = BoundValue.Expr;
  }
  return std::nullopt;
}

/// The counter must reach its bound without wrapping around. A wrapped counter of a loop with step one that stops by an
/// order comparison would never stop, which A2 excludes.
std::optional<Refusal> HeaderReader::checkWrap(const Loop &L, const Interval &Bound) const {
  if (!Wraps)
    return std::nullopt;
  std::string Name = "'" + Step.Variable->getNameAsString() + "' is '" + L.VariableType + "'";
  if (!L.Step.isConstant())
    return wraps(Name + " and its step is not a constant");
  Interval::Integer Size = L.Step.value() > 0 ? Interval::Integer(L.Step.value()) : -Interval::Integer(L.Step.value());
  bool UnitStep = Size == 1;
  // 2^60 iterations do not happen: 2^63 / 8.
  bool TooFar = Bits == 64 && Size <= 8 && L.StepSign > 0 && First.Range.Hi <= (Interval::Integer(1) << 63);
  switch (L.Relation) {
  case BoundRelation::Less:
    if (UnitStep || TooFar || Bound.Hi - 1 + Size <= TypeRange.Hi)
      return std::nullopt;
    break;
  case BoundRelation::LessEqual:
    if (UnitStep || TooFar || Bound.Hi + Size <= TypeRange.Hi)
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
  QualType T = Step.Variable->getType();
  LoopHeader H;
  Loop &L = H.Model;
  Bits = X.Context.getIntWidth(T);
  bool IsSigned = !T->isUnsignedIntegerOrEnumerationType();
  TypeRange = Interval::ofType(Bits, IsSigned);
  // Narrow types are computed as int and converted back.
  Wraps = !IsSigned || Bits < X.Context.getIntWidth(X.Context.IntTy);
  if (Bits > 64)
    return form(nullptr, "the counter is wider than 64 bits");
  First = valueOf(X, *Init);
  if (!First.isKnown()) {
    if (!MayBeOpen)
      return notInvariant(*Init, "start value");
    First.Range = TypeRange;
  }
  if (auto R = setStep(L))
    return *R;
  if (StepsBeforeCondition && First.isKnown()) {
    First = {First.Expr + L.Step, First.Range + Interval::of(Step.Sign)};
    First = Wraps ? convert(First, Bits, IsSigned) : Value{First.Expr, First.Range.intersect(TypeRange)};
  }
  if (ConvertsCounter && (Step.Sign < 0 || First.Range.Lo < 0))
    return wraps("'" + Step.Variable->getNameAsString() + "' is converted for the comparison");
  if (CountsDownInCondition) {
    // Below zero the narrow ones wrap around in the end.
    if (Wraps && Condition.Relation == BO_NE && First.Range.Lo < 0)
      return wraps("'" + Step.Variable->getNameAsString() + "' may start below zero");
    // The test is made before the counter is lowered, so it cannot wrap before the loop ends.
    First = {First.Expr - IndexExpr::constant(1), First.Range - Interval::of(1)};
    L.Bound = IndexExpr::constant(0);
    BoundValue = Value::constant(0);
    Condition.Relation = BO_GE;
    Wraps = false;
  } else if (auto R = integerBounds(L)) {
    return *R;
  }
  if (stopsBelowZero(L)) {
    // As A2 has it, none starts at 2^63 or above but at the bound itself.
    First = convert(First, Bits, true);
    BoundValue = Value::constant(0);
    L.Bound = BoundValue.Expr;
    Condition.Relation = BO_GE;
    Wraps = false;
  }
  if (auto R = setRelation(L))
    return *R;
  L.VariableType = T.getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  if (auto R = checkWrap(L, BoundValue.Range))
    return *R;
  L.First = First.Expr;
  H.IsOpen = L.First.isUnknown() || L.Bound.isUnknown();
  bool Inclusive = L.Relation == BoundRelation::LessEqual || L.Relation == BoundRelation::GreaterEqual;
  H.Range = L.StepSign > 0 ? Interval{First.Range.Lo, BoundValue.Range.Hi - (Inclusive ? 0 : 1)}
                           : Interval{BoundValue.Range.Lo + (Inclusive ? 0 : 1), First.Range.Hi};
  H.Range = H.Range.intersect(TypeRange);
  return H;
}

/// "i != SIZE_MAX" with a step of -1: the last value is 0.
bool HeaderReader::stopsBelowZero(const Loop &L) const {
  Expr::EvalResult Bound;
  return Wraps && Bits == 64 && TypeRange.Lo == 0 && Condition.Relation == BO_NE && L.Step.isConstant(-1) &&
         First.isKnown() && Condition.Right && Condition.Right->EvaluateAsInt(Bound, X.Context) &&
         Bound.Val.getInt().getBitWidth() == 64 && Bound.Val.getInt().isAllOnes();
}

/// for (p = a; p != a + n; ++p), for (it = v.begin(); it != v.end(); ++it)
std::variant<LoopHeader, Refusal> HeaderReader::readPointer() {
  LoopHeader H;
  Loop &L = H.Model;
  auto Start = resolvePointer(X, *Init);
  if (!Condition.Right || StepsBeforeCondition)
    return form(For.getCond(), "the condition is not one comparison");
  auto End = resolvePointer(X, *Condition.Right);
  if (variableOf(Condition.Left->IgnoreParenImpCasts()) != Step.Variable)
    return form(Condition.Left, "the counter must stand alone on its side of the condition");
  if (!Start || !Start->IsExact || Start->IsPrivate || !Start->lastIsElement())
    return notInvariant(*Init, "start value");
  if (!End || !End->IsExact || End->IsPrivate || !End->lastIsElement())
    return notInvariant(*Condition.Right, "bound");
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
      return notInvariant(*Condition.Right, "bound");
    L.Bound = Length.Expr + End->Path.back().Index;
  }
  if (L.First.isUnknown() || L.Bound.isUnknown())
    return notInvariant(L.First.isUnknown() ? *Init : *Condition.Right, "range");
  L.Kind = LoopVariableKind::Pointer;
  L.Base = Start->Array;
  L.VariableType =
      Step.Variable->getType().getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  H.Target = *Start;
  H.Target->Path.back().Index = IndexExpr::iterator(Number);
  H.Target->InRow = false;
  return H;
}

std::variant<LoopHeader, Refusal> HeaderReader::read() {
  for (auto Read :
       {&HeaderReader::readStep, &HeaderReader::readInit, &HeaderReader::checkVariable, &HeaderReader::readCondition})
    if (auto R = (this->*Read)())
      return *R;
  QualType T = Step.Variable->getType();
  X.SawVarying = false;
  std::variant<LoopHeader, Refusal> Result = form(nullptr, "the counter is neither an integer nor a pointer");
  if (T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType())
    Result = readInteger();
  else if ((T->isPointerType() || isIteratorClass(T)) && !CountsDownInCondition)
    Result = readPointer();
  if (auto *H = std::get_if<LoopHeader>(&Result)) {
    H->Variable = Step.Variable;
    H->Model.Variable = Step.Variable->getNameAsString();
    H->Model.DeclaredOutside = DeclaredOutside;
    H->Evaluated = {Init};
    if (Condition.Right)
      H->Evaluated.push_back(Condition.Right);
    for (const ConditionForm &F : Further)
      H->Evaluated.push_back(F.Right);
    if (Step.Amount)
      H->Evaluated.push_back(Step.Amount);
  }
  return Result;
}

std::variant<LoopHeader, Refusal> readHeader(Extraction &X, const Stmt &S, unsigned Number, bool MayBeOpen) {
  if (const auto *For = dyn_cast<ForStmt>(&S))
    return HeaderReader(X, *For, Number, MayBeOpen).read();
  return readRangeHeader(X, *cast<CXXForRangeStmt>(&S), Number, MayBeOpen);
}

} // namespace loopfuse
