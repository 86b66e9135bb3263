//===- FixesYaml.cpp - fusions as clang-tidy exports fixes ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/FixesYaml.h"
#include "Report/MessageText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace loopfuse {

/// Every text in double quotes: in no other style are all characters safe.
static std::string quoted(StringRef Text) { return "\"" + yaml::escape(Text) + "\""; }

/// Message, place and edits, each line behind \p Indent blanks.
static void printMessage(raw_ostream &OS, unsigned Indent, StringRef Message, const SourceSpan &Place,
                         ArrayRef<TextEdit> Edits) {
  auto Line = [&]() -> raw_ostream & { return OS.indent(Indent); };
  Line() << "Message: " << quoted(Message) << '\n';
  Line() << "FilePath: " << quoted(Place.File) << '\n';
  Line() << "FileOffset: " << Place.Offset << '\n';
  if (Edits.empty()) {
    Line() << "Replacements: []\n";
    return;
  }
  Line() << "Replacements:\n";
  for (const TextEdit &E : Edits) {
    Line() << "  - FilePath: " << quoted(E.File) << '\n';
    Line() << "    Offset: " << E.Offset << '\n';
    Line() << "    Length: " << E.Length << '\n';
    Line() << "    ReplacementText: " << quoted(E.Text) << '\n';
  }
}

void printFixesYaml(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  OS << "---\nMainSourceFile: \"\"\nDiagnostics:";
  bool Any = false;
  for (const ReportedFinding &R : Run.Findings) {
    if (R.IsSuppressed)
      continue;
    const Finding &F = R.Result;
    bool Writable = R.OffersEdits &&
                    all_of(F.Edits, [](const TextEdit &E) { return json::isUTF8(E.Text) && json::isUTF8(E.File); });
    OS << (std::exchange(Any, true) ? "" : "\n");
    OS << "  - DiagnosticName: " << quoted(R.rule()) << "\n    DiagnosticMessage:\n";
    printMessage(OS, 6, headline(F), F.Place, Writable ? ArrayRef(F.Edits) : ArrayRef<TextEdit>());
    OS << "    Notes:" << (F.Notes.empty() ? " []\n" : "\n");
    for (const FindingNote &N : F.Notes) {
      std::string Text;
      raw_string_ostream Note(Text);
      printMessage(Note, 8, N.Text, N.Place, {});
      OS << "      - " << StringRef(Text).drop_front(8);
    }
    OS << "    Level: " << (F.Refused ? "Remark" : "Warning") << '\n';
    OS << "    BuildDirectory: " << quoted(Context.WorkingDirectory) << '\n';
  }
  OS << (Any ? "" : " []\n") << "...\n";
}

} // namespace loopfuse
