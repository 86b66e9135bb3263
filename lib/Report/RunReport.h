//===- RunReport.h - what a run found, for other tools ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_RUNREPORT_H
#define LOOPFUSE_REPORT_RUNREPORT_H

#include "Report/Finding.h"
#include "llvm/ADT/ArrayRef.h"

namespace loopfuse {

struct ReportedFinding {
  Finding Result;
  bool IsSuppressed = false; ///< By a NOLINT comment.
  /// The edits passed the re-check together with those of all other findings that have this, and none of them touch.
  bool OffersEdits = false;
  std::string Fingerprint; ///< See fingerprints().

  /// The refusal's id, or the check's name.
  std::string rule() const { return Result.Refused ? refusalName(Result.Refused->Id).str() : Result.check(); }
};

/// A source that could not be read as C or C++.
struct UnreadSource {
  SourceSpan Place; ///< Of the first error; line 0 if it has none.
  std::string Text;
  std::string Unit; ///< The source, where the error is in a header.
};

/// One run, as plain data: what the renderings below lib/Report are functions of.
struct RunReport {
  std::string Version; ///< Of loopfuse.
  std::vector<ReportedFinding> Findings;
  std::vector<UnreadSource> Unread;
  unsigned Files = 0; ///< Translation units.
};

} // namespace loopfuse

#endif
