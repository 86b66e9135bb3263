//===- JsonLines.h - a run as JSON lines ------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_JSONLINES_H
#define LOOPFUSE_REPORT_JSONLINES_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// The number of the schema in docs/FORMATS.md. It grows when a field changes its meaning or goes, not for new ones.
constexpr int JsonSchema = 1;

/// One object a line: the run, each finding, each source that could not be read, a summary. Paths are relative to
/// \p Context's folder.
void printJsonLines(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
