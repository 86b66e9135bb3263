//===- Sarif.h - a run as SARIF 2.1.0 ---------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_SARIF_H
#define LOOPFUSE_REPORT_SARIF_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// OASIS SARIF 2.1.0, as code scanning of GitHub and the viewers of editors read it. The primary place of a result is
/// the header of the first loop, since an alert is shown on a change only if all its lines are part of it. URIs are
/// relative to \p Context's folder, columns count code points.
void printSarif(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
