//===- TextHistory.h - places of the text on disk ----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_TEXTHISTORY_H
#define LOOPFUSE_API_TEXTHISTORY_H

#include "API/OffsetMap.h"
#include "Report/Finding.h"
#include <map>

namespace loopfuse {

/// How files came from the text on disk to the present one. Users are told of places in the former only.
class TextHistory {
public:
  /// \p File had the text \p Old, to which \p Edits are applied now.
  void add(llvm::StringRef File, llvm::StringRef Old, const EditGroup &Edits);

  /// \p F, found in the present text, with the places it has on disk, the lines that its texts name included. What
  /// stands in text that an earlier step wrote is where that step begins, and the finding gets the note \p Inexact.
  Finding inOriginalText(Finding F, llvm::StringRef Inexact = FromAnotherFusion) const;
  static constexpr llvm::StringLiteral FromAnotherFusion =
      "some of these places are about the text that another fusion leaves";

private:
  struct Step {
    OffsetMap Map;
    std::string Old; ///< The whole text that the edits were applied to.
  };

  /// False if it is not exactly known.
  bool move(SourceSpan &S) const;

  std::map<std::string, std::vector<Step>> Steps;
};

/// The texts of \p F with the second of each pair of names for the first, wherever that is a word.
void useNames(Finding &F, llvm::ArrayRef<std::pair<std::string, std::string>> Names);

} // namespace loopfuse

#endif
