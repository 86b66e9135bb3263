//===- Explain.h - form, legality and profit of one place -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_EXPLAIN_H
#define LOOPFUSE_REPORT_EXPLAIN_H

#include "Report/Diagnostics.h"

namespace loopfuse {

/// Whether \p F is about line \p Line of \p File: the line lies between its first and its last member.
bool coversLine(const Finding &F, llvm::StringRef File, unsigned Line);

/// The diagnostic of \p F, the three answers (can it be modelled, is it legal, does it pay), and where to read more.
void printExplanation(llvm::raw_ostream &OS, const Finding &F, ReportContext &Context);

} // namespace loopfuse

#endif
