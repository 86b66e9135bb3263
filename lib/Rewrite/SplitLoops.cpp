//===- SplitLoops.cpp - prologues, common part, epilogues -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/SplitLoops.h"
#include "Frontend/AnyStmt.h"
#include "Poly/Intervals.h"
#include "Rewrite/Indent.h"
#include "Rewrite/PlainHeader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// "for (int i = Start; i Relation Bound; ++i)"
struct SplitHeader : PlainHeader {
  const MemberText *Text = nullptr;
  const Loop *Model = nullptr;
  int64_t Shift = 0;

  bool countsUp() const { return Model->StepSign > 0; }
};

class Splitter {
public:
  Splitter(const VariableContext &C, ArrayRef<MemberText> Members, TextPatch &Patch)
      : C(C), Common(*C.Group.Common), Members(Members), Patch(Patch) {}

  std::optional<Refusal> run(SplitLoops &Out);

private:
  std::optional<Refusal> readHeader(const Placement &P);
  std::optional<Refusal> checkNumbers() const;
  std::optional<Refusal> checkTypes() const;
  std::optional<Refusal> checkNames() const;
  bool writeCommon();
  void writePrologue(const SplitHeader &H, SplitLoops &Out);
  bool writeEpilogue(unsigned Position, SplitLoops &Out);
  std::string copyOf(const SplitHeader &H, const TextPatch &Own) const;

  bool mentions(const Expr &E, StringRef Name) const;
  std::string sum(const Expr &E, TextRange Range, int64_t Addend);
  Refusal refusal(const SplitHeader &H, std::string Why) const {
    return refuse(RefusalId::NotSplit, H.Model->Header, {std::move(Why)});
  }
  const SplitHeader &first() const { return Headers[Common.First]; }

  const VariableContext &C;
  const CommonRange &Common;
  ArrayRef<MemberText> Members;
  TextPatch &Patch;
  std::vector<SplitHeader> Headers; ///< Per member of the group.
  bool MayWrap = false;             ///< Some sum that was written may wrap around.
};
} // namespace

std::optional<Refusal> Splitter::readHeader(const Placement &P) {
  const Scop &S = C.Region.Model;
  unsigned Number = S.Members[P.Member].Loops.front();
  SplitHeader H;
  H.Text = &Members[P.Member - Members.front().Member];
  H.Model = &S.Loops[Number];
  H.Shift = P.Shift.front();
  std::optional<PlainHeader> Plain = readPlainHeader(C.File, C.Region.Ast, Number);
  // One that counts down and wraps around has another end than the text says.
  if (!Plain || C.File.slice(Plain->RelationRange).starts_with("<") != (H.Model->StepSign > 0))
    return refusal(H, "this header is not of the form that can be split");
  static_cast<PlainHeader &>(H) = *Plain;
  if (!Headers.empty() && H.Variable->getType().getCanonicalType().getUnqualifiedType() !=
                              Headers.front().Variable->getType().getCanonicalType().getUnqualifiedType())
    return refusal(H, "the counter of this one is of another type");
  // Numbers between values that the loops take cannot overflow; a member that runs ahead could make others.
  if (H.Shift != 0 && (H.countsUp() != (H.Shift > 0) || Headers.empty()))
    return refusal(H, "this one would run ahead of the first");
  Headers.push_back(H);
  return std::nullopt;
}

/// The latest start, and what it is to the other members, must be values of the counter's type.
std::optional<Refusal> Splitter::checkNumbers() const {
  const SplitHeader &F = first();
  QualType T = F.Variable->getType();
  unsigned Bits = C.File.context().getIntWidth(T);
  bool Fits = F.Model->First.isConstant() || F.Shift == 0;
  if (F.Model->First.isConstant())
    Fits = llvm::all_of(Headers, [&](const SplitHeader &H) {
      IndexExpr Start = F.Model->First + IndexExpr::constant(F.Shift - H.Shift);
      return fitsType(C.Region.Model, Start, Bits, T->isSignedIntegerOrEnumerationType());
    });
  if (!Fits)
    return refusal(F, "the shifted start of this one may overflow");
  // Of two ends nothing tells that the farther one with a shift is a value of the type.
  bool IsShifted = llvm::any_of(Common.Bounds, [&](unsigned B) { return Headers[B].Shift != 0; });
  if (Common.Bounds.size() > 2 || (Common.Bounds.size() == 2 && IsShifted))
    return refusal(F, "it is not known which of them ends first");
  return std::nullopt;
}

/// What stands in one header with one counter and is written with another must mean the same there: a start is
/// converted, and a comparison may be made in another type.
std::optional<Refusal> Splitter::checkTypes() const {
  auto IsAlike = [&](const SplitHeader &H, const Expr &E) { return isLikeCounter(C.File, *H.Variable, E); };
  if (!IsAlike(first(), *first().Start))
    return refusal(first(), "the start of this one is not of its counter's type");
  if (!Common.Epilogues.empty())
    for (unsigned B : Common.Bounds)
      if (!IsAlike(Headers[B], *Headers[B].Bound))
        return refusal(Headers[B], "the end of this one is not of its counter's type");
  return std::nullopt;
}

bool Splitter::mentions(const Expr &E, StringRef Name) const {
  return anyStmt(E, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return Ref && Ref->getDecl()->getIdentifier() && Ref->getDecl()->getName() == Name;
  });
}

/// A start or an end that stands in another header must not meet that one's counter.
std::optional<Refusal> Splitter::checkNames() const {
  for (const SplitHeader &From : Headers)
    for (const SplitHeader &To : Headers)
      for (const Expr *E : {From.Start, From.Bound})
        if (mentions(*E, To.Variable->getName()))
          return refuse(RefusalId::NameCapture, To.Model->Header, {To.Variable->getName().str(), ""});
  return std::nullopt;
}

static std::string added(StringRef Text, int64_t Addend) {
  if (Addend == 0)
    return Text.str();
  return (Text + (Addend < 0 ? " - " : " + ") + itostr(std::abs(Addend))).str();
}

/// The text of an expression and a number, reckoned together where the text ends with a plain number.
std::string Splitter::sum(const Expr &E, TextRange Range, int64_t Addend) {
  StringRef Text = C.File.slice(Range);
  if (Addend == 0)
    return Text.str();
  auto Number = [&](StringRef T) -> std::optional<int64_t> {
    int64_t Value = 0;
    bool IsOctal = T.size() > 1 && T.front() == '0';
    return !IsOctal && all_of(T, [](char D) { return isDigit(D); }) && !T.getAsInteger(10, Value) &&
                   Value < (int64_t(1) << 31)
               ? std::optional(Value)
               : std::nullopt;
  };
  if (std::optional<int64_t> Value = Number(Text))
    return itostr(*Value + Addend);
  const auto *B = dyn_cast<BinaryOperator>(E.IgnoreImpCasts());
  // Sums that the language reduces modulo 2^n mean nothing that is known of the user's own.
  auto Sum = [&](StringRef Left, int64_t Right) {
    MayWrap |= Right > 0 && E.getType()->isUnsignedIntegerOrEnumerationType();
    return added(Left, Right);
  };
  if (B && B->isAdditiveOp()) {
    std::optional<TextRange> Left = placeOf(C.File, *B->getLHS()), Right = placeOf(C.File, *B->getRHS());
    std::optional<int64_t> Value = Right ? Number(C.File.slice(*Right)) : std::nullopt;
    if (Left && Value && Left->Begin == Range.Begin && Right->End == Range.End)
      return Sum(C.File.slice(*Left), (B->getOpcode() == BO_Add ? *Value : -*Value) + Addend);
  }
  bool BindsLess =
      isa<ConditionalOperator>(E.IgnoreImpCasts()) || (B && !B->isAdditiveOp() && !B->isMultiplicativeOp());
  return Sum(BindsLess ? ("(" + Text + ")").str() : Text, Addend);
}

/// The header that the fused nest keeps is the first member's.
bool Splitter::writeCommon() {
  const SplitHeader &Kept = Headers.front(), &F = first();
  if (Common.First != 0)
    Patch.replace(Kept.StartRange, sum(*F.Start, F.StartRange, F.Shift));
  if (Common.Bounds.size() == 1) {
    const SplitHeader &B = Headers[Common.Bounds.front()];
    if (&B == &Kept)
      return true;
    Patch.replace(Kept.RelationRange, C.File.slice(B.RelationRange).str());
    Patch.replace(Kept.BoundRange, sum(*B.Bound, B.BoundRange, B.Shift));
    return true;
  }
  // "i < n && i < m"
  std::string Both;
  for (unsigned B : Common.Bounds) {
    const SplitHeader &H = Headers[B];
    if (H.Model->Relation != Headers[Common.Bounds.front()].Model->Relation)
      return false;
    std::string Text = C.File.slice(H.BoundRange).str();
    if (!Both.empty())
      Both += " && " + Kept.Variable->getName().str() + " " + C.File.slice(H.RelationRange).str() + " ";
    Both += Text;
  }
  Patch.replace(Kept.RelationRange, C.File.slice(Headers[Common.Bounds.front()].RelationRange).str());
  Patch.replace(Kept.BoundRange, Both);
  return true;
}

std::string Splitter::copyOf(const SplitHeader &H, const TextPatch &Own) const {
  StringRef Text = C.File.text();
  PieceIndent Target = indentAt(Text, Members.front().Statement.Begin);
  TextRange Whole{H.Text->Statement.Begin, H.Text->Whole.End};
  std::string Out = reindentedText(Own.patched(Whole), indentAt(Text, Whole.Begin), Target.Line, C.File.langOpts(),
                                   lineEndOf(Text, Whole.Begin));
  return StringRef(Out).trim("\r\n").ltrim(" \t").str();
}

/// What the member runs before the common range: its own loop, which ends there.
void Splitter::writePrologue(const SplitHeader &H, SplitLoops &Out) {
  const SplitHeader &F = first();
  int64_t Inclusive = -H.Model->boundToEnd();
  std::string End = comparisonOperand(*F.Start, sum(*F.Start, F.StartRange, F.Shift - H.Shift + Inclusive));
  TextPatch Own(C.File.text());
  const IndexExpr &Bound = H.Model->Bound;
  int64_t Start = F.Model->First.isConstant() ? F.Model->First.value() + F.Shift - H.Shift + Inclusive : 0;
  bool IsSurelyThere = Bound.isConstant() && F.Model->First.isConstant() &&
                       (H.countsUp() ? Bound.value() >= Start : Bound.value() <= Start);
  if (IsSurelyThere) {
    Own.replace(H.BoundRange, End);
  } else {
    std::string Further = " && " + H.Variable->getName().str() + " " + C.File.slice(H.RelationRange).str() + " " + End;
    Own.replace(H.BoundRange, C.File.slice(H.BoundRange).str() + Further);
  }
  Out.Prologues.push_back(copyOf(H, Own));
}

/// What it runs behind: its own loop, which starts there.
bool Splitter::writeEpilogue(unsigned Position, SplitLoops &Out) {
  const SplitHeader &H = Headers[Position], &F = first();
  // Where it is one of two that may end first, the other's end is the one behind which it has something left.
  std::vector<unsigned> Others(Common.Bounds);
  if (Others.size() > 1)
    llvm::erase(Others, Position);
  if (Others.size() != 1)
    return false;
  const SplitHeader &B = Headers[Others.front()];
  int64_t Behind = B.Shift + B.Model->boundToEnd();
  std::string Start = sum(*B.Bound, B.BoundRange, Behind - H.Shift);
  if (Common.MayBeEmpty && B.Model->Bound.isConstant() && F.Model->First.isConstant()) {
    int64_t Latest = F.Model->First.value() + F.Shift;
    if (H.countsUp() ? B.Model->Bound.value() + Behind < Latest : B.Model->Bound.value() + Behind > Latest)
      Start = sum(*F.Start, F.StartRange, F.Shift - H.Shift);
  } else if (Common.MayBeEmpty) {
    Start = comparisonOperand(*B.Bound, sum(*B.Bound, B.BoundRange, Behind)) + (H.countsUp() ? " < " : " > ") +
            comparisonOperand(*F.Start, sum(*F.Start, F.StartRange, F.Shift)) + " ? " +
            comparisonOperand(*F.Start, sum(*F.Start, F.StartRange, F.Shift - H.Shift)) + " : " + Start;
  }
  TextPatch Own(C.File.text());
  Own.replace(H.StartRange, Start);
  Out.Epilogues.push_back(copyOf(H, Own));
  return true;
}

std::optional<Refusal> Splitter::run(SplitLoops &Out) {
  for (const Placement &P : C.Group.Members)
    if (std::optional<Refusal> R = readHeader(P))
      return R;
  for (auto Check : {&Splitter::checkNumbers, &Splitter::checkTypes, &Splitter::checkNames})
    if (std::optional<Refusal> R = (this->*Check)())
      return R;
  bool Written = writeCommon();
  for (unsigned I : Common.Prologues)
    writePrologue(Headers[I], Out);
  for (unsigned I : Common.Epilogues)
    Written = Written && writeEpilogue(I, Out);
  return Written && !MayWrap ? std::nullopt
                             : std::optional(refusal(Headers.back(), "where one goes on alone cannot be written"));
}

std::variant<SplitLoops, Refusal> splitLoops(const VariableContext &Context, ArrayRef<MemberText> Members,
                                             TextPatch &Patch) {
  SplitLoops Out;
  if (std::optional<Refusal> R = Splitter(Context, Members, Patch).run(Out))
    return *R;
  return Out;
}

} // namespace loopfuse
