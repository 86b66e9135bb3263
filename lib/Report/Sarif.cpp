//===- Sarif.cpp - a run as SARIF 2.1.0 -----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Sarif.h"
#include "Report/MessageText.h"
#include "Report/RulePages.h"
#include "Report/TextRange.h"
#include "Support/WitnessText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace loopfuse {

namespace {

/// Writes one run. The names are the standard's (sections in comments).
class SarifWriter {
public:
  SarifWriter(const RunReport &Run, ReportContext &Context) : Run(Run), Context(Context) {}

  json::Value log() {
    json::Object Driver = driver(); // First: it numbers the rules.
    json::Array Results;
    for (const ReportedFinding &R : Run.Findings)
      Results.push_back(result(R));
    json::Object TheRun{
        {"tool", json::Object{{"driver", std::move(Driver)}}},
        {"invocations", json::Array{invocation()}},
        // The root has no URI of its own, so that the file says the same on every machine.
        {"originalUriBaseIds",
         json::Object{{"%SRCROOT%", json::Object{{"description", text("The folder of the sources.")}}}}},
        {"columnKind", "unicodeCodePoints"},
        {"results", std::move(Results)}};
    return json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", json::Array{std::move(TheRun)}}};
  }

private:
  static json::Object text(StringRef Text) { return json::Object{{"text", json::fixUTF8(Text)}}; }

  /// A text that ends as a sentence.
  static json::Object sentence(StringRef Text) { return text(Text.ends_with(".") ? Text.str() : Text.str() + "."); }

  /// 3.4: a relative reference, or a file URI for what lies elsewhere.
  json::Object artifact(StringRef File) const {
    std::string Path = displayPath(File, Context.WorkingDirectory);
    bool IsRelative = !StringRef(Path).starts_with("/");
    std::string Uri = IsRelative ? "" : "file://";
    for (char C : Path)
      if (isAlnum(C) || StringRef("-._~/").contains(C))
        Uri += C;
      else
        Uri += "%" + utohexstr(static_cast<unsigned char>(C), /*LowerCase=*/false, /*Width=*/2);
    json::Object Out{{"uri", Uri}};
    if (IsRelative)
      Out["uriBaseId"] = "%SRCROOT%";
    return Out;
  }

  static json::Object region(const TextRange &R) {
    return json::Object{
        {"startLine", R.Line}, {"startColumn", R.Column}, {"endLine", R.EndLine}, {"endColumn", R.EndColumn}};
  }

  json::Object location(const SourceSpan &Place) {
    json::Object Region = region(rangeOf(Context.Lines, Place, ColumnUnit::CodePoints));
    if (StringRef Text = Context.Lines.text(Place.File).substr(Place.Offset, Place.Length); !Text.empty())
      Region["snippet"] = text(Text);
    return json::Object{
        {"physicalLocation", json::Object{{"artifactLocation", artifact(Place.File)}, {"region", std::move(Region)}}}};
  }

  /// 3.49; one for each rule that has a result.
  json::Object descriptor(StringRef Rule) {
    json::Object Out{{"id", Rule.str()}};
    bool IsCheck = !findRefusal(Rule);
    Out["defaultConfiguration"] = json::Object{{"level", IsCheck ? "warning" : "note"}};
    Out["properties"] = json::Object{{"tags", json::Array{"performance"}},
                                     {"precision", "very-high"},
                                     {"problem.severity", IsCheck ? "warning" : "recommendation"}};
    if (std::optional<RulePage> Page = rulePage(Rule)) {
      Out["shortDescription"] = sentence(Page->Summary);
      Out["fullDescription"] = sentence(Page->Opening);
      Out["help"] = json::Object{{"text", Page->Markdown}, {"markdown", Page->Markdown}};
    }
    return Out;
  }

  json::Object driver() {
    json::Array Rules;
    for (const ReportedFinding &R : Run.Findings)
      if (RuleIndex.try_emplace(R.rule(), Rules.size()).second)
        Rules.push_back(descriptor(R.rule()));
    return json::Object{
        {"name", "loopfuse"}, {"version", Run.Version}, {"semanticVersion", Run.Version}, {"rules", std::move(Rules)}};
  }

  /// 3.20: whether all was read, and what was not.
  json::Object invocation() {
    json::Array Notifications;
    for (const UnreadSource &U : Run.Unread) {
      json::Object Physical{{"artifactLocation", artifact(U.Place.File)}};
      if (U.Place.Line)
        Physical["region"] = json::Object{{"startLine", U.Place.Line}, {"startColumn", std::max(U.Place.Column, 1u)}};
      Notifications.push_back(
          json::Object{{"level", "error"},
                       {"message", sentence(U.Text)},
                       {"locations", json::Array{json::Object{{"physicalLocation", std::move(Physical)}}}}});
    }
    json::Object Out{{"executionSuccessful", Run.Unread.empty()}};
    if (!Notifications.empty())
      Out["toolExecutionNotifications"] = std::move(Notifications);
    return Out;
  }

  /// 3.36: the two halves of the witness, in the order of the original program.
  json::Object codeFlow(const Witness &W) {
    json::Array Steps;
    for (const WitnessAccess *A : {&W.Earlier, &W.Later}) {
      json::Object Place = location(A->Place.isValid() ? A->Place : A->Loop);
      Place["message"] = sentence(describeAccess(*A));
      Steps.push_back(json::Object{{"location", std::move(Place)}});
    }
    return json::Object{{"message", sentence(describe(W))},
                        {"threadFlows", json::Array{json::Object{{"locations", std::move(Steps)}}}}};
  }

  /// 3.55: by file, all replacements of the one fusion.
  json::Object fix(const Finding &F) {
    std::map<std::string, json::Array> ByFile;
    for (const TextEdit &E : F.Edits) {
      json::Object Content{{"text", ""}};
      if (json::isUTF8(E.Text))
        Content = json::Object{{"text", E.Text}};
      else
        Content = json::Object{{"binary", encodeBase64(E.Text)}};
      ByFile[E.File].push_back(json::Object{
          {"deletedRegion", region(rangeOf(Context.Lines, E.File, E.Offset, E.Length, ColumnUnit::CodePoints))},
          {"insertedContent", std::move(Content)}});
    }
    json::Array Changes;
    for (auto &[File, Replacements] : ByFile)
      Changes.push_back(json::Object{{"artifactLocation", artifact(File)}, {"replacements", std::move(Replacements)}});
    return json::Object{{"description", text("Fuse the loops.")}, {"artifactChanges", std::move(Changes)}};
  }

  /// 3.27.
  json::Object result(const ReportedFinding &R) {
    const Finding &F = R.Result;
    std::string Message = headline(F);
    json::Array Related;
    for (const FindingNote &N : F.Notes)
      if (N.Place.isValid()) {
        json::Object Place = location(N.Place);
        Place["id"] = Related.size() + 1;
        Place["message"] = sentence(N.Text);
        Related.push_back(std::move(Place));
      } else {
        Message += ". " + N.Text;
      }
    json::Object Place = location(F.Place);
    if (!F.Function.empty())
      Place["logicalLocations"] =
          json::Array{json::Object{{"fullyQualifiedName", json::fixUTF8(F.Function)}, {"kind", "function"}}};
    json::Object Out{{"ruleId", R.rule()},
                     {"ruleIndex", RuleIndex.lookup(R.rule())},
                     {"level", F.Refused ? "note" : "warning"},
                     {"message", sentence(Message)},
                     {"locations", json::Array{std::move(Place)}},
                     {"partialFingerprints",
                      json::Object{{"primaryLocationLineHash", R.Fingerprint + ":1"}, {"loopfuse/v1", R.Fingerprint}}}};
    if (!Related.empty())
      Out["relatedLocations"] = std::move(Related);
    if (F.Refused && F.Refused->Proof)
      Out["codeFlows"] = json::Array{codeFlow(*F.Refused->Proof)};
    if (R.OffersEdits)
      Out["fixes"] = json::Array{fix(F)};
    // Present in all results or in none: GitHub takes an absent one for "not known".
    Out["suppressions"] = R.IsSuppressed ? json::Array{json::Object{{"kind", "inSource"}}} : json::Array{};
    return Out;
  }

  const RunReport &Run;
  ReportContext &Context;
  StringMap<unsigned> RuleIndex;
};

} // namespace

void printSarif(raw_ostream &OS, const RunReport &Run, ReportContext &Context) {
  OS << formatv("{0:2}", SarifWriter(Run, Context).log()) << '\n';
}

} // namespace loopfuse
