//===- Config.cpp - settings of a folder: .loopfuse.yaml ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Config.h"
#include "API/CostData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;

LLVM_YAML_IS_SEQUENCE_VECTOR(loopfuse::ContainerClass)

namespace loopfuse {

namespace {
/// The words that stand for the values of an enumeration.
template <class T> struct Choices {};
template <> struct Choices<AliasPolicy> {
  static constexpr std::pair<const char *, AliasPolicy> List[] = {{"refuse", AliasPolicy::Refuse},
                                                                  {"guard", AliasPolicy::Guard},
                                                                  {"strict", AliasPolicy::Strict},
                                                                  {"assume-noalias", AliasPolicy::AssumeNoAlias}};
};
template <> struct Choices<FpPolicy> {
  static constexpr std::pair<const char *, FpPolicy> List[] = {
      {"source", FpPolicy::Source}, {"exact", FpPolicy::Exact}, {"relaxed", FpPolicy::Relaxed}};
};
template <> struct Choices<CallPolicy> {
  static constexpr std::pair<const char *, CallPolicy> List[] = {{"fuse", CallPolicy::Fuse},
                                                                 {"keep", CallPolicy::Keep}};
};
template <> struct Choices<CostModel> {
  static constexpr std::pair<const char *, CostModel> List[] = {{"rules", CostModel::Rules},
                                                                {"roofline", CostModel::Roofline},
                                                                {"recorded", CostModel::Recorded},
                                                                {"always", CostModel::Always}};
};
template <> struct Choices<Granularity> {
  static constexpr std::pair<const char *, Granularity> List[] = {{"auto", Granularity::Auto},
                                                                  {"iteration", Granularity::Iteration},
                                                                  {"strip", Granularity::Strip},
                                                                  {"row", Granularity::Row}};
};
template <> struct Choices<FailOn> {
  static constexpr std::pair<const char *, FailOn> List[] = {
      {"nothing", FailOn::Nothing}, {"fusable", FailOn::Fusable}, {"refused", FailOn::Refused}, {"any", FailOn::Any}};
};
template <> struct Choices<ContainerClass::Storage> {
  using Storage = ContainerClass::Storage;
  static constexpr std::pair<const char *, Storage> List[] = {
      {"owner", Storage::Owner}, {"value", Storage::Value}, {"view", Storage::View}};
};
} // namespace

} // namespace loopfuse

namespace llvm::yaml {

template <class T>
  requires requires { loopfuse::Choices<T>::List; }
struct ScalarEnumerationTraits<T> {
  static void enumeration(IO &Io, T &V) {
    for (const auto &[Name, Value] : loopfuse::Choices<T>::List)
      Io.enumCase(V, Name, Value);
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
    Io.mapOptional("Machine", C.OnMachine);
    Io.mapOptional("Record", C.Record);
    Io.mapOptional("Granularity", C.Grain);
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

template <class T> static std::string namesOf() {
  std::string Names;
  for (const auto &[Name, Value] : Choices<T>::List)
    Names += (Names.empty() ? "" : ", ") + std::string(Name);
  return Names;
}

/// What may stand behind a key; "" for what is no choice.
static std::string choicesOf(StringRef Key) {
  return StringSwitch<std::string>(Key)
      .Case("Alias", namesOf<AliasPolicy>())
      .Case("Fp", namesOf<FpPolicy>())
      .Case("Calls", namesOf<CallPolicy>())
      .Case("CostModel", namesOf<CostModel>())
      .Case("Granularity", namesOf<Granularity>())
      .Case("FailOn", namesOf<FailOn>())
      .Case("Storage", namesOf<ContainerClass::Storage>())
      .Default("");
}

/// The YAML reader's message, with the choices where a word is none of them.
static std::string messageOf(const SMDiagnostic &D) {
  if (D.getMessage() != "unknown enumerated scalar")
    return D.getMessage().str();
  auto [Key, Value] = D.getLineContents().split(':');
  std::string Choices = choicesOf(Key.trim(" \t-{\"'"));
  return Choices.empty() ? "no such choice"
                         : "'" + Value.split('#').first.trim(" \t\r}\"'").str() + "' is none of " + Choices;
}

static bool isWordCharacter(char C) { return isAlnum(C) || C == '-' || C == '_'; }

/// Where \p Entry stands behind \p Key in a text, for errors that the YAML reader does not know of:
/// "path:line:column: error: ". If it is written in another way, where the key is.
static std::string placeOfEntry(StringRef Text, StringRef Path, StringRef Key, StringRef Entry) {
  size_t At = 0;
  while (At < Text.size() && !Text.substr(At).starts_with((Key + ":").str()))
    At = std::min(Text.find('\n', At), Text.size() - 1) + 1;
  size_t Found = Text.find(Entry, Text.find_first_not_of(' ', At + Key.size() + 1));
  auto IsPart = [&](size_t P) {
    return (isWordCharacter(Entry.front()) && isWordCharacter(Text[P - 1])) ||
           (isWordCharacter(Entry.back()) && P + Entry.size() < Text.size() && isWordCharacter(Text[P + Entry.size()]));
  };
  while (Found != StringRef::npos && !Entry.empty() && IsPart(Found))
    Found = Text.find(Entry, Found + 1);
  StringRef Before = Text.take_front(Found == StringRef::npos ? At : Found);
  size_t Column = Before.size() - (Before.contains('\n') ? Before.rfind('\n') + 1 : 0);
  return (Path + ":" + Twine(Before.count('\n') + 1) + ":" + Twine(Column + 1) + ": error: " + Key + ": ").str();
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
        (Path + ":" + Twine(D.getLineNo()) + ":" + Twine(D.getColumnNo() + 1) + ": error: " + messageOf(D)).str());
  if (In.error() || !Found.empty())
    return {};

  std::string Why;
  if (!C.HeaderFilter.value_or("").empty() && !Regex(*C.HeaderFilter).isValid(Why))
    Errors.push_back(placeOfEntry(Text, Path, "HeaderFilter", *C.HeaderFilter) + "'" + *C.HeaderFilter + "': " + Why);
  for (const std::string &E : C.Exclude.value_or(std::vector<std::string>()))
    if (!Regex(E).isValid(Why))
      Errors.push_back(placeOfEntry(Text, Path, "Exclude", E) + "'" + E + "': " + Why);
  for (const std::string &Check : C.Checks.value_or(std::vector<std::string>()))
    if (!is_contained(AllChecks, Check))
      Errors.push_back(placeOfEntry(Text, Path, "Checks", Check) + "no check is called '" + Check + "'");
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
  C.Grain = C.Grain.value_or(Granularity::Auto);
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
  Put(C.OnMachine, Over.OnMachine);
  Put(C.Record, Over.Record);
  Put(C.Grain, Over.Grain);
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
    Only.Grain = S.Grain;
    Only.Calls = S.Calls;
    Only.Containers = S.Values.Containers;
    return dumpConfig(Only);
  };
  return Alias == Other.Alias && Fp == Other.Fp && Cost == Other.Cost && Grain == Other.Grain && Calls == Other.Calls &&
         Values.OnMachine == Other.Values.OnMachine && Values.Record == Other.Values.Record &&
         ((Values.Containers.empty() && Other.Values.Containers.empty()) || Key(*this) == Key(Other));
}

std::string FileSettings::costData() const {
  std::string Out = OnMachine ? dumpMachine(*OnMachine) : "";
  if (Record)
    for (const RecordedTime &T : Record->Times)
      Out += recordLine(T);
  return Out;
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
    if (auto Buffer = MemoryBuffer::getFile(Path)) {
      C = parseConfig((*Buffer)->getBuffer(), Path, Errors);
      if (C.OnMachine)
        C.OnMachine = absoluteMachine(*C.OnMachine, Folder);
      if (C.Record)
        C.Record = absoluteFile(*C.Record, Folder);
    } else {
      Errors.push_back((Path + ": error: " + Buffer.getError().message()).str());
    }
  } else if (StringRef Parent = sys::path::parent_path(Folder); !Parent.empty()) {
    C = ofFolder(Parent);
  }
  return Folders[Folder.str()] = std::move(C);
}

void ConfigTree::loadCostData(FileSettings &S) const {
  // A failure is told once, and then known.
  auto Load = [&](auto &Known, const std::optional<std::string> &Name, auto Read) {
    if (!Name)
      return typename std::remove_reference_t<decltype(Known)>::mapped_type();
    auto [It, IsNew] = Known.try_emplace(*Name);
    if (IsNew)
      It->second = Read(*Name, Errors);
    return It->second;
  };
  S.OnMachine = Load(Machines, S.Values.OnMachine, loadMachine);
  S.Record = Load(Records, S.Values.Record, loadRecord);
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
  S->Grain = S->Values.Grain.value_or(Granularity::Auto);
  S->Calls = S->wantsCheck("loopfuse-call-chain") ? S->Values.Calls.value_or(CallPolicy::Fuse) : CallPolicy::Keep;
  S->Fail = S->Values.Fail.value_or(FailOn::Nothing);
  loadCostData(*S);
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
