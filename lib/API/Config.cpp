//===- Config.cpp - settings of a folder: .loopfuse.yaml ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;

LLVM_YAML_IS_SEQUENCE_VECTOR(loopfuse::ContainerClass)

namespace llvm::yaml {

template <> struct ScalarEnumerationTraits<loopfuse::AliasPolicy> {
  static void enumeration(IO &Io, loopfuse::AliasPolicy &V) {
    Io.enumCase(V, "refuse", loopfuse::AliasPolicy::Refuse);
    Io.enumCase(V, "guard", loopfuse::AliasPolicy::Guard);
    Io.enumCase(V, "strict", loopfuse::AliasPolicy::Strict);
    Io.enumCase(V, "assume-noalias", loopfuse::AliasPolicy::AssumeNoAlias);
  }
};

template <> struct ScalarEnumerationTraits<loopfuse::FpPolicy> {
  static void enumeration(IO &Io, loopfuse::FpPolicy &V) {
    Io.enumCase(V, "source", loopfuse::FpPolicy::Source);
    Io.enumCase(V, "exact", loopfuse::FpPolicy::Exact);
    Io.enumCase(V, "relaxed", loopfuse::FpPolicy::Relaxed);
  }
};

template <> struct ScalarEnumerationTraits<loopfuse::CallPolicy> {
  static void enumeration(IO &Io, loopfuse::CallPolicy &V) {
    Io.enumCase(V, "fuse", loopfuse::CallPolicy::Fuse);
    Io.enumCase(V, "keep", loopfuse::CallPolicy::Keep);
  }
};
template <> struct ScalarEnumerationTraits<loopfuse::CostModel> {
  static void enumeration(IO &Io, loopfuse::CostModel &V) {
    Io.enumCase(V, "rules", loopfuse::CostModel::Rules);
    Io.enumCase(V, "always", loopfuse::CostModel::Always);
  }
};

template <> struct ScalarEnumerationTraits<loopfuse::FailOn> {
  static void enumeration(IO &Io, loopfuse::FailOn &V) {
    Io.enumCase(V, "nothing", loopfuse::FailOn::Nothing);
    Io.enumCase(V, "fusable", loopfuse::FailOn::Fusable);
    Io.enumCase(V, "refused", loopfuse::FailOn::Refused);
    Io.enumCase(V, "any", loopfuse::FailOn::Any);
  }
};

template <> struct ScalarEnumerationTraits<loopfuse::ContainerClass::Storage> {
  static void enumeration(IO &Io, loopfuse::ContainerClass::Storage &V) {
    Io.enumCase(V, "owner", loopfuse::ContainerClass::Storage::Owner);
    Io.enumCase(V, "value", loopfuse::ContainerClass::Storage::Value);
    Io.enumCase(V, "view", loopfuse::ContainerClass::Storage::View);
  }
};

template <> struct MappingTraits<loopfuse::ContainerClass> {
  static void mapping(IO &Io, loopfuse::ContainerClass &C) {
    Io.mapRequired("Name", C.Name);
    Io.mapOptional("Storage", C.Kind);
    Io.mapOptional("ElementAccess", C.ElementAccess);
    Io.mapOptional("Size", C.Size);
    Io.mapOptional("Pure", C.Pure);
  }
};

template <> struct MappingTraits<loopfuse::Config> {
  static void mapping(IO &Io, loopfuse::Config &C) {
    Io.mapOptional("Alias", C.Alias);
    Io.mapOptional("Fp", C.Fp);
    Io.mapOptional("CostModel", C.Cost);
    Io.mapOptional("Calls", C.Calls);
    Io.mapOptional("HeaderFilter", C.HeaderFilter);
    Io.mapOptional("FailOn", C.Fail);
    Io.mapOptional("Exclude", C.Exclude);
    Io.mapOptional("Checks", C.Checks);
    Io.mapOptional("Containers", C.Containers);
  }
};

} // namespace llvm::yaml

namespace loopfuse {

static constexpr StringRef FileName = ".loopfuse.yaml";
static constexpr StringLiteral AllChecks[] = {"loopfuse-vertical", "loopfuse-horizontal", "loopfuse-call-chain"};

ArrayRef<StringLiteral> allChecks() { return AllChecks; }

/// Where \p Key is set in a text, for errors that the YAML reader does not know of: "path:line:column: error: ".
static std::string placeOfKey(StringRef Text, StringRef Path, StringRef Key) {
  unsigned Line = 1;
  for (StringRef Rest = Text; !Rest.empty(); ++Line) {
    auto [First, Others] = Rest.split('\n');
    if (First.starts_with((Key + ":").str()))
      break;
    Rest = Others;
  }
  return (Path + ":" + Twine(Line) + ":1: error: " + Key + ": ").str();
}

Config parseConfig(StringRef Text, StringRef Path, std::vector<std::string> &Errors) {
  std::vector<SMDiagnostic> Found;
  auto Keep = [](const SMDiagnostic &D, void *List) { static_cast<std::vector<SMDiagnostic> *>(List)->push_back(D); };
  Config C;
  if (Text.trim().empty())
    return C;
  yaml::Input In(Text, nullptr, Keep, &Found);
  In.setAllowUnknownKeys(true); // They are reported all the same, each with its place.
  In >> C;
  if (In.error() && Found.empty())
    Errors.push_back((Path + ":1:1: error: not a YAML mapping").str());
  sort(Found, [](const SMDiagnostic &A, const SMDiagnostic &B) {
    return std::pair(A.getLineNo(), A.getColumnNo()) < std::pair(B.getLineNo(), B.getColumnNo());
  });
  for (const SMDiagnostic &D : Found)
    Errors.push_back(
        (Path + ":" + Twine(D.getLineNo()) + ":" + Twine(D.getColumnNo() + 1) + ": error: " + D.getMessage()).str());
  if (In.error() || !Found.empty())
    return {};

  std::string Why;
  if (!C.HeaderFilter.value_or("").empty() && !Regex(*C.HeaderFilter).isValid(Why))
    Errors.push_back(placeOfKey(Text, Path, "HeaderFilter") + "'" + *C.HeaderFilter + "': " + Why);
  for (const std::string &E : C.Exclude.value_or(std::vector<std::string>()))
    if (!Regex(E).isValid(Why))
      Errors.push_back(placeOfKey(Text, Path, "Exclude") + "'" + E + "': " + Why);
  for (const std::string &Check : C.Checks.value_or(std::vector<std::string>()))
    if (!is_contained(AllChecks, Check))
      Errors.push_back(placeOfKey(Text, Path, "Checks") + "no check is called '" + Check + "'");
  return C;
}

std::optional<Config> parseSetting(StringRef Key, StringRef Value) {
  std::vector<std::string> Errors;
  Config C = parseConfig((Key + ": \"" + yaml::escape(Value) + "\"\n").str(), "", Errors);
  return Errors.empty() ? std::optional(std::move(C)) : std::nullopt;
}

std::string dumpConfig(const Config &Given) {
  Config C = Given;
  C.Alias = C.Alias.value_or(AliasPolicy::Refuse);
  C.Fp = C.Fp.value_or(FpPolicy::Source);
  C.Cost = C.Cost.value_or(CostModel::Rules);
  C.Calls = C.Calls.value_or(CallPolicy::Fuse);
  C.Fail = C.Fail.value_or(FailOn::Nothing);
  if (!C.Checks)
    C.Checks = std::vector<std::string>(std::begin(AllChecks), std::end(AllChecks));
  std::string Text;
  raw_string_ostream OS(Text);
  yaml::Output Out(OS);
  Out << C;
  return Text;
}

Config overlay(Config C, const Config &Over) {
  auto Put = [](auto &Value, const auto &New) {
    if (New)
      Value = New;
  };
  Put(C.Alias, Over.Alias);
  Put(C.Fp, Over.Fp);
  Put(C.Cost, Over.Cost);
  Put(C.Calls, Over.Calls);
  Put(C.HeaderFilter, Over.HeaderFilter);
  Put(C.Fail, Over.Fail);
  Put(C.Exclude, Over.Exclude);
  Put(C.Checks, Over.Checks);
  C.Containers.insert(C.Containers.end(), Over.Containers.begin(), Over.Containers.end());
  return C;
}

bool FileSettings::wantsCheck(StringRef Check) const { return !Values.Checks || is_contained(*Values.Checks, Check); }

bool FileSettings::sameAnalysis(const FileSettings &Other) const {
  auto Key = [](const FileSettings &S) {
    Config Only;
    Only.Alias = S.Alias;
    Only.Fp = S.Fp;
    Only.Cost = S.Cost;
    Only.Calls = S.Calls;
    Only.Containers = S.Values.Containers;
    return dumpConfig(Only);
  };
  return Alias == Other.Alias && Fp == Other.Fp && Cost == Other.Cost && Calls == Other.Calls &&
         ((Values.Containers.empty() && Other.Values.Containers.empty()) || Key(*this) == Key(Other));
}

std::string ConfigTree::nearest(StringRef Folder) {
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, FileName);
    if (sys::fs::exists(Path))
      return std::string(Path);
  }
  return "";
}

Config ConfigTree::ofFolder(StringRef Folder) const {
  if (auto It = Folders.find(Folder.str()); It != Folders.end())
    return It->second;
  SmallString<256> Path(Folder);
  sys::path::append(Path, FileName);
  Config C;
  if (sys::fs::exists(Path)) {
    if (auto Buffer = MemoryBuffer::getFile(Path))
      C = parseConfig((*Buffer)->getBuffer(), Path, Errors);
    else
      Errors.push_back((Path + ": error: " + Buffer.getError().message()).str());
  } else if (StringRef Parent = sys::path::parent_path(Folder); !Parent.empty()) {
    C = ofFolder(Parent);
  }
  return Folders[Folder.str()] = std::move(C);
}

std::shared_ptr<const FileSettings> ConfigTree::settingsOf(StringRef File) const {
  std::lock_guard<std::mutex> Guard(Lock);
  auto &Known = Files[File.str()];
  if (Known)
    return Known;
  auto S = std::make_shared<FileSettings>();
  S->Values = overlay(ofFolder(sys::path::parent_path(File)), CommandLine);
  S->Alias = S->Values.Alias.value_or(AliasPolicy::Refuse);
  S->Fp = S->Values.Fp.value_or(FpPolicy::Source);
  S->Cost = S->Values.Cost.value_or(CostModel::Rules);
  S->Calls = S->wantsCheck("loopfuse-call-chain") ? S->Values.Calls.value_or(CallPolicy::Fuse) : CallPolicy::Keep;
  S->Fail = S->Values.Fail.value_or(FailOn::Nothing);
  S->Containers = standardContainers();
  S->Containers.insert(S->Containers.end(), S->Values.Containers.begin(), S->Values.Containers.end());
  for (const std::string &E : S->Values.Exclude.value_or(std::vector<std::string>()))
    S->Excluded |= Regex(E).match(File);
  if (S->Values.HeaderFilter)
    S->HeaderMatches = !S->Values.HeaderFilter->empty() && Regex(*S->Values.HeaderFilter).match(File);
  return Known = std::move(S);
}

std::vector<std::string> ConfigTree::errors() const {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<std::string> Sorted = Errors;
  sort(Sorted);
  return Sorted;
}

} // namespace loopfuse
