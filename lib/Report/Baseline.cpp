//===- Baseline.cpp - findings that are known and accepted ----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace loopfuse {

static constexpr int64_t Schema = 1;

Expected<Baseline> Baseline::parse(StringRef Text) {
  Expected<json::Value> Value = json::parse(Text);
  if (!Value)
    return Value.takeError();
  const json::Object *Top = Value->getAsObject();
  const json::Array *Findings = Top ? Top->getArray("findings") : nullptr;
  if (!Findings || Top->getString("tool") != "loopfuse")
    return createStringError("it is no baseline of loopfuse");
  if (Top->getInteger("schema") != Schema)
    return createStringError("its schema is not known to this version");
  Baseline B;
  for (const json::Value &V : *Findings) {
    const json::Object *O = V.getAsObject();
    std::optional<StringRef> Fingerprint = O ? O->getString("fingerprint") : std::nullopt;
    if (!Fingerprint)
      return createStringError("a finding has no fingerprint");
    auto Field = [&](StringRef Name) { return O->getString(Name).value_or("").str(); };
    B.Entries[Fingerprint->str()] = {Field("rule"), Field("file"), Field("function"), Field("message")};
  }
  return B;
}

std::string Baseline::text() const {
  std::vector<std::string> Lines;
  // By file, so that findings of one file stand together.
  std::vector<std::pair<const std::string *, const Entry *>> Sorted;
  for (const auto &[Fingerprint, E] : Entries)
    Sorted.push_back({&Fingerprint, &E});
  sort(Sorted, [](const auto &A, const auto &B) {
    return std::tie(A.second->File, *A.first) < std::tie(B.second->File, *B.first);
  });
  std::string Out;
  raw_string_ostream OS(Out);
  OS << "{\"tool\": \"loopfuse\", \"schema\": " << Schema << ", \"findings\": [";
  for (size_t I = 0; I < Sorted.size(); ++I) {
    const Entry &E = *Sorted[I].second;
    OS << (I ? ",\n  " : "\n  ")
       << json::Value(json::Object{{"fingerprint", *Sorted[I].first},
                                   {"rule", E.Rule},
                                   {"file", E.File},
                                   {"function", E.Function},
                                   {"message", E.Message}});
  }
  OS << "\n]}\n";
  return Out;
}

void Baseline::add(const ReportedFinding &R, const ReportContext &Context) {
  Entries[R.Fingerprint] = {R.rule(), json::fixUTF8(displayPath(R.Result.Place.File, Context.WorkingDirectory)),
                            json::fixUTF8(R.Result.Function), json::fixUTF8(R.Result.Message)};
}

size_t Baseline::prune(ArrayRef<ReportedFinding> Present, function_ref<bool(StringRef)> WasRead) {
  StringSet<> Found;
  for (const ReportedFinding &R : Present)
    if (!R.IsSuppressed)
      Found.insert(R.Fingerprint);
  return std::erase_if(Entries, [&](const auto &E) { return !Found.contains(E.first) && WasRead(E.second.File); });
}

} // namespace loopfuse
