//===- GuardText.cpp - a choice between two texts ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/GuardText.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/SourceText.h"
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

/// "n", "n - 1ul", "0ul + n + m": converted to 64 unsigned bits before anything is added.
static std::string elementsText(const Scop &S, const AffineForm &E, StringRef Suffix) {
  auto Constant = [&] {
    return E.Constant ? (E.Constant > 0 ? " + " : " - ") + std::to_string(std::abs(E.Constant)) + Suffix.str() : "";
  };
  auto IsPlain = [](const auto &F) { return F.second == 1; };
  if (E.Factors.size() == 1 && IsPlain(*E.Factors.begin()))
    return S.Parameters[E.Factors.begin()->first].Text + Constant();
  const std::string Zero = "0" + Suffix.str();
  std::string Out = Zero;
  for (const auto &[Parameter, Factor] : E.Factors) {
    std::string Term = (std::abs(Factor) == 1 ? "" : std::to_string(std::abs(Factor)) + Suffix.str() + " * ");
    Term += S.Parameters[Parameter].Text;
    Out = Out == Zero && Factor > 1 ? Term : Out + (Factor > 0 ? " + " : " - ") + Term;
  }
  return Out + Constant();
}

static std::string addressText(const Scop &S, unsigned Array, const IndexExpr &Element,
                               const AddressSpelling &Spelling) {
  const std::string &Pointer = S.Arrays[Array].Pointer;
  AffineForm E = *affineForm(Element); // checkLegality has seen to that.
  std::string Out = "(" + Spelling.Type + ")" + Pointer, Size = "sizeof(*" + Pointer + ")";
  if (E.Factors.empty()) {
    if (E.Constant == 0)
      return Out;
    std::string Count = std::abs(E.Constant) == 1 ? "" : std::to_string(std::abs(E.Constant)) + " * ";
    return Out + (E.Constant > 0 ? " + " : " - ") + Count + Size;
  }
  std::string Elements = elementsText(S, E, Spelling.Suffix);
  return Out + " + " + (StringRef(Elements).contains(' ') ? "(" + Elements + ")" : Elements) + " * " + Size;
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
  for (const IndexExpr &High : Front.High)
    for (const IndexExpr &Low : Behind.Low)
      Orders.push_back(addressText(S, Front.Array, High + IndexExpr::constant(1), Spelling) +
                       " <= " + addressText(S, Behind.Array, Low, Spelling));
  return chain(Orders, "&&", Break, true);
}

static std::string guardCondition(const Scop &S, ArrayRef<AliasGuard> Guards, const AddressSpelling &Spelling,
                                  StringRef Break) {
  // Lines begin behind the parentheses they stand in.
  std::string InPair = Break.str() + (Break.empty() || Guards.size() == 1 ? "" : " ");
  std::string InSide = InPair + (Break.empty() ? "" : " ");
  std::vector<std::string> Pairs;
  for (const AliasGuard &G : Guards)
    Pairs.push_back(chain(
        {liesInFront(S, G.First, G.Second, Spelling, InSide), liesInFront(S, G.Second, G.First, Spelling, InSide)},
        "||", InPair, Guards.size() > 1));
  return chain(Pairs, "&&", Break, false);
}

std::string guardCondition(const Scop &S, ArrayRef<AliasGuard> Guards, const AddressSpelling &Spelling) {
  return guardCondition(S, Guards, Spelling, "");
}

//===----------------------------------------------------------------------===//
// Two texts
//===----------------------------------------------------------------------===//

static TextRange rangeOf(ArrayRef<MemberText> Members) {
  return {Members.front().Statement.Begin, Members.back().Whole.End};
}

std::optional<Refusal> mayStandTwice(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                     ArrayRef<MemberText> Members) {
  TextRange All = rangeOf(Members);
  SourceSpan Place = File.span(Members.front().Statement);
  auto Unsupported = [&](StringRef What) { return refuse(RefusalId::UnsupportedStatement, Place, {What.str()}); };
  if (!startsLine(File.text(), All.Begin) || !endsLine(File.text(), All.End))
    return Unsupported("a statement that shares its line with others");
  for (const MemberText &M : Members)
    if (std::optional<Refusal> Why = directiveBetween(File.context(), File.span(M.Whole)))
      return Why;
  for (const Placement &P : Group.Members) {
    bool HasOne = anyStmt(*Region.Ast.Members[P.Member], [](const Stmt &S) {
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
  PieceIndent Old = indentAt(File.text(), All.Begin);
  const Stmt &First = *Region.Ast.Members[Group.Members.front().Member];
  std::string Header;
  AddressSpelling Spelling = addressSpelling(File, First.getBeginLoc(), Header);
  std::string Condition = guardCondition(Region.Model, Group.Guards, Spelling);
  if (Old.Column + Condition.size() > MaxColumns)
    Condition = guardCondition(Region.Model, Group.Guards, Spelling, Style.LineEnd + Old.Line + "    ");

  std::string Brace = Style.BraceOnOwnLine ? Style.LineEnd + Old.Line + Style.BraceIndent + "{" : " {";
  std::string Close = Old.Line + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}";
  std::string Else = Style.BraceOnOwnLine ? Style.LineEnd + Old.Line + "else" : " else";
  std::string Inner = Old.Line + (Style.BraceOnOwnLine && !Style.BodyIndent.empty() ? Style.BodyIndent : Style.Unit);
  std::string New = "if (" + Condition + ")" + Brace + Style.LineEnd;
  New += reindentedText(Fused, Old, Inner, File.langOpts(), Style.LineEnd) + Close + Else + Brace + Style.LineEnd;
  New += reindentedText(File.slice(All).str(), Old, Inner, File.langOpts(), Style.LineEnd) + Close;
  Patch.replace(All, New);
  if (!Header.empty())
    include(File, Header, Patch);
}

} // namespace loopfuse
