//===- Assemble.cpp - the text of the fused nest from its pieces ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Assemble.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Opposite.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

using Lines = std::vector<std::string>;

namespace {
class Merger {
public:
  Merger(const FileText &File, const Layout &Style, ArrayRef<FusedBody> Bodies, ArrayRef<TextRange> Removed,
         TextPatch &Patch)
      : File(File), Text(File.text()), Style(Style), Bodies(Bodies), First(Bodies.front()), Removed(Removed),
        Patch(Patch) {}

  void mergeLines();
  void mergeOnOneLine();

private:
  Lines contentLines(const FusedBody &B, StringRef Indent) const;
  void addContent(const FusedBody &B, StringRef Indent, Lines &Out) const;
  void addBraced(StringRef Head, StringRef Indent, function_ref<void(StringRef, Lines &)> Add, StringRef Tail,
                 Lines &Out) const;
  StringRef runOnce() const { return File.langOpts().CPlusPlus ? " while (false);" : " while (0);"; }
  Lines movedLines(const FusedBody &B, StringRef Indent) const;
  void addPiece(TextRange Range, StringRef Indent, Lines &Out) const;
  bool standsBehind(const FusedBody &B, TextRange Comment) const;
  void addBehind(const FusedBody &B, TextRange Comment, StringRef Indent, Lines &Out) const;
  void addDeclarations(const Lines &Declarations, StringRef Indent, Lines &Out) const;
  std::string joined(const Lines &L) const;
  std::string headerIndent() const;
  std::string bodyIndent() const;
  bool canInsertOnly() const;
  void insertInto(const Lines &Moved, StringRef Indent);
  void rebuild(const Lines &Moved, StringRef Indent);
  std::string openBrace(unsigned &From) const;
  std::optional<unsigned> restOfLine(unsigned Offset) const;
  std::string pieceOnOneLine(const FusedBody &B) const;
  // Lines taken from the user bring their '\r' along, all but the last of a piece.
  std::string carriageReturn() const { return Style.LineEnd == "\r\n" ? "\r" : ""; }

  const FileText &File;
  StringRef Text;
  const Layout &Style;
  ArrayRef<FusedBody> Bodies;
  const FusedBody &First;
  ArrayRef<TextRange> Removed;
  TextPatch &Patch;
};
} // namespace

void Merger::addPiece(TextRange Range, StringRef Indent, Lines &Out) const {
  if (Range.size() == 0)
    return;
  Lines New = reindented(Patch.patched(Range), indentAt(Text, Range.Begin), Indent, File.langOpts());
  New.back() += carriageReturn();
  llvm::append_range(Out, New);
}

void Merger::addDeclarations(const Lines &Declarations, StringRef Indent, Lines &Out) const {
  for (const std::string &D : Declarations)
    Out.push_back(Indent.str() + D + carriageReturn());
}

/// "Head {", what \p Add adds, "}Tail".
void Merger::addBraced(StringRef Head, StringRef Indent, function_ref<void(StringRef, Lines &)> Add, StringRef Tail,
                       Lines &Out) const {
  std::string Brace = Indent.str(), Inner = Indent.str() + Style.Unit;
  if (Style.BraceOnOwnLine && !Head.empty()) {
    Out.push_back((Indent + Head).str() + carriageReturn());
    Brace += Style.BraceIndent;
    Inner = Style.BodyIndent.empty() ? Inner : Indent.str() + Style.BodyIndent;
    Out.push_back(Brace + "{" + carriageReturn());
  } else {
    Out.push_back((Indent + Head + (Head.empty() ? "{" : " {")).str() + carriageReturn());
  }
  Add(Inner, Out);
  Out.push_back((Brace + "}" + Tail).str() + carriageReturn());
}

void Merger::addContent(const FusedBody &B, StringRef Indent, Lines &Out) const {
  addDeclarations(B.Inside, Indent, Out);
  const std::optional<OwnContinue> &Own = B.Text.Continue;
  if (!Own || !Own->Skip) {
    if (Patch.patched(B.Text.Content) != ";")
      addPiece(B.Text.Content, Indent, Out);
    return;
  }
  addPiece(Own->Front, Indent, Out);
  addBraced(
      "if (" + oppositeText(File, *Own->Skip->getCond(), Patch) + ")", Indent,
      [&](StringRef Inner, Lines &Rest) { addPiece(Own->Rest, Inner, Rest); }, "", Out);
}

// The content between braces of its own where it needs them.
Lines Merger::contentLines(const FusedBody &B, StringRef Indent) const {
  Lines Out;
  addDeclarations(B.Outside, Indent, Out);
  bool RunsOnce = B.Text.Continue && !B.Text.Continue->Skip;
  auto Add = [&](StringRef Inner, Lines &Lines) { addContent(B, Inner, Lines); };
  if (RunsOnce || B.OwnScope)
    addBraced(RunsOnce ? "do" : "", Indent, Add, RunsOnce ? runOnce() : "", Out);
  else
    Add(Indent, Out);
  return Out;
}

Lines Merger::movedLines(const FusedBody &B, StringRef Indent) const {
  Lines Out;
  for (TextRange C : B.Leading)
    addPiece(C, Indent, Out);
  // What is said of both headers, or behind both braces, is said once.
  auto IsSaid = [&](ArrayRef<TextRange> Said, TextRange C) {
    return llvm::any_of(Said, [&](TextRange Kept) { return File.slice(Kept) == File.slice(C); });
  };
  for (TextRange C : B.Text.Before)
    if (!IsSaid(First.Text.Before, C))
      addPiece(C, Indent, Out);
  llvm::append_range(Out, contentLines(B, Indent));
  for (TextRange C : B.Text.After)
    if (standsBehind(B, C) || !IsSaid(First.Text.After, C))
      addBehind(B, C, Indent, Out);
  return Out;
}

// Of a body on one line the comments behind it stay on it.
bool Merger::standsBehind(const FusedBody &B, TextRange Comment) const {
  return !File.slice({B.Text.Content.End, Comment.End}).contains('\n');
}

void Merger::addBehind(const FusedBody &B, TextRange Comment, StringRef Indent, Lines &Out) const {
  if (Out.empty() || !standsBehind(B, Comment))
    return addPiece(Comment, Indent, Out);
  std::string &Last = Out.back();
  Last = (StringRef(Last).rtrim("\r") + " " + File.slice(Comment) + carriageReturn()).str();
}

std::string Merger::joined(const Lines &L) const {
  std::string Out;
  for (const std::string &Line : L)
    Out += Line + "\n";
  return Out;
}

// Of the line on which the innermost merged loop begins: its header may go on for several.
std::string Merger::headerIndent() const {
  std::optional<unsigned> Begin = File.offset(First.Text.Loops.back()->getBeginLoc());
  return indentOf(Text, Begin.value_or(First.Text.HeaderEnd)).str();
}

std::string Merger::bodyIndent() const {
  const BodyText &B = First.Text;
  std::string Header = headerIndent();
  if (!B.Braced && Style.BraceOnOwnLine && !Style.BodyIndent.empty())
    return Header + Style.BodyIndent;
  if (B.Content.size() && startsLine(Text, B.Content.Begin))
    return indentOf(Text, B.Content.Begin).str();
  return Header + Style.Unit;
}

// Braces stand where they should and the body's lines stay as they are.
bool Merger::canInsertOnly() const {
  const BodyText &B = First.Text;
  return B.Braced && !First.OwnScope && !B.Continue && startsLine(Text, B.Close.Begin) && B.Content.size() &&
         startsLine(Text, B.Content.Begin);
}

void Merger::insertInto(const Lines &Moved, StringRef Indent) {
  const BodyText &B = First.Text;
  Lines Front;
  addDeclarations(First.Outside, Indent, Front);
  addDeclarations(First.Inside, Indent, Front);
  if (!Front.empty())
    Patch.insert(lineBegin(Text, B.Content.Begin), joined(Front));
  Patch.insert(lineBegin(Text, B.Close.Begin), joined(Moved));
}

// The brace that opens a body that had none. A comment that ends the header's line stays there; \p From is moved
// behind it.
std::string Merger::openBrace(unsigned &From) const {
  const BodyText &B = First.Text;
  unsigned HeaderLineEnd = lineEnd(Text, B.HeaderEnd);
  StringRef Comment = Text.slice(B.HeaderEnd, HeaderLineEnd).rtrim();
  bool HasComment = HeaderLineEnd < B.Content.Begin && !Comment.empty();
  From = B.HeaderEnd + (HasComment ? Comment.size() : 0);
  if (Style.BraceOnOwnLine)
    return Style.LineEnd + headerIndent() + Style.BraceIndent + "{" + Style.LineEnd;
  if (!HasComment)
    return " {" + Style.LineEnd;
  // Of blanks that align the comment, so many go as come.
  bool IsAligned = Text.substr(B.HeaderEnd).starts_with("   ");
  Patch.replace({B.HeaderEnd, B.HeaderEnd + (IsAligned ? 2 : 0)}, " {");
  return Style.LineEnd;
}

// Where, on the line of \p Offset, something stands that will stay there.
std::optional<unsigned> Merger::restOfLine(unsigned Offset) const {
  std::optional<unsigned> First; // What goes in front of it goes with the blanks behind.
  unsigned End = lineEnd(Text, Offset);
  for (RawToken Next = File.tokenAfter(Offset);; Next = File.tokenAfter(Offset)) {
    unsigned Begin = Next.Range.Begin;
    const TextRange *Gone = llvm::find_if(Removed, [&](TextRange R) { return R.Begin < End && R.contains(Begin); });
    if (Gone == Removed.end() && (Begin >= End || Next.Kind == tok::r_brace))
      return std::nullopt;
    First = First.value_or(Gone == Removed.end() ? Begin : Gone->Begin);
    if (Gone == Removed.end())
      return First;
    Offset = Gone->End;
    End = lineEnd(Text, Offset);
  }
}

void Merger::rebuild(const Lines &Moved, StringRef Indent) {
  const BodyText &B = First.Text;
  std::string Close = headerIndent() + (Style.BraceOnOwnLine ? Style.BraceIndent : "");
  unsigned From, To;
  std::string New;
  Lines All;
  if (B.Braced) {
    // A comment that ends the line of the brace stays there.
    From = B.Open.End;
    for (TextRange C : B.Before)
      if (C.Begin >= B.Open.End)
        From = C.End;
    To = B.Close.Begin;
    New = Style.LineEnd;
    Close = startsLine(Text, B.Open.Begin) ? indentOf(Text, B.Open.Begin).str() : headerIndent();
  } else {
    New = openBrace(From);
    To = B.Content.End;
    for (TextRange C : B.Before)
      if (C.Begin >= From)
        addPiece(C, Indent, All);
  }
  llvm::append_range(All, contentLines(First, Indent));
  bool ClosesOneLine = B.Braced && !B.After.empty() && standsBehind(First, B.After.back()) &&
                       File.tokenAfter(B.Close.End).Range.Begin >= B.After.back().End;
  if (ClosesOneLine) {
    for (TextRange C : B.After)
      addBehind(First, C, Indent, All);
    To = B.After.back().End;
    Close += File.slice(B.Close);
  }
  llvm::append_range(All, Moved);
  New += joined(All) + Close;
  if (!B.Braced) {
    New += "}";
    if (std::optional<unsigned> Rest = restOfLine(To)) {
      New += Style.LineEnd + Close;
      To = *Rest;
    }
  }
  Patch.replace({From, To}, New);
}

void Merger::mergeLines() {
  std::string Indent = bodyIndent();
  Lines Moved;
  for (const FusedBody &B : Bodies.drop_front())
    llvm::append_range(Moved, movedLines(B, Indent));
  if (canInsertOnly())
    insertInto(Moved, Indent);
  else
    rebuild(Moved, Indent);
}

std::string Merger::pieceOnOneLine(const FusedBody &B) const {
  std::string Out;
  auto Add = [&](StringRef Piece) {
    if (!Piece.empty() && Piece != ";")
      Out += (Out.empty() ? "" : " ") + Piece.str();
  };
  for (const std::string &D : B.Outside)
    Add(D);
  const std::optional<OwnContinue> &Own = B.Text.Continue;
  bool RunsOnce = Own && !Own->Skip;
  if (RunsOnce || B.OwnScope)
    Add(RunsOnce ? "do {" : "{");
  for (const std::string &D : B.Inside)
    Add(D);
  if (Own && Own->Skip) {
    Add(Patch.patched(Own->Front));
    Add("if (" + oppositeText(File, *Own->Skip->getCond(), Patch) + ") {");
    Add(Patch.patched(Own->Rest));
    Add("}");
  } else {
    Add(Patch.patched(B.Text.Content));
  }
  if (RunsOnce || B.OwnScope)
    Add(RunsOnce ? ("}" + runOnce()).str() : "}");
  return Out;
}

void Merger::mergeOnOneLine() {
  const BodyText &B = First.Text;
  std::string Inner = pieceOnOneLine(First);
  for (const FusedBody &Moved : Bodies.drop_front()) {
    for (ArrayRef<TextRange> Comments : {ArrayRef<TextRange>(Moved.Leading), ArrayRef<TextRange>(Moved.Text.Before)})
      for (TextRange C : Comments)
        Inner += " " + File.slice(C).str();
    Inner += " " + pieceOnOneLine(Moved);
    for (TextRange C : Moved.Text.After)
      Inner += " " + File.slice(C).str();
  }
  StringRef Blank = B.Content.size() && B.Content.Begin == B.Open.End ? "" : " ";
  if (B.Braced)
    Patch.replace({B.Open.End, B.Close.Begin}, (Blank + Inner + Blank).str());
  else
    Patch.replace({B.Content.Begin, B.Content.End}, (B.Content.Begin == B.HeaderEnd ? " { " : "{ ") + Inner + " }");
}

void mergeBodies(const FileText &File, const Layout &Style, ArrayRef<FusedBody> Bodies, bool OneLine,
                 ArrayRef<TextRange> Removed, TextPatch &Patch) {
  Merger M(File, Style, Bodies, Removed, Patch);
  if (OneLine)
    M.mergeOnOneLine();
  else
    M.mergeLines();
}

} // namespace loopfuse
