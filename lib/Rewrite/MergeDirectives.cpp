//===- MergeDirectives.cpp - one directive for several loops --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/MergeDirectives.h"
#include "Model/OmpDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

/// "private(t, u)" without the names that are gone; empty if none is left.
static std::string without(const OmpClause &Clause, const std::set<std::string> &Gone) {
  std::vector<std::string> Left;
  copy_if(Clause.Names, std::back_inserter(Left), [&](const std::string &Name) { return !Gone.count(Name); });
  if (Left.empty())
    return "";
  return Clause.Name + "(" + (Clause.Operator.empty() ? "" : Clause.Operator + ":") + join(Left, ", ") + ")";
}

std::optional<Refusal> mergeDirectives(const FileText &File, const Scop &S, const FusionGroup &Group,
                                       ArrayRef<Contraction> Contracted, TextRange Place, TextPatch &Patch) {
  StringRef Text = File.slice(Place);
  std::optional<std::string> Together = mergedDirective(S, Group);
  std::optional<OmpDirective> First = parseOmpDirective(Text), All = parseOmpDirective(Together.value_or(""));
  if (!First || !All)
    return std::nullopt; // All are the same, as the gate has seen.
  DataSharing Merged = dataSharingOf(*All);
  std::set<std::string> Gone;
  for (const Contraction &C : Contracted)
    if (!C.Kept)
      Gone.insert(S.Arrays[C.Array].Name);

  std::map<std::string, std::vector<std::string>> Added; // By attribute.
  for (const auto &[Name, Said] : Merged.Attributes) {
    std::string Attribute = Said == Copied ? "firstprivate" : Said;
    const OmpClause *Own = First->clauseOf(Name);
    if (Gone.count(Name) || (Own ? Own->attribute() == Attribute : Attribute == Implicit))
      continue;
    // The first loop's directive may name what only another loop uses.
    if (Own)
      return refuse(RefusalId::PragmaDiffers, File.span(Place), {Text.str()});
    Added[Attribute].push_back(Name);
  }
  for (const OmpClause &Clause : First->Clauses) {
    auto More = Added.find(Clause.attribute());
    bool Loses = any_of(Clause.Names, [&](const std::string &Name) { return Gone.count(Name) > 0; });
    std::string New = Loses ? without(Clause, Gone) : Text.slice(Clause.Begin, Clause.End).str();
    if (More != Added.end() && Clause.isList() && !New.empty()) {
      New.insert(New.rfind(')'), ", " + join(More->second, ", "));
      Added.erase(More);
    }
    if (Clause.Name == "nowait" && !Merged.NoWait)
      New.clear();
    unsigned Front = New.empty() ? Text.take_front(Clause.Begin).rtrim(" \t,").size() : Clause.Begin;
    if (New != Text.slice(Clause.Begin, Clause.End))
      Patch.replace({Place.Begin + Front, Place.Begin + Clause.End}, New);
  }
  for (const auto &[Attribute, Names] : Added) {
    StringRef Operator = Attribute;
    std::string Opening =
        Operator.consume_front("reduction(") ? "reduction(" + Operator.drop_back().str() + ":" : Attribute + "(";
    Patch.insert(Place.Begin + First->End, " " + Opening + join(Names, ", ") + ")");
  }
  return std::nullopt;
}

} // namespace loopfuse
