//===- Values.cpp - integer expressions of the language ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Values.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/InlineCall.h"
#include "Frontend/Places.h"
#include "Frontend/Scalars.h"
#include "Frontend/VectorFill.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Products of sums multiply out: stop before they explode.
static constexpr size_t MaxTerms = 64;

Value convert(Value V, unsigned Bits, bool Signed) {
  if (!V.isKnown())
    return Value::unknown();
  Interval Type = Interval::ofType(Bits, Signed);
  if (V.Range.isInside(Type))
    return V;
  V.Expr = IndexExpr::wrap(V.Expr, Bits, Signed);
  V.Range = V.Expr.isConstant() ? Interval::of(V.Expr.value()) : Type;
  return V.isKnown() ? V : Value::unknown();
}

/// Width of an integer type this file computes with, or 0.
static unsigned bitsOf(const Extraction &X, QualType T) {
  if (T.isNull() || T->isDependentType() || !T->isIntegralOrEnumerationType() || T->isIncompleteType())
    return 0;
  unsigned Bits = X.Context.getIntWidth(T);
  return Bits <= 64 ? Bits : 0;
}

/// The result of an operation of type \p T: unsigned ones wrap, signed ones do not overflow.
static Value result(const Extraction &X, Value V, QualType T) {
  unsigned Bits = bitsOf(X, T);
  if (!Bits || !V.isKnown())
    return Value::unknown();
  if (T->isUnsignedIntegerOrEnumerationType())
    return convert(V, Bits, false);
  V.Range = V.Range.intersect(Interval::ofType(Bits, true));
  return V;
}

/// The value of a constant expression, whatever its form.
static Value evaluate(const Extraction &X, const Expr &E) {
  Expr::EvalResult R;
  if (!bitsOf(X, E.getType()) || mentionsScalar(X, E) || !E.EvaluateAsInt(R, X.Context, Expr::SE_NoSideEffects) ||
      !R.Val.isInt())
    return Value::unknown();
  const APSInt &V = R.Val.getInt();
  if (V.isRepresentableByInt64())
    return Value::constant(V.getExtValue());
  if (V.isSigned() || V.getBitWidth() != 64)
    return Value::unknown();
  // SIZE_MAX and the like.
  return {IndexExpr::wrap(IndexExpr::constant(V.getSExtValue()), 64, false), Interval::of(V.getZExtValue())};
}

Value parameter(Extraction &X, ParameterKey Key, Parameter P) {
  if (is_contained(X.Varying, Key)) {
    X.SawVarying = true;
    return Value::unknown();
  }
  unsigned Versions = 0;
  for (unsigned I = 0; I < X.ParameterKeys.size(); ++I) {
    if (!(X.ParameterKeys[I] == Key))
      continue;
    const Parameter &Known = X.Model.Parameters[I];
    if (Known.LastMember != ~0u) {
      ++Versions;
      continue;
    }
    X.UsedParameters.push_back(I);
    Interval Range = Interval::ofType(Known.Bits, Known.Signed);
    return {IndexExpr::parameter(I),
            Range.intersect({Known.Minimum ? *Known.Minimum : Range.Lo, Known.Maximum ? *Known.Maximum : Range.Hi})};
  }
  if (Versions)
    P.Name += " (" + std::to_string(Versions + 1) + (Versions == 1 ? "nd" : Versions == 2 ? "rd" : "th") + " value)";
  P.FirstMember = X.Member;
  X.Model.Parameters.push_back(std::move(P));
  X.ParameterKeys.push_back(std::move(Key));
  return parameter(X, X.ParameterKeys.back(), {});
}

static Value loadedInteger(Extraction &X, const Expr &E) {
  unsigned Bits = bitsOf(X, E.getType());
  auto P = resolveObject(X, E);
  if (!P || P->IsPrivate || !P->IsExact || !Bits || E.getType().isVolatileQualified())
    return Value::unknown();
  if (!X.Context.hasSameUnqualifiedType(P->Type.getNonReferenceType(), E.getType()))
    return Value::unknown(); // Another type's view.
  ParameterKey Key{ParameterKey::Value, P->Array, P->subscripts(), ~0u, ""};
  for (const IndexExpr &S : Key.Path)
    if (S.isUnknown() || S.usesAnyIterator())
      return Value::unknown();
  Parameter New;
  New.Name = nameOf(X, E, X.Model.Arrays[P->Array].Name);
  New.Bits = Bits;
  New.Signed = !E.getType()->isUnsignedIntegerOrEnumerationType();
  New.Sources.push_back({P->Array, P->constantPrefix()});
  return parameter(X, std::move(Key), std::move(New));
}

/// The value of the variable \p V if it stands for another expression, else unknown.
static Value variableValue(Extraction &X, const VarDecl &V) {
  if (const BoundArgument *Bound = X.boundTo(V))
    return {Bound->Value, Bound->Range};
  if (auto It = X.Counters.find(&V); It != X.Counters.end())
    return {IndexExpr::iterator(It->second), X.LoopRanges[It->second]};
  if (V.getType()->isReferenceType() || V.getType().isVolatileQualified())
    return Value::unknown();
  const Expr *Init = X.isPrivate(V) ? X.fixedInit(V) : X.lastingInit(V);
  return Init ? valueOf(X, *Init) : Value::unknown();
}

Value counterValue(Extraction &X, const VarDecl &V) {
  Value Known = variableValue(X, V);
  if (Known.isKnown() || !bitsOf(X, V.getType()))
    return Known;
  unsigned Array = objectArray(X, V);
  Parameter New;
  New.Name = V.getNameAsString();
  New.Bits = bitsOf(X, V.getType());
  New.Signed = !V.getType()->isUnsignedIntegerOrEnumerationType();
  New.Sources.push_back({Array, {}});
  return parameter(X, {ParameterKey::Value, Array, {}, ~0u, ""}, std::move(New));
}

static Value load(Extraction &X, const Expr &Object) {
  const Expr &E = *stripTransparent(&Object);
  if (Value C = evaluate(X, E); C.isKnown())
    return C;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      if (Value Known = variableValue(X, *V); Known.isKnown())
        return Known;
  return loadedInteger(X, E);
}

static Value divide(const Value &L, const Value &R) {
  if (!R.Expr.isConstant() || R.Expr.isConstant(0) || R.Expr.isConstant(-1))
    return Value::unknown();
  int64_t By = R.Expr.value();
  bool Floors = L.Range.isNonNegative() && By > 0;
  Interval Range;
  if (Floors)
    Range = {L.Range.Lo / By, L.Range.Hi / By};
  return {Floors ? IndexExpr::floorDivide(L.Expr, By) : IndexExpr::quotient(L.Expr, By), Range};
}

static Value modulo(const Value &L, const Value &R) {
  if (!R.Expr.isConstant() || R.Expr.isConstant(0) || R.Expr.isConstant(-1) || R.Expr.isConstant(INT64_MIN))
    return Value::unknown();
  int64_t By = R.Expr.value(), Last = std::abs(By) - 1;
  if (L.Range.isNonNegative() && By > 0) {
    if (L.Range.Hi < By)
      return L;
    return {IndexExpr::floorModulo(L.Expr, By), {0, Last}};
  }
  return {IndexExpr::remainder(L.Expr, By), {L.Range.isNonNegative() ? 0 : -Interval::Integer(Last), Last}};
}

static Value shift(const Value &L, const Value &R, bool Left) {
  if (!R.Expr.isConstant() || R.Expr.value() < 0 || R.Expr.value() > 62)
    return Value::unknown();
  int64_t Power = int64_t(1) << R.Expr.value();
  if (Left)
    return {IndexExpr::constant(Power) * L.Expr, Interval::of(Power) * L.Range};
  // Rounds toward minus infinity, so the bounds do.
  auto Floor = [&](Interval::Integer V) { return V >= 0 ? V / Power : -((-V + Power - 1) / Power); };
  return {IndexExpr::floorDivide(L.Expr, Power), {Floor(L.Range.Lo), Floor(L.Range.Hi)}};
}

/// x & (2^k - 1), and x & ~(2^k - 1) at \p Bits bits.
static Value mask(const Value &L, const Value &R, unsigned Bits) {
  if (L.Expr.isConstant() && !R.Expr.isConstant())
    return mask(R, L, Bits);
  if (!R.Expr.isConstant())
    return Value::unknown();
  int64_t M = R.Expr.value();
  if (M >= 0 && M < INT64_MAX && isPowerOf2_64(uint64_t(M) + 1))
    return {IndexExpr::floorModulo(L.Expr, M + 1), {0, M}};
  uint64_t Cleared = ~uint64_t(M) & maskTrailingOnes<uint64_t>(Bits);
  if (Cleared == 0 || Cleared >= INT64_MAX || !isPowerOf2_64(Cleared + 1))
    return Value::unknown();
  return {L.Expr - IndexExpr::floorModulo(L.Expr, Cleared + 1), {L.Range.Lo - Interval::Integer(Cleared), L.Range.Hi}};
}

/// p - q of pointers into one array.
static Value distance(Extraction &X, const Expr &L, const Expr &R) {
  auto A = resolvePointer(X, L), B = resolvePointer(X, R);
  if (!A || !B || A->IsPrivate || B->IsPrivate || !A->IsExact || !B->IsExact || A->Array != B->Array ||
      A->Path.size() != B->Path.size() || !A->lastIsElement())
    return Value::unknown();
  for (size_t I = 0; I + 1 < A->Path.size(); ++I)
    if (!(A->Path[I].Index == B->Path[I].Index))
      return Value::unknown();
  return {A->Path.back().Index - B->Path.back().Index, Interval::ofType(64, true)};
}

static Value binary(Extraction &X, const BinaryOperator &E) {
  if (E.getLHS()->getType()->isPointerType() && E.getRHS()->getType()->isPointerType())
    return E.getOpcode() == BO_Sub ? distance(X, *E.getLHS(), *E.getRHS()) : Value::unknown();
  if (E.getOpcode() == BO_Comma)
    return E.getLHS()->HasSideEffects(X.Context) ? Value::unknown() : valueOf(X, *E.getRHS());
  if (!E.isAdditiveOp() && !E.isMultiplicativeOp() && !E.isShiftOp() && E.getOpcode() != BO_And)
    return Value::unknown();
  Value L = valueOf(X, *E.getLHS());
  Value R = L.isKnown() ? valueOf(X, *E.getRHS()) : L;
  if (!L.isKnown() || !R.isKnown())
    return Value::unknown();
  switch (E.getOpcode()) {
  case BO_Add:
    return {L.Expr + R.Expr, L.Range + R.Range};
  case BO_Sub:
    return {L.Expr - R.Expr, L.Range - R.Range};
  case BO_Mul:
    if (std::max<size_t>(L.Expr.operands().size(), 1) * std::max<size_t>(R.Expr.operands().size(), 1) > MaxTerms)
      return Value::unknown();
    return {L.Expr * R.Expr, L.Range * R.Range};
  case BO_Div:
    return divide(L, R);
  case BO_Rem:
    return modulo(L, R);
  case BO_Shl:
  case BO_Shr:
    return shift(L, R, E.getOpcode() == BO_Shl);
  case BO_And:
    return mask(L, R, bitsOf(X, E.getType()));
  default:
    return Value::unknown();
  }
}

Value extremum(const Value &A, const Value &B, bool IsMinimum) {
  if (!A.isKnown() || !B.isKnown())
    return Value::unknown();
  if (IsMinimum)
    return {IndexExpr::minimum({A.Expr, B.Expr}), {std::min(A.Range.Lo, B.Range.Lo), std::min(A.Range.Hi, B.Range.Hi)}};
  return {IndexExpr::maximum({A.Expr, B.Expr}), {std::max(A.Range.Lo, B.Range.Lo), std::max(A.Range.Hi, B.Range.Hi)}};
}

/// What \p Sum has more than \p X, which is known to be \p Low at least: "n - 2" of unsigned n does not wrap if n - 1
/// is 1 at least.
static IndexExpr addedTo(const Value &X, const Value &Sum, Interval::Integer Low) {
  IndexExpr Added = Sum.Expr - X.Expr;
  if (Added.isConstant() || Sum.Expr.kind() != IndexKind::Wrap || Sum.Expr.isSigned() || X.Range.Lo < 0)
    return Added;
  bool Wraps = X.Expr.kind() == IndexKind::Wrap && !X.Expr.isSigned() && X.Expr.bits() == Sum.Expr.bits();
  IndexExpr Inner = Sum.Expr.operands()[0] - (Wraps ? X.Expr.operands()[0] : X.Expr);
  bool Stays = Inner.isConstant() && Inner.value() <= 0 && Low >= -Interval::Integer(Inner.value()) &&
               X.Range.isInside(Interval::ofType(Sum.Expr.bits(), false));
  return Stays ? Inner : Added;
}

/// a < b ? a : b and its kin, also with one constant added to both: a < b ? a - 1 : b - 1.
static Value conditional(Extraction &X, const ConditionalOperator &E) {
  const auto *Compare = dyn_cast<BinaryOperator>(E.getCond()->IgnoreParenImpCasts());
  if (!Compare || !Compare->isRelationalOp())
    return Value::unknown();
  Value L = valueOf(X, *Compare->getLHS()), R = valueOf(X, *Compare->getRHS());
  Value Then = valueOf(X, *E.getTrueExpr()), Else = valueOf(X, *E.getFalseExpr());
  if (!L.isKnown() || !R.isKnown() || !Then.isKnown() || !Else.isKnown())
    return Value::unknown();
  bool IsLess = Compare->getOpcode() == BO_LT || Compare->getOpcode() == BO_LE;
  for (bool Swapped : {false, true}) {
    const Value &InThen = Swapped ? R : L, &InElse = Swapped ? L : R;
    bool IsMinimum = IsLess != Swapped;
    Interval::Integer Low = std::max(L.Range.Lo, R.Range.Lo);
    IndexExpr Added = addedTo(InThen, Then, IsMinimum ? InThen.Range.Lo : Low);
    if (!Added.isConstant() || !(Added == addedTo(InElse, Else, IsMinimum ? InElse.Range.Lo : Low)))
      continue;
    Value V = extremum(L, R, IsMinimum);
    return {V.Expr + Added, V.Range + Interval::of(Added.value())};
  }
  return Value::unknown();
}

static Value sizeParameter(Extraction &X, const Place &Holder, StringRef Method, Parameter P) {
  if (Holder.IsPrivate || !Holder.IsExact)
    return Value::unknown();
  ParameterKey Key{ParameterKey::Size, Holder.Array, Holder.subscripts(), ~0u, Method.str()};
  for (const IndexExpr &I : Key.Path)
    if (I.isUnknown() || I.usesAnyIterator())
      return Value::unknown();
  P.Sources.push_back({Holder.Array, Holder.constantPrefix()});
  return parameter(X, std::move(Key), std::move(P));
}

Value sizeOf(Extraction &X, const Place &Holder, StringRef Name) {
  QualType Type = Holder.Type.getNonReferenceType();
  // std::array<T, N>, span<T, N>: the size is part of the type.
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  if (S && S->getTemplateArgs().size() >= 2 && S->getTemplateArgs()[1].getKind() == TemplateArgument::Integral &&
      S->isInStdNamespace()) {
    const APSInt &N = S->getTemplateArgs()[1].getAsIntegral();
    if (N.getActiveBits() < 63)
      return Value::constant(N.getZExtValue());
  }
  Parameter P;
  P.Name = Name.str() + ".size()";
  P.Bits = 64;
  P.Signed = false;
  QualType Element = elementType(X, Type);
  int64_t Bytes = Element.isNull() || Element->isIncompleteType() || Element->isDependentType()
                      ? 1
                      : std::max<int64_t>(1, X.Context.getTypeSizeInChars(Element).getQuantity());
  P.Maximum = INT64_MAX / Bytes; // No object is larger than PTRDIFF_MAX.
  return sizeParameter(X, Holder, "", std::move(P));
}

/// What \p V was made with right in front of the region, if that value has not changed since then.
static const Expr *sizeAtEntry(Extraction &X, const VarDecl &V) {
  const CompoundStmt *Block = X.Where.Compound;
  const Expr *Count = Block && !X.Ast.Members.empty() ? sizeAsMade(*Block, V) : nullptr;
  if (!Count || X.Frame || X.isCaptured(V) || X.isOpen(V) || X.Variables.isModified(V) ||
      X.DeclaredByMembers.contains(&V) ||
      !onlyDeclaresUntil(X.Context, *Block, V, *X.Ast.Members.front(), X.Containers))
    return nullptr;
  Extraction::Mark Before = X.mark();
  std::vector<unsigned> Used = X.UsedParameters;
  bool SawVarying = X.SawVarying;
  Value Made = valueOf(X, *Count);
  bool IsOfEntry = Made.isKnown();
  Made.Expr.mapLeaves([&](const IndexExpr &Leaf) {
    if (Leaf.kind() == IndexKind::Parameter)
      IsOfEntry &= X.Model.Parameters[Leaf.index()].FirstMember == 0;
    else if (Leaf.kind() == IndexKind::Iterator)
      IsOfEntry = false;
    return Leaf;
  });
  X.rollBack(Before);
  X.UsedParameters = std::move(Used);
  X.SawVarying = SawVarying;
  return IsOfEntry ? Count : nullptr;
}

const Expr *sizeAsMade(Extraction &X, const ContainerCall &C) {
  const auto *Ref = C.isSize() ? dyn_cast<DeclRefExpr>(C.Object->IgnoreParenImpCasts()) : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Expr *Count = V ? X.lastingSize(*V) : nullptr;
  if (V && !Count)
    Count = sizeAtEntry(X, *V);
  if (Count)
    X.Sizes[V] = Count;
  return Count;
}

Value sizeOf(Extraction &X, const Place &Holder, const ContainerCall &C, QualType Result) {
  if (const Expr *Count = sizeAsMade(X, C))
    if (Value Made = valueOf(X, *Count); Made.isKnown())
      return Made;
  std::string Name = nameOf(X, *C.Object, C.Class->Name);
  if (StringRef(C.Class->Name).starts_with("std::"))
    return C.Method == "max_size" ? Value::unknown() : sizeOf(X, Holder, Name);
  Parameter P;
  P.Name = Name + (C.IsArrow ? "->" : ".") + C.Method + "()";
  P.Bits = bitsOf(X, Result);
  P.Signed = !Result->isUnsignedIntegerOrEnumerationType();
  return P.Bits ? sizeParameter(X, Holder, C.Method, std::move(P)) : Value::unknown();
}

static Value callValue(Extraction &X, const CallExpr &E) {
  if (auto C = containerCall(X, E)) {
    if (!C->isSize() && !(C->Method == "size" && C->Arguments.empty()))
      return Value::unknown();
    auto Holder = containerPlace(X, *C);
    return Holder ? sizeOf(X, *Holder, *C, E.getType()) : Value::unknown();
  }
  if (auto Body = inlineBody(X, E); Body && !Body->Writes && !Body->LeavesEarly) {
    if (E.isGLValue())
      return loadedInteger(X, E);
    Value Result;
    readInPlace(X, E, *Body, [&] { Result = valueOf(X, *Body->Result); });
    return Result;
  }
  const FunctionDecl *Callee = E.getDirectCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
      Operator && Operator->getOperator() == OO_Minus && E.getNumArgs() == 2 &&
      isIteratorClass(E.getArg(0)->getType()) && isIteratorClass(E.getArg(1)->getType()))
    return isReverseIterator(E.getArg(0)->getType()) ? distance(X, *E.getArg(1), *E.getArg(0))
                                                     : distance(X, *E.getArg(0), *E.getArg(1));
  if (!Callee || !Callee->isInStdNamespace() || !Callee->getIdentifier() || E.getNumArgs() != 2)
    return Value::unknown();
  if (Callee->getName() == "min" || Callee->getName() == "max")
    return extremum(valueOf(X, *E.getArg(0)), valueOf(X, *E.getArg(1)), Callee->getName() == "min");
  if (Callee->getName() == "distance")
    return isReverseIterator(E.getArg(0)->getType()) ? distance(X, *E.getArg(0), *E.getArg(1))
                                                     : distance(X, *E.getArg(1), *E.getArg(0));
  return Value::unknown();
}

static Value castValue(Extraction &X, const CastExpr &E) {
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return load(X, *E.getSubExpr());
  case CK_NoOp:
    return valueOf(X, *E.getSubExpr());
  case CK_IntegralCast: {
    unsigned Bits = bitsOf(X, E.getType());
    return Bits ? convert(valueOf(X, *E.getSubExpr()), Bits, !E.getType()->isUnsignedIntegerOrEnumerationType())
                : Value::unknown();
  }
  default:
    return Value::unknown();
  }
}

static Value structural(Extraction &X, const Expr &E) {
  if (const auto *L = dyn_cast<IntegerLiteral>(&E))
    return L->getValue().getActiveBits() < 64 ? Value::constant(L->getValue().getZExtValue()) : Value::unknown();
  if (const auto *C = dyn_cast<CastExpr>(&E))
    return castValue(X, *C);
  if (const auto *B = dyn_cast<BinaryOperator>(&E))
    return B->isAssignmentOp() ? Value::unknown() : result(X, binary(X, *B), E.getType());
  if (const auto *U = dyn_cast<UnaryOperator>(&E)) {
    if (U->getOpcode() == UO_Plus || U->getOpcode() == UO_Extension)
      return valueOf(X, *U->getSubExpr());
    if (U->getOpcode() != UO_Minus)
      return Value::unknown();
    Value V = valueOf(X, *U->getSubExpr());
    return V.isKnown() ? result(X, {-V.Expr, -V.Range}, E.getType()) : V;
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(&E))
    return conditional(X, *C);
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return callValue(X, *C);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(&E))
    return valueOf(X, *M->getSubExpr());
  if (const auto *I = dyn_cast<InitListExpr>(&E))
    return I->getNumInits() == 1 ? valueOf(X, *I->getInit(0)) : Value::unknown();
  return Value::unknown();
}

Value valueOf(Extraction &X, const Expr &Given) {
  DepthGuard Guard(X);
  const Expr &E = *stripTransparent(&Given);
  if (Guard.tooDeep() || E.isTypeDependent() || E.isValueDependent() || E.containsErrors() || !bitsOf(X, E.getType()))
    return Value::unknown();
  if (X.Launch)
    if (std::optional<Value> Known = threadValue(X, E))
      return Known->isKnown() ? result(X, *Known, E.getType()) : Value::unknown();
  bool IsLoad = E.isGLValue() && !isa<CallExpr, MaterializeTemporaryExpr>(&E) && !isa<ConditionalOperator>(&E);
  Value V = IsLoad ? load(X, E) : structural(X, E);
  if (!V.isKnown() && !IsLoad)
    V = evaluate(X, E);
  return V;
}

} // namespace loopfuse
