//===- Shards.cpp - one run parted over several machines ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Shards.h"
#include "API/AnalysisJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static constexpr unsigned Schema = 1;

std::optional<Shard> parseShard(StringRef Text) {
  auto [Index, Count] = Text.split('/');
  Shard S;
  if (Index.getAsInteger(10, S.Index) || Count.getAsInteger(10, S.Count) || S.Index < 1 || S.Index > S.Count)
    return std::nullopt;
  return S;
}

Selection partOf(const Selection &Asked, Shard S) {
  Selection Part = Asked;
  Part.Units.clear();
  for (size_t I = S.Index - 1; I < Asked.Units.size(); I += S.Count)
    Part.Units.push_back(Asked.Units[I]);
  return Part;
}

namespace {

struct NamedSource {
  std::string Name;
  friend bool operator==(const NamedSource &, const NamedSource &) = default;
};

/// The first line of a part.
struct Header {
  std::string Type = "shard", Options, Root;
  unsigned SchemaNumber = Schema;
  Shard Part;
  std::vector<NamedSource> Sources, Headers;
  std::vector<unsigned> Asked;
  bool OnlyHeaders = false;
};

} // namespace

template <typename IO> static void fields(IO &To, NamedSource &S) { To.path("file", S.Name); }

template <typename IO> static void fields(IO &To, Header &H) {
  To.field("type", H.Type);
  To.field("schema", H.SchemaNumber);
  To.field("index", H.Part.Index);
  To.field("count", H.Part.Count);
  To.field("options", H.Options);
  To.field("root", H.Root);
  To.field("sources", H.Sources);
  To.field("asked", H.Asked);
  To.field("headers", H.Headers);
  To.field("onlyHeaders", H.OnlyHeaders);
}

std::string shardText(const Project &P, const Selection &Asked, Shard S,
                      const std::map<unsigned, UnitAnalysis> &Results, StringRef Options) {
  JsonPaths Paths{P.Root};
  Header H;
  H.Options = Options.str();
  H.Root = P.Root;
  H.Part = S;
  for (const UnitCommand &U : P.Units)
    H.Sources.push_back({U.File});
  for (const std::string &File : Asked.Headers)
    H.Headers.push_back({File});
  H.Asked = Asked.Units;
  H.OnlyHeaders = Asked.OnlyHeaders;
  JsonWriter To(Paths);
  fields(To, H);
  std::string Out;
  raw_string_ostream OS(Out);
  OS << json::Value(To.take()) << '\n';
  for (const auto &[Unit, A] : Results) {
    json::Object Line = analysisToJson(A, Paths);
    Line["type"] = "unit";
    Line["unit"] = Unit;
    OS << json::Value(std::move(Line)) << '\n';
  }
  return Out;
}

namespace {

class Merger {
public:
  Merger(StringRef Root, FindingPool &Pool) : Root(Root), Pool(Pool) {}

  Error add(const std::string &Name, StringRef Text) {
    auto Failure = [&](const Twine &Why) { return createStringError("'" + Name + "' " + Why); };
    bool IsFirstLine = true;
    JsonPaths Paths;
    for (StringRef Line; !Text.empty();) {
      std::tie(Line, Text) = Text.split('\n');
      Expected<json::Value> Value = json::parse(Line);
      if (!Value) {
        consumeError(Value.takeError());
        return Failure("is cut short or no part of a run");
      }
      const json::Object *Object = Value->getAsObject();
      if (std::exchange(IsFirstLine, false)) {
        if (!Object || !readHeader(*Object, Paths))
          return Failure("is no part of a run by this version");
        if (std::optional<std::string> Why = fit(Name))
          return Failure(*Why);
        continue;
      }
      std::optional<int64_t> Unit = Object ? Object->getInteger("unit") : std::nullopt;
      std::optional<UnitAnalysis> A = Unit && *Unit >= 0 && size_t(*Unit) < All.Work.Units.size()
                                          ? analysisFromJson(*Object, Paths, Pool)
                                          : std::nullopt;
      if (!A)
        return Failure("is damaged");
      All.Results.try_emplace(unsigned(*Unit), std::move(*A));
    }
    return IsFirstLine ? Failure("is empty") : Error::success();
  }

  Expected<MergedShards> finish() {
    for (unsigned I = 1; I <= First.Part.Count; ++I)
      if (!Names.count(I))
        return createStringError("part " + Twine(I) + " of " + Twine(First.Part.Count) + " is missing");
    for (unsigned Unit : All.Asked.Units)
      if (!All.Results.count(Unit))
        return createStringError("no part has '" + All.Work.Units[Unit].File + "'");
    return std::move(All);
  }

private:
  bool readHeader(const json::Object &Object, JsonPaths &Paths) {
    // The root is needed to read the other paths.
    Paths.Root = Root.empty() ? Object.getString("root").value_or("").str() : Root.str();
    JsonReader From(Paths, Object);
    Next = {};
    fields(From, Next);
    Next.Root = Paths.Root;
    return From.good() && Next.Type == "shard" && Next.SchemaNumber == Schema && Next.Part.Index >= 1 &&
           Next.Part.Index <= Next.Part.Count &&
           all_of(Next.Asked, [&](unsigned Unit) { return Unit < Next.Sources.size(); });
  }

  /// Takes the first part's header as the run's. Why the next part does not go with it.
  std::optional<std::string> fit(const std::string &Name) {
    if (Names.empty()) {
      First = Next;
      All.Work.Root = First.Root;
      for (const NamedSource &S : First.Sources) {
        UnitCommand U;
        U.File = S.Name;
        All.Work.MainFiles.insert(U.File);
        All.Work.Units.push_back(std::move(U));
      }
      for (const NamedSource &H : First.Headers)
        All.Asked.Headers.push_back(H.Name);
      All.Asked.Units = First.Asked;
      All.Asked.OnlyHeaders = First.OnlyHeaders;
    } else if (First.Options != Next.Options) {
      return "was made with other options, or by another version, than '" + Names.begin()->second + "'";
    } else if (First.Part.Count != Next.Part.Count || First.Asked != Next.Asked || First.Sources != Next.Sources) {
      return "is part of another run than '" + Names.begin()->second + "'";
    }
    auto [It, IsNew] = Names.try_emplace(Next.Part.Index, Name);
    if (!IsNew)
      return "is the same part as '" + It->second + "'";
    return std::nullopt;
  }

  StringRef Root;
  FindingPool &Pool;
  Header First, Next;
  std::map<unsigned, std::string> Names; ///< Of the parts read.
  MergedShards All;
};

} // namespace

Expected<MergedShards> mergeShards(ArrayRef<std::pair<std::string, std::string>> Texts, StringRef Root,
                                   FindingPool &Pool) {
  Merger M(Root, Pool);
  for (const auto &[Name, Text] : Texts)
    if (Error E = M.add(Name, Text))
      return E;
  return M.finish();
}

} // namespace loopfuse
