//===- RangeFor.cpp - range-based for ---------------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/RangeFor.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "Frontend/Values.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// What a range-for walks over.
struct Sequence {
  Place First; ///< Element 0.
  Value Length;
};
} // namespace

static std::optional<Sequence> arraySequence(Extraction &X, const Expr &Range) {
  const clang::ArrayType *A = X.Context.getAsArrayType(Range.getType());
  auto P = resolveObject(X, Range);
  if (!A || !P || !P->IsExact)
    return std::nullopt;
  Sequence S{*P, Value::unknown()};
  S.First.Type = A->getElementType();
  if (!P->IsPrivate)
    S.First.Path.push_back({IndexExpr::constant(0), false});
  if (const auto *C = dyn_cast<ConstantArrayType>(A); C && C->getSize().getActiveBits() < 63)
    S.Length = Value::constant(C->getSize().getZExtValue());
  else if (const auto *V = dyn_cast<VariableArrayType>(A); V && V->getSizeExpr())
    S.Length = valueOf(X, *V->getSizeExpr());
  return S;
}

/// Whether \p List is evaluated to the same values wherever the nest names it: it has no effect, and reads no variable
/// of the nest's own.
static bool isFixedList(Extraction &X, const InitListExpr &List) {
  return !List.HasSideEffects(X.Context) && !anyStmt(List, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Ref && !isa<EnumConstantDecl>(Ref->getDecl()) &&
           (!V || X.Counters.contains(V) || X.Cursors.count(V) || X.isPrivate(*V) || X.boundTo(*V));
  });
}

static std::optional<Sequence> listSequence(Extraction &X, const Expr &Range) {
  const Expr *E = stripTransparent(&Range);
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    E = stripTransparent(L->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    E = stripTransparent(M->getSubExpr());
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    return listSequence(X, *L);
  const auto *List = dyn_cast<InitListExpr>(E);
  if (!List || !List->getType()->isArrayType())
    return std::nullopt;
  Sequence S;
  S.First.Type = X.Context.getAsArrayType(List->getType())->getElementType();
  S.Length = Value::constant(List->getNumInits());
  if (!S.First.Type->isArithmeticType() || !isFixedList(X, *List)) {
    S.First.IsPrivate = true;
    return S;
  }
  S.First.Array = listArray(X, *List, nameOf(X, Range, "the list"));
  S.First.Path.push_back({IndexExpr::constant(0), false});
  S.First.IsExact = true;
  return S;
}

static std::optional<Sequence> containerSequence(Extraction &X, const Expr &Range) {
  const ContainerClass *Class = findContainer(X.Containers, Range.getType());
  QualType Element = elementType(X, Range.getType());
  auto Holder = Class && !Element.isNull() ? resolveObject(X, Range) : std::nullopt;
  // What begin() and end() of a class of the user give is not known.
  if (!Holder || Holder->IsPrivate || !StringRef(Class->Name).starts_with("std::"))
    return std::nullopt;
  std::string Name = nameOf(X, Range, Class->Name);
  Sequence S;
  S.First = firstElement(X, *Holder, *Class, Element, Name);
  S.Length = sizeOf(X, *Holder, Name);
  return S;
}

static std::optional<Sequence> sequence(Extraction &X, const Expr &Range) {
  if (Range.getType()->isArrayType() && Range.isGLValue())
    if (auto S = arraySequence(X, Range))
      return S;
  if (auto S = listSequence(X, Range))
    return S;
  return containerSequence(X, Range);
}

/// The two arguments of "std::views::iota(a, b)" or "std::ranges::iota_view(a, b)", both of the type of its elements;
/// null if \p Range is no such thing.
static std::pair<const Expr *, const Expr *> countedEnds(const ASTContext &Context, const Expr &Range) {
  std::pair<const Expr *, const Expr *> Ends;
  const Expr *E = stripTransparent(&Range);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    E = stripTransparent(M->getSubExpr());
  const auto *View = dyn_cast_or_null<ClassTemplateSpecializationDecl>(E->getType()->getAsCXXRecordDecl());
  if (!View || qualifiedName(*View) != "std::ranges::iota_view")
    return {};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = stripTransparent(Cast->getSubExpr());
  if (Call && Call->getOperator() == OO_Call && Call->getNumArgs() == 3) {
    const CXXRecordDecl *Maker = Call->getArg(0)->getType()->getAsCXXRecordDecl();
    if (Maker && StringRef(qualifiedName(*Maker)).starts_with("std::"))
      Ends = {Call->getArg(1), Call->getArg(2)};
  } else if (const auto *Built = dyn_cast<CXXConstructExpr>(E); Built && Built->getNumArgs() == 2) {
    Ends = {Built->getArg(0), Built->getArg(1)};
  }
  for (const Expr **End : {&Ends.first, &Ends.second}) {
    while (*End && isa<MaterializeTemporaryExpr>(stripTransparent(*End)))
      *End = cast<MaterializeTemporaryExpr>(stripTransparent(*End))->getSubExpr();
    if (!*End || !View->getTemplateArgs()[0].getAsType()->isIntegerType() ||
        !Context.hasSameUnqualifiedType((*End)->getType(), View->getTemplateArgs()[0].getAsType()))
      return {};
  }
  return Ends;
}

/// for (int i : std::views::iota(a, b)): b can be reached from a, or the behaviour is undefined.
static std::variant<LoopHeader, Refusal> readCountedRange(Extraction &X, const CXXForRangeStmt &For, const Expr &From,
                                                          const Expr &To, bool MayBeOpen) {
  auto Refuse = [&](const Twine &Why) {
    return refuse(RefusalId::LoopForm, placeOf(X.Context, For.getForLoc()), {Why.str()});
  };
  const VarDecl &V = *For.getLoopVariable();
  if (!X.Context.hasSameUnqualifiedType(V.getType(), From.getType()) || X.Context.getIntWidth(From.getType()) > 64)
    return Refuse("'" + V.getName() + "' is not of the type of the numbers");
  if (X.Variables.escapes(V) || X.Variables.isModifiedIn(V, *For.getBody()))
    return refuse(RefusalId::LoopVariableModified, placeOf(X.Context, For.getForLoc()), {V.getNameAsString()});
  Value First = valueOf(X, From), Bound = valueOf(X, To);
  if ((!First.isKnown() || !Bound.isKnown()) && !MayBeOpen)
    return X.SawVarying ? refuse(RefusalId::BoundVaries, placeOf(X.Context, For.getForLoc()),
                                 {"the loop writes '" + nameOf(X, First.isKnown() ? To : From, "the range") + "'"})
                        : Refuse("the ends of the range are not invariant integer expressions");
  LoopHeader H;
  Loop &L = H.Model;
  L.Variable = V.getNameAsString();
  L.VariableType = V.getType().getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  L.First = First.Expr;
  L.Bound = Bound.Expr;
  L.Step = IndexExpr::constant(1);
  H.Variable = &V;
  H.Range = {First.Range.Lo, Bound.Range.Hi - 1};
  H.IsOpen = L.First.isUnknown() || L.Bound.isUnknown();
  H.Evaluated = {&From, &To};
  return H;
}

std::variant<LoopHeader, Refusal> readRangeHeader(Extraction &X, const CXXForRangeStmt &For, unsigned Number,
                                                  bool MayBeOpen) {
  auto Refuse = [&](const Twine &Why) {
    return refuse(RefusalId::LoopForm, placeOf(X.Context, For.getForLoc()), {Why.str()});
  };
  const VarDecl *V = For.getLoopVariable();
  const Expr *Range = For.getRangeInit();
  if (!V || !Range || For.getInit() || For.getCoawaitLoc().isValid() || V->isInvalidDecl() || !V->getInit() ||
      Range->isTypeDependent() || V->getType()->isDependentType())
    return Refuse("the range-for is not modelled");
  X.SawVarying = false;
  if (auto [From, To] = countedEnds(X.Context, *Range); From)
    return readCountedRange(X, For, *From, *To, MayBeOpen);
  const Expr &Stripped = *stripTransparent(Range);
  auto S = sequence(X, Stripped);
  std::string Text = nameOf(X, Stripped, "the range");
  if (!S || (!MayBeOpen && (!S->Length.isKnown() || (!S->First.IsPrivate && !S->First.IsExact)))) {
    if (X.SawVarying)
      return refuse(RefusalId::BoundVaries, placeOf(X.Context, For.getForLoc()), {"the loop writes '" + Text + "'"});
    return Refuse("the elements of '" + Text + "' are not known");
  }
  LoopHeader H;
  Loop &L = H.Model;
  L.Kind = LoopVariableKind::Element;
  L.Variable = printedName(*V);
  L.VariableType = V->getType().getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
  L.First = IndexExpr::constant(0);
  L.Bound = S->Length.Expr;
  L.Step = IndexExpr::constant(1);
  H.Variable = V;
  H.Range = {0, S->Length.Range.Hi - 1};
  H.IsOpen = L.Bound.isUnknown();
  H.Target = S->First;
  if (!S->First.IsPrivate) {
    L.Base = S->First.Array;
    if (S->First.IsExact)
      H.Target->Path.back().Index = IndexExpr::iterator(Number);
  }
  bool BindsElement = V->getType()->isReferenceType() && !isa<MaterializeTemporaryExpr>(stripTransparent(V->getInit()));
  H.IsCopy = !BindsElement;
  if (isa<DecompositionDecl>(V) && !BindsElement && !V->getType()->isRecordType())
    return Refuse("the range-for is not modelled");
  H.Evaluated.push_back(Range);
  return H;
}

Value distanceParameter(Extraction &X, const Place &Start, const Place &End) {
  auto Variable = [&](const Place &P) {
    const auto *V = dyn_cast_or_null<VarDecl>(X.Ast.Arrays[P.Array]);
    bool IsPointee = V && X.ArrayNumbers.count({ArrayKey::Pointee, V, ~0u, {}, nullptr});
    return IsPointee && P.Path.size() == 1 && !X.mayChange(*V) ? V : nullptr;
  };
  const VarDecl *From = Variable(Start), *To = Variable(End);
  if (!From || !To || !X.Context.hasSameUnqualifiedType(Start.Type, End.Type))
    return Value::unknown();
  unsigned A = objectArray(X, *From), B = objectArray(X, *To);
  Parameter P;
  P.Name = To->getNameAsString() + " - " + From->getNameAsString();
  P.Sources = {{A, {}}, {B, {}}};
  ParameterKey Key{ParameterKey::Distance, A, {}, B, ""};
  return parameter(X, std::move(Key), std::move(P));
}

} // namespace loopfuse
