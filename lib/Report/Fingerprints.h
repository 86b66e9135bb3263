//===- Fingerprints.h - names of findings that outlive edits elsewhere ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_FINGERPRINTS_H
#define LOOPFUSE_REPORT_FINGERPRINTS_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// Gives each finding 32 hexadecimal digits that stay the same while the file keeps its path, the function its name and
/// the loops their headers, whatever lines they come to stand on and however they are indented. Made of: the rule, the
/// path relative to \p Context's folder, the function, the texts of the headers without their blanks, and, among
/// findings that are alike in all that, the position in the file.
void setFingerprints(std::vector<ReportedFinding> &Findings, ReportContext &Context);

} // namespace loopfuse

#endif
