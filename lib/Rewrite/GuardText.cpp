//===- GuardText.cpp - a choice between two texts ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/GuardText.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/SourceText.h"
#include "Model/OmpDirective.h"
#include "Rewrite/Indent.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Inclusions/HeaderIncludes.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Lines of loops that are worth keeping twice.
static constexpr unsigned MaxLines = 60;
/// Longer conditions are broken behind their operators.
static constexpr size_t MaxColumns = 100;

//===----------------------------------------------------------------------===//
// The condition
//===----------------------------------------------------------------------===//

/// "n", "n - 1ul", "0ul + n + m", "3ul + n - m": every operation is one of the type that \p Suffix stands for.
static std::string sumText(const Scop &S, const ParameterSum &E, StringRef Suffix) {
  auto Constant = [&] {
    return E.Constant ? (E.Constant > 0 ? " + " : " - ") + std::to_string(std::abs(E.Constant)) + Suffix.str() : "";
  };
  auto Product = [&](const std::vector<unsigned> &Parameters) {
    std::string Out;
    for (unsigned P : Parameters)
      Out += (Out.empty() ? "" : " * ") + S.Parameters[P].Text;
    return Out;
  };
  if (E.Factors.size() == 1 && E.Factors.begin()->second == 1 && E.Factors.begin()->first.size() == 1)
    return Product(E.Factors.begin()->first) + Constant();
  // What is added up begins with a number of the wide type: the constant, if there is one to add.
  bool BeginsWithConstant = E.Constant > 0 && (E.Factors.size() != 1 || E.Factors.begin()->second < 0);
  const std::string Zero = "0" + Suffix.str();
  std::string Out = BeginsWithConstant ? std::to_string(E.Constant) + Suffix.str() : Zero;
  for (bool IsPositive : {true, false})
    for (const auto &[Parameters, Factor] : E.Factors) {
      if ((Factor > 0) != IsPositive)
        continue;
      bool HasFactor = std::abs(Factor) != 1 || Parameters.size() > 1;
      std::string Term =
          (HasFactor ? std::to_string(std::abs(Factor)) + Suffix.str() + " * " : "") + Product(Parameters);
      Out = Out == Zero && IsPositive && HasFactor ? Term : Out + (IsPositive ? " + " : " - ") + Term;
    }
  return BeginsWithConstant ? Out : Out + Constant();
}

static std::string inParentheses(const std::string &Text) {
  return StringRef(Text).contains(' ') ? "(" + Text + ")" : Text;
}

/// A variable alone has a type of its own.
static bool isVariable(const ParameterSum &E) {
  return E.Constant == 0 && E.Factors.size() == 1 && E.Factors.begin()->second == 1 &&
         E.Factors.begin()->first.size() == 1;
}

/// "n", "((n - 1ul) * m + 1ul)", to be multiplied. The element's subscripts are taken as they are, so that one
/// recognises them.
static std::string elementText(const Scop &S, const ElementRange &Range, const ElementIndex &Element,
                               StringRef Suffix) {
  const std::string Zero = "0" + Suffix.str(), One = "1" + Suffix.str();
  std::string Out = Zero;
  bool IsVariable = false;
  for (size_t K = 0; K < Element.size(); ++K) {
    ParameterSum Index = *parameterSum(Element[K]); // checkLegality has seen to that.
    std::string Column = inParentheses(sumText(S, Index, Suffix));
    if (Out == Zero) {
      Out = Column;
      IsVariable = isVariable(Index);
      continue;
    }
    ParameterSum Sum = *parameterSum(Range.Lengths[K - 1]);
    std::string Length = inParentheses(sumText(S, Sum, Suffix));
    // Two variables would be multiplied, or added, as what they are.
    bool IsLength = Out == One;
    Out = IsLength ? Length : (IsVariable ? "(" + Zero + " + " + Out + ")" : Out) + " * " + Length;
    IsVariable = IsLength && isVariable(Sum);
    if (Column == Zero)
      continue;
    Out = "(" + (IsVariable ? Zero + " + " : "") + Out + " + " + StringRef(Column).trim("()").str() + ")";
    IsVariable = false;
  }
  return Out;
}

/// What the address counts in: "sizeof(*a)", "sizeof(n)" of "&n".
static std::string sizeText(StringRef Pointer) {
  bool IsObject = Pointer.consume_front("&");
  return ((IsObject ? "sizeof(" : "sizeof(*") + Pointer + ")").str();
}

static std::string addressText(const Scop &S, const ElementRange &Range, const ElementIndex &Element,
                               const AddressSpelling &Spelling) {
  const std::string &Pointer = S.Arrays[Range.Array].Pointer;
  ParameterSum E = *parameterSum(flatIndex(Range, Element));
  std::string Out = "(" + Spelling.Type + ")" + Pointer, Size = sizeText(Pointer);
  if (E.Factors.empty()) {
    if (E.Constant == 0)
      return Out;
    std::string Count = std::abs(E.Constant) == 1 ? "" : std::to_string(std::abs(E.Constant)) + " * ";
    return Out + (E.Constant > 0 ? " + " : " - ") + Count + Size;
  }
  return Out + " + " + elementText(S, Range, Element, Spelling.Suffix) + " * " + Size;
}

/// "x_min >= 1", "m <= stride", "m + 3ll <= 0ll + n + k". checkLegality has seen to it that nothing overflows.
static std::string numbersText(const Scop &S, const Constraint &C) {
  ParameterSum Sum = *parameterSum(C.Expr), Less, More; // Less <= More
  for (const auto &[Product, Factor] : Sum.Factors)
    (Factor > 0 ? More : Less).Factors[Product] = std::abs(Factor);
  auto Plain = [&](const ParameterSum &Side) { return S.Parameters[Side.Factors.begin()->first.front()].Text; };
  if (Less.Factors.empty() && Sum.Factors.size() == 1)
    return Plain(More) + " >= " + std::to_string(-Sum.Constant);
  if (More.Factors.empty() && Sum.Factors.size() == 1)
    return Plain(Less) + " <= " + std::to_string(Sum.Constant);
  bool AreVariables = isVariable(Less) && isVariable(More);
  if (AreVariables && (Sum.Constant == 0 || Sum.Constant == -1)) {
    const Parameter &L = S.Parameters[Less.Factors.begin()->first.front()],
                    &M = S.Parameters[More.Factors.begin()->first.front()];
    if (L.Bits == M.Bits && L.Signed == M.Signed)
      return L.Text + (Sum.Constant ? " < " : " <= ") + M.Text;
  }
  (Sum.Constant > 0 ? More : Less).Constant = std::abs(Sum.Constant);
  bool NeedsWidth = isVariable(Less) && isVariable(More);
  return (NeedsWidth ? "0ll + " : "") + sumText(S, Less, "ll") + " <= " + sumText(S, More, "ll");
}

/// Operands with an operator between them, each on a line of its own if \p Break is not empty; in parentheses if they
/// stand in another chain.
static std::string chain(ArrayRef<std::string> Operands, StringRef Operator, StringRef Break, bool IsInner) {
  std::string Out;
  for (const std::string &O : Operands)
    Out += Out.empty() ? O : (" " + Operator + (Break.empty() ? " " : Break) + O).str();
  return IsInner && Operands.size() > 1 ? "(" + Out + ")" : Out;
}

/// \p Front ends before \p Behind begins.
static std::string liesInFront(const Scop &S, const ElementRange &Front, const ElementRange &Behind,
                               const AddressSpelling &Spelling, StringRef Break) {
  std::vector<std::string> Orders;
  for (ElementIndex End : Front.High) {
    End.back() = End.back() + IndexExpr::constant(1);
    for (size_t K = End.size() - 1; K > 0 && End[K] == Front.Lengths[K - 1]; --K) { // Behind a row the next one begins.
      End[K] = IndexExpr::constant(0);
      End[K - 1] = End[K - 1] + IndexExpr::constant(1);
    }
    for (const ElementIndex &Low : Behind.Low) {
      std::string Left = addressText(S, Front, End, Spelling), Right = addressText(S, Behind, Low, Spelling);
      bool IsLong = !Break.empty() && Break.size() + Left.size() + Right.size() > MaxColumns;
      Orders.push_back(Left + " <=" + (IsLong ? Break.str() + "    " : " ") + Right);
    }
  }
  return chain(Orders, "&&", Break, true);
}

static std::string guardCondition(const Scop &S, const FusionGroup &Group, const AddressSpelling &Spelling,
                                  StringRef Break) {
  bool IsOnly = Group.Guards.size() + Group.Assumptions.size() == 1;
  // Lines begin behind the parentheses they stand in.
  std::string InPair = Break.str() + (Break.empty() || IsOnly ? "" : " ");
  std::string InSide = InPair + (Break.empty() ? "" : " ");
  std::vector<std::string> All;
  for (const Constraint &C : Group.Assumptions)
    All.push_back(numbersText(S, C));
  for (const AliasGuard &G : Group.Guards)
    All.push_back(chain(
        {liesInFront(S, G.First, G.Second, Spelling, InSide), liesInFront(S, G.Second, G.First, Spelling, InSide)},
        "||", InPair, !IsOnly));
  return chain(All, "&&", Break, false);
}

std::string guardCondition(const Scop &S, const FusionGroup &Group, const AddressSpelling &Spelling) {
  return guardCondition(S, Group, Spelling, "");
}

//===----------------------------------------------------------------------===//
// Two texts
//===----------------------------------------------------------------------===//

TextRange withDirectives(const MemberText &M) {
  return {M.Directives.empty() ? M.Statement.Begin : M.Directives.front().Begin, M.Whole.End};
}

static TextRange rangeOf(ArrayRef<MemberText> Members) {
  return {withDirectives(Members.front()).Begin, Members.back().Whole.End};
}

/// A directive that does not simply stand in front of a member's loop.
static std::optional<Refusal> otherDirective(const FileText &File, const MemberText &M) {
  if (std::optional<Refusal> Why = directiveBetween(File.context(), File.span({M.Statement.Begin, M.Whole.End})))
    return Why;
  for (TextRange D : M.Directives)
    if (!parseOmpDirective(File.slice(D)) || !startsLine(File.text(), D.Begin))
      return refuse(RefusalId::Preprocessor, File.span(D), {File.slice(D).str()});
  return std::nullopt;
}

std::optional<Refusal> mayStandTwice(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                     ArrayRef<MemberText> Members) {
  TextRange All = rangeOf(Members);
  SourceSpan Place = File.span(Members.front().Statement);
  auto Unsupported = [&](StringRef What) { return refuse(RefusalId::UnsupportedStatement, Place, {What.str()}); };
  if (!startsLine(File.text(), All.Begin) || !endsLine(File.text(), All.End))
    return Unsupported("a statement that shares its line with others");
  for (const MemberText &M : Members)
    if (std::optional<Refusal> Why = otherDirective(File, M))
      return Why;
  for (const MemberText &M : Members) {
    bool IsMerged = any_of(Group.Members, [&](const Placement &P) { return P.Member == M.Member; });
    if (!IsMerged && !Group.isGuarded())
      continue;
    const Member &Model = Region.Model.Members[M.Member];
    if (!IsMerged && (!Model.Declares.empty() || Model.IsAliasGuard))
      return Unsupported("a declaration or a choice between two texts, which cannot stand twice,");
    if (!IsMerged && (!startsLine(File.text(), M.Whole.Begin) || !endsLine(File.text(), M.Whole.End)))
      return Unsupported("a statement that shares its line with others");
    bool HasOne = anyStmt(*Region.Ast.Members[M.Member], [](const Stmt &S) {
      const auto *D = dyn_cast<DeclStmt>(&S);
      return isa<LabelStmt, AddrLabelExpr>(&S) || (D && any_of(D->decls(), [](const Decl *Child) {
                                                     const auto *V = dyn_cast<VarDecl>(Child);
                                                     return V && V->hasGlobalStorage();
                                                   }));
    });
    if (HasOne)
      return Unsupported("a label or a static variable, which cannot stand twice,");
  }
  if (size_t Lines = File.slice(All).count('\n') + 1; Lines > MaxLines)
    return refuse(RefusalId::CodeGrowth, Place, {"a test at run time", std::to_string(Lines)});
  return std::nullopt;
}

static bool declares(const FileText &File, const DeclContext &In, StringRef Name, SourceLocation Before) {
  const ASTContext &Context = File.context();
  return any_of(In.lookup(&Context.Idents.get(Name)), [&](const NamedDecl *D) {
    return Context.getSourceManager().isBeforeInTranslationUnit(D->getLocation(), Before);
  });
}

/// Whether a directive other than `#include` or `#pragma` stands in front of the file's last `#include`, or anywhere if
/// it has none.
static bool directiveInFront(StringRef Text) {
  size_t Last = Text.rfind("#include");
  for (StringRef Rest = Text.take_front(Last); !Rest.empty();) {
    auto [Line, Behind] = Rest.split('\n');
    StringRef Word = Line.trim();
    if (Word.consume_front("#") && !Word.ltrim().starts_with("include") && !Word.ltrim().starts_with("pragma"))
      return true;
    Rest = Behind;
  }
  return false;
}

/// How addresses are written where \p At is, with the header that is missing for it in \p Header.
static AddressSpelling addressSpelling(const FileText &File, SourceLocation At, std::string &Header) {
  const ASTContext &Context = File.context();
  const TranslationUnitDecl &Unit = *Context.getTranslationUnitDecl();
  AddressSpelling Spelling;
  if (Context.getCanonicalType(Context.getUIntPtrType()) != Context.UnsignedLongTy)
    Spelling.Suffix = "ull";
  bool HasStd = any_of(Unit.lookup(&Context.Idents.get("std")), [&](const NamedDecl *D) {
    const auto *Std = dyn_cast<NamespaceDecl>(D);
    return Std && declares(File, *Std, "uintptr_t", At);
  });
  bool IsGlobal = declares(File, Unit, "uintptr_t", At);
  if (File.langOpts().CPlusPlus && (HasStd || !IsGlobal))
    Spelling.Type = "std::uintptr_t";
  if (HasStd || IsGlobal)
    return Spelling;
  // What a file defines or asks in front of its headers may be meant for them: the compilers' own name needs none.
  if (directiveInFront(File.text()))
    Spelling.Type = "__UINTPTR_TYPE__";
  else
    Header = File.langOpts().CPlusPlus ? "cstdint" : "stdint.h";
  return Spelling;
}

static void include(const FileText &File, StringRef Header, TextPatch &Patch) {
  tooling::HeaderIncludes Includes(File.path(), File.text(), format::getLLVMStyle().IncludeStyle);
  if (auto R = Includes.insert(Header, /*IsAngled=*/true, tooling::IncludeDirective::Include))
    Patch.replace({R->getOffset(), R->getOffset() + R->getLength()}, R->getReplacementText().str());
}

void writeGuard(const FileText &File, const Layout &Style, const ExtractedRegion &Region, const FusionGroup &Group,
                ArrayRef<MemberText> Members, const std::string &Fused, TextPatch &Patch) {
  TextRange All = rangeOf(Members);
  PieceIndent Old = indentAt(File.text(), Members.front().Statement.Begin);
  const Stmt &First = *Region.Ast.Members[Group.Members.front().Member];
  std::string Header;
  AddressSpelling Spelling = addressSpelling(File, First.getBeginLoc(), Header);
  std::string Condition = guardCondition(Region.Model, Group, Spelling);
  if (Old.Column + Condition.size() > MaxColumns)
    Condition = guardCondition(Region.Model, Group, Spelling, Style.LineEnd + Old.Line + "    ");

  std::string Brace = Style.BraceOnOwnLine ? Style.LineEnd + Old.Line + Style.BraceIndent + "{" : " {";
  std::string Close = Old.Line + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}";
  std::string Else = Style.BraceOnOwnLine ? Style.LineEnd + Old.Line + "else" : " else";
  std::string Inner = Old.Line + (Style.BraceOnOwnLine && !Style.BodyIndent.empty() ? Style.BodyIndent : Style.Unit);
  std::string New = "if (" + Condition + ")" + Brace + Style.LineEnd;
  New += reindentedText(Fused, Old, Inner, File.langOpts(), Style.LineEnd) + Close + Else + Brace + Style.LineEnd;
  New += reindentedText(File.slice(All).str(), Old, Inner, File.langOpts(), Style.LineEnd) + Close;
  // A directive may stand at the beginning of its line.
  unsigned LineBegin = All.Begin - indentOf(File.text(), All.Begin).size();
  Patch.replace({LineBegin, All.End}, Old.Line + New);
  if (!Header.empty())
    include(File, Header, Patch);
}

} // namespace loopfuse
