//===- ShiftedUse.cpp - a sum in a variable's place -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/ShiftedUse.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string sumText(StringRef Name, int64_t Addend, StringRef Before, StringRef Behind) {
  if (Addend == 0)
    return Name.str();
  return (Name + Before + (Addend < 0 ? "-" : "+") + Behind + itostr(Addend < 0 ? -Addend : Addend)).str();
}

namespace {
/// An expression with the parentheses directly around it.
struct Operand {
  const Stmt *Outermost = nullptr; ///< The expression itself or a ParenExpr.
  const Stmt *User = nullptr;      ///< What it is an operand of.
  bool HasParentheses = false;
  std::optional<TextRange> Range; ///< To be replaced as a whole; nothing where the parentheses must stay.
};

/// One use on its way.
class ShiftedWriter {
public:
  ShiftedWriter(const FileText &File, const Mention &Use, StringRef Name, int64_t Shift)
      : File(File), Use(Use), Name(Name), Shift(Shift), Self(around(*Use.Ref)) {}

  std::vector<TextPatch::Replacement> run() const;

private:
  using Replacements = std::vector<TextPatch::Replacement>;
  Operand around(const Expr &E) const;
  std::optional<Replacements> withNumber() const;
  std::optional<Replacements> withNumberFurtherOn() const;
  bool hasUsesType(const BinaryOperator &B) const {
    return File.context().hasSameUnqualifiedType(B.getType(), Use.Ref->getType());
  }
  bool isOnlyBlanks(unsigned From, unsigned To) const { return File.slice({From, To}).trim(' ').empty(); }

  const FileText &File;
  const Mention &Use;
  StringRef Name;
  int64_t Shift;
  Operand Self;
};
} // namespace

// Comments and what is not written here keep the parentheses; so does "return(k + 1)".
static std::optional<TextRange> droppable(const FileText &File, const Stmt &Outermost) {
  std::optional<TextRange> R = File.range(Outermost.getSourceRange());
  if (!R || (R->Begin && isAsciiIdentifierContinue(File.text()[R->Begin - 1])) ||
      any_of(File.tokens(*R), [](const RawToken &T) { return T.isComment(); }))
    return std::nullopt;
  return R;
}

Operand ShiftedWriter::around(const Expr &E) const {
  Operand Out{&E, nullptr, false, File.range(E.getSourceRange())};
  auto Above = llvm::find(Use.Parents, static_cast<const Stmt *>(&E));
  for (auto P = Above == Use.Parents.end() ? Use.Parents.begin() : Above + 1; P != Use.Parents.end(); ++P) {
    if (isa<ImplicitCastExpr>(*P))
      continue;
    if (!isa<ParenExpr>(*P)) {
      Out.User = *P;
      break;
    }
    Out.Outermost = *P;
    Out.HasParentheses = true;
  }
  if (Out.HasParentheses)
    Out.Range = droppable(File, *Out.Outermost);
  return Out;
}

static const Expr *operand(const Expr *E) { return E->IgnoreParenImpCasts(); }

/// Whether a sum in the place of \p Self needs parentheses.
static bool needsParentheses(const Expr &Self, const Stmt *User) {
  if (!User || !isa<Expr>(User))
    return !User;
  if (isa<InitListExpr, CXXNamedCastExpr, CXXFunctionalCastExpr>(User))
    return false;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(User))
    return operand(Subscript->getRHS()) != &Self;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(User))
    return !(Call->getOperator() == OO_Subscript || Call->getOperator() == OO_Call) ||
           operand(Call->getArg(0)) == &Self;
  if (isa<CallExpr>(User))
    return false;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(User))
    return operand(Choice->getCond()) == &Self;
  if (const auto *Binary = dyn_cast<BinaryOperator>(User)) {
    if (Binary->isAdditiveOp())
      return operand(Binary->getLHS()) != &Self;
    return !Binary->isComparisonOp() && !Binary->isAssignmentOp();
  }
  return true;
}

/// A plain decimal number, as far as it is of type int everywhere.
static std::optional<int64_t> plainNumber(const FileText &File, const Expr &E) {
  std::optional<TextRange> R = File.range(E.getSourceRange());
  StringRef Digits = R ? File.slice(*R) : "";
  int64_t Value = 0;
  if (!isa<IntegerLiteral>(E.IgnoreImpCasts()) || !llvm::all_of(Digits, [](char C) { return isDigit(C); }) ||
      (Digits.size() > 1 && Digits[0] == '0') || Digits.size() > 8 || Digits.getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

/// "k + 1", "1 + k" and "5 - k" are reckoned together with the shift.
std::optional<std::vector<TextPatch::Replacement>> ShiftedWriter::withNumber() const {
  const auto *Sum = dyn_cast_or_null<BinaryOperator>(Self.User);
  if (!Sum || !Sum->isAdditiveOp() || !hasUsesType(*Sum) || !Self.Range)
    return std::nullopt;
  bool IsLeft = operand(Sum->getLHS()) == Use.Ref, IsMinus = Sum->getOpcode() == BO_Sub;
  const Expr &Other = IsLeft ? *Sum->getRHS() : *Sum->getLHS();
  std::optional<int64_t> Number = plainNumber(File, Other);
  std::optional<TextRange> Operator = File.token(Sum->getOperatorLoc());
  std::optional<TextRange> Place = File.range(Other.getSourceRange());
  if (!Number || !Operator || !Place)
    return std::nullopt;
  TextRange Left = IsLeft ? *Self.Range : *Place, Right = IsLeft ? *Place : *Self.Range;
  std::string Before = File.slice({Left.End, Operator->Begin}).str(),
              Behind = File.slice({Operator->End, Right.Begin}).str();
  if (!StringRef(Before + Behind).trim(' ').empty())
    return std::nullopt;

  // A greater number would be of another type.
  auto IsInt = [](int64_t N) { return N >= -INT32_MAX && N <= INT32_MAX; };
  if (!IsLeft && IsMinus) {
    if (*Number + Shift <= 0 || !IsInt(*Number + Shift))
      return std::nullopt;
    return Replacements{{{Left.Begin, Right.End}, itostr(*Number + Shift) + Before + "-" + Behind + Name.str()}};
  }
  int64_t Rest = (IsMinus ? -*Number : *Number) - Shift;
  if (!IsLeft && Rest > 0)
    return Replacements{{{Left.Begin, Right.End}, itostr(Rest) + Before + "+" + Behind + Name.str()}};
  if (!IsInt(Rest))
    return std::nullopt;
  // A name alone needs no parentheses.
  Operand Whole = around(*Sum);
  TextRange All = Rest == 0 && Whole.HasParentheses && Whole.Range ? *Whole.Range : TextRange{Left.Begin, Right.End};
  return Replacements{{All, sumText(Name, Rest, Before, Behind)}};
}

/// "k + m + 1" loses its number if that is the shift.
std::optional<std::vector<TextPatch::Replacement>> ShiftedWriter::withNumberFurtherOn() const {
  const Expr *Inner = Use.Ref;
  for (const Stmt *P : Use.Parents) {
    if (isa<ImplicitCastExpr>(P))
      continue;
    const auto *Sum = dyn_cast<BinaryOperator>(P);
    if (!Sum || !Sum->isAdditiveOp() || !hasUsesType(*Sum) || Sum->getLHS()->IgnoreImpCasts() != Inner)
      return std::nullopt;
    Inner = Sum;
    std::optional<int64_t> Number = plainNumber(File, *Sum->getRHS());
    std::optional<TextRange> Left = File.range(Sum->getLHS()->getSourceRange());
    std::optional<TextRange> Operator = File.token(Sum->getOperatorLoc());
    std::optional<TextRange> Right = File.range(Sum->getRHS()->getSourceRange());
    if (Number && Left && Operator && Right && (Sum->getOpcode() == BO_Sub ? -*Number : *Number) == Shift &&
        isOnlyBlanks(Left->End, Operator->Begin) && isOnlyBlanks(Operator->End, Right->Begin))
      return Replacements{{*Use.Place, Name.str()}, {{Left->End, Right->End}, ""}};
  }
  return std::nullopt;
}

std::vector<TextPatch::Replacement> ShiftedWriter::run() const {
  if (Shift == 0)
    return {{*Use.Place, Name.str()}};
  if (std::optional<Replacements> R = withNumber())
    return *R;
  if (std::optional<Replacements> R = withNumberFurtherOn())
    return *R;
  std::string Sum = sumText(Name, -Shift);
  if (Self.HasParentheses && !Self.Range)
    return {{*Use.Place, Sum}};
  return {{*Self.Range, needsParentheses(*Use.Ref, Self.User) ? "(" + Sum + ")" : Sum}};
}

std::vector<TextPatch::Replacement> shiftedUse(const FileText &File, const Mention &Use, StringRef Name,
                                               int64_t Shift) {
  return ShiftedWriter(File, Use, Name, Shift).run();
}

} // namespace loopfuse
