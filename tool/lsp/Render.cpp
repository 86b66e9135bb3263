//===- Render.cpp - findings as the protocol has them ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Render.h"
#include "Report/Explain.h"
#include "Report/ScanTable.h"
#include "Report/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace loopfuse::lsp {

static json::Object rangeOf(const View &V, const SourceSpan &Place) {
  return V.Report.Texts.at(Place.File)->range(Place.Offset, Place.end());
}

static std::string uriOf(const View &V, const std::string &Path) {
  auto Known = V.Open.find(Path);
  return Known == V.Open.end() ? uriOf(Path) : Known->second.Uri;
}

/// The page that explains a finding.
static std::string pageOf(const Client &Who, const Finding &F) {
  if (Who.Documentation.empty())
    return "";
  SmallString<256> Path(Who.Documentation);
  if (!F.Refused) {
    sys::path::append(Path, "checks", F.check() + ".md");
    return uriOf(Path);
  }
  sys::path::append(Path, "REFUSALS.md");
  return uriOf(Path) + "#" + refusalName(F.Refused->Id).str();
}

static json::Object diagnosticOf(const View &V, const Finding &F) {
  enum Severity { Warning = 2, Hint = 4 };
  std::string Page = pageOf(V.Who, F);
  json::Object D{{"range", rangeOf(V, F.Place)},
                 {"severity", int(F.Refused ? Hint : Warning)},
                 {"source", "loopfuse"},
                 {"code", F.Refused ? refusalName(F.Refused->Id).str() : F.check()},
                 {"message", F.Refused ? "not fused: " + F.Message : F.Message}};
  if (!Page.empty())
    D["codeDescription"] = json::Object{{"href", Page}};
  json::Array Related;
  for (const FindingNote &N : F.Notes) {
    const SourceSpan &Place = N.Place.isValid() ? N.Place : F.Place;
    Related.push_back(json::Object{
        {"location", json::Object{{"uri", uriOf(V, Place.File)}, {"range", rangeOf(V, Place)}}}, {"message", N.Text}});
  }
  if (!Related.empty())
    D["relatedInformation"] = std::move(Related);
  return D;
}

static bool isShown(const View &V, const Finding &F) { return !F.Refused || V.ShowsRefusals; }

json::Array diagnosticsOf(const View &V) {
  json::Array All;
  for (const Finding &F : V.Report.Findings)
    if (isShown(V, F))
      All.push_back(diagnosticOf(V, F));
  for (const std::string &Error : V.Report.ConfigErrors)
    All.push_back(json::Object{{"range", Positions("").range(0, 0)},
                               {"severity", 1},
                               {"source", "loopfuse"},
                               {"code", "configuration"},
                               {"message", Error}});
  return All;
}

json::Value hoverAt(const View &V, unsigned Line) {
  std::string Text;
  const Finding *First = nullptr;
  for (const Finding &F : V.Report.Findings) {
    if (!coversLine(F, V.Main.Path, Line + 1))
      continue;
    First = First ? First : &F;
    Text +=
        std::string(Text.empty() ? "**" : "\n\n---\n\n**") + (F.Refused ? "not fused: " : "") + F.Message + "**\n\n";
    for (auto [Question, Answer] : {std::pair("Form", &F.Form), {"Legality", &F.Legality}, {"Profit", &F.Profit}})
      Text += std::string("- *") + Question + ":* " + (Answer->empty() ? "-" : *Answer) + "\n";
    for (const FindingNote &N : F.Notes)
      Text += "- line " + std::to_string(N.Place.isValid() ? N.Place.Line : F.Place.Line) + ": " + N.Text + "\n";
    if (std::string Page = pageOf(V.Who, F); !Page.empty())
      Text += "\n[" + (F.Refused ? refusalName(F.Refused->Id).str() : F.check()) + "](" + Page + ")";
  }
  if (!First)
    return nullptr;
  return json::Object{{"contents", json::Object{{"kind", "markdown"}, {"value", Text}}},
                      {"range", rangeOf(V, First->Region)}};
}

/// The edits of some files, in the form that the client knows.
static json::Object workspaceEdit(const View &V, std::map<std::string, json::Array> ByFile) {
  json::Object Changes;
  json::Array Versioned;
  for (auto &[File, Edits] : ByFile) {
    auto Known = V.Open.find(File);
    json::Value Version = Known == V.Open.end() ? json::Value(nullptr) : json::Value(Known->second.Version);
    if (V.Who.VersionedEdits)
      Versioned.push_back(
          json::Object{{"textDocument", json::Object{{"uri", uriOf(V, File)}, {"version", std::move(Version)}}},
                       {"edits", std::move(Edits)}});
    else
      Changes[uriOf(V, File)] = std::move(Edits);
  }
  if (V.Who.VersionedEdits)
    return json::Object{{"documentChanges", std::move(Versioned)}};
  return json::Object{{"changes", std::move(Changes)}};
}

static json::Object textEdit(const Positions &Text, size_t Begin, size_t End, std::string New) {
  return json::Object{{"range", Text.range(Begin, End)}, {"newText", std::move(New)}};
}

json::Value editOf(const View &V, const Finding &F) {
  if (F.Edits.empty())
    return nullptr;
  std::map<std::string, json::Array> ByFile;
  for (const TextEdit &E : F.Edits)
    ByFile[E.File].push_back(textEdit(*V.Report.Texts.at(E.File), E.Offset, E.Offset + E.Length, E.Text));
  return workspaceEdit(V, std::move(ByFile));
}

/// From the text before to the one after, line by line.
static json::Array lineEdits(const FileChange &C) {
  Positions Before(C.Before);
  std::vector<StringRef> Old = splitLines(Before.text()), New = splitLines(C.After);
  std::vector<size_t> At = {0};
  for (StringRef Line : Old)
    At.push_back(At.back() + Line.size());
  json::Array Edits;
  for (const LineChange &L : diffLines(Old, New)) {
    std::string Text;
    for (StringRef Line : ArrayRef(New).slice(L.NewBegin, L.NewEnd - L.NewBegin))
      Text += Line;
    Edits.push_back(textEdit(Before, At[L.OldBegin], At[L.OldEnd], std::move(Text)));
  }
  return Edits;
}

/// A NOLINT comment on a line of its own in front of the loop.
static json::Value suppression(const View &V, const Finding &F) {
  const Positions &Text = *V.Report.Texts.at(F.Place.File);
  size_t Begin = Text.lineBegin(F.Place.Offset);
  StringRef Rest = Text.text().drop_front(Begin);
  StringRef Indent = Rest.take_while([](char C) { return C == ' ' || C == '\t'; });
  StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
  std::string Mark = "NOLINTNEXTLINE(" + F.check() + ")";
  std::string Comment =
      Indent.str() + (V.Main.IsCpp ? "// " + Mark : "/* " + Mark + " */") + (Line.ends_with("\r") ? "\r\n" : "\n");
  std::map<std::string, json::Array> ByFile;
  ByFile[F.Place.File].push_back(textEdit(Text, Begin, Begin, std::move(Comment)));
  return workspaceEdit(V, std::move(ByFile));
}

/// "Fuse these 2 loops".
static std::string titleOf(const Finding &F) {
  return "Fuse " + StringRef(F.Message).split(" can be fused").first.str();
}

/// Whether the finding has to do with lines [First, Last].
static bool touches(const Finding &F, unsigned First, unsigned Last) {
  return F.Region.Line <= Last + 1 && First + 1 <= std::max(F.Region.EndLine, F.Region.Line);
}

bool mayBeGuardedAt(const DocumentReport &Report, unsigned First, unsigned Last) {
  return any_of(Report.Findings, [&](const Finding &F) {
    return F.Refused && F.Refused->Id == RefusalId::MayAlias && touches(F, First, Last);
  });
}

/// What can be done about refusals on the lines: fuse with a test at run time, read why.
static void addForRefusals(const View &V, unsigned First, unsigned Last, StringRef Kind, json::Array &Actions) {
  if (V.Report.Guarded)
    for (const Finding &F : *V.Report.Guarded)
      if (touches(F, First, Last))
        if (json::Value Edit = editOf(V, F); Edit != nullptr)
          Actions.push_back(json::Object{
              {"title", titleOf(F) + ", with a test at run time"}, {"kind", Kind}, {"edit", std::move(Edit)}});
  std::set<RefusalId> Told;
  for (const Finding &F : V.Report.Findings) {
    if (!F.Refused || !touches(F, First, Last) || !Told.insert(F.Refused->Id).second)
      continue;
    std::string Name = refusalName(F.Refused->Id).str(), Title = "Why not fused? (" + Name + ")";
    json::Object Action{
        {"title", Title},
        {"kind", Kind},
        {"command",
         json::Object{{"title", Title}, {"command", "loopfuse.explainRule"}, {"arguments", json::Array{Name}}}}};
    if (V.ShowsRefusals)
      Action["diagnostics"] = json::Array{diagnosticOf(V, F)};
    Actions.push_back(std::move(Action));
  }
}

json::Array actionsAt(const View &V, unsigned First, unsigned Last, ArrayRef<std::string> Only) {
  auto IsAsked = [&](StringRef Kind) {
    return Only.empty() || any_of(Only, [&](const std::string &O) { return Kind == O || Kind.starts_with(O + "."); });
  };
  json::Array Actions;
  for (const Finding &F : V.Report.Findings) {
    if (F.Refused || !touches(F, First, Last) || !IsAsked("quickfix"))
      continue;
    if (json::Value Edit = editOf(V, F); Edit != nullptr)
      Actions.push_back(json::Object{{"title", titleOf(F)},
                                     {"kind", "quickfix"},
                                     {"isPreferred", true},
                                     {"diagnostics", json::Array{diagnosticOf(V, F)}},
                                     {"edit", std::move(Edit)}});
    Actions.push_back(json::Object{{"title", "Suppress with NOLINT"},
                                   {"kind", "quickfix"},
                                   {"diagnostics", json::Array{diagnosticOf(V, F)}},
                                   {"edit", suppression(V, F)}});
  }
  // Where refusals are not shown, there is no problem that an action would fix.
  if (StringRef Kind = V.ShowsRefusals ? "quickfix" : "refactor.rewrite"; IsAsked(Kind))
    addForRefusals(V, First, Last, Kind, Actions);
  if (V.Report.Fixed.empty() || !IsAsked("source.fixAll.loopfuse"))
    return Actions;
  std::map<std::string, json::Array> ByFile;
  for (const FileChange &C : V.Report.Fixed)
    ByFile[C.File] = lineEdits(C);
  Actions.push_back(json::Object{{"title", "Fuse all loops in this file"},
                                 {"kind", "source.fixAll.loopfuse"},
                                 {"edit", workspaceEdit(V, std::move(ByFile))}});
  return Actions;
}

json::Array lensesOf(const View &V) {
  json::Array Lenses;
  for (size_t I = 0; I < V.Report.Findings.size(); ++I) {
    const Finding &F = V.Report.Findings[I];
    if (F.Refused)
      continue;
    std::string Title =
        titleOf(F) + (F.BytesSaved > 0 ? ": saves " + formatBytes(F.BytesSaved) + " of memory traffic" : "");
    Lenses.push_back(
        json::Object{{"range", rangeOf(V, F.Place)},
                     {"command", json::Object{{"title", std::move(Title)},
                                              {"command", "loopfuse.fuse"},
                                              {"arguments", json::Array{V.Main.Uri, V.Report.Version, int64_t(I)}}}}});
  }
  return Lenses;
}

json::Object scanEntry(const Finding &F) {
  int64_t Line = F.Place.Line - 1;
  json::Object Position{{"line", Line}, {"character", 0}};
  return json::Object{{"uri", uriOf(F.Place.File)},
                      {"range", json::Object{{"start", json::Object(Position)}, {"end", std::move(Position)}}},
                      {"message", F.Message},
                      {"code", F.check()},
                      {"function", F.Function},
                      {"bytesSaved", F.BytesSaved}};
}

} // namespace loopfuse::lsp
