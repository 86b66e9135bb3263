//===- RowLoops.cpp - the text of loops that run by rows ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/RowLoops.h"
#include "Frontend/SourceText.h"
#include "Model/RowParts.h"
#include "Rewrite/Contract.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Mentions.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static Refusal notCut(const Loop &L, StringRef Why) { return refuse(RefusalId::NotSplit, L.Header, {Why.str()}); }

/// "[x]" and "W" of a row that is not cut; false if the length cannot be written.
static bool nameWhole(const VariableContext &C, RowText &Row) {
  const Loop &L = C.Region.Model.Loops[Row.Plan->Loop];
  std::string Counter = Row.Header.Variable->getName().str();
  int64_t First = L.First.value();
  bool IsBound = First == 0 && !L.isInclusive() && Row.Header.Bound->isIntegerConstantExpr(C.File.context());
  if (IsBound)
    Row.Length = withoutComments(C.File, Row.Header.BoundRange);
  else if (!C.Region.Ast.IsInstantiation)
    Row.Length = itostr(constantLength(L).value_or(0));
  Row.Element = "[" + Counter +
                (First > 0   ? " - "
                 : First < 0 ? " + "
                             : "") +
                (First ? itostr(std::abs(First)) : std::string()) + "]";
  return !Row.Length.empty();
}

/// "[x - x0]" and what stands around the strips.
static std::optional<Refusal> nameStrip(const VariableContext &C, const StripConstant &Constant, RowText &Row) {
  const Loop &L = C.Region.Model.Loops[Row.Plan->Loop];
  const VarDecl &Counter = *Row.Header.Variable;
  auto Made = stripFrame(C, L, Row.Header, C.Group.ByRows->Length, Constant.Name);
  if (auto *Why = std::get_if<Refusal>(&Made))
    return std::move(*Why);
  StripFrame &Frame = std::get<StripFrame>(Made);
  if (Frame.IsWider && Counter.getType()->getContainedDeducedType())
    return notCut(L, "the type of its counter would be deduced anew");
  Row.Length = Constant.Name;
  Row.Element = "[" + Counter.getName().str() + " - " + Frame.Origin + "]";
  if (isCutEvenly(C.Region.Model, *C.Group.ByRows, *Row.Plan))
    Frame.End = Frame.Next; // Compilers see how many iterations a strip has.
  else
    Row.Declared.push_back(Frame.Last);
  Row.Strip = std::move(Frame);
  return std::nullopt;
}

/// The variable's elements in the place of the variable; its declaration becomes an assignment.
static void expand(const FileText &File, const RowText &Row, const RowBuffer &B, TextPatch &Patch) {
  const VarDecl &V = *B.Variable;
  std::string Element = V.getName().str() + Row.Element;
  for (const Mention &M : mentionsOf(File, V, *Row.Loop->getBody()))
    Patch.replace(*M.Place, Element);
  std::optional<TextRange> Name = File.token(V.getLocation());
  std::optional<unsigned> Begin = File.offset(V.getOuterLocStart());
  if (V.getInit() && Name && Begin)
    Patch.replace({*Begin, Name->End}, withInnerComments(File, {*Begin, Name->End}, Element));
}

std::variant<StripConstant, Refusal> expandRows(const VariableContext &C, MutableArrayRef<RowText> Rows,
                                                unsigned Earlier, TextPatch &Patch) {
  const LangOptions &Lang = C.File.langOpts();
  if (!Lang.CPlusPlus && !Lang.C99)
    return notCut(C.Region.Model.Loops[Rows.front().Plan->Loop], "declarations stand at the beginning of blocks only");
  StripConstant Constant;
  if (any_of(Rows, [](const RowText &Row) { return !Row.Plan->IsWhole; }))
    Constant = stripConstant(C, C.Group.ByRows->Length, Earlier);
  for (RowText &Row : Rows) {
    if (!Row.Plan->IsWhole) {
      if (std::optional<Refusal> Why = nameStrip(C, Constant, Row))
        return *Why;
    } else if (!nameWhole(C, Row)) {
      return notCut(C.Region.Model.Loops[Row.Plan->Loop], "its length cannot be written");
    }
    for (const RowBuffer &B : Row.Buffers) {
      Row.Declared.push_back(B.Type + " " + B.Variable->getName().str() + "[" + Row.Length + "];");
      expand(C.File, Row, B, Patch);
    }
  }
  return Constant;
}

namespace {
class RowWriter {
public:
  RowWriter(const FileText &File, const Layout &Style, const RowText &Row, TextPatch &Patch)
      : File(File), Text(File.text()), Style(Style), Row(Row), Patch(Patch),
        Own(indentOf(Text, Row.Whole.Begin).str()) {}

  void run();

private:
  std::string header();
  std::string inner(StringRef Indent) const {
    return Indent.str() + (Style.BraceOnOwnLine && !Style.BodyIndent.empty() ? Style.BodyIndent : Style.Unit);
  }
  std::string open(StringRef Indent) const {
    return (Style.BraceOnOwnLine ? Style.LineEnd + Indent.str() + Style.BraceIndent : " ") + "{" + Style.LineEnd;
  }
  std::string close(StringRef Indent) const {
    return Indent.str() + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}" + Style.LineEnd;
  }
  std::string moved(TextRange Piece, StringRef Indent) const;
  std::string rest(StringRef Indent) const;
  std::string parts(StringRef Indent);
  std::string statements(TextRange Piece, StringRef Rest, bool IsSimple, StringRef Indent);
  void putRowInside(const RowPart &Part);
  bool standsAlone(TextRange Piece) const { return !File.slice(Piece).contains('\n'); }

  const FileText &File;
  StringRef Text;
  const Layout &Style;
  const RowText &Row;
  TextPatch &Patch;
  std::string Own; ///< The loop's indentation.
  bool HeaderWritten = false;
};
} // namespace

/// The loop's header over a strip or the whole row. Comments in it are said once.
std::string RowWriter::header() {
  TextPatch Copy(Text);
  auto Put = [&](TextRange Range, const std::string &New) {
    Copy.replace(Range, HeaderWritten ? New : withInnerComments(File, Range, New));
  };
  if (!Row.Plan->IsWhole) {
    Put(Row.Header.StartRange, Row.Strip.Origin);
    Put(Row.Header.BoundRange, Row.Strip.End);
  }
  if (HeaderWritten)
    for (const RawToken &T : File.tokens(Row.Own))
      if (T.isComment())
        Copy.remove(T.Range);
  HeaderWritten = true;
  return Copy.patched(Row.Own);
}

std::string RowWriter::moved(TextRange Piece, StringRef Indent) const {
  return reindentedText(Patch.patched(Piece), indentAt(Text, Piece.Begin), Indent, File.langOpts(), Style.LineEnd);
}

/// What stands behind the last part, mostly bodies that were merged.
std::string RowWriter::rest(StringRef Indent) const {
  std::string Given = Patch.patched(Row.Rest);
  StringRef Trimmed = StringRef(Given).ltrim("\r\n");
  StringRef Blanks = Trimmed.take_while([](char C) { return C == ' ' || C == '\t'; });
  Trimmed = Trimmed.rtrim();
  if (Trimmed.trim().empty())
    return "";
  PieceIndent Old{Blanks.str(), static_cast<unsigned>(Blanks.size())};
  return reindentedText(Trimmed.drop_front(Blanks.size()).str(), Old, Indent, File.langOpts(), Style.LineEnd);
}

/// A part that is no reduction: a loop over its statements.
std::string RowWriter::statements(TextRange Piece, StringRef Rest, bool IsSimple, StringRef Indent) {
  std::string Out = Indent.str() + header();
  std::string Inner = inner(Indent);
  if (IsSimple && Rest.empty() && standsAlone(Piece))
    return Out + Style.LineEnd + moved(Piece, Inner);
  Out += open(Indent);
  if (Piece.size())
    Out += moved(Piece, Inner);
  return Out + Rest.str() + close(Indent);
}

/// The row loop between the innermost header of a reduction and its body.
void RowWriter::putRowInside(const RowPart &Part) {
  const Stmt *Body = Part.Inner->getBody();
  std::optional<TextRange> Paren = File.token(Part.Inner->getRParenLoc());
  std::optional<unsigned> Begin = File.offset(Body->getBeginLoc());
  SourceSpan Span = statementSpan(File.context(), *Body);
  TextRange Range{*Begin, Span.end()};
  if (!isa<CompoundStmt>(Body))
    Range = withTrailingComments(File, Range);
  std::string Line = indentOf(Text, *File.offset(Part.Inner->getForLoc())).str(), Inner = inner(Line);
  std::string New = File.slice({Paren->End, Range.Begin}).rtrim().str() + Style.LineEnd + Inner + header();
  bool IsBlock = isa<CompoundStmt>(Body);
  // A block's lines count from the line that it begins on, an expression's from itself.
  std::string At = IsBlock ? Inner : inner(Inner);
  PieceIndent Old = indentAt(Text, Range.Begin);
  if (IsBlock)
    Old.Column = Old.Line.size();
  std::string Moved = reindentedText(Patch.patched(Range), Old, At, File.langOpts(), "");
  bool SameLine = IsBlock && !startsLine(Text, Range.Begin);
  New += SameLine ? " " + StringRef(Moved).ltrim().str() : Style.LineEnd + Moved;
  Patch.replace({Paren->End, Range.End}, New);
}

std::string RowWriter::parts(StringRef Indent) {
  std::string Out;
  for (const std::string &Declaration : Row.Declared)
    Out += Indent.str() + Declaration + Style.LineEnd;
  for (TextRange Comment : Row.Leading)
    Out += moved(Comment, Indent);
  for (const RowPart &Part : Row.Parts) {
    bool IsLast = &Part == &Row.Parts.back();
    if (Part.BlankLineInFront && !Out.empty())
      Out += Style.LineEnd;
    if (Part.Nest) {
      putRowInside(Part);
      Out += moved(Part.Text, Indent);
    } else {
      Out += statements(Part.Text, IsLast ? rest(inner(Indent)) : "", Part.IsSimple, Indent);
    }
  }
  if (Row.Parts.back().Nest) {
    if (std::string Rest = rest(inner(Indent)); !Rest.empty())
      Out += Row.IsMerged ? statements({}, Rest, false, Indent) : rest(Indent);
  }
  return Out;
}

void RowWriter::run() {
  std::string New;
  TextRange Place = Row.Whole;
  if (!Row.Plan->IsWhole) {
    New = Own + Row.Strip.Header + open(Own) + parts(inner(Own)) + close(Own);
  } else if (Row.NeedsBlock) {
    New = Own + "{" + Style.LineEnd + parts(inner(Own)) + Own + "}" + Style.LineEnd;
  } else {
    New = parts(Own);
  }
  StringRef Trimmed = StringRef(New).rtrim("\r\n").drop_front(Own.size());
  const auto *Parent = dyn_cast_or_null<ForStmt>(Row.Parent);
  if (!Row.Plan->IsWhole || !Parent) {
    Patch.replace(Place, Trimmed.str());
    return;
  }
  // The loop around gets braces.
  unsigned Header = File.token(Parent->getRParenLoc())->End;
  std::string Line = indentOf(Text, *File.offset(Parent->getForLoc())).str();
  std::string Close = Style.LineEnd + Line + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}";
  Patch.insert(Header, Style.BraceOnOwnLine ? Style.LineEnd + Line + Style.BraceIndent + "{" : " {");
  Patch.replace(Place, Trimmed.str() + Close);
}

void writeRow(const FileText &File, const Layout &Style, const RowText &Row, TextPatch &Patch) {
  RowWriter(File, Style, Row, Patch).run();
}

} // namespace loopfuse
