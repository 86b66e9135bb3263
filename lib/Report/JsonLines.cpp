//===- JsonLines.cpp - a run as JSON lines --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/JsonLines.h"
#include "Report/FindingJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static json::Value findingLine(const ReportedFinding &R, const JsonPaths &Paths) {
  json::Object Line = findingToJson(R.Result, Paths);
  Line["type"] = "finding";
  Line["rule"] = R.rule();
  Line["fingerprint"] = R.Fingerprint;
  Line["suppressed"] = R.IsSuppressed;
  Line.erase("fading");
  if (!R.OffersEdits)
    Line.erase("edits");
  return Line;
}

void printJsonLines(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  JsonPaths Paths{Context.WorkingDirectory};
  auto Print = [&](json::Value Line) { OS << Line << '\n'; };
  Print(json::Object{{"type", "run"}, {"schema", JsonSchema}, {"tool", "loopfuse"}, {"version", Run.Version}});
  unsigned Fusable = 0, Refused = 0, Suppressed = 0;
  for (const ReportedFinding &R : Run.Findings) {
    Print(findingLine(R, Paths));
    ++(R.IsSuppressed ? Suppressed : R.Result.Refused ? Refused : Fusable);
  }
  for (const UnreadSource &U : Run.Unread)
    Print(json::Object{{"type", "error"},
                       {"file", textToJson(Paths.written(U.Place.File))},
                       {"line", U.Place.Line},
                       {"column", U.Place.Column},
                       {"message", textToJson(U.Text)}});
  Print(json::Object{{"type", "summary"},
                     {"files", Run.Files},
                     {"filesWithErrors", Run.Unread.size()},
                     {"fusable", Fusable},
                     {"refused", Refused},
                     {"suppressed", Suppressed}});
}

} // namespace loopfuse
