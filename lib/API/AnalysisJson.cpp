//===- AnalysisJson.cpp - one unit's results as JSON, and back ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/AnalysisJson.h"
#include "Report/FindingJson.h"

using namespace llvm;

namespace loopfuse {

namespace {
struct SkippedRange {
  unsigned Begin = 0, End = 0;
};
struct NamedFile {
  std::string Name;
  uint64_t Hash = 0;
  std::vector<SkippedRange> Skipped;
};
struct NamedCounts {
  std::string Name;
  unsigned Functions = 0, Loops = 0;
};
/// UnitAnalysis as lists of structs, without its findings.
struct Written {
  bool Succeeded = false, Crashed = false;
  std::vector<ParseError> Errors;
  std::vector<NamedFile> Files;
  std::vector<EditTrial> Trials;
  std::vector<NamedCounts> Counts;
};
} // namespace

template <typename IO> static void fields(IO &To, ParseError &E) {
  To.path("file", E.File);
  To.field("line", E.Line);
  To.field("column", E.Column);
  To.field("text", E.Text);
}

template <typename IO> static void fields(IO &To, SkippedRange &R) {
  To.field("begin", R.Begin);
  To.field("end", R.End);
}

template <typename IO> static void fields(IO &To, NamedFile &F) {
  To.path("file", F.Name);
  To.field("hash", F.Hash);
  To.field("skipped", F.Skipped);
}

template <typename IO> static void fields(IO &To, NamedCounts &C) {
  To.path("file", C.Name);
  To.field("functions", C.Functions);
  To.field("loops", C.Loops);
}

template <typename IO> static void fields(IO &To, EditTrial &T) {
  To.field("passed", T.Passed);
  To.field("failure", T.Failure);
}

template <typename IO> static void fields(IO &To, Written &W) {
  To.field("succeeded", W.Succeeded);
  To.field("crashed", W.Crashed);
  To.field("errors", W.Errors);
  To.field("files", W.Files);
  To.field("trials", W.Trials);
  To.field("counts", W.Counts);
}

json::Object analysisToJson(const UnitAnalysis &A, const JsonPaths &Paths) {
  Written W{A.Parse.Succeeded, A.Parse.Crashed, A.Parse.Errors, {}, A.Trials, {}};
  for (const auto &[Name, Seen] : A.Parse.Files) {
    NamedFile F{Name, Seen.Hash, {}};
    for (auto [Begin, End] : Seen.Skipped)
      F.Skipped.push_back({Begin, End});
    W.Files.push_back(std::move(F));
  }
  for (const auto &[Name, Counts] : A.Counts)
    W.Counts.push_back({Name, Counts.Functions, Counts.Loops});
  JsonWriter To(Paths);
  fields(To, W);
  json::Object Out = To.take();
  json::Array Findings;
  for (const auto &F : A.Findings)
    Findings.push_back(findingToJson(*F, Paths));
  Out["findings"] = std::move(Findings);
  json::Array Suppressed;
  for (const auto &F : A.Suppressed)
    Suppressed.push_back(findingToJson(*F, Paths));
  Out["suppressed"] = std::move(Suppressed);
  return Out;
}

std::optional<UnitAnalysis> analysisFromJson(const json::Object &Object, const JsonPaths &Paths, FindingPool &Pool) {
  JsonReader From(Paths, Object);
  Written W;
  fields(From, W);
  const json::Array *Findings = Object.getArray("findings"), *Suppressed = Object.getArray("suppressed");
  if (!From.good() || !Findings || !Suppressed || (!W.Trials.empty() && W.Trials.size() != Findings->size()))
    return std::nullopt;
  // Reports name the first error of what did not parse.
  if (!W.Succeeded && W.Errors.empty())
    return std::nullopt;
  UnitAnalysis A;
  A.Parse.Succeeded = W.Succeeded;
  A.Parse.Crashed = W.Crashed;
  A.Parse.Errors = std::move(W.Errors);
  A.Trials = std::move(W.Trials);
  for (NamedFile &F : W.Files) {
    SeenFile &Seen = A.Parse.Files[F.Name];
    Seen.Hash = F.Hash;
    for (const SkippedRange &R : F.Skipped)
      Seen.Skipped.push_back({R.Begin, R.End});
  }
  for (NamedCounts &C : W.Counts)
    A.Counts[C.Name] = {C.Functions, C.Loops};
  auto Read = [&](const json::Array &From, std::vector<std::shared_ptr<const Finding>> &To) {
    for (const json::Value &V : From) {
      const json::Object *O = V.getAsObject();
      std::optional<Finding> F = O ? findingFromJson(*O, Paths) : std::nullopt;
      if (!F)
        return false;
      To.push_back(Pool.add(std::move(*F)));
    }
    return true;
  };
  if (!Read(*Findings, A.Findings) || !Read(*Suppressed, A.Suppressed))
    return std::nullopt;
  return A;
}

} // namespace loopfuse
