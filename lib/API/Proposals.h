//===- Proposals.h - findings with edits that passed ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_PROPOSALS_H
#define LOOPFUSE_API_PROPOSALS_H

#include "API/Apply.h"

namespace loopfuse {

/// What a front end shows that leaves the applying to another program: clang-tidy, an editor.
struct Proposals {
  /// Of the text as it is, sorted. Edits that are there passed their re-check, and each finding's may be applied
  /// without those of the others. A fusion without edits has a note that says what must come first.
  std::vector<Finding> Findings;
  unsigned Suppressed = 0;
  std::vector<std::vector<FileChange>> Changes; ///< What `fix` would leave, as FixReport has it.
  std::map<unsigned, ParsedUnit> Parses;        ///< Of the text as it is, by unit.
};

/// Analyses \p Asked and all units that see the headers it would change, and carries the fusions out in memory.
Proposals proposeFusions(Executor &Exec, const Selection &Asked);

} // namespace loopfuse

#endif
