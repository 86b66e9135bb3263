//===- Baseline.h - findings that are known and accepted --------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_BASELINE_H
#define LOOPFUSE_REPORT_BASELINE_H

#include "Report/Diagnostics.h"
#include "Report/RunReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <map>

namespace loopfuse {

/// A file that names findings by their fingerprints. A person can read it, and it has one finding a line so that
/// version control shows what came and went.
class Baseline {
public:
  struct Entry {
    std::string Rule, File, Function, Message; ///< File: relative. All for people; only the fingerprint counts.
  };

  static llvm::Expected<Baseline> parse(llvm::StringRef Text);
  std::string text() const;

  bool knows(const ReportedFinding &R) const { return Entries.count(R.Fingerprint) != 0; }
  void add(const ReportedFinding &R, const ReportContext &Context);
  /// Takes out the entries that are not among \p Present, of those whose file \p WasRead. Says how many.
  size_t prune(llvm::ArrayRef<ReportedFinding> Present, llvm::function_ref<bool(llvm::StringRef File)> WasRead);
  size_t size() const { return Entries.size(); }

private:
  std::map<std::string, Entry> Entries; ///< By fingerprint.
};

} // namespace loopfuse

#endif
