//===- Render.h - a run in the form that is asked for -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_RENDER_H
#define LOOPFUSE_REPORT_RENDER_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// What --format names. Text and Patch are written by the subcommands themselves.
enum class OutputFormat { Text, Json, Sarif, Fixes, Patch, GitLab, RdJson, GitHub, Html };

/// Whether the format carries edits for others to apply, so that they must have been re-checked.
bool carriesEdits(OutputFormat Format);

/// \p Run in the form of \p Format, which is neither Text nor Patch.
void render(llvm::raw_ostream &OS, OutputFormat Format, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
