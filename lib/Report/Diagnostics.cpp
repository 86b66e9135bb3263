//===- Diagnostics.cpp - findings as a compiler would print them ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Diagnostics.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace loopfuse {

namespace {
struct Severity {
  const char *Name;
  raw_ostream::Colors Colour;
};
} // namespace

static constexpr Severity Warning = {"warning", raw_ostream::MAGENTA};
static constexpr Severity Remark = {"remark", raw_ostream::BLUE};
static constexpr Severity Note = {"note", raw_ostream::CYAN};

/// One character of a line: its bytes as a terminal should get them, and the columns they take there.
static std::pair<std::string, unsigned> shownCharacter(StringRef &Rest, unsigned Column) {
  if (Rest.front() == '\t') {
    Rest = Rest.drop_front();
    unsigned Width = 8 - Column % 8;
    return {std::string(Width, ' '), Width};
  }
  unsigned Bytes = getNumBytesForUTF8(static_cast<UTF8>(Rest.front()));
  const auto *Begin = reinterpret_cast<const UTF8 *>(Rest.data());
  bool Valid = Bytes <= Rest.size() && isLegalUTF8Sequence(Begin, Begin + Bytes);
  StringRef Character = Rest.take_front(Valid ? Bytes : 1);
  Rest = Rest.drop_front(Character.size());
  int Width = Valid ? sys::unicode::columnWidthUTF8(Character) : -1;
  if (Width >= 0)
    return {Character.str(), Width};
  std::string Escaped;
  for (unsigned char C : Character)
    Escaped += formatv("<{0:X-2}>", unsigned(C));
  unsigned Columns = Escaped.size();
  return {std::move(Escaped), Columns};
}

/// The line of \p Place with a caret line below that marks the part of the place on this line.
static void printSnippet(raw_ostream &OS, const SourceSpan &Place, ReportContext &Context) {
  StringRef Line = Context.Lines.line(Place.File, Place.Line);
  if (Line.trim().empty())
    return;
  std::string Shown;
  unsigned Column = 0, CaretBegin = 0, CaretEnd = 0;
  size_t Begin = Place.Column - 1, End = std::max<size_t>(Begin + Place.Length, Begin + 1);
  StringRef Rest = Line;
  while (!Rest.empty()) {
    size_t At = Line.size() - Rest.size();
    if (At <= Begin)
      CaretBegin = CaretEnd = Column;
    auto [Text, Width] = shownCharacter(Rest, Column);
    Shown += Text;
    Column += Width;
    if (At < End)
      CaretEnd = Column;
  }
  OS << formatv("{0,5} | {1}\n", Place.Line, Shown);
  OS << "      | ";
  OS.changeColor(raw_ostream::GREEN, true);
  OS.indent(CaretBegin) << '^' << std::string(CaretEnd > CaretBegin + 1 ? CaretEnd - CaretBegin - 1 : 0, '~');
  OS.resetColor();
  OS << '\n';
}

static void printLine(raw_ostream &OS, const SourceSpan &Place, Severity S, StringRef Text, ReportContext &Context) {
  OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  if (Place.isValid())
    OS << displayPath(Place.File, Context.WorkingDirectory) << ':' << Place.Line << ':' << Place.Column << ": ";
  OS.changeColor(S.Colour, true) << S.Name << ": ";
  OS.resetColor();
  if (S.Name != Note.Name)
    OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  OS << Text;
  OS.resetColor();
  OS << '\n';
  if (Place.isValid())
    printSnippet(OS, Place, Context);
}

void printDiagnostic(raw_ostream &OS, const Finding &F, ReportContext &Context) {
  if (F.Refused)
    printLine(OS, F.Place, Remark, formatv("not fused: {0} [{1}]", F.Message, refusalName(F.Refused->Id)).str(),
              Context);
  else
    printLine(OS, F.Place, Warning, formatv("{0} [{1}]", F.Message, F.check()).str(), Context);
  for (const FindingNote &N : F.Notes)
    printLine(OS, N.Place, Note, N.Text, Context);
}

} // namespace loopfuse
