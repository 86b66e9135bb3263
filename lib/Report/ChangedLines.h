//===- ChangedLines.h - which lines a patch changes -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_CHANGEDLINES_H
#define LOOPFUSE_REPORT_CHANGEDLINES_H

#include "Report/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>

namespace loopfuse {

/// The lines of the new texts that a unified diff writes, and the places where it takes lines away.
class ChangedLines {
public:
  /// Reads the output of `diff -u`, `git diff` and their like, with any amount of context. \p RealPath turns a name as
  /// the patch has it ("b/src/x.cpp") into a file's real path, "" if there is no such file (any more).
  llvm::Error add(llvm::StringRef Patch, llvm::function_ref<std::string(llvm::StringRef Name)> RealPath);
  /// A new file: all its lines are changed.
  void addWhole(const std::string &File) { Files[File].Whole = true; }

  /// Whether a line of the finding's region, or of one of its loops, was changed.
  bool touches(const Finding &F) const;
  bool touches(llvm::StringRef File, unsigned FirstLine, unsigned LastLine) const;
  std::vector<std::string> files() const;

private:
  struct Changes {
    bool Whole = false;
    std::set<unsigned> Lines;
    std::set<unsigned> Gaps; ///< Lines were taken away behind this one.
  };
  std::map<std::string, Changes, std::less<>> Files;
};

} // namespace loopfuse

#endif
