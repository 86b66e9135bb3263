//===- RulePages.cpp - the documentation of a rule ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/RulePages.h"
#include "RulePages.inc" // RefusalsPage and CheckPages, made of docs/ by EmbedPages.cmake.
#include "Support/Refusal.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

/// The first paragraph on one line.
static std::string paragraph(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    if (Line.trim().empty())
      break;
    Out += (Out.empty() ? "" : " ") + Line.trim().str();
    Text = Rest;
  }
  return Out;
}

/// The refusal's text with dots where its arguments go.
static std::string withoutArguments(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    auto [Before, After] = Text.split('{');
    Out += Before;
    if (After.empty())
      break;
    Out += "…";
    Text = After.split('}').second;
  }
  return Out;
}

static std::optional<RulePage> refusalPage(StringRef Rule) {
  std::optional<RefusalId> Id = findRefusal(Rule);
  if (!Id)
    return std::nullopt;
  std::string Heading = ("\n## " + Rule + "\n").str();
  size_t At = StringRef(RefusalsPage).find(Heading);
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Section = StringRef(RefusalsPage).drop_front(At + Heading.size());
  Section = Section.take_front(std::min(Section.find("\n## "), Section.find("\n# "))).trim();
  return RulePage{withoutArguments(refusalText(*Id)), paragraph(Section), Section.str(),
                  ("docs/REFUSALS.md#" + Rule).str()};
}

std::optional<RulePage> rulePage(StringRef Rule) {
  for (const auto &[Name, Text] : CheckPages) {
    if (Rule != Name)
      continue;
    StringRef Body = StringRef(Text).split('\n').second.trim(); // Behind the heading.
    std::string Opening = paragraph(Body);
    return RulePage{StringRef(Opening).split(". ").first.rtrim('.').str(), Opening, Body.str(),
                    ("docs/checks/" + Rule + ".md").str()};
  }
  return refusalPage(Rule);
}

} // namespace loopfuse
