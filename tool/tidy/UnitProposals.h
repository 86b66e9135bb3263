//===- UnitProposals.h - the pipeline inside clang-tidy ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy hands over a parsed unit. The pipeline parses it again, with the
// compiler's own settings and files: clang-tidy defines __clang_analyzer__,
// which the build does not, and the re-check needs parses of changed text.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_TIDY_UNITPROPOSALS_H
#define LOOPFUSE_TOOL_TIDY_UNITPROPOSALS_H

#include "API/Proposals.h"

namespace clang {
class CompilerInstance;
}

namespace loopfuse {

/// What clang-tidy knows of a unit.
struct TidyUnit {
  clang::CompilerInstance *Compiler = nullptr;
  std::string BuildDirectory;
  Config Settings; ///< What is put over .loopfuse.yaml.
};

/// Why the unit's configuration cannot be used: complete lines.
using ConfigErrors = std::vector<std::string>;

/// The findings of a unit. Only edits of its main file are kept: other units that see a header are not asked.
std::variant<Proposals, ConfigErrors> proposalsOf(const TidyUnit &Unit);

} // namespace loopfuse

#endif
