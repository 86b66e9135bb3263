//===- Diagnostics.h - findings as a compiler would print them --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_DIAGNOSTICS_H
#define LOOPFUSE_REPORT_DIAGNOSTICS_H

#include "Report/Finding.h"
#include "Report/SourceLines.h"
#include "llvm/Support/raw_ostream.h"

namespace loopfuse {

/// Where a rendering finds the text, and what paths are relative to.
struct ReportContext {
  SourceLines &Lines;
  std::string WorkingDirectory;
};

/// Writes \p F the way clang writes a warning:
///
///   src/x.cpp:12:3: warning: these 2 loops can be fused: 't' becomes a scalar [loopfuse-vertical]
///      12 |   for (int i = 0; i < n; ++i)
///         |   ^~~~~~~~~~~~~~~~~~~~~~~~~~~
///   src/x.cpp:14:3: note: this loop joins it
///
/// A refused pair is a remark that names the refusal: "remark: not fused: … [dependence-reversed]". Colours are used if
/// \p OS has them enabled.
void printDiagnostic(llvm::raw_ostream &OS, const Finding &F, ReportContext &Context);

} // namespace loopfuse

#endif
