//===- ReviewFormats.cpp - findings for code review tools -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ReviewFormats.h"
#include "Report/MessageText.h"
#include "Report/TextRange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace loopfuse {

static std::string shownPath(StringRef File, const ReportContext &Context) {
  return json::fixUTF8(displayPath(File, Context.WorkingDirectory));
}

void printGitLab(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  json::Array Out;
  for (const ReportedFinding &R : Run.Findings) {
    if (R.IsSuppressed)
      continue;
    const SourceSpan &Region = R.Result.Region.isValid() ? R.Result.Region : R.Result.Place;
    Out.push_back(json::Object{
        {"description", json::fixUTF8(headline(R.Result))},
        {"check_name", R.rule()},
        {"fingerprint", R.Fingerprint},
        {"severity", R.Result.Refused ? "info" : "minor"},
        {"location", json::Object{{"path", shownPath(R.Result.Place.File, Context)},
                                  {"lines", json::Object{{"begin", R.Result.Place.Line},
                                                         {"end", std::max(Region.EndLine, R.Result.Place.Line)}}}}}});
  }
  OS << formatv("{0:2}", json::Value(std::move(Out))) << '\n';
}

static json::Object rdRange(const TextRange &R) {
  return json::Object{{"start", json::Object{{"line", R.Line}, {"column", R.Column}}},
                      {"end", json::Object{{"line", R.EndLine}, {"column", R.EndColumn}}}};
}

/// All edits as one replacement; std::nullopt if they are in several files, or not UTF-8.
static std::optional<json::Object> suggestion(const ReportedFinding &R, ReportContext &Context) {
  const EditGroup &Edits = R.Result.Edits;
  if (!R.OffersEdits || Edits.empty() ||
      any_of(Edits, [&](const TextEdit &E) { return E.File != R.Result.Place.File; }))
    return std::nullopt;
  unsigned Begin = Edits.front().Offset, End = Edits.back().Offset + Edits.back().Length;
  EditGroup Moved = Edits;
  for (TextEdit &E : Moved)
    E.Offset -= Begin;
  StringRef Old = Context.Lines.text(R.Result.Place.File).slice(Begin, End);
  Expected<std::string> New = applyEdits(Old, R.Result.Place.File, Moved);
  if (!New || !json::isUTF8(*New)) {
    if (!New)
      consumeError(New.takeError());
    return std::nullopt;
  }
  TextRange Range = rangeOf(Context.Lines, R.Result.Place.File, Begin, End - Begin, ColumnUnit::Bytes);
  return json::Object{{"range", rdRange(Range)}, {"text", std::move(*New)}};
}

void printRdJson(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  json::Array Diagnostics;
  for (const ReportedFinding &R : Run.Findings) {
    if (R.IsSuppressed)
      continue;
    TextRange Range = rangeOf(Context.Lines, R.Result.Place, ColumnUnit::Bytes);
    json::Object D{
        {"message", json::fixUTF8(messageWithNotes(R.Result, Context))},
        {"location", json::Object{{"path", shownPath(R.Result.Place.File, Context)}, {"range", rdRange(Range)}}},
        {"severity", R.Result.Refused ? "INFO" : "WARNING"},
        {"code", json::Object{{"value", R.rule()}}}};
    if (std::optional<json::Object> S = suggestion(R, Context))
      D["suggestions"] = json::Array{std::move(*S)};
    Diagnostics.push_back(std::move(D));
  }
  json::Object Out{{"source", json::Object{{"name", "loopfuse"}}}, {"diagnostics", std::move(Diagnostics)}};
  OS << formatv("{0:2}", json::Value(std::move(Out))) << '\n';
}

/// Workflow commands end at the line end, and their properties at a comma or colon.
static std::string escaped(StringRef Text, bool IsProperty) {
  std::string Out;
  for (char C : Text)
    if (C == '%' || C == '\r' || C == '\n' || (IsProperty && (C == ':' || C == ',')))
      Out += "%" + utohexstr(static_cast<unsigned char>(C), /*LowerCase=*/false, /*Width=*/2);
    else
      Out += C;
  return Out;
}

void printGitHub(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  for (const ReportedFinding &R : Run.Findings) {
    if (R.IsSuppressed)
      continue;
    TextRange Range = rangeOf(Context.Lines, R.Result.Place, ColumnUnit::CodePoints);
    OS << (R.Result.Refused ? "::notice" : "::warning")
       << " file=" << escaped(shownPath(R.Result.Place.File, Context), true) << ",line=" << Range.Line
       << ",endLine=" << Range.EndLine;
    // Columns are taken only where the place is on one line.
    if (Range.Line == Range.EndLine)
      OS << ",col=" << Range.Column << ",endColumn=" << Range.EndColumn;
    OS << ",title=" << R.rule() << "::" << escaped(messageWithNotes(R.Result, Context), false) << '\n';
  }
  for (const UnreadSource &U : Run.Unread)
    OS << "::error file=" << escaped(shownPath(U.Place.File, Context), true) << ",line=" << std::max(U.Place.Line, 1u)
       << ",title=loopfuse::" << escaped(U.Text, false) << '\n';
}

} // namespace loopfuse
