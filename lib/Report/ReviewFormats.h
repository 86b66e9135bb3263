//===- ReviewFormats.h - findings for code review tools ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_REVIEWFORMATS_H
#define LOOPFUSE_REPORT_REVIEWFORMATS_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// GitLab's code quality report: a JSON array. Suppressed findings are left out, here and below.
void printGitLab(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

/// reviewdog's diagnostic format, "rdjson". A fusion whose edits are all in one file becomes one suggestion.
void printRdJson(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

/// Workflow commands by which a GitHub action annotates lines.
void printGitHub(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
