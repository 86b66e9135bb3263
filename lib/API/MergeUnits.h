//===- MergeUnits.h - the findings of all translation units as one list --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_MERGEUNITS_H
#define LOOPFUSE_API_MERGEUNITS_H

#include "API/Analysis.h"

namespace loopfuse {

/// A finding and where it came from.
struct ProjectFinding {
  Finding Result;
  /// Unit (Project::Units) and position in its Findings, of every unit that has exactly this finding. Ascending.
  std::vector<std::pair<unsigned, unsigned>> Sources;
  bool OffersEdits = false; ///< The edits were tried in every unit that has it, and passed.
};

/// Merges by place. Text that several units compiled may be edited only if every one of them wants the same edits, or
/// does not compile it at all (skipped by #if, a template that it never instantiates); else the finding is refused as
/// instances-disagree. Sorted by file and offset; does not depend on the order of the units' completion.
std::vector<ProjectFinding> mergeUnits(const Project &P, const std::map<unsigned, UnitAnalysis> &Results);

} // namespace loopfuse

#endif
