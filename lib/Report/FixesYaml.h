//===- FixesYaml.h - fusions as clang-tidy exports fixes --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_FIXESYAML_H
#define LOOPFUSE_REPORT_FIXESYAML_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// The form of `clang-tidy --export-fixes`, for clang-apply-replacements and editors. Edits that are not UTF-8, which
/// YAML cannot hold, are left out. Paths are absolute, as there.
void printFixesYaml(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
