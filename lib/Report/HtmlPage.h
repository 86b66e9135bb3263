//===- HtmlPage.h - a run as a page to look at ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_HTMLPAGE_H
#define LOOPFUSE_REPORT_HTMLPAGE_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"

namespace loopfuse {

/// One self-contained file: a ranking that can be sorted, and for each finding the annotated source, the diff, the
/// three answers of `explain`, and a picture of the loops it hangs together with. Nothing is loaded from anywhere.
void printHtml(llvm::raw_ostream &OS, const RunReport &Run, ReportContext &Context);

} // namespace loopfuse

#endif
