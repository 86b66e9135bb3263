//===- MakeReport.h - a project's results as plain data ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_MAKEREPORT_H
#define LOOPFUSE_API_MAKEREPORT_H

#include "API/Executor.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// The findings in the order of their places, the suppressed ones among them, and what was not read. Where the edits of
/// two findings touch, only the first offers its own.
RunReport makeRunReport(const Project &P, const ProjectReport &Report, const std::map<unsigned, UnitAnalysis> &Results,
                        llvm::StringRef Version);

} // namespace loopfuse

#endif
