//===- FindingJson.h - findings as JSON, and back ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_FINDINGJSON_H
#define LOOPFUSE_REPORT_FINDINGJSON_H

#include "Report/Finding.h"
#include "Report/Json.h"

namespace loopfuse {

/// All of \p F, as docs/FORMATS.md describes it.
llvm::json::Object findingToJson(const Finding &F, const JsonPaths &Paths);

/// What findingToJson wrote; std::nullopt for anything else.
std::optional<Finding> findingFromJson(const llvm::json::Object &Object, const JsonPaths &Paths);

} // namespace loopfuse

#endif
