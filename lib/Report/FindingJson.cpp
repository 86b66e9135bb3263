//===- FindingJson.cpp - findings as JSON, and back -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/FindingJson.h"

using namespace llvm;

namespace loopfuse {

template <typename IO> static void fields(IO &To, SourceSpan &S) {
  To.path("file", S.File);
  To.field("offset", S.Offset);
  To.field("length", S.Length);
  To.field("line", S.Line);
  To.field("column", S.Column);
  To.field("endLine", S.EndLine);
}

template <typename IO> static void fields(IO &To, TextEdit &E) {
  To.path("file", E.File);
  To.field("offset", E.Offset);
  To.field("length", E.Length);
  To.field("text", E.Text);
}

template <typename IO> static void fields(IO &To, FindingNote &N) {
  To.field("text", N.Text);
  To.field("place", N.Place);
}

template <typename IO> static void fields(IO &To, WitnessAccess &A) {
  To.field("access", A.Access);
  To.field("element", A.Element);
  To.field("iteration", A.Iteration);
  To.field("isWrite", A.IsWrite);
  To.field("place", A.Place);
  To.field("loop", A.Loop);
}

template <typename IO> static void fields(IO &To, Witness &W) {
  To.field("earlier", W.Earlier);
  To.field("later", W.Later);
  To.field("parameters", W.Parameters);
}

template <typename IO> static void fields(IO &To, Refusal &R) {
  std::string Id, Class;
  if constexpr (!IO::Reads) {
    Id = refusalName(R.Id);
    Class = refusalClassName(refusalClass(R.Id));
  }
  To.field("id", Id);
  To.field("class", Class);
  if constexpr (IO::Reads) {
    std::optional<RefusalId> Known = findRefusal(Id);
    Known ? void(R.Id = *Known) : To.fail();
  }
  To.field("place", R.Place);
  To.field("arguments", R.Arguments);
  To.field("witness", R.Proof);
  To.field("remedy", R.Remedy);
}

template <typename IO> static void fields(IO &To, Finding &F) {
  std::string Kind = F.Kind == FusionKind::Vertical ? "vertical" : "horizontal";
  To.field("kind", Kind);
  F.Kind = Kind == "vertical" ? FusionKind::Vertical : FusionKind::Horizontal;
  To.field("acrossCalls", F.AcrossCalls);
  To.field("message", F.Message);
  To.field("function", F.Function);
  To.field("place", F.Place);
  To.field("region", F.Region);
  To.field("loops", F.Loops);
  To.field("refused", F.Refused);
  To.field("notes", F.Notes);
  To.field("form", F.Form);
  To.field("legality", F.Legality);
  To.field("profit", F.Profit);
  To.field("contracted", F.Contracted);
  To.field("bytesSaved", F.BytesSaved);
  To.field("ratio", F.Ratio);
  To.field("secondsBefore", F.SecondsBefore);
  To.field("secondsAfter", F.SecondsAfter);
  To.field("depth", F.Depth);
  To.field("edits", F.Edits);
  To.field("fading", F.Fading);
}

json::Object findingToJson(const Finding &F, const JsonPaths &Paths) {
  JsonWriter To(Paths);
  Finding Copy = F; // The list of fields serves reading as well, so it is not const.
  fields(To, Copy);
  return To.take();
}

std::optional<Finding> findingFromJson(const json::Object &Object, const JsonPaths &Paths) {
  JsonReader From(Paths, Object);
  Finding F;
  fields(From, F);
  return From.good() ? std::optional<Finding>(std::move(F)) : std::nullopt;
}

} // namespace loopfuse
