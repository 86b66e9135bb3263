//===- StripLoops.cpp - the text of a group that runs by strips -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/StripLoops.h"
#include "Poly/Intervals.h"
#include "Rewrite/Contract.h"
#include "Rewrite/Indent.h"
#include "Rewrite/PlainHeader.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string withoutComments(const FileText &File, TextRange Range) {
  std::string Out;
  unsigned From = Range.Begin;
  for (const RawToken &T : File.tokens(Range))
    if (T.isComment()) {
      Out += File.slice({From, T.Range.Begin}).rtrim();
      From = T.Range.End;
    }
  return StringRef(Out + File.slice({From, Range.End}).str()).trim().str();
}

static Refusal notCut(const Loop &L, std::string Why) {
  return refuse(RefusalId::NotSplit, L.Header, {std::move(Why)});
}

std::string counterType(const VariableContext &C, const VarDecl &V) {
  std::optional<TextRange> Specifier = C.File.typeSpecifier(V);
  bool IsAuto = V.getType()->getContainedDeducedType() != nullptr;
  if (!IsAuto && V.getStorageClass() == SC_None)
    return Specifier ? withoutComments(C.File, *Specifier) : "";
  const auto *Builtin = C.Region.Ast.IsInstantiation ? nullptr : V.getType()->getAs<BuiltinType>();
  return Builtin ? Builtin->getName(C.File.context().getPrintingPolicy()).str() : "";
}

StripConstant stripConstant(const VariableContext &C, unsigned Length, unsigned Earlier) {
  StripConstant Out;
  Out.Name = C.Fresh.get(Earlier ? "strip" + utostr(Earlier + 1) : "strip");
  Out.Declaration = C.File.langOpts().CPlusPlus11 ? "constexpr int " + Out.Name + " = " + utostr(Length) + ";"
                                                  : "enum { " + Out.Name + " = " + utostr(Length) + " };";
  return Out;
}

std::variant<StripFrame, Refusal> stripFrame(const VariableContext &C, const Loop &L, const PlainHeader &H,
                                             unsigned Length, StringRef Constant) {
  const VarDecl &Counter = *H.Variable;
  QualType Type = Counter.getType();
  unsigned Bits = C.File.context().getIntWidth(Type);
  std::string Written = counterType(C, Counter);
  // Of 64 bits, no counter comes near the end of its type (assumption A2).
  bool Fits = Bits == 64 || fitsType(C.Region.Model, L.Bound + IndexExpr::constant(Length + 1), Bits,
                                     Type->isSignedIntegerOrEnumerationType());
  // A constant of another type would be compared in a wider one.
  bool IsSameType = C.File.context().hasSameUnqualifiedType(H.Bound->IgnoreParenImpCasts()->getType(), Type);
  if (Written.empty() || Bits < 32 || Bits > 64 || Type->isEnumeralType() ||
      !isLikeCounter(C.File, Counter, *H.Start) || !isLikeCounter(C.File, Counter, *H.Bound) || (!Fits && !IsSameType))
    return notCut(L, "its start or end is not of its counter's type");
  StripFrame Out;
  Out.IsWider = !Fits;
  Out.Origin = C.Fresh.get(Counter.getName().str() + "0");
  Out.End = C.Fresh.get(Counter.getName().str() + (L.isInclusive() ? "Last" : "End"));
  std::string Bound = comparisonOperand(*H.Bound, withoutComments(C.File, H.BoundRange));
  Out.Header = "for (" + (Fits ? Written : "long long") + " " + Out.Origin + " = " +
               withoutComments(C.File, H.StartRange) + "; " + Out.Origin + " " + C.File.slice(H.RelationRange).str() +
               " " + Bound + "; " + Out.Origin + " += " + Constant.str() + ")";
  Out.Next = Out.Origin + " + " + (L.isInclusive() ? "(" + Constant.str() + " - 1)" : Constant.str());
  Out.Last =
      "const " + Written + " " + Out.End + " = " + Out.Next + " < " + Bound + " ? " + Out.Next + " : " + Bound + ";";
  return Out;
}

std::variant<StripText, Refusal> cutLoops(const VariableContext &C, ArrayRef<MemberText> Members, unsigned Earlier,
                                          TextPatch &Patch) {
  const LangOptions &Lang = C.File.langOpts();
  StringRef Text = C.File.text();
  bool OnOwnLines = llvm::all_of(
      Members, [&](const MemberText &M) { return startsLine(Text, M.Whole.Begin) && endsLine(Text, M.Whole.End); });
  if (!OnOwnLines || (!Lang.CPlusPlus && !Lang.C99))
    return refuse(RefusalId::UnsupportedStatement, C.File.span(Members.front().Statement),
                  {"a statement that shares its line with others"});
  const Scop &S = C.Region.Model;
  const Strips &Cut = *C.Group.ByStrips;
  std::vector<PlainHeader> Headers;
  for (unsigned Begin : Cut.Begins) {
    unsigned Number = S.Members[C.Group.Members[Begin].Member].Loops.front();
    std::optional<PlainHeader> H = readPlainHeader(C.File, C.Region.Ast, Number);
    if (!H)
      return notCut(S.Loops[Number], "this header is not of the form that can be cut");
    if (!Headers.empty() &&
        !C.File.context().hasSameUnqualifiedType(H->Variable->getType(), Headers.front().Variable->getType()))
      return notCut(S.Loops[Number], "the counter of this one is of another type");
    Headers.push_back(*H);
  }
  const PlainHeader &First = Headers.front();
  const Loop &L = S.Loops[S.Members[C.Group.Members.front().Member].Loops.front()];
  StripConstant Constant = stripConstant(C, Cut.Length, Earlier);
  auto Made = stripFrame(C, L, First, Cut.Length, Constant.Name);
  if (auto *Why = std::get_if<Refusal>(&Made))
    return std::move(*Why);
  const StripFrame &Frame = std::get<StripFrame>(Made);
  for (const PlainHeader &H : Headers)
    if (Frame.IsWider && H.Variable->getType()->getContainedDeducedType())
      return notCut(L, "the type of its counter would be deduced anew");
  StripText Out{Constant.Declaration, Frame.Header, Frame.Last, {}, Frame.Origin, Constant.Name};
  for (const PlainHeader &H : Headers) {
    Patch.replace(H.StartRange, withInnerComments(C.File, H.StartRange, Frame.Origin));
    Patch.replace(H.BoundRange, withInnerComments(C.File, H.BoundRange, Frame.End));
    // Members may differ in the relation, where `<= n - 1` meets `< n`.
    Patch.replace(H.RelationRange, C.File.slice(First.RelationRange).str());
  }
  return Out;
}

void writeStrips(const FileText &File, const Layout &Style, const StripText &Strip, ArrayRef<const FusedBody *> Leaders,
                 ArrayRef<MemberText> Places, ArrayRef<MovedPiece> Front, TextPatch &Patch) {
  StringRef Text = File.text();
  std::string Line = indentOf(Text, Places.front().Statement.Begin).str();
  std::string Inner = Line + (Style.BraceOnOwnLine && !Style.BodyIndent.empty() ? Style.BodyIndent : Style.Unit);
  auto Moved = [&](TextRange Piece, StringRef Indent) {
    return reindentedText(Patch.patched(Piece), indentAt(Text, Piece.Begin), Indent, File.langOpts(), Style.LineEnd);
  };
  std::string New;
  for (const MovedPiece &P : Front)
    New += Moved(P.Text, Line) + (P.BlankLineBehind ? Style.LineEnd : "");
  New += Line + Strip.Constant + Style.LineEnd + Line + Strip.Header;
  New += Style.BraceOnOwnLine ? Style.LineEnd + Line + Style.BraceIndent + "{" : " {";
  New += Style.LineEnd + Inner + Strip.End + Style.LineEnd;
  for (const std::string &Buffer : Strip.Buffers)
    New += Inner + Buffer + Style.LineEnd;
  for (size_t I = 0; I < Leaders.size(); ++I) {
    // Comments of what stood in front and is gone.
    for (TextRange Comment : Leaders[I]->Leading)
      if (!Places[I].Whole.contains(Comment))
        New += Moved(Comment, Inner);
    New += Moved(Places[I].Whole, Inner);
  }
  New += Line + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}";
  Patch.replace(Places.front().Whole, StringRef(New).drop_front(Line.size()).str());
}

} // namespace loopfuse
