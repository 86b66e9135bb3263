//===- FindingsCache.cpp - analyses of units that did not change ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/FindingsCache.h"
#include "API/AnalysisJson.h"
#include "API/FilePolicy.h"
#include "API/WriteFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace loopfuse {

static std::string hashText(StringRef Text) {
  XXH128_hash_t H = xxh3_128bits(ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
  return utohexstr(H.high64, true, 16) + utohexstr(H.low64, true, 16);
}

std::string FindingsCache::fileFor(const AnalysisScope &Scope, const UnitCommand &Command) const {
  std::string Key;
  for (const std::string &Part : {Salt, Command.File, Command.Directory, join(Command.Arguments, std::string(1, '\0')),
                                  join(Command.CommandLine, std::string(1, '\0'))})
    Key += utostr(Part.size()) + " " + Part;
  Key += Command.IsGcc ? "gcc" : "";
  Key += Command.HasBarrier ? "barrier" : "";
  Key += Command.ContractFlag + " " + Command.FpUnit + " " + utostr(Scope.IslOperations);
  Key += Scope.TryEdits ? " edits" : "";
  Key += Scope.CountSources ? " counts" : "";
  std::string Name = hashText(Key);
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name.substr(0, 2), Name + ".json");
  return std::string(Path);
}

/// All that decides how findings in a file are looked for, besides its text.
static std::string settingsDigest(const Project &P, const AnalysisScope &Scope, const std::string &File) {
  if (!Scope.wants(File))
    return "";
  std::shared_ptr<const FileSettings> Settings = Scope.configs().settingsOf(File);
  std::optional<Refusal> Keep = editRefusal(P, File, "", {});
  return hashText(dumpConfig(Settings->Values) + Settings->costData() + (Keep ? refusalName(Keep->Id).str() : ""));
}

static json::Array toJson(const FileQuestions &Asked) {
  json::Array Out;
  for (const auto &[Question, Answer] : Asked.Answers)
    Out.push_back(json::Array{std::string(1, static_cast<char>(Question.first)), textToJson(Question.second),
                              textToJson(Answer)});
  return Out;
}

static bool holds(PresentFiles &Present, const json::Array &Asked) {
  FileQuestions Q;
  for (const json::Value &V : Asked) {
    const json::Array *Row = V.getAsArray();
    if (!Row || Row->size() != 3 || !(*Row)[0].getAsString() || (*Row)[0].getAsString()->size() != 1)
      return false;
    auto Path = textFromJson((*Row)[1]), Answer = textFromJson((*Row)[2]);
    if (!Path || !Answer)
      return false;
    if (Present.answer({static_cast<FileQuestions::Kind>((*Row)[0].getAsString()->front()), *Path}) != *Answer)
      return false;
  }
  return true;
}

std::optional<UnitAnalysis> FindingsCache::find(const Project &P, const AnalysisScope &Scope,
                                                const UnitCommand &Command) {
  auto Buffer = MemoryBuffer::getFile(fileFor(Scope, Command));
  if (!Buffer)
    return std::nullopt;
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  const json::Object *Entry = Value->getAsObject();
  const json::Array *Asked = Entry ? Entry->getArray("asked") : nullptr;
  const json::Object *Settings = Entry ? Entry->getObject("settings") : nullptr;
  const json::Object *Analysis = Entry ? Entry->getObject("analysis") : nullptr;
  if (!Asked || !Settings || !Analysis || !holds(Present, *Asked))
    return std::nullopt;
  std::optional<UnitAnalysis> A = analysisFromJson(*Analysis, {}, Scope.pool());
  if (!A || A->Parse.Files.size() != Settings->size())
    return std::nullopt;
  for (const auto &[File, Seen] : A->Parse.Files)
    if (Settings->getString(json::fixUTF8(File)) != settingsDigest(P, Scope, File))
      return std::nullopt;
  ++Hits;
  return A;
}

/// Whether the text changes with the clock.
static bool namesTheTime(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return !Buffer || any_of(ArrayRef<StringRef>{"__DATE__", "__TIME__", "__TIMESTAMP__"},
                           [&](StringRef Name) { return (*Buffer)->getBuffer().contains(Name); });
}

void FindingsCache::store(const Project &P, const AnalysisScope &Scope, const UnitCommand &Command,
                          const UnitAnalysis &A, const FileQuestions &Asked) {
  if (!A.Parse.Succeeded)
    return;
  json::Object Settings;
  for (const auto &[File, Seen] : A.Parse.Files) {
    if (namesTheTime(File) || !json::isUTF8(File))
      return;
    Settings[File] = settingsDigest(P, Scope, File);
  }
  std::string File = fileFor(Scope, Command);
  if (sys::fs::create_directories(sys::path::parent_path(File)))
    return;
  json::Value Entry =
      json::Object{{"asked", toJson(Asked)}, {"settings", std::move(Settings)}, {"analysis", analysisToJson(A, {})}};
  // What is not kept is found again: a full disk is no reason to stop.
  consumeError(writeFile(File, formatv("{0}", Entry).str()));
}

} // namespace loopfuse
