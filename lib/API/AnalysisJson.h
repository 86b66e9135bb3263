//===- AnalysisJson.h - one unit's results as JSON, and back ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_ANALYSISJSON_H
#define LOOPFUSE_API_ANALYSISJSON_H

#include "API/Analysis.h"
#include "Report/Json.h"

namespace loopfuse {

/// All of the analysis that reports are made of: no proofs, no dump.
llvm::json::Object analysisToJson(const UnitAnalysis &A, const JsonPaths &Paths);

/// What analysisToJson wrote; std::nullopt for anything else. Findings go through the pool.
std::optional<UnitAnalysis> analysisFromJson(const llvm::json::Object &Object, const JsonPaths &Paths,
                                             FindingPool &Pool);

} // namespace loopfuse

#endif
